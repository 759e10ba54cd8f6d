/**
 * `npm start`: installs what the service needs, builds it and its pages, then runs the service in the foreground. Arguments
 * go to `diffsvc serve`: `npm start -- --port 5000`.
 *
 * A person reads two lines: the address, and where help is. The log goes to `service.log` in the data directory;
 * `DIFFSVC_LOG_FILE=- npm start` shows it. A program that reads the output also gets the line `listening` of `serve`.
 */
import { join } from 'node:path';
import { buildRenderer } from './build-renderer.mjs';
import { buildService } from './build-service.mjs';
import { runChild } from './run-child.mjs';
import { NODE, ROOT, installPackages, orExit } from './setup.mjs';

await orExit(() => {
  installPackages({ development: false });
  buildRenderer();
  buildService();
});
const env = { DIFFSVC_LOG_FILE: 'service.log', ...process.env };
const program = join(ROOT, 'dist', 'bin', 'diffsvc.js');
// The service writes into a pipe here. The link is for a person alone.
const link = process.stdout.isTTY ? ['--print-link'] : [];
process.exit(await runChild(NODE, [program, 'serve', ...link, ...process.argv.slice(2)], { env, onLine: show }));

/** @param {string} line */
function show(line) {
  const [, word, address] = /^(listening|open) (\S+)$/.exec(line) ?? [];
  if (word !== 'listening' || !process.stdout.isTTY) console.log(line);
  if (word === 'open' && address !== undefined) {
    console.log(
      `help ${new URL('/docs', address).href} describes the API; ${join(ROOT, 'docs')} and the README the rest`,
    );
  }
}
