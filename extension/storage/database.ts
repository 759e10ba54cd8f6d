import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { addressOf, type Capture, type CaptureFault } from '../capture/capture.ts';
import type { StoredResult } from '../comparison/result.ts';

/** The pairing with the service. The key belongs to this extension alone and is a credential. */
export interface Pairing {
  readonly keyId: string;
  readonly key: string;
  /** The address of the service that issued the key. */
  readonly port: number;
}

/** The sides of the next comparison. */
export interface Sides {
  readonly original: Capture | null;
  readonly revised: Capture | null;
  /** The original is to be read from the clipboard, which needs a gesture in the panel. */
  readonly originalFromClipboard: boolean;
  /** Why the last gesture captured nothing. */
  readonly fault: CaptureFault | null;
  /**
   * The window whose panel is to compare both sides; null if no comparison is requested. It is stored and not only
   * sent, because the gesture itself opens the panel, which may not listen yet.
   */
  readonly compareInWindow: number | null;
  /** Whether the last gesture was the first look at an address. So there is nothing to compare yet. */
  readonly firstLook: boolean;
}

/** What became of a snapshot. */
export type Keeping = 'kept' | 'too-many' | 'too-large';

/** Maximum number of snapshots. An older one must be removed first. */
export const SNAPSHOTS_MAX = 50;
/** Maximum length of all snapshots in characters: four of the largest pages, or fifty of 2 MiB. */
export const SNAPSHOTS_MAX_LENGTH = 96 * 1024 * 1024;

/** The sides before the first capture. */
export const NO_SIDES: Sides = {
  original: null,
  revised: null,
  originalFromClipboard: false,
  fault: null,
  compareInWindow: null,
  firstLook: false,
};

/** Stored sides of any version, with defaults for newer fields. */
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
 * Everything that the extension stores except its settings. It is in IndexedDB of the extension's origin, which no
 * page and no script in a tab can open. `storage.local` is open to such scripts where `setAccessLevel` is missing.
 */
export class Database {
  readonly #opened: Promise<IDBPDatabase<Schema>> = openDB<Schema>('diffsvc', 2, {
    upgrade(database, version, _, transaction) {
      if (version < 1) {
        database.createObjectStore('singles');
        database.createObjectStore('snapshots', { keyPath: 'id' }).createIndex('takenAtMs', 'takenAtMs');
      }
      // The sum of lengths needs no access to the texts (IndexedDB, "evaluate a key path").
      if (version < 2) transaction.objectStore('snapshots').createIndex('length', 'markup.length');
    },
  });

  /** The key of the service; null if the extension is not paired. */
  async pairing(): Promise<Pairing | null> {
    return (await this.#single('pairing')) ?? null;
  }

  /** Stores the key; null forgets it. */
  async setPairing(pairing: Pairing | null): Promise<void> {
    await this.#setSingle('pairing', pairing);
  }

  async sides(): Promise<Sides> {
    return withAllFields(await this.#single('sides'));
  }

  /**
   * The sides, and whether the panel of this window is to compare them now. The request is removed in the same
   * transaction, so that it is carried out once.
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

  /** Changes the sides in one transaction, so that two gestures do not undo each other. */
  async changeSides(change: (sides: Sides) => Sides): Promise<void> {
    const transaction = (await this.#opened).transaction('singles', 'readwrite');
    const sides = withAllFields((await transaction.store.get('sides')) as Sides | undefined);
    await transaction.store.put(change(sides), 'sides');
    await transaction.done;
  }

  /** The last comparison, for the next panel. */
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

  /** Stores a snapshot, unless the number or the size of the snapshots is at its limit. */
  async addSnapshot(capture: Capture): Promise<Keeping> {
    return await this.#keep(capture, null);
  }

  /**
   * Stores a look at a page, and returns the newest snapshot of its address from before; null if there is none. An
   * earlier look at the address is replaced. A snapshot that a reader took stays.
   */
  async addLook(capture: Capture): Promise<{ readonly keeping: Keeping; readonly before: Capture | null }> {
    const address = addressOf(capture);
    const before = (await this.snapshots()).filter((one) => addressOf(one) === address);
    const replaced = before.find(({ isLook }) => isLook === true) ?? null;
    return { keeping: await this.#keep({ ...capture, isLook: true }, replaced), before: before[0] ?? null };
  }

  /** Stores a snapshot within the limits. `replaced` leaves in the same transaction. */
  async #keep(capture: Capture, replaced: Capture | null): Promise<Keeping> {
    const transaction = (await this.#opened).transaction('snapshots', 'readwrite');
    let [count, length] = [0, capture.markup.length];
    for (let at = await transaction.store.index('length').openKeyCursor(); at !== null; at = await at.continue()) {
      if (at.primaryKey === replaced?.id) continue;
      count += 1;
      length += at.key;
    }
    const outcome = count >= SNAPSHOTS_MAX ? 'too-many' : length > SNAPSHOTS_MAX_LENGTH ? 'too-large' : 'kept';
    if (outcome === 'kept') {
      if (replaced !== null) await transaction.store.delete(replaced.id);
      await transaction.store.put(capture);
    }
    await transaction.done;
    return outcome;
  }

  async removeSnapshot(id: string): Promise<void> {
    await (await this.#opened).delete('snapshots', id);
  }

  /** Forgets everything except the pairing. */
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
