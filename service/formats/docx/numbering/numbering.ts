/**
 * Counts the items of a document's lists (ECMA-376 part 1, 17.9). Lists of one abstract definition share their
 * counters. A list may restart a level at its first item.
 */
import type { XmlElement } from '../../../ooxml/xml-tree.ts';
import type { StyleTable } from '../parts/styles.ts';
import { LEVELS, ListDefinitions, type List } from './definitions.ts';
import { labelText } from './label-text.ts';

/** What a paragraph shows as an item of a list. */
export interface ListItem {
  /** Kinds and numbers of its level and of the levels around it, outermost first. */
  readonly levels: readonly { readonly kind: 'ol' | 'ul'; readonly value: number }[];
  /** The label as it is printed: "4(b)", "Article I". */
  readonly label: string;
  /** The level of its list (`w:lvl`). */
  readonly element: XmlElement | undefined;
}

/** The lists of a document with their counters. Each reading has its own. */
export class Numbering {
  readonly #definitions: ListDefinitions;
  /** Last number of each level, by abstract definition; undefined if there is none since the last restart. */
  readonly #counters = new Map<string, (number | undefined)[]>();
  readonly #begun = new Set<string>();

  constructor(root: XmlElement | undefined, styles: StyleTable) {
    this.#definitions = new ListDefinitions(root, styles);
  }

  /** The level that a list links to a paragraph style. */
  levelOfStyle(numId: string, styleId: string): number | undefined {
    const levels = this.#definitions.list(numId)?.levels;
    const level = levels?.findIndex((each) => each.paragraphStyle === styleId) ?? -1;
    return level < 0 ? undefined : level;
  }

  /** Counts an item. Null if the list is not defined or shows nothing at this level. */
  count(numId: string, level: number): ListItem | null {
    const list = this.#definitions.list(numId);
    if (list === null || level < 0 || level >= LEVELS) return null;
    const counters = this.#countersOf(list);
    const key = `${numId}/${level}`;
    const override = list.startOverrides.get(level);
    if (override !== undefined && !this.#begun.has(key)) counters[level] = override;
    else counters[level] = (counters[level] ?? startOf(list, level) - 1) + 1;
    this.#begun.add(key);
    // An outer level that has no item yet counts as begun: after (i) alone comes B, as in Word.
    for (let outer = 0; outer < level; outer += 1) counters[outer] ??= startOf(list, outer);
    for (let deeper = level + 1; deeper < LEVELS; deeper += 1) {
      if (level < list.levels[deeper]!.restartAfter) counters[deeper] = undefined;
    }
    const values = counters.map((value, at) => value ?? startOf(list, at));
    const label = labelText(list.levels, level, values);
    if (label === '' && !list.levels[level]!.hasPicture) return null;
    const { element } = list.levels[level]!;
    return {
      levels: list.levels.slice(0, level + 1).map(({ kind }, at) => ({ kind, value: values[at]! })),
      label,
      element,
    };
  }

  #countersOf({ abstractId }: List): (number | undefined)[] {
    let counters = this.#counters.get(abstractId);
    if (counters === undefined) {
      counters = new Array<number | undefined>(LEVELS).fill(undefined);
      this.#counters.set(abstractId, counters);
    }
    return counters;
  }
}

/** The first number of a level, also after a restart (17.9.26). */
function startOf({ levels, startOverrides }: List, level: number): number {
  return startOverrides.get(level) ?? levels[level]!.start;
}
