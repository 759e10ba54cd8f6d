import process from 'node:process';
import { EXIT } from './command-error.ts';
import { printableLine } from '../printable.ts';
import { wholeStream } from './output/whole-stream.ts';
import { run } from './run.ts';

// Node ends with 1 after a fault that nobody caught; 1 would mean "different".
process.on('uncaughtException', (fault) => {
  const trouble = (fault.stack ?? fault.message).replaceAll(/\s*\n\s*/gu, ' ');
  process.stderr.write(`diffsvc: internal error: ${printableLine(trouble)}\n`);
  process.exit(EXIT.trouble);
});

// The writer learns of a failure from the callback of the write. Without a listener, the failure would also end the
// process.
const stdout = wholeStream(process.stdout.fd) ?? process.stdout;
for (const stream of new Set([stdout, process.stdout])) stream.on('error', () => undefined);

process.exitCode = await run(process.argv.slice(2), {
  stdin: process.stdin,
  stdout,
  stderr: process.stderr,
  env: process.env,
});
