import { ServiceError } from '../../../shared/errors.ts';
import { GUARD_MAX_DEPTH } from '../max-depth.ts';

/** A JSON value with its scalars as canonical text: numbers as written, strings in `JSON.stringify`'s escapes. */
export type JsonValue = JsonScalar | JsonContainer;

/** A value that contains values. */
export type JsonContainer = JsonArray | JsonObject;

/** The common part of all values. */
interface Placed {
  /** Number of its first line (`JsonLines`); -1 until it is written. */
  line: number;
}

/** A string, number, `true`, `false` or `null`. */
export interface JsonScalar extends Placed {
  readonly kind: 'scalar';
  readonly text: string;
}

/** An array in the order of the input. */
export interface JsonArray extends Placed {
  readonly kind: 'array';
  readonly items: JsonValue[];
}

/** An object; no name occurs twice. */
export interface JsonObject extends Placed {
  readonly kind: 'object';
  /** By decoded name, in the order of the input. */
  readonly members: Map<string, JsonValue>;
}

const WHITE_SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const LITERALS = ['true', 'false', 'null'];
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** A text that is not JSON, or that repeats a name in an object. The message names the fault and quotes nothing. */
export class JsonSyntaxError extends Error {
  /** UTF-16 offset of the fault; the length of the text if it ends too early. */
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.name = 'JsonSyntaxError';
    this.offset = offset;
  }
}

/**
 * Parses JSON (RFC 8259) without recursion, and without a conversion of numbers to doubles. It throws
 * `JsonSyntaxError` for other text and for a repeated name in an object. It throws `document_too_complex` for values
 * nested beyond the guard.
 */
export function parseJson(text: string): JsonValue {
  return new JsonParser(text).parse();
}

class JsonParser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): JsonValue {
    const open: JsonContainer[] = [];
    /** For each open object, the name of its next member. */
    const names: string[] = [];
    this.#skipWhiteSpace();
    for (;;) {
      let value = this.#value();
      if (value.kind !== 'scalar') {
        if (open.length === GUARD_MAX_DEPTH) this.#refuseDepth();
        const close = value.kind === 'array' ? ']' : '}';
        this.#skipWhiteSpace();
        if (this.#text[this.#at] !== close) {
          open.push(value);
          names.push(value.kind === 'object' ? this.#name(value) : '');
          continue;
        }
        this.#at += 1;
      }
      for (;;) {
        const container = open.at(-1);
        this.#skipWhiteSpace();
        if (!container) {
          if (this.#at < this.#text.length) this.#fail('unexpected text after the value');
          return value;
        }
        if (container.kind === 'array') container.items.push(value);
        else container.members.set(names.at(-1) ?? '', value);
        const next = this.#text[this.#at];
        if (next === ',') {
          this.#at += 1;
          this.#skipWhiteSpace();
          if (container.kind === 'object') names[names.length - 1] = this.#name(container);
          break;
        }
        if (next !== (container.kind === 'array' ? ']' : '}')) {
          this.#fail(container.kind === 'array' ? 'expected "," or "]"' : 'expected "," or "}"');
        }
        this.#at += 1;
        value = container;
        open.pop();
        names.pop();
      }
    }
  }

  #value(): JsonValue {
    const first = this.#text[this.#at];
    if (first === '"') {
      const { written, escaped } = this.#string();
      return { kind: 'scalar', text: escaped ? JSON.stringify(JSON.parse(written)) : written, line: -1 };
    }
    if (first === '{' || first === '[') {
      this.#at += 1;
      return first === '{' ? { kind: 'object', members: new Map(), line: -1 } : { kind: 'array', items: [], line: -1 };
    }
    const start = this.#at;
    if (this.#pass(NUMBER)) return { kind: 'scalar', text: this.#text.slice(start, this.#at), line: -1 };
    for (const literal of LITERALS) {
      if (!this.#text.startsWith(literal, this.#at)) continue;
      this.#at += literal.length;
      return { kind: 'scalar', text: literal, line: -1 };
    }
    return this.#fail(first === undefined ? 'unexpected end' : 'expected a value');
  }

  /** Reads a member's name and its colon. */
  #name(object: JsonObject): string {
    const at = this.#at;
    if (this.#text[at] !== '"') this.#fail('expected a name in double quotes');
    const { written, escaped } = this.#string();
    const name = escaped ? (JSON.parse(written) as string) : written.slice(1, -1);
    if (object.members.has(name)) this.#fail('this name occurs twice in its object', at);
    this.#skipWhiteSpace();
    if (this.#text[this.#at] !== ':') this.#fail('expected ":"');
    this.#at += 1;
    this.#skipWhiteSpace();
    return name;
  }

  /** A string with its quotes. `escaped`: its canonical form may differ from its spelling. */
  #string(): { written: string; escaped: boolean } {
    const text = this.#text;
    const start = this.#at;
    let escaped = false;
    let at = start + 1;
    for (let unit = text.charCodeAt(at); unit !== QUOTE; unit = text.charCodeAt(at)) {
      if (at >= text.length) this.#fail('a string is not closed', start);
      if (unit < 0x20) this.#fail('a control character in a string must be escaped', at);
      // An unpaired surrogate is written as an escape.
      if ((unit & 0xf800) === 0xd800) escaped = true;
      if (unit === BACKSLASH) {
        ESCAPE.lastIndex = at;
        if (!ESCAPE.test(text)) this.#fail('unknown escape in a string', at);
        escaped = true;
        at = ESCAPE.lastIndex;
      } else at += 1;
    }
    this.#at = at + 1;
    return { written: text.slice(start, this.#at), escaped };
  }

  #skipWhiteSpace(): void {
    const code = this.#text.charCodeAt(this.#at);
    if (code === 32 || code === 10 || code === 13 || code === 9) this.#pass(WHITE_SPACE);
  }

  /** Advances past a match. Returns false if nothing matches. It creates no match object. */
  #pass(sticky: RegExp): boolean {
    sticky.lastIndex = this.#at;
    if (!sticky.test(this.#text)) return false;
    this.#at = sticky.lastIndex;
    return true;
  }

  #fail(reason: string, at = this.#at): never {
    throw new JsonSyntaxError(reason, at);
  }

  #refuseDepth(): never {
    throw new ServiceError(
      'document_too_complex',
      `JSON values are nested more than ${GUARD_MAX_DEPTH} deep, which is the limit. Compare the inner values by ` +
        'themselves, or the text alone (format txt).',
      { depth: GUARD_MAX_DEPTH + 1, limit: GUARD_MAX_DEPTH },
    );
  }
}
