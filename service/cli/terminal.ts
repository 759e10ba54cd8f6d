import type { Readable, Writable } from 'node:stream';

/** What a command knows of the world: streams, whether they are terminals, and the environment. Tests pass their own. */
export interface Terminal {
  readonly stdin: Readable;
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Whether to colour what goes to standard output: NO_COLOR (no-color.org) says no, FORCE_COLOR says yes, otherwise only
 * to a terminal.
 */
export function wantsColour({ env, stdout }: Pick<Terminal, 'env' | 'stdout'>): boolean {
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false;
  const force = env['FORCE_COLOR'];
  if (force !== undefined) return force !== '0' && force !== 'false';
  return stdout.isTTY === true && env['TERM'] !== 'dumb';
}

/**
 * Shows a line of progress while `work` runs, and takes it back. Only on a terminal; a file or a pipe sees nothing.
 */
export async function withProgress<T>({ stderr }: Terminal, message: string, work: () => T | Promise<T>): Promise<T> {
  if (stderr.isTTY !== true) return work();
  stderr.write(message);
  try {
    return await work();
  } finally {
    stderr.write('\r\u001b[K');
  }
}
