/** Numbers for the contents of JSON values: two values have one number exactly when they say the same. */
import type { JsonValue } from './parse-json.ts';

/** The numbers of all values of a document, by the values. */
export class JsonContents {
  /** By the first line of each value. */
  readonly #numbers: Int32Array;
  readonly #known: ReadonlyMap<string, number>;
  #counts: Int32Array | undefined;

  /** Of both documents, each given as the values whose lines its lines are, containers twice. Linear. */
  static ofBoth(original: readonly JsonValue[], revised: readonly JsonValue[]): readonly [JsonContents, JsonContents] {
    const known = new Map<string, number>();
    return [new JsonContents(original, known), new JsonContents(revised, known)];
  }

  private constructor(lines: readonly JsonValue[], known: Map<string, number>) {
    this.#numbers = new Int32Array(lines.length);
    this.#known = known;
    for (const [at, value] of lines.entries()) {
      // What is in a container has its number when its last line is reached.
      if (value.kind !== 'scalar' && value.line === at && sizeOf(value) > 0) continue;
      const content = this.#contentOf(value);
      let number = known.get(content);
      if (number === undefined) known.set(content, (number = known.size));
      this.#numbers[value.line] = number;
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
