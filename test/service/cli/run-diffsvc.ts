import { execFile, spawnSync } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { run } from '../../../service/cli/run.ts';

const LAUNCHER = fileURLToPath(new URL('../../../bin/diffsvc.js', import.meta.url));
/** The command from its sources, never from the built program. */
export const SOURCES = fileURLToPath(new URL('../../../service/cli/main.ts', import.meta.url));

/** What came of one call of the command. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Calls `diffsvc` as a person would: the launcher, in a process of its own, away from any terminal. `program`: what is
 * called instead.
 */
export function runDiffsvc(
  args: readonly string[],
  options: { cwd: string; input?: string | Buffer; env?: Record<string, string>; program?: string },
): Outcome {
  const { NO_COLOR: _no, FORCE_COLOR: _force, ...env } = process.env;
  const result = spawnSync(process.execPath, [options.program ?? LAUNCHER, ...args], {
    cwd: options.cwd,
    env: { ...env, ...options.env },
    encoding: 'utf8',
    input: options.input ?? '',
    maxBuffer: 64 * 1024 * 1024,
  });
  return { code: result.status, stdout: result.stdout, stderr: result.stderr };
}

/**
 * Calls the command in this process, which takes a fraction of the time. Readers and exports are confined processes of
 * their own, as ever. What belongs to a process is tested with `runDiffsvc`: the launcher, signals, locale, streams.
 */
export async function callDiffsvc(
  args: readonly string[],
  options: { cwd: string; input?: string | Buffer; env?: Record<string, string> },
): Promise<Outcome> {
  const { NO_COLOR: _no, FORCE_COLOR: _force, ...env } = process.env;
  const [stdout, stderr] = [new Collected(), new Collected()];
  const here = process.cwd();
  process.chdir(options.cwd);
  try {
    const stdin = Readable.from([Buffer.from(options.input ?? '')]);
    const code = await run(args, { stdin, stdout, stderr, env: { ...env, ...options.env } });
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    process.chdir(here);
  }
}

/** A stream that keeps what is written to it. */
class Collected extends Writable {
  readonly #parts: Buffer[] = [];

  override _write(part: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#parts.push(part);
    done();
  }

  text(): string {
    return Buffer.concat(this.#parts).toString();
  }
}

/** `runDiffsvc` while this process goes on, for a command that needs something of it. */
export function runDiffsvcBeside(
  args: readonly string[],
  options: { cwd: string; env?: Record<string, string> },
): Promise<Outcome> {
  const { NO_COLOR: _no, FORCE_COLOR: _force, ...env } = process.env;
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [LAUNCHER, ...args],
      { cwd: options.cwd, env: { ...env, ...options.env }, encoding: 'utf8' },
      (_fault, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}
