/** The streams of a compound file ([MS-CFB]), where they lie in the file, so that they can be changed in place. */

/** A stream. `bytes` is a copy. */
export interface CompoundStream {
  /** Its name, and those of the storages around it, from the root. */
  readonly path: readonly string[];
  readonly bytes: Buffer;
}

const HEADER_BYTES = 512;
const DIRECTORY_ENTRY_BYTES = 128;
/** Sectors of the table of sectors that the header itself names. */
const HEADER_TABLE_SECTORS = 109;
/** Numbers from here on are no sectors. */
const NO_SECTOR = 0xfffffffa;
const NO_ENTRY = 0xffffffff;
const [STORAGE, STREAM] = [1, 2];

interface Entry {
  readonly name: string;
  readonly type: number;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly start: number;
  readonly size: number;
}

/** A compound file. */
export class CompoundFile {
  readonly streams: readonly CompoundStream[];
  readonly #file: Buffer;
  readonly #sectorBytes: number;
  readonly #miniSectorBytes: number;
  readonly #miniBelow: number;
  readonly #sectors: readonly number[];
  readonly #miniSectors: readonly number[];
  /** Places of the sectors with small streams. */
  readonly #mini: readonly number[];
  readonly #places = new Map<CompoundStream, readonly Place[]>();

  /** Throws a plain error if the file is damaged. */
  constructor(bytes: Uint8Array) {
    this.#file = Buffer.from(bytes);
    if (this.#file.length < HEADER_BYTES) throw new Error('the compound file is cut off');
    this.#sectorBytes = 2 ** this.#file.readUInt16LE(30);
    this.#miniSectorBytes = 2 ** this.#file.readUInt16LE(32);
    if (![512, 4096].includes(this.#sectorBytes) || this.#miniSectorBytes !== 64) throw new Error('unknown sectors');
    this.#miniBelow = this.#file.readUInt32LE(56);
    this.#sectors = this.#numbers(this.#tableSectors());
    const entries = this.#entries();
    const root = entries[0];
    if (root === undefined) throw new Error('the compound file has no root');
    this.#mini = this.#chain(this.#sectors, root.start);
    this.#miniSectors = this.#numbers(this.#chain(this.#sectors, this.#file.readUInt32LE(60)));
    this.streams = this.#streamsIn(entries, root.child);
  }

  /** The file with the present bytes of the streams. */
  written(): Buffer {
    const copy = Buffer.from(this.#file);
    for (const [{ bytes }, places] of this.#places) {
      let read = 0;
      for (const { at, length } of places) {
        bytes.copy(copy, at, read, read + length);
        read += length;
      }
    }
    return copy;
  }

  #streamsIn(entries: readonly Entry[], child: number): CompoundStream[] {
    const found: CompoundStream[] = [];
    const seen = new Set<number>();
    const waiting: { readonly number: number; readonly path: readonly string[] }[] = [{ number: child, path: [] }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const entry = entries[next.number];
      if (next.number === NO_ENTRY || entry === undefined || seen.has(next.number)) continue;
      seen.add(next.number);
      const { path } = next;
      const own = [...path, entry.name];
      waiting.push({ number: entry.left, path }, { number: entry.right, path });
      if (entry.type === STORAGE) waiting.push({ number: entry.child, path: own });
      if (entry.type === STREAM) found.push(this.#stream(own, entry));
    }
    // An entry that no storage names could still be found by a reader that goes by the list.
    for (const [number, entry] of entries.entries())
      if (entry.type === STREAM && !seen.has(number)) found.push(this.#stream(['', entry.name], entry));
    return found;
  }

  #stream(path: readonly string[], { start, size }: Entry): CompoundStream {
    const places = size < this.#miniBelow ? this.#miniPlaces(start, size) : this.#placesOf(start, size);
    const parts = places.map(({ at, length }) => this.#file.subarray(at, at + length));
    const stream = { path, bytes: Buffer.concat(parts) };
    this.#places.set(stream, places);
    return stream;
  }

  #placesOf(start: number, size: number): Place[] {
    return cut(
      this.#chain(this.#sectors, start).map((sector) => this.#placeOf(sector)),
      this.#sectorBytes,
      Math.min(size, this.#file.length),
    );
  }

  #miniPlaces(start: number, size: number): Place[] {
    const each = this.#sectorBytes / this.#miniSectorBytes;
    const places = this.#chain(this.#miniSectors, start).map((mini) => {
      const sector = this.#mini[Math.floor(mini / each)];
      return sector === undefined ? this.#file.length : this.#placeOf(sector) + (mini % each) * this.#miniSectorBytes;
    });
    return cut(places, this.#miniSectorBytes, size);
  }

  #placeOf(sector: number): number {
    return (sector + 1) * this.#sectorBytes;
  }

  /** The sectors of a chain. A chain that returns to itself is damaged. */
  #chain(table: readonly number[], start: number): number[] {
    const chain: number[] = [];
    const seen = new Set<number>();
    for (let sector = start; sector < NO_SECTOR && !seen.has(sector); sector = table[sector] ?? NO_SECTOR) {
      seen.add(sector);
      chain.push(sector);
    }
    return chain;
  }

  #tableSectors(): number[] {
    const named: number[] = [];
    for (let at = 0; at < HEADER_TABLE_SECTORS; at += 1) named.push(this.#file.readUInt32LE(76 + at * 4));
    const seen = new Set<number>();
    let next = this.#file.readUInt32LE(68);
    while (next < NO_SECTOR && !seen.has(next)) {
      seen.add(next);
      const numbers = this.#numbers([next]);
      named.push(...numbers.slice(0, -1));
      next = numbers.at(-1) ?? NO_SECTOR;
    }
    return named.filter((sector) => sector < NO_SECTOR);
  }

  #numbers(sectors: readonly number[]): number[] {
    const numbers: number[] = [];
    for (const sector of sectors) {
      const place = this.#placeOf(sector);
      for (let at = place; at + 4 <= Math.min(place + this.#sectorBytes, this.#file.length); at += 4)
        numbers.push(this.#file.readUInt32LE(at));
    }
    return numbers;
  }

  #entries(): Entry[] {
    const entries: Entry[] = [];
    for (const sector of this.#chain(this.#sectors, this.#file.readUInt32LE(48))) {
      const place = this.#placeOf(sector);
      const end = Math.min(place + this.#sectorBytes, this.#file.length);
      for (let at = place; at + DIRECTORY_ENTRY_BYTES <= end; at += DIRECTORY_ENTRY_BYTES)
        entries.push(this.#entry(at));
    }
    return entries;
  }

  #entry(at: number): Entry {
    const file = this.#file;
    const nameBytes = Math.min(Math.max(file.readUInt16LE(at + 64) - 2, 0), 62);
    return {
      name: file.toString('utf16le', at, at + nameBytes),
      type: file[at + 66]!,
      left: file.readUInt32LE(at + 68),
      right: file.readUInt32LE(at + 72),
      child: file.readUInt32LE(at + 76),
      start: file.readUInt32LE(at + 116),
      size: file.readUInt32LE(at + 120),
    };
  }
}

/** A run of bytes in the file. */
interface Place {
  readonly at: number;
  readonly length: number;
}

function cut(places: readonly number[], each: number, size: number): Place[] {
  let left = size;
  return places.map((at) => {
    const length = Math.min(each, Math.max(left, 0));
    left -= length;
    return { at, length };
  });
}
