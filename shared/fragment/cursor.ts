import { FragmentError } from './fragment-error.ts';

/** A start or end tag as read. */
export interface Tag {
  readonly name: string;
  readonly end: boolean;
  readonly attributes: ReadonlyMap<string, string>;
  /** Offset of its `<`. */
  readonly offset: number;
}

const NAME = /[a-z][a-z0-9]*/y;
const ATTRIBUTE = / ([a-z-]+)="([^"]*)"/y;
const REFERENCE = /&(amp|lt|gt|quot);/g;
const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

function unescape(text: string): string {
  return text.includes('&') ? text.replace(REFERENCE, (_, name: string) => CHARACTERS[name]!) : text;
}

/** Reads a fragment from left to right, one tag or text at a time. */
export class Cursor {
  readonly source: string;
  #at = 0;

  constructor(source: string) {
    this.source = source;
  }

  /** Offset of the next character. */
  get offset(): number {
    return this.#at;
  }

  /** Stops reading: the fragment does not have the expected construct at `offset`. */
  fail(expected: string, offset = this.#at): never {
    throw new FragmentError(offset, expected);
  }

  /** The text up to the next tag, with character references resolved; empty in front of a tag. */
  text(): string {
    const end = this.source.indexOf('<', this.#at);
    if (end < 0) this.fail('a tag', this.source.length);
    const text = this.source.slice(this.#at, end);
    this.#at = end;
    return unescape(text);
  }

  /** Passes one character if it is next. */
  skip(character: string): void {
    if (this.source[this.#at] === character) this.#at++;
  }

  /** The tag at the current offset. */
  tag(): Tag {
    const { source } = this;
    const offset = this.#at;
    if (source[offset] !== '<') this.fail('a tag');
    const end = source[offset + 1] === '/';
    NAME.lastIndex = offset + (end ? 2 : 1);
    const name = NAME.exec(source)?.[0];
    if (name === undefined) this.fail('the name of an element');
    this.#at = NAME.lastIndex;
    const attributes = new Map<string, string>();
    while (source[this.#at] === ' ') {
      ATTRIBUTE.lastIndex = this.#at;
      const [, attribute, value] = ATTRIBUTE.exec(source) ?? this.fail('an attribute in double quotes');
      if (attributes.has(attribute!)) this.fail('an attribute once');
      attributes.set(attribute!, unescape(value!));
      this.#at = ATTRIBUTE.lastIndex;
    }
    if (source[this.#at] !== '>') this.fail('the end of the tag');
    this.#at++;
    return { name, end, attributes, offset };
  }

  /** The end tag of an element. */
  endOf(name: string): void {
    const tag = this.tag();
    if (!tag.end || tag.name !== name) this.fail(`</${name}>`, tag.offset);
  }

  /** Whether the next tag is an end tag. */
  atEndTag(): boolean {
    return this.source.startsWith('</', this.#at);
  }
}
