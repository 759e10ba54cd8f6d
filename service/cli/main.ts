import process from 'node:process';
import { EXIT } from './command-error.ts';
import { run } from './run.ts';

// Node ends with 1 after a fault that nobody caught; 1 would mean "different".
process.on('uncaughtException', (fault) => {
  process.stderr.write(`diffsvc: internal error: ${(fault.stack ?? fault.message).replaceAll(/\s*\n\s*/gu, ' ')}\n`);
  process.exit(EXIT.trouble);
});

// Whoever writes hears of a failure by the callback of the write; without a listener it would end the process as well.
process.stdout.on('error', () => undefined);

process.exitCode = await run(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
});
