import { delimiter, dirname } from 'node:path';
import { NODE } from './setup.mjs';

/** Folders that the layer check reads. */
const CODE = ['shared', 'service', 'renderer', 'electron', 'extension', 'bin', 'test'];

/** Where the checks keep what they know of unchanged files. A clean checkout has nothing there. */
export const KEPT = 'node_modules/.cache/check';

/**
 * TypeScript 7, whose compiler is native code, in a fifth of the time. Lint and the check of Svelte need the interface of
 * version 6, which stays the one of the builds.
 *
 * @param {string} folder
 * @returns {readonly [string, ...string[]]}
 */
const tsc = (folder) => [
  'node',
  ...['node_modules/typescript-native/bin/tsc', '-p', folder, '--incremental'],
  ...['--tsBuildInfoFile', `${KEPT}/types-${folder.replaceAll(/\W/g, '-')}.json`],
];

/**
 * @param {string} name of its cache
 * @param {string[]} args
 * @returns {readonly [string, ...string[]]}
 */
const eslint = (name, ...args) => [
  'eslint',
  ...args,
  ...['--cache', '--cache-strategy', 'content', '--cache-location', `${KEPT}/lint-${name}.json`],
];

/**
 * The stages of `npm run check` in their order. Each is a list of commands, which run one after the other with the programs
 * of node_modules/.bin.
 *
 * @type {Record<string, readonly (readonly [program: string, ...args: string[]])[]>}
 */
export const STAGES = {
  format: [
    [
      'prettier',
      ...['--check', '--log-level', 'warn', '.'],
      ...['--cache', '--cache-strategy', 'content', '--cache-location', `${KEPT}/format.json`],
    ],
  ],
  // The types of all folders together take more memory than Node gives one process.
  lint: [
    eslint('service', '.', ...['test/', 'renderer/', 'extension/'].flatMap((folder) => ['--ignore-pattern', folder])),
    eslint('clients', 'renderer', 'extension'),
    eslint('test', 'test'),
  ],
  types: [
    tsc('shared'),
    tsc('service/engine'),
    tsc('service'),
    tsc('electron'),
    tsc('test'),
    tsc('.'),
    ['node', 'scripts/check-svelte.mjs', 'renderer'],
    ['node', 'scripts/check-svelte.mjs', 'extension'],
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
