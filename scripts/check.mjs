/**
 * `npm run check`: format, lint, types, layers, tests, build. Arguments select stages: `node scripts/check.mjs lint types`.
 * Continues after a failed stage, and exits with 1 when one failed.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { NODE, ROOT, installPackages, orExit } from './setup.mjs';
import { STAGES, withProjectNode } from './stages.mjs';

await orExit(installPackages);

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !(name in STAGES));
if (unknown !== undefined) {
  console.error(`diffsvc: no stage "${unknown}"; there are ${Object.keys(STAGES).join(', ')}`);
  process.exit(2);
}

const failed = [];
for (const name of asked.length > 0 ? asked : Object.keys(STAGES)) {
  const start = performance.now();
  const passed = (STAGES[name] ?? []).map(runInProject).every(Boolean);
  if (!passed) failed.push(name);
  console.log(`${passed ? '✓' : '✗'} ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
}
if (failed.length > 0) {
  console.error(`diffsvc: failed: ${failed.join(', ')}`);
  process.exit(1);
}

/** @param {readonly [string, ...string[]]} command */
function runInProject([program, ...args]) {
  const env = withProjectNode(process.env);
  // The programs of node_modules/.bin are scripts that look for `node` on the PATH.
  const command = program === 'node' ? NODE : join(ROOT, 'node_modules', '.bin', program);
  return (
    spawnSync(command, args, { cwd: ROOT, env, stdio: 'inherit', shell: process.platform === 'win32' }).status === 0
  );
}
