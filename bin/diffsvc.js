#!/usr/bin/env node
/**
 * Launcher of the `diffsvc` command, plain enough for Node 18. On Node 24 or later it becomes the command. In a
 * checkout with an older Node, it runs the command with the Node 24 of the set-up. Elsewhere it says what is missing.
 * No way of failing exits with 1, because 1 means "different".
 *
 * The published package holds a copy of this file beside the built program. A checkout runs its sources, or the built
 * program where that is newer than every source.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { constants, homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const NODE_NEEDED = 24;
const TROUBLE = 2;

/** The folder of the checkout, or of the published package. */
const root = fileURLToPath(new URL('..', import.meta.url));
/** A checkout has the set-up. */
const isCheckout = existsSync(join(root, 'scripts', 'setup.mjs'));
const args = process.argv.slice(2);

try {
  if (args.length === 1 && args[0] === '--version') console.log(version());
  else if (isNewEnough()) await become(program());
  else runWith(ownNode());
} catch (error) {
  fail(`cannot start: ${error instanceof Error ? error.message : String(error)}`);
}

function version() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
}

function isNewEnough() {
  return Number(process.versions.node.split('.')[0]) >= NODE_NEEDED;
}

/**
 * Compiled code is kept from one call to the next, which then starts in half the time. It lies in a folder of this
 * user, because whoever can write it can run it.
 *
 * @param {string} file
 */
async function become(file) {
  if (!process.env['NODE_COMPILE_CACHE']) nodeModule.enableCompileCache?.(cacheFolder());
  await import(pathToFileURL(file).href);
}

function cacheFolder() {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (process.platform === 'win32' && LOCALAPPDATA) return join(LOCALAPPDATA, 'diffsvc', 'Cache');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'diffsvc');
  return join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'diffsvc');
}

/** The built program. In a checkout its sources, where one of them is newer. */
function program() {
  const sources = join(root, 'service', 'cli', 'main.ts');
  if (!existsSync(sources)) return join(root, 'service', 'main.js');
  const built = join(root, 'dist', 'service', 'main.js');
  const stamp = join(root, 'dist', 'service', '.sources-hash');
  if (!existsSync(stamp)) return sources;
  const builtAt = statSync(stamp).mtimeMs;
  return ['service', 'shared'].some((folder) => isNewer(join(root, folder), builtAt)) ? sources : built;
}

/**
 * Whether anything in a folder was written after `time`. A folder is written when a file in it goes.
 *
 * @param {string} folder
 * @param {number} time
 * @returns {boolean}
 */
function isNewer(folder, time) {
  if (statSync(folder).mtimeMs > time) return true;
  return readdirSync(folder, { withFileTypes: true }).some((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? isNewer(path, time) : statSync(path).mtimeMs > time;
  });
}

/** The Node of a checkout's set-up; undefined elsewhere. */
function ownNode() {
  const node = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return isCheckout && existsSync(node) ? node : undefined;
}

/** @param {string | undefined} node */
function runWith(node) {
  if (node === undefined) {
    const how = isCheckout ? `run \`npm run setup\` in ${root}, or ` : '';
    fail(
      `needs Node ${NODE_NEEDED} or later, and this is ${process.version}: ${how}install it from https://nodejs.org`,
    );
    return;
  }
  const child = spawn(node, [fileURLToPath(import.meta.url), ...args], { stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) process.on(signal, () => child.kill(signal));
  // At a terminal the keyboard's signals reach the child by themselves.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGQUIT'])) {
    process.on(signal, () => process.stdin.isTTY || child.kill(signal));
  }
  child.on('error', (error) => fail(`${node} does not start: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
}

/** @param {string} message */
function fail(message) {
  console.error(`diffsvc: ${message}`);
  process.exitCode = TROUBLE;
}
