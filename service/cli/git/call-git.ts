/** Calls of git. */
import { spawnSync } from 'node:child_process';
import { CommandError } from '../command-error.ts';

/** Maximum size of what git prints, in bytes: a file as large as a command reads, and more. */
const OUTPUT_MAX_BYTES = 300 * 1024 * 1024;

/** What git prints. Throws a CommandError with the message of git, or if there is no git. */
export function git(...args: readonly string[]): Buffer {
  const { status, stdout, stderr } = call(args);
  if (status === 0) return stdout;
  throw new CommandError(`git ${args[0] ?? ''}: ${stderr.toString().trim() || `exit code ${String(status)}`}`);
}

/** The output of git without the line end. Null if git exits with another code than 0, as for a missing value. */
export function gitValue(...args: readonly string[]): string | null {
  const { status, stdout } = call(args);
  return status === 0 ? stdout.toString().replace(/\r?\n$/u, '') : null;
}

function call(args: readonly string[]): { status: number | null; stdout: Buffer; stderr: Buffer } {
  const { status, stdout, stderr, error } = spawnSync('git', [...args], { maxBuffer: OUTPUT_MAX_BYTES });
  if (error) throw new CommandError(`git does not run: ${error.message}; install git, or add it to the PATH`);
  return { status, stdout, stderr };
}
