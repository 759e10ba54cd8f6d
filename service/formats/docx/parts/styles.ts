/** The styles of a document (ECMA-376 part 1, 17.7), with properties inherited along `basedOn`. */
import type { TitleKind } from '../../../../shared/document/titles.ts';
import { childOf, childrenOf, integerOf, toggleOf, valueOf, type XmlElement } from '../../../ooxml/xml-tree.ts';

/** Outline level of body text (17.3.1.20). */
export const BODY_LEVEL = 9;

/** Maximum length of a `basedOn` chain. Word allows 10. A cycle ends here too. */
const CHAIN_MAX = 32;

const HEADING_NAME = /^heading ([1-9])$/i;
/** Names of the styles of entries with page numbers. */
const CONTENTS_NAME = /^(?:toc \d|table of figures)$/i;
const INDEX_NAME = /^(?:index \d|table of authorities)$/i;
const TITLE_NAME = /^(sub)?title$/i;
const QUOTE_NAME = /^(?:intense )?quote$|^block text$/i;

/** A numbering reference in properties. Either half may come from a style. */
export interface NumberingReference {
  readonly numId: string | undefined;
  readonly level: number | undefined;
}

/** The properties of a paragraph style, including inherited ones. */
export interface ParagraphStyle {
  /** 0 to 8 for headings, `BODY_LEVEL` for body text, undefined if not stated. */
  readonly outlineLevel: number | undefined;
  readonly quote: boolean;
  /** Set for entries of a table of contents, table of figures, index or table of authorities. */
  readonly entries: 'contents' | 'index' | undefined;
  /** Set for the title and the subtitle of a document. */
  readonly title: TitleKind | undefined;
  readonly rightToLeft: boolean | undefined;
  /** The reference and the style that states it, because a level may be linked to that style. */
  readonly numbering: (NumberingReference & { readonly styleId: string }) | undefined;
}

const PLAIN: ParagraphStyle = {
  outlineLevel: undefined,
  quote: false,
  entries: undefined,
  title: undefined,
  rightToLeft: undefined,
  numbering: undefined,
};

/** Looks up styles by id. Undefined ids have no properties. */
export class StyleTable {
  readonly #styles = new Map<string, XmlElement>();
  readonly #paragraphStyles = new Map<string, ParagraphStyle>();
  readonly #runChains = new Map<string, readonly XmlElement[]>();
  readonly #defaultRun: XmlElement | undefined;
  readonly #defaultParagraph: XmlElement | undefined;
  readonly #paragraphChains = new Map<string, readonly XmlElement[]>();
  readonly #defaultParagraphStyle: string | undefined;
  readonly #defaultTableStyle: string | undefined;

  /** `root`: the styles part, if there is one. */
  constructor(root: XmlElement | undefined) {
    for (const style of childrenOf(root, 'w:style')) {
      const id = style.attributes.get('w:styleId');
      if (id === undefined) continue;
      this.#styles.set(id, style);
      const stated = style.attributes.get('w:default');
      const isDefault = stated === '1' || stated === 'true';
      const type = style.attributes.get('w:type');
      if (isDefault && type === 'paragraph') this.#defaultParagraphStyle ??= id;
      if (isDefault && type === 'table') this.#defaultTableStyle ??= id;
    }
    const defaults = childOf(root, 'w:docDefaults');
    this.#defaultRun = childOf(childOf(defaults, 'w:rPrDefault'), 'w:rPr');
    this.#defaultParagraph = childOf(childOf(defaults, 'w:pPrDefault'), 'w:pPr');
  }

  /** Run properties of the document defaults. */
  get defaultRunProperties(): XmlElement | undefined {
    return this.#defaultRun;
  }

  /** The style of a paragraph; the default style without an id. */
  paragraphStyle(id: string | undefined): ParagraphStyle {
    const key = id ?? this.#defaultParagraphStyle;
    if (key === undefined) return PLAIN;
    let style = this.#paragraphStyles.get(key);
    if (style === undefined) {
      style = this.#readParagraphStyle(key);
      this.#paragraphStyles.set(key, style);
    }
    return style;
  }

  /** Run properties along the style chain, nearest first. Without an id, the default style's. */
  runChain(id: string | undefined, kind: 'paragraph' | 'character'): readonly XmlElement[] {
    const key = id ?? (kind === 'paragraph' ? this.#defaultParagraphStyle : undefined);
    if (key === undefined) return [];
    let chain = this.#runChains.get(key);
    if (chain === undefined) {
      chain = this.#chain(key).flatMap((style) => childOf(style, 'w:rPr') ?? []);
      this.#runChains.set(key, chain);
    }
    return chain;
  }

  /** Paragraph properties along the style chain, nearest first, then the document defaults. */
  paragraphChain(id: string | undefined): readonly XmlElement[] {
    const key = id ?? this.#defaultParagraphStyle ?? '';
    let chain = this.#paragraphChains.get(key);
    if (chain === undefined) {
      const own = this.#chain(key).flatMap((style) => childOf(style, 'w:pPr') ?? []);
      chain = this.#defaultParagraph === undefined ? own : [...own, this.#defaultParagraph];
      this.#paragraphChains.set(key, chain);
    }
    return chain;
  }

  /** A table style and its chain, nearest first; the default style without an id. */
  tableChain(id: string | undefined): readonly XmlElement[] {
    const key = id ?? this.#defaultTableStyle;
    return key === undefined ? [] : this.#chain(key);
  }

  /** The visible name of a style; undefined for the default style and for undefined styles. */
  nameOf(id: string | undefined, kind: 'paragraph' | 'table' | 'character'): string | undefined {
    if (id === undefined || (kind === 'paragraph' && id === this.#defaultParagraphStyle)) return undefined;
    return valueOf(this.#styles.get(id), 'w:name');
  }

  /** The numbering of a numbering style. */
  numberingOf(styleId: string): string | undefined {
    return valueOf(childOf(childOf(this.#styles.get(styleId), 'w:pPr'), 'w:numPr'), 'w:numId');
  }

  #readParagraphStyle(id: string): ParagraphStyle {
    let outlineLevel: number | undefined;
    let quote = false;
    let entries: ParagraphStyle['entries'];
    let title: ParagraphStyle['title'];
    let rightToLeft: boolean | undefined;
    let numId: string | undefined;
    let level: number | undefined;
    let numberingStyle: string | undefined;
    for (const style of this.#chain(id)) {
      const properties = childOf(style, 'w:pPr');
      const name = valueOf(style, 'w:name') ?? '';
      const named = HEADING_NAME.exec(name)?.[1];
      outlineLevel ??=
        integerOf(valueOf(properties, 'w:outlineLvl')) ?? (named === undefined ? undefined : Number(named) - 1);
      quote ||= QUOTE_NAME.test(name);
      entries ??= CONTENTS_NAME.test(name) ? 'contents' : INDEX_NAME.test(name) ? 'index' : undefined;
      const titled = TITLE_NAME.exec(name);
      if (titled !== null) title ??= titled[1] === undefined ? 'title' : 'subtitle';
      rightToLeft ??= toggleOf(properties, 'w:bidi');
      const numbering = childOf(properties, 'w:numPr');
      if (numbering !== undefined && numId === undefined) {
        numId = valueOf(numbering, 'w:numId');
        level ??= integerOf(valueOf(numbering, 'w:ilvl'));
        numberingStyle = style.attributes.get('w:styleId');
      }
    }
    rightToLeft ??= toggleOf(this.#defaultParagraph, 'w:bidi');
    return {
      outlineLevel,
      quote,
      entries,
      title,
      rightToLeft,
      numbering: numberingStyle === undefined ? undefined : { numId, level, styleId: numberingStyle },
    };
  }

  /** A style and its chain, nearest first. */
  #chain(id: string): XmlElement[] {
    const chain: XmlElement[] = [];
    for (let next: string | undefined = id; next !== undefined && chain.length < CHAIN_MAX;) {
      const style: XmlElement | undefined = this.#styles.get(next);
      if (style === undefined || chain.includes(style)) break;
      chain.push(style);
      next = valueOf(style, 'w:basedOn');
    }
    return chain;
  }
}
