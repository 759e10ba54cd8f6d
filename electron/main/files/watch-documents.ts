import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { watch, type FSWatcher } from 'chokidar';

/** How long a file has to stay as it is before it counts as written: word processors write in several steps. */
const SETTLED_MS = 400;

/**
 * Watches the files of the comparison on screen and tells when the content of one is another. A program that replaces the
 * file instead of writing into it is noticed as well; one that only touches it is not.
 */
export class WatchedDocuments {
  readonly #onChange: (paths: readonly string[]) => void;
  #watcher: FSWatcher | null = null;
  #hashes = new Map<string, string | null>();

  /** `onChange` is told the path of a file that changed. */
  constructor(onChange: (paths: readonly string[]) => void) {
    this.#onChange = onChange;
  }

  /** Watches these files instead of those before; none: watches nothing. Settles when the watch stands. */
  async watch(paths: readonly string[]): Promise<void> {
    await this.close();
    if (paths.length === 0) return;
    const hashes = new Map(await Promise.all(paths.map(async (path) => [path, await hashOf(path)] as const)));
    this.#hashes = hashes;
    const watcher = watch([...paths], {
      ignoreInitial: true,
      awaitWriteFinish: { stabilityThreshold: SETTLED_MS, pollInterval: 100 },
    });
    this.#watcher = watcher;
    const look = (path: string): void => void this.#look(path, hashes);
    watcher.on('change', look).on('add', look);
    // A file system that cannot be watched: the reader compares again by hand.
    watcher.on('error', () => undefined);
    await new Promise<void>((resolve) => watcher.once('ready', resolve));
  }

  /** Watches nothing any more. */
  async close(): Promise<void> {
    const watcher = this.#watcher;
    this.#watcher = null;
    this.#hashes = new Map();
    await watcher?.close();
  }

  async #look(path: string, hashes: Map<string, string | null>): Promise<void> {
    const hash = await hashOf(path);
    // Watched no longer, gone again, or the same bytes as before.
    if (this.#hashes !== hashes || hash === null || hash === hashes.get(path)) return;
    hashes.set(path, hash);
    this.#onChange([path]);
  }
}

/** SHA-256 of a file; null when it cannot be read. */
async function hashOf(path: string): Promise<string | null> {
  return await readFile(path).then(
    (bytes) => createHash('sha256').update(bytes).digest('hex'),
    () => null,
  );
}
