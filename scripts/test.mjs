/**
 * `npm test`: installs what a fresh clone needs, then runs all tests. Arguments go to vitest: `npm test -- test/shared`.
 *
 * Large sets of files are sampled by a seed that is printed; `DIFFSVC_SEED=N npm test` repeats a run. `npm test -- --all`
 * takes all files. `npm test -- test/fixtures -u` writes the expected results of fixtures anew.
 */
import { join } from 'node:path';
import { buildRenderer } from './build-renderer.mjs';
import { buildService } from './build-service.mjs';
import { runChild } from './run-child.mjs';
import { NODE, ROOT, installPackages, installSystemPackages, orExit } from './setup.mjs';
import { withProjectNode } from './stages.mjs';

const args = process.argv.slice(2);
await orExit(() => {
  installPackages();
  installSystemPackages(args.filter((argument) => !argument.startsWith('-')));
  buildRenderer();
  // The command line runs the built program where it is up to date. It starts in half the time of the sources.
  buildService();
});
/** @type {NodeJS.ProcessEnv} */
const env = withProjectNode(process.env);
if (args.includes('--all')) env['DIFFSVC_TEST_ALL'] = 'true';
const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
const forVitest = args.filter((argument) => argument !== '--all');
process.exit(await runChild(NODE, [vitest, 'run', ...forVitest], { cwd: ROOT, env }));
