/**
 * Turns a paragraph into one comparable text. Everything except characters becomes one private-use character: a tab,
 * a picture, the start or end of a link. Equal things have equal characters.
 */
import type { TextBlock } from '../../../shared/document/model.ts';
import { TOP } from '../../../shared/document/path.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { Interner } from '../../engine/tokens/interner.ts';
import { POSITIONS } from '../../ooxml/positions.ts';
import { childOf, innerText, isElement, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import type { Canonical } from '../package/canonical.ts';
import { contentsPages, ownPages } from '../package/contents-pages.ts';
import { containerKey, contentOf } from './containers.ts';
import { runFormat } from './run-format.ts';

/** First character of the private-use planes, which have room for 131,068 different things. */
const PRIVATE_START = 0xf0000;
const PRIVATE_COUNT = 0x10fffd - PRIVATE_START;
const HAS_PRIVATE = /[\u{f0000}-\u{10ffff}]/u;

/** Containers around runs. They may stay while their content changes. */
const CONTAINERS: ReadonlySet<string> = new Set([
  'w:hyperlink',
  'w:smartTag',
  'w:customXml',
  'w:sdt',
  'w:fldSimple',
  'w:dir',
  'w:bdo',
]);

/** Elements that are not content. Rewritten paragraphs do not have them. */
const DROPPED: ReadonlySet<string> = new Set(['w:proofErr', 'w:lastRenderedPageBreak', 'w:pPr', 'w:rPr']);

/** A stretch of the text, `[start, end)` in UTF-16 units. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly kind: 'text' | 'object' | 'element' | 'open' | 'close' | 'mark';
  /**
   * `object`: a child of a run. `element`: a child of the paragraph. `open`, `close`: the container. `mark`: the
   * paragraph that ends here. `text`: the `w:t`.
   */
  readonly node: XmlElement | undefined;
  /** Properties of the run; undefined if it has none. */
  readonly runProperties: XmlElement | undefined;
  /** Their canonical string. */
  readonly runKey: string;
  /** Index of the innermost container around the piece; -1 for none. A container's own ends are outside of it. */
  readonly container: number;
  /** For `open` and `close`: index of the container. */
  readonly opens: number;
}

/** A container as two positions in the text. */
export interface Container {
  readonly node: XmlElement;
  readonly open: number;
  close: number;
  readonly parent: number;
}

/** Positions such as bookmarks, each before the character at `at`. */
export interface Position {
  readonly at: number;
  readonly node: XmlElement;
}

/** A paragraph ready for comparison. */
export interface ParagraphText {
  readonly text: string;
  readonly pieces: readonly Piece[];
  readonly containers: readonly Container[];
  readonly positions: readonly Position[];
  /** The text as input of the engine's tokenizer. It is one object, so it is tokenized once. */
  readonly block: TextBlock;
}

/** Characters of things, shared by both sides of a comparison. */
export class ThingCharacters {
  readonly #interner = new Interner();

  /** The character of a thing. Throws `document_too_complex` if there are more different things than characters. */
  of(key: string): string {
    const number = this.#interner.intern(key);
    if (number >= PRIVATE_COUNT) throw tooManyThings();
    return String.fromCodePoint(PRIVATE_START + number);
  }
}

function tooManyThings(): ServiceError {
  return new ServiceError(
    'document_too_complex',
    `The documents have more than ${PRIVATE_COUNT} different objects (symbols, pictures, fields, links and the like). This is the limit of a comparison with tracked revisions. Compare them in parts.`,
    { limit: PRIVATE_COUNT },
  );
}

/** Turns a paragraph into text. Its revisions must be resolved. */
export function paragraphText(paragraph: XmlElement, canonical: Canonical, things: ThingCharacters): ParagraphText {
  const pages = canonical.isPageStory ? ownPages(paragraph) : contentsPages(paragraph);
  const writer = new TextWriter(canonical, things, pages);
  writer.children(paragraph.children, -1);
  return writer.finish();
}

/**
 * Several paragraphs as one text, with a mark between each two. `before[k]` are the positions directly before
 * paragraph `k`. They move to its start, except those before the first paragraph.
 */
export function joinParagraphTexts(
  paragraphs: readonly {
    readonly node: XmlElement;
    readonly text: ParagraphText;
    readonly before: readonly XmlElement[];
  }[],
  things: ThingCharacters,
): ParagraphText {
  const mark = things.of('¶');
  let text = '';
  const pieces: Piece[] = [];
  const containers: Container[] = [];
  const positions: Position[] = [];
  paragraphs.forEach(({ node, text: own, before }, index) => {
    const shift = text.length;
    const shiftContainer = containers.length;
    const moved = (container: number): number => (container < 0 ? -1 : container + shiftContainer);
    if (index > 0) for (const position of before) positions.push({ at: shift, node: position });
    for (const position of own.positions) positions.push({ at: position.at + shift, node: position.node });
    for (const piece of own.pieces) {
      pieces.push({
        ...piece,
        start: piece.start + shift,
        end: piece.end + shift,
        container: moved(piece.container),
        opens: moved(piece.opens),
      });
    }
    for (const each of own.containers) {
      containers.push({
        node: each.node,
        open: each.open + shift,
        close: each.close + shift,
        parent: moved(each.parent),
      });
    }
    text += own.text;
    if (index === paragraphs.length - 1) return;
    const start = text.length;
    text += mark;
    pieces.push({
      start,
      end: text.length,
      kind: 'mark',
      node,
      runProperties: undefined,
      runKey: '',
      container: -1,
      opens: -1,
    });
  });
  return { text, pieces, containers, positions, block: blockOf(text) };
}

/** A text as input of the engine's tokenizer. */
function blockOf(text: string): TextBlock {
  return { kind: 'text', type: 'p', path: TOP, attributes: {}, runs: [{ text, marks: 0, href: null }] };
}

class TextWriter {
  readonly #canonical: Canonical;
  readonly #things: ThingCharacters;
  /** Page numbers that are computed anew. All count as equal. */
  readonly #pages: ReadonlySet<XmlElement>;
  #text = '';
  readonly #pieces: Piece[] = [];
  readonly #containers: Container[] = [];
  readonly #positions: Position[] = [];

  constructor(canonical: Canonical, things: ThingCharacters, pages: ReadonlySet<XmlElement>) {
    this.#canonical = canonical;
    this.#things = things;
    this.#pages = pages;
  }

  finish(): ParagraphText {
    const text = this.#text;
    return {
      text,
      pieces: this.#pieces,
      containers: this.#containers,
      positions: this.#positions,
      block: blockOf(text),
    };
  }

  children(nodes: readonly XmlNode[], container: number): void {
    for (const node of nodes) {
      if (!isElement(node) || DROPPED.has(node.name)) continue;
      if (node.name === 'w:r') this.#run(node, container);
      // Positions have no width and are kept beside the text.
      else if (POSITIONS.has(node.name)) this.#positions.push({ at: this.#text.length, node });
      else if (CONTAINERS.has(node.name)) this.#container(node, container);
      else this.#thing('element', node, undefined, '', container, `e|${shellOf(node, this.#canonical)}`);
    }
  }

  #run(run: XmlElement, container: number): void {
    const properties = childOf(run, 'w:rPr');
    const runKey = runFormat(run, properties, this.#canonical);
    const used = this.#canonical.of(properties) === '' ? undefined : properties;
    for (const child of run.children) {
      if (!isElement(child) || DROPPED.has(child.name)) continue;
      if (this.#pages.has(child)) this.#thing('object', child, used, runKey, container, 'page');
      else if (child.name === 'w:t') this.#characters(child, used, runKey, container);
      else this.#thing('object', child, used, runKey, container, `o|${shellOf(child, this.#canonical)}`);
    }
  }

  /** Adds text. A private-use character in it becomes a thing, so it cannot collide with another thing. */
  #characters(source: XmlElement, properties: XmlElement | undefined, runKey: string, container: number): void {
    const text = textOfT(source);
    if (!HAS_PRIVATE.test(text)) {
      this.#piece(text, 'text', source, properties, runKey, container, -1);
      return;
    }
    for (const part of text.split(/([\u{f0000}-\u{10ffff}])/u)) {
      if (!HAS_PRIVATE.test(part)) {
        this.#piece(part, 'text', source, properties, runKey, container, -1);
        continue;
      }
      const node: XmlElement = { name: 'w:t', attributes: new Map([['xml:space', 'preserve']]), children: [part] };
      this.#thing('object', node, properties, runKey, container, `o|${shellOf(node, this.#canonical)}`);
    }
  }

  #container(node: XmlElement, parent: number): void {
    const index = this.#containers.length;
    const container: Container = { node, open: this.#text.length, close: 0, parent };
    this.#containers.push(container);
    const key = containerKey(node, this.#canonical);
    this.#piece(this.#things.of(`(|${key}`), 'open', node, undefined, '', parent, index);
    this.children(contentOf(node), index);
    container.close = this.#text.length;
    this.#piece(this.#things.of(`)|${key}`), 'close', node, undefined, '', parent, index);
  }

  #thing(
    kind: 'object' | 'element',
    node: XmlElement,
    properties: XmlElement | undefined,
    runKey: string,
    container: number,
    key: string,
  ): void {
    this.#piece(this.#things.of(key), kind, node, properties, runKey, container, -1);
  }

  #piece(
    text: string,
    kind: Piece['kind'],
    node: XmlElement | undefined,
    runProperties: XmlElement | undefined,
    runKey: string,
    container: number,
    opens: number,
  ): void {
    if (text === '') return;
    const start = this.#text.length;
    this.#text += text;
    this.#pieces.push({ start, end: this.#text.length, kind, node, runProperties, runKey, container, opens });
  }
}

/** The canonical string of a thing. Text boxes in it count as empty, because they are compared as separate stories. */
function shellOf(node: XmlElement, canonical: Canonical): string {
  return holdsTextBox(node) ? canonical.of(withoutBoxes(node)) : canonical.of(node);
}

/** Whether there is a text box at any depth. */
export function holdsTextBox(node: XmlElement): boolean {
  if (node.name === 'w:txbxContent') return true;
  return node.children.some((child) => isElement(child) && holdsTextBox(child));
}

function withoutBoxes(node: XmlElement): XmlElement {
  if (node.name === 'w:txbxContent') return { ...node, children: [] };
  return { ...node, children: node.children.map((child) => (isElement(child) ? withoutBoxes(child) : child)) };
}

/** The text of `w:t`. White space at its ends counts only if it is to be preserved. */
export function textOfT(node: XmlElement): string {
  const text = innerText(node);
  if (node.attributes.get('xml:space') === 'preserve') return text;
  return text.replace(/^[ \t\n\r]+/, '').replace(/(?<![ \t\n\r])[ \t\n\r]+$/, '');
}
