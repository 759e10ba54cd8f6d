/**
 * Numbered and bulleted lists (ECMA-376 part 1, 17.9): their definitions and counters. Lists of one abstract
 * definition share their counters. A list may restart a level at its first item.
 */
import { childOf, childrenOf, integerOf, valueOf, type XmlElement } from '../../ooxml/xml-tree.ts';
import type { StyleTable } from './styles.ts';

/** Number of list levels in the format. */
const LEVELS = 9;

/** One level of a definition. */
interface Level {
  readonly kind: 'ol' | 'ul';
  /** Whether the level shows nothing before the text. Then the paragraph is no item for a reader. */
  readonly silent: boolean;
  readonly start: number;
  /** The level restarts after an item of a level below this number; 0 for never. */
  readonly restartAfter: number;
  readonly paragraphStyle: string | undefined;
}

interface List {
  readonly abstractId: string;
  readonly levels: readonly Level[];
  /** Levels that restart at the list's first item of that level. */
  readonly startOverrides: ReadonlyMap<number, number>;
}

/** The label of a paragraph: kinds and numbers of its level and of the levels around it, outermost first. */
export interface ListItem {
  readonly levels: readonly { readonly kind: 'ol' | 'ul'; readonly value: number }[];
}

const PLAIN_LEVEL: Level = { kind: 'ol', silent: true, start: 1, restartAfter: 0, paragraphStyle: undefined };

/** The lists of a document with their counters. Each reading has its own. */
export class Numbering {
  readonly #lists = new Map<string, List | null>();
  readonly #numbers = new Map<string, XmlElement>();
  readonly #abstracts = new Map<string, XmlElement>();
  readonly #styles: StyleTable;
  /** Last number of each level, by abstract definition; undefined if there is none since the last restart. */
  readonly #counters = new Map<string, (number | undefined)[]>();
  readonly #begun = new Set<string>();

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

  /** The level that a list links to a paragraph style. */
  levelOfStyle(numId: string, styleId: string): number | undefined {
    const level = this.#list(numId)?.levels.findIndex((each) => each.paragraphStyle === styleId) ?? -1;
    return level < 0 ? undefined : level;
  }

  /** Counts an item. Null if the list is not defined or shows nothing at this level. */
  count(numId: string, level: number): ListItem | null {
    const list = this.#list(numId);
    if (list === null || level < 0 || level >= LEVELS) return null;
    let counters = this.#counters.get(list.abstractId);
    if (counters === undefined) {
      counters = new Array<number | undefined>(LEVELS).fill(undefined);
      this.#counters.set(list.abstractId, counters);
    }
    const definition = list.levels[level]!;
    const key = `${numId}/${level}`;
    const override = list.startOverrides.get(level);
    if (override !== undefined && !this.#begun.has(key)) counters[level] = override;
    else counters[level] = (counters[level] ?? definition.start - 1) + 1;
    this.#begun.add(key);
    for (let deeper = level + 1; deeper < LEVELS; deeper += 1) {
      if (level < list.levels[deeper]!.restartAfter) counters[deeper] = undefined;
    }
    if (definition.silent) return null;
    return {
      levels: list.levels.slice(0, level + 1).map(({ kind, start }, at) => ({ kind, value: counters[at] ?? start })),
    };
  }

  #list(numId: string): List | null {
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
    const levels = new Array<Level>(LEVELS).fill(PLAIN_LEVEL);
    const startOverrides = new Map<number, number>();
    for (const level of childrenOf(abstract, 'w:lvl')) putLevel(levels, level);
    for (const override of childrenOf(number, 'w:lvlOverride')) {
      const at = integerOf(override.attributes.get('w:ilvl'));
      const own = childOf(override, 'w:lvl');
      if (own !== undefined) putLevel(levels, own);
      const start = integerOf(valueOf(override, 'w:startOverride'));
      if (at !== undefined && start !== undefined) startOverrides.set(at, start);
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

function putLevel(levels: Level[], level: XmlElement): void {
  const at = integerOf(level.attributes.get('w:ilvl'));
  if (at === undefined || at < 0 || at >= LEVELS) return;
  const format = valueOf(level, 'w:numFmt') ?? 'decimal';
  const stated = valueOf(level, 'w:lvlText') ?? '';
  // A number of the format "none" has no characters (17.18.59).
  const text = format === 'none' ? stated.replaceAll(/%\d/g, '').trim() : stated;
  levels[at] = {
    kind: format === 'bullet' ? 'ul' : 'ol',
    silent: text === '' && childOf(level, 'w:lvlPicBulletId') === undefined,
    start: integerOf(valueOf(level, 'w:start')) ?? (format === 'bullet' ? 1 : 0),
    restartAfter: integerOf(valueOf(level, 'w:lvlRestart')) ?? at,
    paragraphStyle: valueOf(level, 'w:pStyle'),
  };
}
