import { delimiter, dirname } from 'node:path';
import { NODE } from './setup.mjs';

/** Folders that the layer check reads. */
const CODE = ['shared', 'service', 'renderer', 'electron', 'extension', 'bin', 'test'];

/**
 * The stages of `npm run check` in their order. Each is a list of commands, which run one after the other with the programs
 * of node_modules/.bin.
 *
 * @type {Record<string, readonly (readonly [program: string, ...args: string[]])[]>}
 */
export const STAGES = {
  format: [['prettier', '--check', '--log-level', 'warn', '.']],
  // The types of all folders together take more memory than Node gives one process.
  lint: [
    ['eslint', '.', '--ignore-pattern', 'test/', '--ignore-pattern', 'renderer/', '--ignore-pattern', 'extension/'],
    ['eslint', 'renderer', 'extension'],
    ['eslint', 'test'],
  ],
  types: [
    ['tsc', '-p', 'shared'],
    ['tsc', '-p', 'service/engine'],
    ['tsc', '-p', 'service'],
    ['tsc', '-p', 'electron'],
    ['tsc', '-p', 'test'],
    ['tsc', '-p', '.'],
    ['svelte-check', '--tsconfig', 'renderer/tsconfig.json', '--output', 'human', '--fail-on-warnings'],
    ['svelte-check', '--tsconfig', 'extension/tsconfig.json', '--output', 'human', '--fail-on-warnings'],
  ],
  layers: [['depcruise', '--output-type', 'err-long', ...CODE]],
  tests: [['node', 'scripts/test.mjs']],
  build: [['node', 'scripts/build.mjs']],
};

/**
 * The environment with the project's Node 24 before any other, for programs that start `node` by its name.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export function withProjectNode(env) {
  return { ...env, PATH: `${dirname(NODE)}${delimiter}${env['PATH'] ?? ''}` };
}
