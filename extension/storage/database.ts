import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Capture, CaptureFault } from '../capture/capture.ts';
import type { StoredResult } from '../comparison/result.ts';

/** The pairing with the service: the key is this extension's alone, and a credential. */
export interface Pairing {
  readonly keyId: string;
  readonly key: string;
  /** Where the service was when it gave the key. */
  readonly port: number;
}

/** What is to be compared. */
export interface Sides {
  readonly original: Capture | null;
  readonly revised: Capture | null;
  /** The original is to be read from the clipboard, which takes a gesture in the panel. */
  readonly originalFromClipboard: boolean;
  /** Why the last gesture took nothing. */
  readonly fault: CaptureFault | null;
  /**
   * The window whose panel is to compare both sides, as the last gesture asked for; null: nothing is asked for. Kept here
   * and not sent alone: the gesture itself opens the panel, which may not be listening yet.
   */
  readonly compareInWindow: number | null;
}

/** Snapshots that are kept at most; an older one has to be removed first. */
export const SNAPSHOTS_MAX = 50;
/** Characters of all snapshots together at most: four of the largest pages, or fifty of 2 MiB. */
export const SNAPSHOTS_MAX_LENGTH = 96 * 1024 * 1024;

/** The sides before anything was taken. */
export const NO_SIDES: Sides = {
  original: null,
  revised: null,
  originalFromClipboard: false,
  fault: null,
  compareInWindow: null,
};

/** Sides as an earlier version may have stored them, with what came later. */
function withAllFields(stored: Sides | undefined): Sides {
  return { ...NO_SIDES, ...stored };
}

/** One row each, under its own name. */
interface Singles {
  readonly pairing: Pairing;
  readonly sides: Sides;
  readonly result: StoredResult;
}

interface Schema extends DBSchema {
  singles: { key: keyof Singles; value: Singles[keyof Singles] };
  snapshots: { key: string; value: Capture; indexes: { takenAtMs: number; length: number } };
}

/**
 * Everything that the extension keeps but its settings. IndexedDB of the extension's own origin: in no browser can the
 * script in a tab, or the page, open it; `storage.local` is open to the script where `setAccessLevel` is missing.
 */
export class Database {
  readonly #opened: Promise<IDBPDatabase<Schema>> = openDB<Schema>('diffsvc', 2, {
    upgrade(database, version, _, transaction) {
      if (version < 1) {
        database.createObjectStore('singles');
        database.createObjectStore('snapshots', { keyPath: 'id' }).createIndex('takenAtMs', 'takenAtMs');
      }
      // Lengths can be added up without reading what they are the lengths of (IndexedDB, 4.4 "evaluate a key path").
      if (version < 2) transaction.objectStore('snapshots').createIndex('length', 'markup.length');
    },
  });

  /** The key of the service; null when the extension is not paired. */
  async pairing(): Promise<Pairing | null> {
    return (await this.#single('pairing')) ?? null;
  }

  /** Keeps the key; null forgets it. */
  async setPairing(pairing: Pairing | null): Promise<void> {
    await this.#setSingle('pairing', pairing);
  }

  async sides(): Promise<Sides> {
    return withAllFields(await this.#single('sides'));
  }

  /**
   * The sides, and whether the panel of this window is to compare them now. Takes that wish in the same transaction, so
   * that it is carried out once, whoever asks.
   */
  async takeSides(windowId: number | null): Promise<{ readonly sides: Sides; readonly compare: boolean }> {
    const transaction = (await this.#opened).transaction('singles', 'readwrite');
    const stored = withAllFields((await transaction.store.get('sides')) as Sides | undefined);
    const compare = windowId !== null && stored.compareInWindow === windowId;
    const sides = compare ? { ...stored, compareInWindow: null } : stored;
    if (compare) await transaction.store.put(sides, 'sides');
    await transaction.done;
    return { sides, compare };
  }

  /** Changes the sides, in one transaction, so that two gestures do not undo each other. */
  async changeSides(change: (sides: Sides) => Sides): Promise<void> {
    const transaction = (await this.#opened).transaction('singles', 'readwrite');
    const sides = withAllFields((await transaction.store.get('sides')) as Sides | undefined);
    await transaction.store.put(change(sides), 'sides');
    await transaction.done;
  }

  /** The last comparison, as it is shown again when the panel opens. */
  async result(): Promise<StoredResult | null> {
    return (await this.#single('result')) ?? null;
  }

  async setResult(result: StoredResult | null): Promise<void> {
    await this.#setSingle('result', result);
  }

  /** The snapshots, newest first. */
  async snapshots(): Promise<Capture[]> {
    return (await (await this.#opened).getAllFromIndex('snapshots', 'takenAtMs')).reverse();
  }

  /** Keeps a snapshot, unless there are as many already, or as large ones, as are kept. */
  async addSnapshot(capture: Capture): Promise<'kept' | 'too-many' | 'too-large'> {
    const transaction = (await this.#opened).transaction('snapshots', 'readwrite');
    let [count, length] = [0, capture.markup.length];
    for (let at = await transaction.store.index('length').openKeyCursor(); at !== null; at = await at.continue()) {
      count += 1;
      length += at.key;
    }
    const outcome = count >= SNAPSHOTS_MAX ? 'too-many' : length > SNAPSHOTS_MAX_LENGTH ? 'too-large' : 'kept';
    if (outcome === 'kept') await transaction.store.put(capture);
    await transaction.done;
    return outcome;
  }

  async removeSnapshot(id: string): Promise<void> {
    await (await this.#opened).delete('snapshots', id);
  }

  /** Forgets all but the pairing. */
  async removeCaptures(): Promise<void> {
    const database = await this.#opened;
    await database.delete('singles', 'sides');
    await database.delete('singles', 'result');
    await database.clear('snapshots');
  }

  async #single<Name extends keyof Singles>(name: Name): Promise<Singles[Name] | undefined> {
    return (await (await this.#opened).get('singles', name)) as Singles[Name] | undefined;
  }

  async #setSingle<Name extends keyof Singles>(name: Name, value: Singles[Name] | null): Promise<void> {
    const database = await this.#opened;
    if (value === null) await database.delete('singles', name);
    else await database.put('singles', value, name);
  }
}
