/**
 * `npm test`: everything a fresh clone needs, then all tests. Arguments go to vitest: `npm test -- test/shared`.
 */
import { join } from 'node:path';
import { buildRenderer } from './build-renderer.mjs';
import { runChild } from './run-child.mjs';
import { NODE, ROOT, installPackages, installSystemPackages, orExit } from './setup.mjs';
import { withProjectNode } from './stages.mjs';

await orExit(() => {
  installPackages();
  installSystemPackages();
  buildRenderer();
});
const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
process.exit(
  await runChild(NODE, [vitest, 'run', ...process.argv.slice(2)], { cwd: ROOT, env: withProjectNode(process.env) }),
);
