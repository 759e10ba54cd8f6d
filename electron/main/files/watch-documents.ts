import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { watch, type FSWatcher } from 'chokidar';

/** A file counts as written after it stayed unchanged this long, because word processors write in several steps. */
const SETTLED_MS = 400;

/**
 * Watches the files of the current comparison and reports changed content. It notices a program that replaces the
 * file instead of writing into it. It ignores a program that only touches the file.
 */
export class WatchedDocuments {
  readonly #onChange: (paths: readonly string[]) => void;
  #watcher: FSWatcher | null = null;
  #hashes = new Map<string, string | null>();

  /** `onChange` receives the paths of changed files. */
  constructor(onChange: (paths: readonly string[]) => void) {
    this.#onChange = onChange;
  }

  /**
   * Watches these files instead of the previous ones. An empty list stops watching. Resolves when the watch is
   * active.
   */
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
    // Some file systems cannot be watched. The reader then compares again by hand.
    watcher.on('error', () => undefined);
    await new Promise<void>((resolve) => watcher.once('ready', resolve));
  }

  /** Stops watching. */
  async close(): Promise<void> {
    const watcher = this.#watcher;
    this.#watcher = null;
    this.#hashes = new Map();
    await watcher?.close();
  }

  async #look(path: string, hashes: Map<string, string | null>): Promise<void> {
    const hash = await hashOf(path);
    // The file is no longer watched, is gone again, or has the same bytes as before.
    if (this.#hashes !== hashes || hash === null || hash === hashes.get(path)) return;
    hashes.set(path, hash);
    this.#onChange([path]);
  }
}

/** SHA-256 of a file; null if it cannot be read. */
async function hashOf(path: string): Promise<string | null> {
  return await readFile(path).then(
    (bytes) => createHash('sha256').update(bytes).digest('hex'),
    () => null,
  );
}
