import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { writeWhole } from './write-whole.ts';

const KnownFile = Type.Object({
  reference: Type.String({ pattern: '^[0-9a-f]{32}$' }),
  path: Type.String({ minLength: 1 }),
  /** Shown in the menu of recent documents. */
  isRecent: Type.Boolean(),
});
type KnownFile = Static<typeof KnownFile>;

const KnownFileList = Compile(Type.Array(KnownFile));
/** More than anyone pins; the one that was used longest ago is forgotten first. */
const KNOWN_MOST = 500;

/**
 * The files that the reader gave to the application, each under a random reference. The page has references only, so that
 * it can ask for no file that the reader did not choose. Kept over restarts, for recent comparisons.
 */
export class KnownFiles {
  readonly #storage: string;
  /** The one that was used last comes last. */
  #files: KnownFile[];
  #writing: Promise<void> = Promise.resolve();
  #waits = false;

  private constructor(storage: string, files: KnownFile[]) {
    this.#storage = storage;
    this.#files = files;
  }

  /** Reads the list that is kept at `storage`; one that is missing or damaged counts as empty. */
  static async open(storage: string): Promise<KnownFiles> {
    const kept = await readFile(storage, 'utf8').then(parse, () => null);
    return new KnownFiles(storage, KnownFileList.Check(kept) ? kept : []);
  }

  /** The reference of a file: the one that it has, or a new one. The file counts as used. */
  remember(path: string): string {
    const reference = this.#files.find((file) => file.path === path)?.reference ?? randomBytes(16).toString('hex');
    this.#files = [...this.#files.filter((file) => file.path !== path), { reference, path, isRecent: true }].slice(
      -KNOWN_MOST,
    );
    this.#write();
    return reference;
  }

  /** The path behind a reference; null when it is not one of ours. */
  pathOf(reference: string): string | null {
    return this.#files.find((file) => file.reference === reference)?.path ?? null;
  }

  /** Paths of the files that were used last, latest first. */
  recent(count: number): readonly string[] {
    const paths = this.#files.filter(({ isRecent }) => isRecent).map(({ path }) => path);
    return paths.slice(-count).reverse();
  }

  /** Shows none as recent; the references hold, since the page may have pinned them. */
  clearRecent(): void {
    this.#files = this.#files.map((file) => ({ ...file, isRecent: false }));
    this.#write();
  }

  /** Settles when everything is on the disk that was remembered up to now. */
  async saved(): Promise<void> {
    await this.#writing;
  }

  #write(): void {
    // What is remembered while the list waits for its turn goes with it.
    if (this.#waits) return;
    this.#waits = true;
    this.#writing = this.#writing.then(async () => {
      this.#waits = false;
      // A list that cannot be kept is no reason to refuse the file; it is only forgotten at the end.
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
