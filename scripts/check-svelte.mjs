/**
 * Checks the components of a folder with svelte-check, which keeps nothing of what it learned. So nothing is checked
 * again while the sources are those of the last check without a fault.
 *
 *     node scripts/check-svelte.mjs renderer
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hashSources } from './hash-sources.mjs';
import { runChild } from './run-child.mjs';
import { NODE, ROOT } from './setup.mjs';
import { KEPT } from './stages.mjs';

/** What both folders import, and what decides how they are checked. */
const SHARED = [
  'shared',
  'renderer',
  'tsconfig.base.json',
  'svelte.config.js',
  'package-lock.json',
  'scripts/check-svelte.mjs',
];

const [folder = ''] = process.argv.slice(2);
const stamp = join(ROOT, KEPT, `svelte-${folder}.sources-hash`);
const hash = hashSources([...new Set([...SHARED, folder])]);
if (existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === hash) process.exit(0);

const program = join(ROOT, 'node_modules', 'svelte-check', 'bin', 'svelte-check');
const options = ['--tsconfig', `${folder}/tsconfig.json`, '--output', 'human', '--fail-on-warnings'];
const code = await runChild(NODE, [program, ...options], { cwd: ROOT });
if (code === 0) {
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, `${hash}\n`);
}
process.exitCode = code;
