/** Numbers for the contents of JSON values: two values have one number exactly when they say the same. */
import type { JsonArray, JsonValue } from './parse-json.ts';

/** Gives equal strings one number, from 0 without gaps. */
export interface StringNumbering {
  /** How many different ones there are. */
  readonly size: number;
  intern(text: string): number;
}

/** The numbers of all values of a document, by the values. */
export class JsonContents {
  /** By the first line of each value. */
  readonly #numbers: Int32Array;
  readonly #known: StringNumbering;
  readonly #sharedItems = new Map<JsonArray, readonly number[]>();
  #counts: Int32Array | undefined;
  #held: Uint8Array | undefined;

  /** Of both documents, each given as the values whose lines its lines are, containers twice. Linear. */
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
      // What is in a container has its number when its last line is reached.
      if (value.kind !== 'scalar' && value.line === at && sizeOf(value) > 0) continue;
      const content = this.#contentOf(value);
      this.#numbers[value.line] = known.intern(content);
    }
  }

  of({ line }: JsonValue): number {
    return this.#numbers[line]!;
  }

  /** The numbers of those items of an array that the other document, which is always the same, has somewhere, too. */
  sharedItemsOf(array: JsonArray, other: JsonContents): readonly number[] {
    let shared = this.#sharedItems.get(array);
    if (shared === undefined) {
      const there = other.#holding();
      shared = array.items.map((item) => this.of(item)).filter((number) => there[number] === 1);
      this.#sharedItems.set(array, shared);
    }
    return shared;
  }

  /** 1 for each number of both documents that this one has, and for 0, which last lines of containers have. */
  #holding(): Uint8Array {
    if (this.#held === undefined) {
      this.#held = new Uint8Array(this.#known.size);
      for (let at = 0; at < this.#numbers.length; at += 1) this.#held[this.#numbers[at]!] = 1;
    }
    return this.#held;
  }

  /** A counter for every number of both documents, all 0; to be left so. */
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
