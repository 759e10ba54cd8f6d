/** The files of two folders. Pairing by content reads files that a comparison reads, too. Each is read once. */
import { join } from 'node:path';
import type { Side } from '../../../../shared/document/model.ts';
import type { PairedFiles } from './pair-files.ts';

/** Pairing keeps at most so many bytes of files. What exceeds them is read again for its comparison. */
const KEPT_MAX_BYTES = 256 * 1024 * 1024;

/** Reads files by their paths in either folder. */
export class FolderFiles {
  readonly #folders: Readonly<Record<Side, string>>;
  readonly #read: (path: string) => Promise<Buffer>;
  readonly #kept = new Map<string, Buffer>();
  #keptBytes = 0;

  constructor(folders: readonly [original: string, revised: string], read: (path: string) => Promise<Buffer>) {
    this.#folders = { original: folders[0], revised: folders[1] };
    this.#read = read;
  }

  /** The path of a file from the working directory. */
  pathOf(side: Side, path: string): string {
    return join(this.#folders[side], path);
  }

  /** The bytes of a file that is compared later, if it finds a partner. */
  async ahead(side: Side, path: string): Promise<Buffer> {
    const name = this.pathOf(side, path);
    const bytes = await this.#read(name);
    if (this.#keptBytes + bytes.length <= KEPT_MAX_BYTES) {
      this.#kept.set(name, bytes);
      this.#keptBytes += bytes.length;
    }
    return bytes;
  }

  /** The bytes of a file for its comparison. They are kept no longer. */
  async take(side: Side, path: string): Promise<Buffer> {
    const name = this.pathOf(side, path);
    const kept = this.#kept.get(name);
    if (kept === undefined) return await this.#read(name);
    this.#forget(name);
    return kept;
  }

  /** Forgets files that are not compared. */
  drop({ original, revised }: PairedFiles): void {
    if (original !== null) this.#forget(this.pathOf('original', original));
    if (revised !== null) this.#forget(this.pathOf('revised', revised));
  }

  #forget(name: string): void {
    this.#keptBytes -= this.#kept.get(name)?.length ?? 0;
    this.#kept.delete(name);
  }
}
