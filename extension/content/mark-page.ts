import {
  newRange,
  nodeTypeOf,
  ownerDocumentOf,
  parentElementOf,
  scrollToMiddle,
  shownRootsOf,
  windowOf,
} from './plain-dom.ts';
import { shownChildren } from './read-nodes.ts';

/** How a change is shown on the page. `beside`: the text beside the place of a deletion. */
export type PageMarkKind = 'inserted' | 'changed' | 'beside';

/** A stretch of a block's text, in UTF-16 units. */
export interface PageMark {
  readonly kind: PageMarkKind;
  readonly start: number;
  readonly end: number;
}

/** A block of the compared page in its reading order. Blocks without marks keep the order. */
export interface MarkedText {
  readonly text: string;
  readonly marks: readonly PageMark[];
}

/** What was marked. `placed` has one entry for each mark of all blocks, in order. */
export type PageMarking =
  | { readonly type: 'marked'; readonly placed: readonly boolean[] }
  /** The tab shows another page now. */
  | { readonly type: 'other-page' }
  /** This browser has no highlights (CSS Custom Highlight API). */
  | { readonly type: 'unsupported' };

/** Names of the highlights. The stylesheet that the extension inserts has rules for them. */
const NAMES: Readonly<Record<PageMarkKind, string>> = {
  inserted: 'diffsvc-inserted',
  changed: 'diffsvc-changed',
  beside: 'diffsvc-beside',
};
/** An unchanged block is searched this far ahead, in characters. Searching all of a long page would take too long. */
const NEARBY = 20_000;

/**
 * Marks stretches of the shown page. It changes no element of the page. Text in fields and in frames is not found.
 * Without blocks it removes the marks. `url` is the address that was compared.
 */
export function markPage(blocks: readonly MarkedText[], url: string, page: Document): PageMarking {
  const own = (address: string): string => address.replace(/#.*$/su, '');
  if (own(page.location.href) !== own(url)) return { type: 'other-page' };
  if (typeof Highlight === 'undefined' || !('highlights' in CSS)) return { type: 'unsupported' };
  for (const name of Object.values(NAMES)) CSS.highlights.delete(name);
  const ranges: Record<PageMarkKind, Range[]> = { inserted: [], changed: [], beside: [] };
  const text = new PageText(page);
  const placed = blocks.flatMap(({ text: block, marks }) => {
    const at = text.find(compact(block), marks.length > 0);
    return marks.map(({ kind, start, end }) => {
      const range =
        at === null
          ? null
          : text.rangeOf(at + compact(block.slice(0, start)).length, compact(block.slice(start, end)).length);
      if (range !== null) ranges[kind].push(range);
      return range !== null;
    });
  });
  for (const kind of Object.keys(NAMES) as PageMarkKind[]) {
    if (ranges[kind].length > 0) CSS.highlights.set(NAMES[kind], new Highlight(...ranges[kind]));
  }
  const [first] = Object.values(ranges)
    .flat()
    .sort((one, other) => one.compareBoundaryPoints(Range.START_TO_START, other));
  const shown = first === undefined ? null : parentElementOf(first.startContainer);
  if (shown !== null) scrollToMiddle(shown);
  return { type: 'marked', placed };
}

/** A text without white space, which pages and documents hold differently. */
function compact(text: string): string {
  return text.replaceAll(/[\s\uFFFC]+/gu, '');
}

/** The shown text of a page without white space, with the place of each character. */
class PageText {
  readonly #text: string;
  readonly #nodes: readonly Text[];
  /** The index in the text at which each node begins. */
  readonly #starts: readonly number[];
  /** Where the next block is expected. */
  #next = 0;

  constructor(page: Document) {
    const parts: string[] = [];
    const nodes: Text[] = [];
    const starts: number[] = [];
    let length = 0;
    for (const node of shownTexts(page)) {
      const part = compact(node.data);
      if (part === '') continue;
      parts.push(part);
      nodes.push(node);
      starts.push(length);
      length += part.length;
    }
    this.#text = parts.join('');
    this.#nodes = nodes;
    this.#starts = starts;
  }

  /** The index of a block's text; null if the page does not show it. `everywhere` also searches far away. */
  find(block: string, everywhere: boolean): number | null {
    if (block === '') return null;
    const nearby = this.#text.slice(this.#next, this.#next + block.length + NEARBY).indexOf(block);
    if (nearby !== -1) return this.#at(this.#next + nearby, block);
    if (!everywhere) return null;
    const later = this.#text.indexOf(block, this.#next);
    if (later !== -1) return this.#at(later, block);
    const earlier = this.#text.indexOf(block);
    return earlier === -1 ? null : earlier;
  }

  rangeOf(at: number, length: number): Range | null {
    if (length === 0) return null;
    const [start, end] = [this.#place(at), this.#place(at + length - 1)];
    const page = start === null ? null : ownerDocumentOf(start.node);
    if (start === null || end === null || page === null) return null;
    const range = newRange(page);
    range.setStart(start.node, start.offset);
    range.setEnd(end.node, end.offset + 1);
    return range;
  }

  #at(index: number, block: string): number {
    this.#next = index + block.length;
    return index;
  }

  /** The node and offset of a character. */
  #place(at: number): { readonly node: Text; readonly offset: number } | null {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? Infinity) <= at) low = middle;
      else high = middle - 1;
    }
    const node = this.#nodes[low];
    if (node === undefined) return null;
    let left = at - (this.#starts[low] ?? 0);
    for (let offset = 0; offset < node.data.length; offset += 1) {
      if (compact(node.data.charAt(offset)) === '') continue;
      if (left === 0) return { node, offset };
      left -= 1;
    }
    return null;
  }
}

/** The text nodes that have a box, in the order in which the page shows them, with those of shadow trees. */
function* shownTexts(page: Document): Generator<Text> {
  const view = windowOf(page);
  const levels: { readonly nodes: readonly Node[]; at: number }[] = [{ nodes: shownRootsOf(page), at: 0 }];
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const node = level.nodes[level.at];
    level.at += 1;
    if (node === undefined) levels.pop();
    else if (nodeTypeOf(node) === Node.TEXT_NODE) yield node as Text;
    else if (nodeTypeOf(node) === Node.ELEMENT_NODE && view?.getComputedStyle(node as Element).display !== 'none') {
      levels.push({ nodes: shownChildren(node as Element), at: 0 });
    }
  }
}
