/** The definitions of numbered and bulleted lists (ECMA-376 part 1, 17.9). */
import { chosenChildren } from '../../../ooxml/alternate-content.ts';
import { childOf, childrenOf, integerOf, toggleOf, valueOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { decimal, type Numeral } from '../../numerals/numeral.ts';
import type { StyleTable } from '../parts/styles.ts';
import { bulletText } from '../../symbol-fonts.ts';
import { numberFormat } from './number-formats.ts';

/** Number of list levels in the format. */
export const LEVELS = 9;

/** Maximum length of a level's text in UTF-16 units. Word allows less, and each item repeats it. */
const TEXT_MAX = 255;

/** One level of a definition. */
export interface Level {
  readonly kind: 'ol' | 'ul';
  readonly numeral: Numeral;
  /** The text of the label. In numbered levels `%1` to `%9` are the numbers of the levels. */
  readonly text: string;
  /** Whether the label is a picture. Then its text is not shown. */
  readonly hasPicture: boolean;
  /** Whether all numbers in the label are decimal (`isLgl`). */
  readonly legal: boolean;
  readonly start: number;
  /** The level restarts after an item of a level below this number; 0 for never. */
  readonly restartAfter: number;
  readonly paragraphStyle: string | undefined;
  /** The element that defines it (`w:lvl`); undefined for a level that is not defined. */
  readonly element: XmlElement | undefined;
}

/** A list: an abstract definition with the overrides of one instance. */
export interface List {
  /** Lists with the same id share their counters. */
  readonly abstractId: string;
  readonly levels: readonly Level[];
  /** Levels that restart at the list's first item of that level. */
  readonly startOverrides: ReadonlyMap<number, number>;
}

/** A level that is not defined. It shows nothing. */
function undefinedLevel(at: number): Level {
  return {
    kind: 'ol',
    numeral: decimal,
    text: '',
    hasPicture: false,
    legal: false,
    start: 1,
    restartAfter: at,
    paragraphStyle: undefined,
    element: undefined,
  };
}

/** The lists of a numbering part by their ids. */
export class ListDefinitions {
  readonly #lists = new Map<string, List | null>();
  readonly #numbers = new Map<string, XmlElement>();
  readonly #abstracts = new Map<string, XmlElement>();
  readonly #styles: StyleTable;

  constructor(root: XmlElement | undefined, styles: StyleTable) {
    this.#styles = styles;
    for (const number of childrenOf(root, 'w:num')) {
      const id = number.attributes.get('w:numId');
      if (id !== undefined) this.#numbers.set(id, number);
    }
    for (const abstract of childrenOf(root, 'w:abstractNum')) {
      const id = abstract.attributes.get('w:abstractNumId');
      if (id !== undefined) this.#abstracts.set(id, abstract);
    }
  }

  /** The list with this id; null if there is none. */
  list(numId: string): List | null {
    let list = this.#lists.get(numId);
    if (list === undefined) {
      list = this.#readList(numId);
      this.#lists.set(numId, list);
    }
    return list;
  }

  #readList(numId: string): List | null {
    const number = this.#numbers.get(numId);
    const abstractId = valueOf(number, 'w:abstractNumId');
    const abstract = abstractId === undefined ? undefined : this.#definition(abstractId);
    if (number === undefined || abstract === undefined) return null;
    const levels = Array.from({ length: LEVELS }, (_, at) => undefinedLevel(at));
    const startOverrides = new Map<number, number>();
    for (const level of childrenOf(abstract, 'w:lvl')) putLevel(levels, level);
    for (const override of childrenOf(number, 'w:lvlOverride')) {
      const at = levelIndex(override);
      if (at === undefined) continue;
      const own = childOf(override, 'w:lvl');
      // What the override does not state is as in the abstract definition, the first number too.
      if (own !== undefined) levels[at] = readLevel(own, levels[at]!);
      const start = integerOf(valueOf(override, 'w:startOverride'));
      if (start !== undefined) startOverrides.set(at, start);
    }
    return { abstractId: abstract.attributes.get('w:abstractNumId') ?? '', levels, startOverrides };
  }

  /** An abstract definition. If it only names a numbering style, it is the definition of that style. */
  #definition(abstractId: string): XmlElement | undefined {
    const abstract = this.#abstracts.get(abstractId);
    const linked = valueOf(abstract, 'w:numStyleLink');
    if (linked === undefined) return abstract;
    const numId = this.#styles.numberingOf(linked);
    const target = numId === undefined ? undefined : valueOf(this.#numbers.get(numId), 'w:abstractNumId');
    return target === undefined ? abstract : (this.#abstracts.get(target) ?? abstract);
  }
}

/** The level that an element names; undefined if the format has no such level. */
function levelIndex(node: XmlElement): number | undefined {
  const at = integerOf(node.attributes.get('w:ilvl'));
  return at === undefined || at < 0 || at >= LEVELS ? undefined : at;
}

function putLevel(levels: Level[], node: XmlElement): void {
  const at = levelIndex(node);
  if (at === undefined) return;
  // The first number of a level that states none is 0 (17.9.25).
  const isBullet = formatOf(node)?.attributes.get('w:val') === 'bullet';
  levels[at] = readLevel(node, { ...undefinedLevel(at), start: isBullet ? 1 : 0 });
}

/** Reads a level. `base` has the properties that it does not state. */
function readLevel(node: XmlElement, base: Level): Level {
  const format = formatOf(node)?.attributes;
  const name = format?.get('w:val');
  const kind = name === undefined ? base.kind : name === 'bullet' ? 'ul' : 'ol';
  const stated = valueOf(node, 'w:lvlText')?.slice(0, TEXT_MAX).toWellFormed();
  const fonts = childOf(childOf(node, 'w:rPr'), 'w:rFonts')?.attributes;
  const font = fonts?.get('w:ascii') ?? fonts?.get('w:hAnsi');
  return {
    kind,
    numeral: name === undefined ? base.numeral : numberFormat(name, format?.get('w:format')),
    text: stated === undefined ? base.text : kind === 'ul' ? bulletText(stated, font) : stated,
    hasPicture: childOf(node, 'w:lvlPicBulletId') !== undefined || base.hasPicture,
    legal: toggleOf(node, 'w:isLgl') ?? base.legal,
    start: integerOf(valueOf(node, 'w:start')) ?? base.start,
    restartAfter: integerOf(valueOf(node, 'w:lvlRestart')) ?? base.restartAfter,
    paragraphStyle: valueOf(node, 'w:pStyle') ?? base.paragraphStyle,
    element: node,
  };
}

/** The number format of a level. A format of newer programs is beside a fallback for older ones. */
function formatOf(level: XmlElement): XmlElement | undefined {
  return chosenChildren(level).find(({ name }) => name === 'w:numFmt');
}
