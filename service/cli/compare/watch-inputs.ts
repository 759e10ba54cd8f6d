/** `compare --watch`: compares again whenever an input changes, until the process ends. */
import { watch } from 'chokidar';
import { CommandError } from '../command-error.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { printableLine } from '../../printable.ts';
import { WATCH } from '../strings/compare.ts';
import type { Terminal } from '../terminal.ts';

/** A file counts as written after it stayed unchanged this long, because word processors write in several steps. */
const SETTLED_MS = 300;
const POLL_MS = 50;

/**
 * Runs once, and again after each change of a file or of a folder's content. A run that fails says why, and the watch
 * continues. Half a file is no reason to stop. Rejects only for a fault of the program, or if nothing can be watched.
 */
export async function watchInputs(
  paths: readonly string[],
  run: () => Promise<unknown>,
  { stderr }: Pick<Terminal, 'stderr'>,
): Promise<never> {
  if (paths.includes('-')) throw new CommandError('standard input cannot be watched; put it into a file');
  const changes = new Changes();
  const watcher = watch([...paths], {
    ignoreInitial: true,
    ignored: /(?:^|[/\\])\.git$/u,
    awaitWriteFinish: { stabilityThreshold: SETTLED_MS, pollInterval: POLL_MS },
  });
  watcher.on('all', (_event, path) => changes.add(path));
  watcher.on('error', (fault) => changes.fail(fault));
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  try {
    for (;;) {
      try {
        await run();
      } catch (error) {
        if (!(error instanceof CommandError) && !(error instanceof ServiceError)) throw error;
        stderr.write(`diffsvc: ${printableLine(error.message)}\n`);
      }
      stderr.write(`${WATCH.waiting}\n`);
      stderr.write(`${printableLine(WATCH.changed(await changes.next()))}\n`);
    }
  } finally {
    await watcher.close();
  }
}

/** The paths that changed since they were last taken. */
class Changes {
  readonly #paths = new Set<string>();
  #wake: (() => void) | null = null;
  #fault: unknown = null;

  add(path: string): void {
    this.#paths.add(path);
    this.#wake?.();
  }

  fail(fault: unknown): void {
    this.#fault = fault;
    this.#wake?.();
  }

  /** Waits for a change. Throws a CommandError if the file system cannot be watched. */
  async next(): Promise<string[]> {
    if (this.#paths.size === 0 && this.#fault === null)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    this.#wake = null;
    if (this.#fault !== null)
      throw new CommandError(
        `the files cannot be watched: ${this.#fault instanceof Error ? this.#fault.message : 'unknown'}; compare them again by hand`,
      );
    const paths = [...this.#paths];
    this.#paths.clear();
    return paths;
  }
}
