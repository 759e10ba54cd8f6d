/** Writes the lines of canonical JSON, with the value and the place of each line. */
import { PLAIN_ATTRIBUTES, type Block } from '../../../shared/document/model.ts';
import { TOP } from '../../../shared/document/path.ts';
import { LineEnvelope } from '../line-envelope.ts';
import type { Envelope, JsonLineValues, LinePointers } from '../read-result.ts';
import type { JsonContainer, JsonValue } from './parse-json.ts';

/** The parent of the outermost value. */
const NONE = -1;
/** Maximum indentation, which is 100 levels. Unlimited indentation would make the size quadratic in the depth. */
const INDENT_MAX = 200;

/** The nesting of the lines' values. */
class WrittenPointers implements LinePointers {
  /** The line on which the container of a line's value begins. */
  readonly #parents: number[] = [];
  /** Name or index of a line's value in its container. */
  readonly #steps: (string | number)[] = [];

  push(parent: number, step: string | number): void {
    this.#parents.push(parent);
    this.#steps.push(step);
  }

  /** Adds the last line of an array or object. */
  pushSame(line: number): void {
    this.push(this.#parents[line]!, this.#steps[line]!);
  }

  of(line: number): string {
    const tokens: string[] = [];
    for (let at = line; this.#parents[at] !== NONE; at = this.#parents[at]!)
      tokens.push(referenceToken(this.#steps[at]!));
    return tokens
      .map((token) => `/${token}`)
      .reverse()
      .join('');
  }
}

/** Lines in order of writing. There may be a hundred thousand, so each keeps only what cannot be computed later. */
export class JsonLines {
  readonly blocks: Block[] = [];
  readonly #values: JsonValue[] = [];
  readonly #pointers = new WrittenPointers();
  readonly #envelope = new LineEnvelope('<pre class="line"></pre>');

  lineValues(): JsonLineValues {
    return { values: this.#values, pointers: this.#pointers };
  }

  envelope(): Envelope {
    return this.#envelope.take();
  }

  /** Writes all lines of a document. Numbers its values by their first lines. Throws as `LineEnvelope` does. */
  write(root: JsonValue): void {
    const names = new WrittenNames();
    const open: OpenContainer[] = [];
    this.#begin(root, '', '', NONE, '', open);
    for (let inner = open.at(-1); inner !== undefined; inner = open.at(-1)) {
      const { container, names: keys, line, around, indent, comma } = inner;
      const at = inner.next;
      const count = keys?.length ?? (container.kind === 'array' ? container.items.length : 0);
      if (at === count) {
        open.pop();
        this.#pointers.pushSame(line);
        this.#line(around + (container.kind === 'array' ? ']' : '}') + comma, container);
        continue;
      }
      inner.next += 1;
      const rest = at + 1 < count ? ',' : '';
      if (container.kind === 'array') this.#begin(container.items[at]!, indent, rest, line, at, open);
      else {
        const name = keys![at]!;
        this.#begin(container.members.get(name)!, indent + names.of(name), rest, line, name, open, indent);
      }
    }
  }

  /** Writes a value, or the first line of an array or object, which stays open. `start` is the text before it. */
  #begin(
    value: JsonValue,
    start: string,
    comma: string,
    parent: number,
    step: string | number,
    open: OpenContainer[],
    indent = start,
  ): void {
    value.line = this.#values.length;
    this.#pointers.push(parent, step);
    if (value.kind === 'scalar') {
      this.#line(start + value.text + comma, value);
      return;
    }
    const isArray = value.kind === 'array';
    if (isArray ? value.items.length === 0 : value.members.size === 0) {
      this.#line(start + (isArray ? '[]' : '{}') + comma, value);
      return;
    }
    this.#line(start + (isArray ? '[' : '{'), value);
    const names = isArray ? null : [...value.members.keys()].sort(compareCodePoints);
    const inside = indent.length < INDENT_MAX ? `${indent}  ` : indent;
    open.push({ container: value, names, line: value.line, around: indent, indent: inside, comma, next: 0 });
  }

  #line(text: string, value: JsonValue): void {
    this.#envelope.addLine(text);
    this.#values.push(value);
    this.blocks.push({
      kind: 'text',
      type: 'code-line',
      attributes: PLAIN_ATTRIBUTES,
      runs: [{ text, marks: 0, href: null }],
      path: TOP,
    });
  }
}

/** An open array or object. */
interface OpenContainer {
  readonly container: JsonContainer;
  /** Names of an object in output order; null for an array. */
  readonly names: readonly string[] | null;
  /** Its first line. */
  readonly line: number;
  /** White space before its last line. */
  readonly around: string;
  /** White space before its items. */
  readonly indent: string;
  /** The text after its last line. */
  readonly comma: string;
  /** Number of the next item. */
  next: number;
}

/** Names as written before values, cached because records repeat them. */
class WrittenNames {
  readonly #known = new Map<string, string>();

  of(name: string): string {
    let written = this.#known.get(name);
    if (written === undefined) {
      written = `${JSON.stringify(name)}: `;
      this.#known.set(name, written);
    }
    return written;
  }
}

/** A name or index as a reference token (RFC 6901, section 3). */
function referenceToken(step: string | number): string {
  if (typeof step === 'number') return String(step);
  return /[~/]/.test(step) ? step.replaceAll('~', '~0').replaceAll('/', '~1') : step;
}

/** Order by code points: differs from the order by UTF-16 units where one side has a surrogate. */
function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

/** Surrogates belong to code points above every other unit. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
