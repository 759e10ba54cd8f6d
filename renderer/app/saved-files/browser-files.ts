import type { DesktopFileReading } from '../../../shared/messages/desktop-bridge.ts';
import { appMessages } from '../../strings/app.ts';
import { Folder } from '../../files/folder.ts';
import type { FileSource } from './file-source.ts';

/** The part of a file handle that is used (File System Access). Only Chromium has it for files of the disk. */
export interface FileHandle {
  readonly kind: string;
  readonly name: string;
  getFile(): Promise<File>;
}

/** A dropped item. Only Chromium gives its handle; the entry says whether it is a folder. */
interface DroppedItem {
  readonly kind: string;
  getAsFile(): File | null;
  webkitGetAsEntry?(): { readonly isDirectory: boolean } | null;
  getAsFileSystemHandle?(): Promise<FileHandle | null>;
}

/** Dependencies. Tests pass their own. */
export interface BrowserFilesDeps {
  /** Calls `look` regularly. The result ends it. */
  readonly repeat: (look: () => void) => () => void;
}

/** Interval between two looks at the watched files: a saved file is noticed within it. */
const LOOK_MS = 1_000;
/** Looks for which a file must stay as it is. Word processors write in several steps. */
const SETTLED_LOOKS = 1;

/** How a file was when it was last seen. */
interface Seen {
  readonly stamp: string;
  /** Looks since it became so; null: the reader has this version. */
  readonly looks: number | null;
}

/**
 * Files of the browser's disk access. A dropped or chosen file has a handle in Chromium, which reads the file again
 * without asking. References last as long as the page.
 */
export class BrowserFiles implements FileSource {
  readonly #deps: BrowserFilesDeps;
  readonly #handleOf = new WeakMap<File, FileHandle>();
  readonly #handles = new Map<string, FileHandle>();
  /** The stamp of the version that the reader has, by reference. A file may be saved before it is watched. */
  readonly #had = new Map<string, string>();
  readonly #listeners = new Set<(references: readonly string[]) => void>();
  #watched = new Map<string, Seen>();
  #stop: (() => void) | null = null;
  #isLooking = false;

  constructor(deps: BrowserFilesDeps = { repeat: everySecond }) {
    this.#deps = deps;
  }

  /** Dropped files and folders. Call it within the event, because the browser empties the items after it. */
  async dropped(items: Iterable<DroppedItem>, files: Iterable<File>): Promise<File[]> {
    const looked = [...items]
      .filter(({ kind }) => kind === 'file')
      .map((item) => ({
        own: item.getAsFile(),
        isFolder: item.webkitGetAsEntry?.()?.isDirectory === true,
        handle: item.getAsFileSystemHandle?.() ?? null,
      }));
    const given = [...files];
    for (const [at, { own, isFolder, handle }] of looked.entries()) {
      const file = given[at] ?? own;
      const found = await handle?.catch(() => null);
      if (file && found?.kind === 'file') this.#handleOf.set(file, found);
      if (file && isFolder) given[at] = new Folder(file.name);
    }
    return given;
  }

  /** The file of a handle, which can then be referred to. */
  async chosen(handle: FileHandle): Promise<File> {
    const file = await handle.getFile();
    this.#handleOf.set(file, handle);
    return file;
  }

  referenceOf(file: File): Promise<string | null> {
    const handle = this.#handleOf.get(file);
    if (handle === undefined) return Promise.resolve(null);
    const reference = crypto.randomUUID();
    this.#handles.set(reference, handle);
    this.#had.set(reference, stampOf(file));
    return Promise.resolve(reference);
  }

  knows(reference: string): boolean {
    return this.#handles.has(reference);
  }

  async readFile(reference: string): Promise<DesktopFileReading> {
    const handle = this.#handles.get(reference);
    const name = handle?.name ?? '';
    const failed = { outcome: 'failed', name, message: appMessages.fileNotReadAgain(name) } as const;
    if (handle === undefined) return failed;
    try {
      const file = await handle.getFile();
      const bytes = new Uint8Array(await file.arrayBuffer());
      this.#had.set(reference, stampOf(file));
      if (this.#watched.has(reference)) this.#watched.set(reference, { stamp: stampOf(file), looks: null });
      return {
        outcome: 'read',
        file: { name: file.name, modifiedAt: new Date(file.lastModified).toISOString(), reference, bytes },
      };
    } catch {
      return failed;
    }
  }

  watchFiles(references: readonly string[]): Promise<void> {
    const watched = new Map<string, Seen>();
    for (const reference of references) {
      const stamp = this.#had.get(reference);
      const known = this.#watched.get(reference);
      if (known) watched.set(reference, known);
      else if (stamp !== undefined) watched.set(reference, { stamp, looks: null });
    }
    this.#watched = watched;
    this.#stop?.();
    this.#stop = watched.size === 0 ? null : this.#deps.repeat(() => void this.#look());
    return Promise.resolve();
  }

  on(_event: 'filesChanged', listener: (references: readonly string[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Looks at each watched file once. */
  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const changed: string[] = [];
    for (const [reference, seen] of this.#watched) {
      // A program that saves may replace the file, so that it is gone for a moment.
      const file = await this.#handles
        .get(reference)
        ?.getFile()
        .catch(() => null);
      if (!file || this.#watched.get(reference) !== seen) continue;
      const stamp = stampOf(file);
      if (stamp !== seen.stamp) {
        this.#watched.set(reference, { stamp, looks: 0 });
      } else if (seen.looks !== null && seen.looks + 1 >= SETTLED_LOOKS) {
        this.#watched.set(reference, { stamp, looks: null });
        changed.push(reference);
      } else if (seen.looks !== null) {
        this.#watched.set(reference, { stamp, looks: seen.looks + 1 });
      }
    }
    this.#isLooking = false;
    if (changed.length > 0) for (const listener of this.#listeners) listener(changed);
  }
}

function stampOf({ lastModified, size }: File): string {
  return `${String(lastModified)}:${String(size)}`;
}

function everySecond(look: () => void): () => void {
  const timer = setInterval(look, LOOK_MS);
  return () => clearInterval(timer);
}
