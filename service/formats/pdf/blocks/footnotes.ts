import { SENTENCE_END } from '../lines/line-fit.ts';
import { SUPERSCRIPT } from '../paint/decorations.ts';
import type { LayoutElement, LayoutRegion, PageLayout } from '../layout/layout.ts';
import type { TextLine } from '../lines/line-text.ts';

/** Relative size limit of footnotes: they are smaller than the text. */
const NOTE_SIZE = 0.93;
/** Notes of the size of the text may exceed it by this factor. */
const AS_LARGE = 1.02;
/** Footnotes begin below this part of the page's height. */
const LOWER_PART = 0.4;
const NOTE_MARK = /^(?:\d{1,3}|[*†‡§¶]{1,3})$/u;
/** Word processors may leave the number at the start of a note on the line. */
const PLAIN_MARK = /^(?:\d{1,3}|[*†‡§¶]{1,3})(?=\s)/u;

/** Relative size limits, and the largest distance in line sizes, of lines of one note. */
const SAME_SIZE = 1.03;
const SAME_NOTE_GAP = 1.6;

/** Whether the line begins with the raised number or sign of a note. */
export function startsNote({ runs }: TextLine): boolean {
  const [first] = runs;
  return first !== undefined && (first.marks & SUPERSCRIPT) !== 0 && NOTE_MARK.test(first.text.trim());
}

/**
 * Moves the footnotes from the ends of columns to the end of the document. Page breaks are not the author's choice. A
 * footnote would split a sentence there, and move whenever the text before it grows.
 *
 *     page 1: "The goods¹ are", "¹ As amended."      →      "The goods¹ are delivered."
 *     page 2: "delivered."                                  "¹ As amended."
 */
export function gatherFootnotes(pages: readonly PageLayout[]): PageLayout[] {
  const body = mainSize(pages);
  const text: PageLayout[] = [];
  const notes: PageLayout[] = [];
  let last: TextLine | null = null;
  for (const page of pages) {
    const below: LayoutRegion[] = [];
    const regions = page.regions.flatMap((region): LayoutRegion[] => {
      const own = noteStarts(region, page, body);
      const rest = restOfNote(region.elements.slice(0, own[0]), last, page, body);
      const starts = rest === null ? own : [rest, ...own];
      const [start] = starts;
      if (start === undefined) return [region];
      // A region of its own makes each note a paragraph.
      starts.forEach((from, at) => below.push({ ...region, elements: region.elements.slice(from, starts[at + 1]) }));
      last = lineOf(region.elements.at(-1)!);
      return start > 0 ? [{ ...region, elements: region.elements.slice(0, start) }] : [];
    });
    text.push({ ...page, regions });
    if (below.length > 0) notes.push({ ...page, regions: below, artifacts: [] });
  }
  return [...text, ...notes];
}

/**
 * Indices of the elements that begin a note at the end of the region, ascending; empty without a note. Notes are smaller
 * than the text and begin with a raised mark, or the text above refers to their mark.
 */
function noteStarts({ elements }: LayoutRegion, page: PageLayout, body: number): number[] {
  // Notes that did not fit on their page are at the top of the next page, alone in their region.
  const first = lineOf(elements[0]!);
  const isSmall = (element: LayoutElement): boolean => (lineOf(element)?.size ?? Infinity) <= NOTE_SIZE * body;
  if (first && startsNote(first) && elements.every(isSmall)) return [0];
  const starts: number[] = [];
  let small = true;
  for (let index = elements.length - 1; index >= 0; index--) {
    const line = lineOf(elements[index]!);
    if (!line || line.size > AS_LARGE * body || line.y < LOWER_PART * page.height) break;
    const isSmallLine = line.size <= NOTE_SIZE * body;
    small &&= isSmallLine;
    const isRaised = startsNote(line);
    const mark = isRaised ? line.runs[0]!.text.trim() : isSmallLine ? PLAIN_MARK.exec(line.text)?.[0] : undefined;
    if (mark === undefined) continue;
    if ((isRaised && small) || isReferredTo(mark, line, page)) starts.unshift(index);
  }
  return starts;
}

/**
 * The index of the first line of the rest of a note that began on the page before; null without one. `last` is the last line
 * of the notes before. The rest has no mark. It stands at the end of its page, above the other notes.
 */
function restOfNote(
  elements: readonly LayoutElement[],
  last: TextLine | null,
  page: PageLayout,
  body: number,
): number | null {
  if (last === null || last.size > NOTE_SIZE * body || SENTENCE_END.test(last.text)) return null;
  let start = elements.length;
  for (let below: TextLine | null = null; start > 0; start -= 1) {
    const line = lineOf(elements[start - 1]!);
    if (line === null || line.y < LOWER_PART * page.height) break;
    if (Math.max(line.size, last.size) > SAME_SIZE * Math.min(line.size, last.size)) break;
    if (below !== null && below.y - line.y > SAME_NOTE_GAP * line.size) break;
    below = line;
  }
  return start < elements.length && start > 0 ? start : null;
}

/** Whether a line above has the mark of a note, raised and after a word. */
function isReferredTo(mark: string, note: TextLine, { regions }: PageLayout): boolean {
  return regions.some(({ elements }) =>
    elements.some((element) => {
      const line = lineOf(element);
      if (!line || line.y >= note.y) return false;
      return line.runs.some(({ text, marks }, at) => at > 0 && (marks & SUPERSCRIPT) !== 0 && text.trim() === mark);
    }),
  );
}

function lineOf(element: LayoutElement): TextLine | null {
  return element.kind === 'line' ? element.line : null;
}

/** The size of most characters. */
function mainSize(pages: readonly PageLayout[]): number {
  const counts = new Map<number, number>();
  for (const element of pages.flatMap((page) => page.regions.flatMap((region) => region.elements))) {
    const line = lineOf(element);
    if (!line) continue;
    const size = Math.round(line.size * 4) / 4;
    counts.set(size, (counts.get(size) ?? 0) + line.text.length);
  }
  let best = 0;
  let most = -1;
  for (const [size, count] of counts) if (count > most) [best, most] = [size, count];
  return best;
}
