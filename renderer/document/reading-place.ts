/** Which heading the reader is below: the last one over a line near the top of the window. */
import type { OutlineEntry } from '../document-view/outline.ts';
import { headingElements } from './heading-elements.ts';

/** The document on the page. */
export interface ReadGround {
  readonly entries: readonly OutlineEntry[];
  /** The element of the stretch that an entry is in; undefined: it is not on the page yet. */
  readonly stretchOf: (entry: OutlineEntry) => HTMLElement | undefined;
  /** In pixels from the top of the window: the line. */
  readonly line: number;
}

/** In pixels: how far the line is below what lies over the start of the document. */
const BELOW_TOP = 120;
/** The share of the window over the line at the end of the page. */
const SHARE_AT_END = 0.9;

/** In milliseconds: who follows the reader looks this often at most. */
const LOOK_MS = 150;

/** Looks soon, and after each scroll of the reader. The result ends this. */
export function followReader(look: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const lookSoon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      look();
    }, LOOK_MS);
  };
  lookSoon();
  window.addEventListener('scroll', lookSoon, { passive: true });
  return () => {
    window.removeEventListener('scroll', lookSoon);
    clearTimeout(timer);
  };
}

/**
 * In pixels from the top of the window: the line over which the heading is that a reader is below. Over the last window
 * of the page it goes down, so that the last sections have their turn.
 *
 * @param top in pixels: the height of what lies over the start of the document
 */
export function readingLine(top: number): number {
  const left = document.documentElement.scrollHeight - innerHeight - scrollY;
  const atEnd = Math.max(0, 1 - Math.max(0, left) / innerHeight) * Math.min(1, scrollY / innerHeight);
  return (top + BELOW_TOP) * (1 - atEnd) + innerHeight * SHARE_AT_END * atEnd;
}

/** The last entry whose heading is over the line; null if none is. Headings are in the order of the document. */
export function entryRead({ entries, stretchOf, line }: ReadGround): OutlineEntry | null {
  let [low, high] = [-1, entries.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (topOf(entries, middle, stretchOf) <= line) low = middle;
    else high = middle - 1;
  }
  return entries[low] ?? null;
}

/** Where a heading is in the window: its element, or the stretch that holds it. What is not there yet is far below. */
function topOf(entries: readonly OutlineEntry[], at: number, stretchOf: ReadGround['stretchOf']): number {
  const entry = entries[at]!;
  const stretch = stretchOf(entry);
  if (!stretch) return Infinity;
  const box = stretch.getBoundingClientRect();
  const twins = entry.twins.length === 0 ? 0 : sameBefore(entries, at, stretch, stretchOf);
  const heading = headingElements(stretch, entry.text)[twins];
  const own = heading?.getClientRects()[0];
  return own?.top ?? box.top;
}

/** The number of earlier entries with the same text in the same stretch. */
function sameBefore(
  entries: readonly OutlineEntry[],
  at: number,
  stretch: HTMLElement,
  stretchOf: ReadGround['stretchOf'],
): number {
  const { text } = entries[at]!;
  return entries.slice(0, at).filter((each) => each.text === text && stretchOf(each) === stretch).length;
}
