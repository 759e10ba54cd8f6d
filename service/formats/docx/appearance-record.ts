/**
 * How a DOCX looks beyond what a comparison without presentation compares, as digests of the whole body. Two documents
 * with the same text and marks look the same if their digests are equal.
 */
import { createHash } from 'node:crypto';
import type { Attributes } from '../../../shared/document/model.ts';
import { childOf, childrenOf, type XmlElement } from '../../ooxml/xml-tree.ts';
import type { Appearance } from '../read-result.ts';
import { sha256 } from '../sha256.ts';
import { Looks } from './looks.ts';
import type { StyleTable } from './styles.ts';

/** What a section says about its pages (ECMA-376 part 1, 17.6). Headers, footers and direction are read elsewhere. */
const OF_PAGES = ['w:pgSz', 'w:pgMar', 'w:cols', 'w:pgBorders', 'w:lnNumType', 'w:pgNumType', 'w:vAlign'];
/** What a run says about its look beyond `Looks` (17.3.2). */
const MORE_OF_RUNS = ['w:vanish', 'w:em', 'w:position', 'w:outline', 'w:shadow', 'w:emboss', 'w:imprint', 'w:fitText'];
/** Properties without a look of their own. */
const SHOW_NOTHING = new Set([
  'w:lang',
  'w:noProof',
  'w:sectPr',
  'w:rPr',
  'w:rPrChange',
  'w:pPrChange',
  'w:numPr',
  'w:tcW',
]);
/** Looks that are remembered. A document that repeats none must not fill the memory. */
const KNOWN_MAX = 2_000;
/** Lengths within a point are equal: programs round the size of a page in different ways. */
const TWIPS = 20;

/** Records the looks of a document while it is read. */
export class AppearanceRecord {
  readonly #looks: Looks;
  readonly #hash = createHash('sha256');
  readonly #found = new Map<string, string>();
  #ends = false;
  #look = '';
  #letters = 0;

  constructor(styles: StyleTable) {
    this.#looks = new Looks(styles);
  }

  /** The look of a run, for `text`. */
  lookOf(properties: XmlElement | undefined, paragraphStyle: string | undefined): string {
    if (this.#ends || properties === undefined) return '';
    return this.#known(`${paragraphStyle} ${spelled(properties)}`, () => {
      const further = MORE_OF_RUNS.map((name) => written(childOf(properties, name))).join('');
      return (this.#looks.run(properties, paragraphStyle) ?? '') + further;
    });
  }

  /** Records text of this look. White space looks like white space, and neighbours of one look are one. */
  text(look: string, text: string): void {
    const letters = lettersOf(text);
    if (letters === 0) return;
    if (look !== this.#look) this.#endRun();
    this.#look = look;
    this.#letters += letters;
  }

  /** Records a break to the next page or column (17.3.3.1); other breaks are text. */
  break(type: string | undefined): void {
    if (this.#ends || (type !== 'page' && type !== 'column')) return;
    this.#endRun();
    this.#hash.update(`break ${type}\n`);
  }

  /** Records the look of the paragraph whose text came last. One without text shows nothing. */
  paragraph(properties: XmlElement | undefined, rightToLeft: boolean, cell: XmlElement | undefined): void {
    if (this.#ends || (this.#letters === 0 && this.#look === '')) return;
    this.#endRun();
    const key = `${rightToLeft} ${spelled(properties)} ${spelled(cell)}`;
    this.#hash.update(this.#known(key, () => block('paragraph', this.#looks.paragraph(properties, rightToLeft, cell))));
  }

  /** Records the look of a table. */
  table(properties: XmlElement | undefined): void {
    if (!this.#ends) this.#hash.update(block('table', this.#looks.table(properties)));
  }

  /** Ends the record: what is read afterwards belongs to no page of the body. `sections`: their properties, in order. */
  end(sections: readonly XmlElement[]): Appearance {
    this.#ends = true;
    const pages = sections.map((section) => OF_PAGES.map((name) => written(childOf(section, name))).join(';'));
    // A document without a section has one that says nothing. A section like the one before shows nothing new.
    const shown = (pages.length === 0 ? [OF_PAGES.map(() => '').join(';')] : pages).filter(
      (page, at, all) => page !== all[at - 1],
    );
    return { formatting: this.#hash.digest('hex'), pages: sha256(shown.join('\n')) };
  }

  #endRun(): void {
    if (this.#ends || this.#letters === 0) return;
    this.#hash.update(`${this.#letters} ${this.#look}\n`);
    [this.#look, this.#letters] = ['', 0];
  }

  /** Documents repeat a few properties, and a look takes far longer to find out than to look up. */
  #known(key: string, find: () => string): string {
    let look = this.#found.get(key);
    if (look !== undefined) return look;
    if (this.#found.size >= KNOWN_MAX) this.#found.clear();
    look = find();
    this.#found.set(key, look);
    return look;
  }
}

/** UTF-16 units that are no white space. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 0x20 && (code < 0x7f || !/\s/u.test(text[at]!))) letters += 1;
  }
  return letters;
}

/** The name of a style shows nothing: only what it sets does. */
function block(kind: string, { 'data-align': align = '', 'data-style': style = '' }: Attributes): string {
  return `${kind} ${align} ${style}\n`;
}

/** Properties in their own order, without what shows nothing or is recorded elsewhere. */
function spelled(properties: XmlElement | undefined): string {
  let text = '';
  if (properties === undefined) return text;
  for (const child of childrenOf(properties)) {
    const { name, attributes } = child;
    if (SHOW_NOTHING.has(name)) continue;
    text += name;
    for (const [attribute, value] of attributes) text += ` ${attribute}=${value}`;
    text += `(${spelled(child)})`;
  }
  return text;
}

/** An element with what it contains, in a fixed order. Lengths are in points. */
function written(element: XmlElement | undefined): string {
  if (element === undefined) return '';
  const attributes = [...element.attributes]
    .filter(([name]) => name.startsWith('w:') && !name.startsWith('w:rsid'))
    .map(([name, value]) => `${name}=${/^-?\d{3,}$/u.test(value) ? Math.round(Number(value) / TWIPS) : value}`)
    .sort();
  return `${element.name}(${attributes.join(' ')} ${childrenOf(element).map(written).join(' ')})`;
}
