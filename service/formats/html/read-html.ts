import { Tokenizer } from 'htmlparser2';
import type { TokenizerCallbacks } from 'htmlparser2';
import { ServiceError } from '../../../shared/errors.ts';
import {
  GUARD_BYTES_PER_TAG,
  GUARD_DENSITY_FROM_BYTES,
  GUARD_MAX_DEPTH,
  GUARD_MAX_TAGS,
} from '../../../shared/limits.ts';
import { dropByteOrderMark, unifyLineEnds } from '../normalise/white-space.ts';
import type { ReadResult } from '../read-result.ts';
import { NO_ATTRIBUTES, READ_ATTRIBUTES } from './attributes.ts';
import type { TagAttributes } from './attributes.ts';
import { traitsOf } from './tags.ts';
import { TreeConstruction } from './tree-construction.ts';

/**
 * Reads HTML of any quality. The envelope measures the input itself: its UTF-8 bytes, its start tags, and those of
 * them that are block elements, whatever they hold.
 *
 * Throws `document_too_complex` as soon as a limit of the guard is passed.
 */
export function readHtml(html: string): ReadResult {
  const htmlBytes = Buffer.byteLength(html);
  const reader = new TagReader(prepare(html), htmlBytes);
  const tokenizer = tokenizerOf(reader);
  tokenizer.write(reader.html);
  tokenizer.end();
  return {
    document: reader.tree.finish(),
    envelope: { htmlBytes, blockElements: reader.blockElements, startTags: reader.startTags },
  };
}

function tokenizerOf(reader: TagReader): Tokenizer {
  return new Tokenizer({ decodeEntities: true }, reader);
}

/**
 * What browsers do to the characters before the tokenizer: line ends become LF, NUL goes. `<![CDATA[` outside SVG and
 * MathML is a comment up to the next `>`; written so that the tokenizer takes it as one and not up to a `]]>` that
 * may never come.
 */
function prepare(html: string): string {
  let text = unifyLineEnds(dropByteOrderMark(html));
  if (text.includes('\0')) text = text.replaceAll('\0', '');
  return text.includes('<![CDATA[') ? text.replaceAll('<![CDATA[', '<!CDATA[') : text;
}

/** Tokens of the HTML tokenizer, put together to tags and texts for the tree construction. */
class TagReader implements TokenizerCallbacks {
  readonly html: string;
  readonly tree = new TreeConstruction();
  startTags = 0;
  blockElements = 0;
  readonly #tagLimit: number;
  readonly #htmlBytes: number;
  #text = '';
  #tag = '';
  #attributes: Map<string, string> | undefined;
  #attribute: string | undefined;
  #value = '';

  constructor(html: string, htmlBytes: number) {
    this.html = html;
    this.#htmlBytes = htmlBytes;
    const dense = htmlBytes > GUARD_DENSITY_FROM_BYTES ? Math.floor(htmlBytes / GUARD_BYTES_PER_TAG) : Infinity;
    this.#tagLimit = Math.min(GUARD_MAX_TAGS, dense);
  }

  ontext(start: number, end: number): void {
    this.#text += this.html.slice(start, end);
  }

  ontextentity(codepoint: number): void {
    this.#text += String.fromCodePoint(codepoint);
  }

  onopentagname(start: number, end: number): void {
    this.#flushText();
    const name = this.html.slice(start, end).toLowerCase();
    this.#tag = name === 'image' ? 'img' : name;
    this.startTags += 1;
    if (traitsOf(this.#tag).counted) this.blockElements += 1;
    if (this.startTags > this.#tagLimit) this.#refuseTags();
  }

  onattribname(start: number, end: number): void {
    const name = this.html.slice(start, end).toLowerCase();
    this.#attribute = READ_ATTRIBUTES.has(name) ? name : undefined;
    this.#value = '';
  }

  onattribdata(start: number, end: number): void {
    if (this.#attribute !== undefined) this.#value += this.html.slice(start, end);
  }

  onattribentity(codepoint: number): void {
    if (this.#attribute !== undefined) this.#value += String.fromCodePoint(codepoint);
  }

  onattribend(): void {
    if (this.#attribute === undefined) return;
    this.#attributes ??= new Map();
    if (!this.#attributes.has(this.#attribute)) this.#attributes.set(this.#attribute, this.#value);
    this.#attribute = undefined;
  }

  onopentagend(): void {
    this.#startTag(false);
  }

  onselfclosingtag(): void {
    this.#startTag(true);
  }

  onclosetag(start: number, end: number): void {
    this.#flushText();
    this.tree.endTag(this.html.slice(start, end).toLowerCase());
  }

  onend(): void {
    this.#flushText();
  }

  isInForeignContext(): boolean {
    return this.tree.isForeign;
  }

  // Comments, doctypes and instructions are not part of the document.
  oncomment(): void {}
  oncdata(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}

  #flushText(): void {
    if (this.#text === '') return;
    this.tree.text(this.#text);
    this.#text = '';
  }

  #startTag(selfClosing: boolean): void {
    const attributes: TagAttributes = this.#attributes ?? NO_ATTRIBUTES;
    this.#attributes = undefined;
    this.tree.startTag(this.#tag, attributes, selfClosing);
    if (this.tree.depth > GUARD_MAX_DEPTH) {
      throw new ServiceError(
        'document_too_complex',
        `Elements are nested more than ${GUARD_MAX_DEPTH} deep, which is the limit. Flatten the markup, or compare ` +
          'the text alone (format txt).',
        { depth: this.tree.depth, limit: GUARD_MAX_DEPTH },
      );
    }
  }

  #refuseTags(): never {
    const limit = this.#tagLimit;
    const why =
      limit === GUARD_MAX_TAGS
        ? `The limit is ${GUARD_MAX_TAGS}.`
        : `With ${this.#htmlBytes} bytes the limit is ${limit}: one for every ${GUARD_BYTES_PER_TAG} bytes.`;
    throw new ServiceError(
      'document_too_complex',
      `There are more than ${limit} start tags. ${why} Compare the document in parts, or its text alone (format txt).`,
      { startTags: this.startTags, limit },
    );
  }
}
