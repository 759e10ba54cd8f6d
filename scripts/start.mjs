/**
 * `npm start`: installs what the service needs, builds its pages, then runs the service in the foreground. Arguments go to
 * `diffsvc serve`: `npm start -- --port 5000`.
 */
import { join } from 'node:path';
import { buildRenderer } from './build-renderer.mjs';
import { runChild } from './run-child.mjs';
import { NODE, ROOT, installPackages, orExit } from './setup.mjs';

await orExit(() => {
  installPackages({ development: false });
  buildRenderer();
});
process.exit(await runChild(NODE, [join(ROOT, 'service', 'cli', 'main.ts'), 'serve', ...process.argv.slice(2)]));
