/** Numbers for the contents of JSON values: two values have one number exactly when they say the same. */
import type { JsonValue } from './parse-json.ts';

/** Gives equal strings one number, from 0 without gaps. */
export interface StringNumbering {
  /** How many different ones there are. */
  readonly size: number;
  /** The number of `text.slice(start, end)`. */
  intern(text: string, start: number, end: number): number;
}

/** The numbers of all values of a document, by the values. */
export class JsonContents {
  /** By the first line of each value. */
  readonly #numbers: Int32Array;
  readonly #known: StringNumbering;
  #counts: Int32Array | undefined;

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
      this.#numbers[value.line] = known.intern(content, 0, content.length);
    }
  }

  of({ line }: JsonValue): number {
    return this.#numbers[line]!;
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
