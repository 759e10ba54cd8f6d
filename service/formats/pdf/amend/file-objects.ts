import { inflateSync } from 'node:zlib';

/** A stream of the file. */
export interface FileStream {
  readonly id: number;
  readonly generation: number;
  /** The text between `<<` and `>>`. */
  readonly dictionary: string;
  /** The raw bytes: `start` inclusive, `end` exclusive. */
  readonly start: number;
  readonly end: number;
}

/** A range of the file. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Caps in bytes. A dense page has less than a megabyte of content; the total fits the memory of a reader process.
 */
const MAX_STREAM = 32_000_000;
const MAX_INFLATED = 200_000_000;
/** Cap in characters. Dictionaries of content streams and pictures are shorter. */
const MAX_DICTIONARY = 4000;

const FLATE = /\/Filter\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\])/;

/**
 * The objects of a PDF (ISO 32000-2, 7.3) as the file contains them. Of several objects with one number, the last one
 * counts. The file is scanned once, without its cross-reference tables. Streams of an encrypted file stay encrypted.
 */
export class FileObjects {
  readonly file: Buffer;
  readonly #streams = new Map<number, FileStream>();
  readonly #others = new Map<number, Range>();
  #packed: Map<number, string> | null = null;
  #room = MAX_INFLATED;

  constructor(bytes: Uint8Array) {
    this.file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#scan();
  }

  /** The streams in the order of their numbers' first use. */
  get streams(): Iterable<FileStream> {
    return this.#streams.values();
  }

  /** The stream of this number. */
  stream(id: number): FileStream | undefined {
    return this.#streams.get(id);
  }

  /** The text of an object that is no stream; null if it is unknown or long. */
  text(id: number): string | null {
    const range = this.#others.get(id);
    if (range) return range.end - range.start > MAX_DICTIONARY ? null : this.#latin1(range.start, range.end);
    this.#packed ??= this.#unpack();
    return this.#packed.get(id) ?? null;
  }

  /** The raw bytes of a stream. */
  raw({ start, end }: FileStream): Buffer {
    return this.file.subarray(start, end);
  }

  /**
   * The decoded bytes of a stream that is not compressed, or with Flate without a predictor. Null for others, and
   * beyond the caps.
   */
  decoded(stream: FileStream): Buffer | null {
    const raw = this.raw(stream);
    if (/\/(?:DecodeParms|DP)\b/.test(stream.dictionary)) return null;
    if (!FLATE.test(stream.dictionary)) return /\/F(?:ilter)?\b/.test(stream.dictionary) ? null : raw;
    try {
      const content = inflateSync(raw, { maxOutputLength: Math.min(this.#room, MAX_STREAM) });
      this.#room -= content.length;
      return content;
    } catch {
      return null;
    }
  }

  #scan(): void {
    const { file } = this;
    let outside = 0;
    for (let at = file.indexOf('stream'); at >= 0; at = file.indexOf('stream', at + 6)) {
      const head = this.#latin1(Math.max(outside, at - MAX_DICTIONARY), at);
      const begin = head.lastIndexOf(' obj');
      const opened =
        begin < 0
          ? null
          : /(?:^|[^\d])(\d{1,10}) (\d{1,5}) obj\s*<<([^]*)>>\s*$/.exec(head.slice(Math.max(0, begin - 18)));
      if (!opened) continue;
      this.#addOthers(outside, at - head.length + Math.max(0, begin - 18));
      const start = at + 6 + (file[at + 6] === 0x0d ? 2 : 1);
      const end = this.#endOf(start, opened[3]!);
      if (end < 0) return;
      const id = Number(opened[1]);
      this.#streams.set(id, { id, generation: Number(opened[2]), dictionary: opened[3]!, start, end });
      this.#others.delete(id);
      outside = end;
      at = file.indexOf('endstream', end) + 3;
    }
    this.#addOthers(outside, file.length);
  }

  /**
   * The end of a stream. Its stated length decides if it is plain and true, otherwise the keyword. −1 if the stream is
   * cut.
   */
  #endOf(start: number, dictionary: string): number {
    const length = Number(/\/Length\s+(\d{1,10})(?!\s+\d+\s+R)\b/.exec(dictionary)?.[1] ?? NaN);
    if (start + length < this.file.length) {
      const after = this.#latin1(start + length, start + length + 12);
      if (/^\s*endstream/.test(after)) return start + length;
    }
    return this.file.indexOf('endstream', start);
  }

  /** Objects between two streams. */
  #addOthers(from: number, to: number): void {
    const text = this.#latin1(from, to);
    for (const found of text.matchAll(/(?<!\d)(\d{1,10}) \d{1,5} obj\b/g)) {
      const start = found.index + found[0].length;
      const end = text.indexOf('endobj', start);
      const id = Number(found[1]);
      if (end < 0) continue;
      this.#others.set(id, { start: from + start, end: from + end });
      this.#streams.delete(id);
    }
  }

  /** Short objects in object streams (ISO 32000-2, 7.5.7). */
  #unpack(): Map<number, string> {
    const texts = new Map<number, string>();
    for (const stream of this.#streams.values()) {
      if (!/\/ObjStm\b/.test(stream.dictionary)) continue;
      const content = this.decoded(stream)?.toString('latin1');
      const first = Number(/\/First\s+(\d+)/.exec(stream.dictionary)?.[1] ?? NaN);
      if (content === undefined || !(first <= content.length)) continue;
      const numbers = content.slice(0, first).trim().split(/\s+/).map(Number);
      for (let at = 0; at + 1 < numbers.length; at += 2) {
        const [start, end] = [first + numbers[at + 1]!, first + (numbers[at + 3] ?? content.length)];
        if (end - start <= MAX_DICTIONARY) texts.set(numbers[at]!, content.slice(start, end));
      }
    }
    return texts;
  }

  #latin1(start: number, end: number): string {
    return this.file.toString('latin1', start, end);
  }
}
