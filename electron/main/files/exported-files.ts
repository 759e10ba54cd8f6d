import { randomBytes } from 'node:crypto';

/** More than anyone exports in a session. The oldest is forgotten first. */
const EXPORTED_MOST = 200;

/**
 * The files that were saved since the start, each under a random reference. The page can have only these dragged out.
 * It never learns their paths.
 */
export class ExportedFiles {
  readonly #paths = new Map<string, string>();

  /** The reference of a file that was saved. */
  add(path: string): string {
    const reference = randomBytes(16).toString('hex');
    this.#paths.set(reference, path);
    const [oldest] = this.#paths.keys();
    if (this.#paths.size > EXPORTED_MOST && oldest !== undefined) this.#paths.delete(oldest);
    return reference;
  }

  /** Null for an unknown reference. */
  pathOf(reference: string): string | null {
    return this.#paths.get(reference) ?? null;
  }
}
