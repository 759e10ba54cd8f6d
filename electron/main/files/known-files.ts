import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { writeWhole } from './write-whole.ts';

const KnownFile = Type.Object({
  reference: Type.String({ pattern: '^[0-9a-f]{32}$' }),
  path: Type.String({ minLength: 1 }),
  /** Whether the menu of recent documents shows the file. */
  isRecent: Type.Boolean(),
});
type KnownFile = Static<typeof KnownFile>;

const KnownFileList = Compile(Type.Array(KnownFile));
/** More than anyone pins. The least recently used file is forgotten first. */
const KNOWN_MOST = 500;

/**
 * The files that the reader opened, each under a random reference. The page has only references, so it cannot request
 * a file that the reader did not choose. The list survives restarts, for recent comparisons.
 */
export class KnownFiles {
  readonly #storage: string;
  /** Ordered by last use; the latest is last. */
  #files: KnownFile[];
  #writing: Promise<void> = Promise.resolve();
  #waits = false;

  private constructor(storage: string, files: KnownFile[]) {
    this.#storage = storage;
    this.#files = files;
  }

  /** Reads the list at `storage`. A missing or damaged list counts as empty. */
  static async open(storage: string): Promise<KnownFiles> {
    const kept = await readFile(storage, 'utf8').then(parse, () => null);
    return new KnownFiles(storage, KnownFileList.Check(kept) ? kept : []);
  }

  /** The reference of a file, existing or new. The file counts as used. */
  remember(path: string): string {
    const reference = this.#files.find((file) => file.path === path)?.reference ?? randomBytes(16).toString('hex');
    this.#files = [...this.#files.filter((file) => file.path !== path), { reference, path, isRecent: true }].slice(
      -KNOWN_MOST,
    );
    this.#write();
    return reference;
  }

  /** The path of a reference; null for an unknown reference. */
  pathOf(reference: string): string | null {
    return this.#files.find((file) => file.reference === reference)?.path ?? null;
  }

  /** Paths of the files that were used last, latest first. */
  recent(count: number): readonly string[] {
    const paths = this.#files.filter(({ isRecent }) => isRecent).map(({ path }) => path);
    return paths.slice(-count).reverse();
  }

  /** Clears the recent documents. The references stay valid, because the page may have pinned them. */
  clearRecent(): void {
    this.#files = this.#files.map((file) => ({ ...file, isRecent: false }));
    this.#write();
  }

  /** Resolves when everything remembered so far is on the disk. */
  async saved(): Promise<void> {
    await this.#writing;
  }

  #write(): void {
    // The waiting write includes everything that is remembered meanwhile.
    if (this.#waits) return;
    this.#waits = true;
    this.#writing = this.#writing.then(async () => {
      this.#waits = false;
      // A list that cannot be stored is no reason to refuse the file. It is only lost at the end.
      await writeWhole(this.#storage, JSON.stringify(this.#files), 0o600).catch(() => undefined);
    });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
