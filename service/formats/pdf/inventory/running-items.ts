import type { InventoryItem } from '../../../../shared/change/uncompared.ts';
import { sha256 } from '../../../sha256.ts';
import type { RunningText } from '../across-sides/running-texts.ts';
import { shortened } from './page-places.ts';
import { pagesText } from './pages-text.ts';

/** A text that at most this part of the pages lacks is missing on them. Other texts belong to some pages only. */
const MISSING_SHARE = 0.1;

/**
 * Lists running texts that are not in the document, one item each. Their pages count if all sides have the same number
 * of pages. Otherwise the text was set anew on other pages, and only the number of pages that miss it counts.
 *
 * @param isIncluded whether the document contains the text; then only a difference in its pages is listed
 */
export function runningItems(
  sides: readonly (readonly RunningText[])[],
  pageCounts: readonly number[],
  isIncluded: (text: RunningText) => boolean,
): InventoryItem[][] {
  const samePages = new Set(pageCounts).size === 1;
  const placed = sides.map(
    (texts, side) =>
      new Map(
        texts.map((text) => [
          keyOf(text),
          samePages ? `${text.count} on ${text.pages.join(' ')}` : String(missingPages(text, pageCounts[side]!).length),
        ]),
      ),
  );
  return sides.map((texts, side) =>
    texts.flatMap((running): InventoryItem[] => {
      const { kind, text, pages, count } = running;
      const key = keyOf(running);
      const own = placed[side]!.get(key)!;
      const isElsewhere = placed.some((other) => (other.get(key) ?? own) !== own);
      if (isIncluded(running) && !isElsewhere) return [];
      const missing = missingPages(running, pageCounts[side]!);
      const label = [
        ...(text === '' ? [] : [shortened(text)]),
        ...(isElsewhere && samePages ? [`on ${pagesText(pages)}`] : []),
        ...(isElsewhere && !samePages && missing.length > 0 ? [`not on ${pagesText(missing)}`] : []),
      ].join(', ');
      return [
        {
          kind,
          where: pages.length === 1 ? `on page ${pages[0]!}` : `from page ${pages[0]!} on`,
          ...(label !== '' && { label }),
          sha256: sha256(isElsewhere ? `${text} ${own}` : text),
          count: samePages ? count : 1,
        },
      ];
    }),
  );
}

/**
 * The few pages that miss a text of nearly all pages, at least one. A text of the left pages only is missing on none:
 *
 *     pages 1, 2, 4, 5 of 5   →   3          pages 1, 3, 5 of 5   →   none
 */
function missingPages({ pages }: RunningText, pageCount: number): number[] {
  const own = new Set(pages);
  const missing = Array.from({ length: pageCount }, (_, at) => at + 1).filter((page) => !own.has(page));
  if (missing.length > Math.max(1, MISSING_SHARE * pageCount)) return [];
  const [first] = pages;
  const alternates = pages.every((page) => page % 2 === first! % 2) && missing.every((page) => page % 2 !== first! % 2);
  return alternates ? [] : missing;
}

function keyOf({ kind, text }: RunningText): string {
  return `${kind} ${text}`;
}
