import type { Readable, Writable } from 'node:stream';
import { printableLine } from '../printable.ts';

/** What a command knows of the world: streams, whether they are terminals, and the environment. Tests pass their own. */
export interface Terminal {
  readonly stdin: Readable;
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** When to use colours. */
export const COLOR_WHEN = ['auto', 'always', 'never'] as const;
export type ColorWhen = (typeof COLOR_WHEN)[number];

/**
 * Whether to colour what goes to standard output. `auto`: NO_COLOR (no-color.org) says no, FORCE_COLOR says yes,
 * otherwise only to a terminal.
 */
export function wantsColour({ env, stdout }: Pick<Terminal, 'env' | 'stdout'>, when: ColorWhen = 'auto'): boolean {
  if (when !== 'auto') return when === 'always';
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false;
  const force = env['FORCE_COLOR'];
  if (force !== undefined) return force !== '0' && force !== 'false';
  return stdout.isTTY === true && env['TERM'] !== 'dumb';
}

/** Maximum length of a progress line, so that it stays one line on a narrow terminal. */
const PROGRESS_MAX_LENGTH = 72;

/** One line on a terminal that says how far the work is. A file or a pipe sees nothing. */
export class Progress {
  readonly #stderr: Terminal['stderr'];
  readonly #total: number;
  #done = 0;

  /** `total`: number of steps. */
  constructor({ stderr }: Pick<Terminal, 'stderr'>, total: number) {
    this.#stderr = stderr;
    this.#total = total;
  }

  /** Begins the next step. */
  step(what: string): void {
    const percent = Math.floor((this.#done / this.#total) * 100);
    this.#done += 1;
    if (this.#stderr.isTTY !== true) return;
    const line = `${String(percent).padStart(3)}% ${printableLine(what)} …`;
    this.#stderr.write(
      `\r\u001b[K${line.length > PROGRESS_MAX_LENGTH ? `${line.slice(0, PROGRESS_MAX_LENGTH)}…` : line}`,
    );
  }

  /** Takes the line back. */
  clear(): void {
    if (this.#stderr.isTTY === true) this.#stderr.write('\r\u001b[K');
  }
}

/**
 * Shows a line of progress while `work` runs, and takes it back. Only on a terminal; a file or a pipe sees nothing.
 */
export async function withProgress<T>({ stderr }: Terminal, message: string, work: () => T | Promise<T>): Promise<T> {
  if (stderr.isTTY !== true) return work();
  stderr.write(printableLine(message));
  try {
    return await work();
  } finally {
    stderr.write('\r\u001b[K');
  }
}
