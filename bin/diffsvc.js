#!/usr/bin/env node
/**
 * Launcher of the `diffsvc` command. It runs on whatever Node the machine has (20 or later), finds the project's own
 * Node 24 and runs the command with it. Input, output, signals and exit code are the command's.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const name = process.platform === 'win32' ? 'node.exe' : 'node';
const node = [join(root, 'node_modules', 'node', 'bin', name), join(root, 'node_modules', '.bin', name)].find(
  existsSync,
);

if (node === undefined) {
  console.error(`diffsvc: not installed yet: node_modules is missing in ${root}; run \`npm ci\` there`);
  process.exit(2);
}

// Compiled code is kept from one call to the next, which then starts in half the time.
const env = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'diffsvc'), ...process.env };
const program = join(root, 'service', 'cli', 'main.ts');
const child = spawn(node, [program, ...process.argv.slice(2)], { stdio: 'inherit', env });
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) process.on(signal, () => child.kill(signal));
// At a terminal the keyboard's signals reach the child by themselves.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGQUIT'])) {
  process.on(signal, () => process.stdin.isTTY || child.kill(signal));
}
child.on('error', (error) => {
  console.error(`diffsvc: ${node} does not start: ${error.message}`);
  process.exit(2);
});
child.on('exit', (code, signal) => process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
