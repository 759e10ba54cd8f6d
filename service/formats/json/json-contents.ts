/** Numbers the contents of JSON values. Two values have the same number if and only if they are equal. */
import type { JsonArray, JsonValue } from './parse-json.ts';

/** Gives equal strings one number, from 0 without gaps. */
export interface StringNumbering {
  /** Number of different strings. */
  readonly size: number;
  intern(text: string): number;
}

/** The numbers of all values of a document, by the values. */
export class JsonContents {
  /** The number of each value, by its first line. */
  readonly #numbers: Int32Array;
  readonly #known: StringNumbering;
  readonly #sharedItems = new Map<JsonArray, readonly number[]>();
  #counts: Int32Array | undefined;
  #held: Uint8Array | undefined;

  /** Numbers both documents. Each is given as the values of its lines, with containers twice. Linear. */
  static ofBoth(
    original: readonly JsonValue[],
    revised: readonly JsonValue[],
    known: StringNumbering,
  ): readonly [JsonContents, JsonContents] {
    return [new JsonContents(original, known), new JsonContents(revised, known)];
  }

  private constructor(lines: readonly JsonValue[], known: StringNumbering) {
    this.#numbers = new Int32Array(lines.length);
    this.#known = known;
    for (let at = 0; at < lines.length; at += 1) {
      const value = lines[at]!;
      // The content of a container is numbered when its last line is reached.
      if (value.kind !== 'scalar' && value.line === at && sizeOf(value) > 0) continue;
      const content = this.#contentOf(value);
      this.#numbers[value.line] = known.intern(content);
    }
  }

  of({ line }: JsonValue): number {
    return this.#numbers[line]!;
  }

  /**
   * Numbers of the items of an array that also occur anywhere in the other document. The other document is always the
   * same.
   */
  sharedItemsOf(array: JsonArray, other: JsonContents): readonly number[] {
    let shared = this.#sharedItems.get(array);
    if (shared === undefined) {
      const there = other.#holding();
      shared = array.items.map((item) => this.of(item)).filter((number) => there[number] === 1);
      this.#sharedItems.set(array, shared);
    }
    return shared;
  }

  /** 1 for each number that this document has, and for 0, the number of containers' last lines. */
  #holding(): Uint8Array {
    if (this.#held === undefined) {
      this.#held = new Uint8Array(this.#known.size);
      for (let at = 0; at < this.#numbers.length; at += 1) this.#held[this.#numbers[at]!] = 1;
    }
    return this.#held;
  }

  /** A counter for every number of both documents, all 0. The caller resets it. */
  zeroed(): Int32Array {
    return (this.#counts ??= new Int32Array(this.#known.size));
  }

  #contentOf(value: JsonValue): string {
    if (value.kind === 'scalar') return value.text;
    if (value.kind === 'array') return `[${value.items.map((item) => this.of(item)).join()}]`;
    const members = [...value.members].map(([name, member]) => `${JSON.stringify(name)}:${this.of(member)}`);
    return `{${members.sort().join()}}`;
  }
}

function sizeOf(value: Exclude<JsonValue, { kind: 'scalar' }>): number {
  return value.kind === 'array' ? value.items.length : value.members.size;
}
