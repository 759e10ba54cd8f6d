import type { PageLayout } from '../layout/layout.ts';
import { type EdgeLine, type EdgeText, SAME_HEIGHT } from './edge-lines.ts';

/** Lines with one text at one height of their pages. */
export interface Alike {
  /** Number of pages with such a line on each side. */
  readonly onSides: readonly number[];
  /** Part of the pages that have it: of both sides together, or of one side. */
  readonly share: number;
  /** Part of the odd or even pages of one side that have it, if no other page has it. */
  readonly everySecond: number;
  readonly lines: readonly EdgeLine[];
}

/** Text that is repeated at the same height on this part of the pages is a header or footer. */
export const PAGE_SHARE = 0.6;
/** Numbers of this many neighbours are compared: some pages may lack the line. */
const NEIGHBOURS = 2;

/** Finds the texts at page edges that pages repeat. Each side is given as the edges of its pages. */
export class RepeatedEdges {
  readonly #sideOf = new Map<PageLayout, number>();
  readonly #alike = new Map<EdgeLine, readonly Alike[]>();

  /** @param pageCounts number of pages with text, for each side */
  constructor(sides: readonly (readonly EdgeLine[])[], pageCounts: readonly number[]) {
    sides.forEach((edges, side) => edges.forEach(({ layout }) => this.#sideOf.set(layout, side)));
    const groups = new Map<string, { readonly edge: EdgeLine; readonly text: EdgeText }[]>();
    for (const edge of sides.flat())
      for (const text of new Map(edge.texts.map((each) => [each.key, each])).values()) {
        const group = groups.get(text.key);
        if (group) group.push({ edge, text });
        else groups.set(text.key, [{ edge, text }]);
      }
    for (const group of groups.values()) {
      // Most edges of a group are at one height, so they share one result.
      const byHeight = new Map<number, Alike>();
      for (const { edge } of group) {
        let alike = byHeight.get(edge.height);
        if (alike === undefined) {
          const near = group.filter((other) => Math.abs(other.edge.height - edge.height) <= SAME_HEIGHT);
          byHeight.set(edge.height, (alike = this.#alikeOf(near.filter(countsOn), pageCounts)));
        }
        if (alike.lines.includes(edge)) this.#alike.set(edge, [...(this.#alike.get(edge) ?? []), alike]);
      }
    }
  }

  /** The groups of an edge that at least two pages of one side repeat, on most pages. */
  of(edge: EdgeLine): readonly Alike[] {
    return (this.#alike.get(edge) ?? []).filter(
      ({ onSides, share, everySecond }) =>
        Math.max(share, everySecond) >= PAGE_SHARE && onSides.some((count) => count > 1),
    );
  }

  #alikeOf(group: readonly { readonly edge: EdgeLine }[], pageCounts: readonly number[]): Alike {
    const lines = group.map(({ edge }) => edge);
    const layouts = [...new Set(lines.map(({ layout }) => layout))];
    const pages = pageCounts.map((_, side) =>
      layouts.filter((layout) => this.#sideOf.get(layout) === side).map(({ page }) => page),
    );
    const total = pageCounts.reduce((sum, count) => sum + count, 0);
    const used = pages.map((own, side) => ({ own, count: pageCounts[side]! })).filter(({ own }) => own.length > 0);
    return {
      lines,
      onSides: pages.map((own) => own.length),
      share: Math.max(layouts.length / total, ...used.map(({ own, count }) => own.length / count)),
      everySecond: Math.max(0, ...used.map(({ own, count }) => everySecondOf(own, count))),
    };
  }
}

/** The part of the odd or even pages, if all are such: books have other headers on the left than on the right. */
function everySecondOf(pages: readonly number[], pageCount: number): number {
  const first = pages[0]!;
  if (pages.some((page) => page % 2 !== first % 2)) return 0;
  return pages.length / Math.max(1, Math.floor((pageCount + (first % 2)) / 2));
}

/**
 * Whether the numbers of a line are those of its neighbours, or count with the pages. Others are text: items with
 * numbers may stand at one height too.
 */
function countsOn(
  { edge, text }: { readonly edge: EdgeLine; readonly text: EdgeText },
  at: number,
  group: readonly { readonly edge: EdgeLine; readonly text: EdgeText }[],
): boolean {
  const others = [...group.slice(Math.max(0, at - NEIGHBOURS), at), ...group.slice(at + 1, at + 1 + NEIGHBOURS)];
  return others.some((other) => {
    if (other.edge.layout === edge.layout) return false;
    const pages = edge.layout.page - other.edge.layout.page;
    return text.numbers.every((number, index) => {
      const step = number - other.text.numbers[index]!;
      return step === 0 || step === pages;
    });
  });
}
