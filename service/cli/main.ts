import process from 'node:process';
import { run } from './run.ts';

// Whoever writes hears of a failure by the callback of the write; without a listener it would end the process as well.
process.stdout.on('error', () => undefined);

process.exitCode = await run(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
});
