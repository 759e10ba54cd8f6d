/**
 * `npm run dist`: packages the desktop application for the system it runs on, into dist/packages. Arguments go to
 * electron-builder: `npm run dist -- --dir` leaves the installers out.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildRenderer } from '../build-renderer.mjs';
import { runChild } from '../run-child.mjs';
import { NODE, ROOT, installPackages, orExit } from '../setup.mjs';
import { withProjectNode } from '../stages.mjs';
import { buildShell } from './build-shell.mjs';
import { missingDownload } from './without-network.mjs';

await orExit(() => {
  installPackages();
  buildRenderer();
  buildShell();
  // Stripping types takes Node 24; this file runs on the machine's own.
  const stage = join(ROOT, 'scripts', 'desktop', 'stage-package.mjs');
  const { status } = spawnSync(NODE, ['--disable-warning=ExperimentalWarning', stage], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error('the service could not be put together; the lines above say why');
});
const builder = join(ROOT, 'node_modules', 'electron-builder', 'cli.js');
const config = join('electron', 'package', 'electron-builder.mjs');
const args = [builder, '--config', config, '--publish', 'never', ...process.argv.slice(2)];
/** @type {string[]} */
const held = [];
const code = await runChild(NODE, args, {
  cwd: ROOT,
  env: withProjectNode(process.env),
  // The reason of a failure is followed by a stack, which says nothing about a download that failed.
  onLine: (line) => void (held.length > 0 || line.includes('⨯') ? held.push(line) : console.log(line)),
});
if (held.length > 0) {
  const missing = missingDownload(held.join('\n'));
  console.error(missing === null ? held.join('\n') : `diffsvc: ${missing}`);
}
process.exit(code);
