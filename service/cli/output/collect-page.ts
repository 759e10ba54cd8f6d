import type { Change } from '../../../shared/change/change.ts';
import {
  PAGE_MAX_LIMIT,
  type AlignmentEntry,
  type PageBlock,
  type SideModel,
  type StructuredPage,
} from '../../../shared/change/page.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';

/** `page(offset, limit)` of a finished comparison. */
export type PageOf = (offset: number, limit: number) => StructuredPage;

/** All changes in document order. Only those of one page are in memory at once. */
export function* changesOf(page: PageOf): Generator<Change> {
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const { changes, nextOffset }: StructuredPage = page(offset, PAGE_MAX_LIMIT);
    yield* changes;
    offset = nextOffset;
  }
}

/**
 * Joins the pages of a comparison into one structured page with all changes. A block or alignment entry that two pages
 * share as context appears once. `limit` keeps the value of the pages read, so that the result fits the schema of a page.
 * `nextOffset` is absent.
 */
export function collectPage(page: PageOf): StructuredPage {
  const first = page(0, PAGE_MAX_LIMIT);
  const { nextOffset: next, ...whole } = first;
  if (next === undefined) return first;
  const pages = [first];
  for (let offset: number | undefined = next; offset !== undefined;) {
    const following = page(offset, PAGE_MAX_LIMIT);
    pages.push(following);
    offset = following.nextOffset;
  }
  const source = joinSides(pages.map((each) => each.source));
  const revised = joinSides(pages.map((each) => each.revised));
  return withoutUndefined({
    ...whole,
    source,
    revised,
    alignment: first.alignment ? joinEntries(pages) : undefined,
    changes: pages.flatMap((each) => each.changes),
  });
}

function joinSides(sides: readonly (SideModel | undefined)[]): SideModel | undefined {
  const blocks = new Map<string, PageBlock>();
  for (const side of sides) for (const block of side?.blocks ?? []) blocks.set(block.id, block);
  const first = sides[0];
  return first && { ...first, blocks: [...blocks.values()].sort((a, b) => a.index - b.index) };
}

/** In the order of the pages, which is the document's order. */
function joinEntries(pages: readonly StructuredPage[]): AlignmentEntry[] {
  const entries = new Map<string, AlignmentEntry>();
  for (const page of pages) {
    for (const entry of page.alignment ?? []) {
      if (!entries.has(entry.id)) entries.set(entry.id, entry);
    }
  }
  return [...entries.values()];
}
