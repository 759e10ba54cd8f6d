/**
 * `npm run desktop`: installs what a fresh clone needs, then runs the application. Arguments are files to open:
 * `npm run desktop -- old.docx new.docx`.
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { buildRenderer } from '../build-renderer.mjs';
import { runChild } from '../run-child.mjs';
import { NODE, ROOT, installPackages, orExit } from '../setup.mjs';
import { buildShell, SHELL } from './build-shell.mjs';
import { findElectron } from './find-electron.mjs';

await orExit(() => {
  installPackages();
  buildRenderer();
  buildShell();
  if (findElectron() !== null) return;
  console.error('diffsvc: fetching Electron, about 120 MB, once …');
  spawnSync(NODE, [join(ROOT, 'node_modules', 'electron', 'install.js')], { cwd: ROOT, stdio: ['ignore', 2, 2] });
  if (findElectron() === null) {
    throw new Error(
      'Electron could not be fetched. Allow this machine to reach github.com, set ELECTRON_MIRROR, or unpack Electron yourself and set ELECTRON_OVERRIDE_DIST_PATH to its folder. The same application runs in the browser: npm start',
    );
  }
});
const files = process.argv.slice(2).map((argument) => (argument.startsWith('-') ? argument : resolve(argument)));
process.exit(await runChild(findElectron() ?? '', [SHELL, ...files]));
