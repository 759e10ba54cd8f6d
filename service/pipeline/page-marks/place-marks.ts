/** Where the changes of a merged document are printed: marks, and what has no place. */
import type { PageAnchor, PageMark, Placement, Quad, UnplacedChange } from '../../../shared/api/page-marks.ts';
import { BOTH_SIDES, PICTURE, type Block, type Side } from '../../../shared/document/model.ts';
import type { PrintedLine } from '../../formats/pdf/lines/printed-line.ts';
import type { PageSpace } from '../../formats/pdf/layout/layout.ts';
import { alignPrint, STRETCH, type PrintPlaces } from './align-print.ts';
import { DRAWN, placeFormulas } from './formula-places.ts';
import { placePictures } from './picture-places.ts';
import { Print } from './print.ts';
import { NOTE, sideTextOf, type ChangedRange, type SideText } from './side-text.ts';

/** The pages of one side: painted lines in reading order, areas of pictures in page order, the space of each page. */
export interface PrintedSide {
  readonly lines: readonly PrintedLine[];
  readonly pictures: readonly PrintedLine[];
  readonly pages: readonly PageSpace[];
}

/** Text of an unplaced change is cut to this length. */
const TEXT_MAX = 200;
/** Width of a caret, in points. */
const CARET_WIDTH = 1.2;
const SPACE = /\s/;
/** What may be between two letters of one stretch of a line. */
const GAP = new RegExp(`^[\\s${STRETCH}]*$`);
/** Pictures and signs of notes. Without a place of their own, they are marked by a caret at their place in the text. */
const THING = new RegExp(`[\uFFFC${NOTE}]`);
const HAS_WORDS = new RegExp(`[^\\s\uFFFC${NOTE}]`);
/** Distance between two anchors inside a block, in characters. */
const ANCHOR_EVERY = 160;

/** Places every change of a merged document on the pages of both sides. Pure. */
export function placeMarks(blocks: readonly Block[], pages: Readonly<Record<Side, PrintedSide>>): Placement {
  const sides = { original: placeSide(blocks, 'original', pages), revised: placeSide(blocks, 'revised', pages) };
  const marks = BOTH_SIDES.flatMap((side) => sides[side].marks);
  const read = new Set(marks.flatMap(({ changeId, shape }) => (shape === 'text' ? [changeId] : [])));
  return {
    marks,
    // A side without any word has no place that a reader could miss, if the other side shows the change.
    unplaced: BOTH_SIDES.flatMap((side) =>
      sides[side].unplaced.filter(({ changeId }) => HAS_WORDS.test(sides[side].text.text) || !read.has(changeId)),
    ),
    anchors: anchorsOf(blocks, sides, pages),
  };
}

interface PlacedSide {
  readonly text: SideText;
  readonly places: PrintPlaces;
  readonly print: Print;
  readonly marks: readonly PageMark[];
  readonly unplaced: readonly UnplacedChange[];
}

function placeSide(blocks: readonly Block[], side: Side, pages: Readonly<Record<Side, PrintedSide>>): PlacedSide {
  const text = sideTextOf(blocks, side);
  const print = new Print(pages[side].lines, pages[side].pictures, text.text.includes(NOTE) ? text.superscripts : null);
  const places = alignPrint(text.text, print.text);
  placeFormulas(text.text, text.ranges, print.text, places);
  placePictures(text, print, places);
  forgetCutOff(places, print, pages[side].pages);
  const marks: PageMark[] = [];
  const unplaced: UnplacedChange[] = [];
  for (const [changeId, ranges] of byChange(text.ranges)) {
    const filled = ranges.filter((range) => isShownIn(range, text.text, places));
    if (filled.length === 0) {
      // The range with a thing says where it is; a replacement has a place of the other side's text, too.
      const range = ranges.find(({ start, end }) => start < end) ?? ranges[0]!;
      const caret = caretAt(text.text, range, places, print);
      if (caret === null) unplaced.push({ changeId, side, reason: 'place_unknown', text: '' });
      else marks.push({ changeId, side, page: caret.page, kind: range.kind, shape: 'caret', quads: [caret.quad] });
      continue;
    }
    // A replacement has a place of the other side's text here, too.
    const { kind } = filled[0]!;
    const { byPage, missing, found } = quadsOf(text.text, filled, places, print);
    for (const [page, quads] of byPage) marks.push({ changeId, side, page, kind, shape: 'text', quads });
    if (missing !== '')
      unplaced.push({ changeId, side, reason: found ? 'partly_printed' : 'not_printed', text: missing });
  }
  return { text, places, print, marks, unplaced };
}

/** Whether a range has words, or a thing with a place. Signs that a formula draws are no words. */
function isShownIn({ start, end }: ChangedRange, text: string, places: PrintPlaces): boolean {
  for (let at = start; at < end; at++)
    if (places[at]! >= 0 || (places[at] !== DRAWN && HAS_WORDS.test(text[at]!))) return true;
  return false;
}

/** Text beyond the edge of its page is read but not printed, so it has no place. */
function forgetCutOff(places: PrintPlaces, print: Print, pages: readonly PageSpace[]): void {
  places.forEach((place, at) => {
    if (place < 0) return;
    const { line, unit } = print.at(place);
    const space = pages[line.page - 1];
    if (space !== undefined && !isShown(quadOf(line, unit, unit), space)) places[at] = -1;
  });
}

/** Whether the middle of a quadrilateral is on the visible page. A page with an unknown box shows all. */
function isShown(quad: Quad, { box }: PageSpace): boolean {
  const [left, bottom, right, top] = box as [number, number, number, number];
  if (right <= left || top <= bottom) return true;
  const [x, y] = [(quad[0]! + quad[4]!) / 2, (quad[1]! + quad[5]!) / 2];
  return x >= left && x <= right && y >= bottom && y <= top;
}

function byChange(ranges: readonly ChangedRange[]): Map<string, ChangedRange[]> {
  const changes = new Map<string, ChangedRange[]>();
  for (const range of ranges) {
    const list = changes.get(range.changeId);
    if (list) list.push(range);
    else changes.set(range.changeId, [range]);
  }
  return changes;
}

/** One quadrilateral for each stretch of a line. Spaces between two marked words belong to the stretch. */
function quadsOf(
  text: string,
  ranges: readonly ChangedRange[],
  places: PrintPlaces,
  print: Print,
): { byPage: Map<number, Quad[]>; missing: string; found: boolean } {
  const byPage = new Map<number, Quad[]>();
  let missing = '';
  let open: { index: number; line: PrintedLine; first: number; last: number } | null = null;
  let found = false;
  const close = (): void => {
    if (open === null) return;
    const quads = byPage.get(open.line.page) ?? [];
    byPage.set(open.line.page, quads);
    quads.push(quadOf(open.line, open.first, open.last));
    open = null;
  };
  let before = -1;
  for (const { start, end } of ranges) {
    if (start !== before) close();
    before = end;
    for (let at = start; at < end; at++) {
      if (SPACE.test(text[at]!)) continue;
      const place = places[at]!;
      if (place === DRAWN || (place < 0 && text[at] === PICTURE)) continue;
      if (place < 0) {
        if (missing.length < TEXT_MAX)
          missing += (missing !== '' && SPACE.test(text[at - 1] ?? '') ? ' ' : '') + text[at]!.replace(NOTE, '*');
        close();
        continue;
      }
      found = true;
      const { line, index, unit } = print.at(place);
      const lastUnit = unit + noteLength(print.text, place) - 1;
      const last = open as { index: number; last: number } | null;
      const isNext =
        last !== null && last.index === index && unit >= last.last && GAP.test(line.text.slice(last.last + 1, unit));
      if (isNext) open = { ...open!, last: lastUnit };
      else {
        close();
        open = { index, line, first: unit, last: lastUnit };
      }
    }
  }
  close();
  return { byPage, missing, found };
}

/** How many units a note's number has from its first one; 1 for anything else. */
function noteLength(printed: string, place: number): number {
  let end = place + 1;
  while (printed[place] === NOTE && printed[end] === NOTE) end++;
  return end - place;
}

/** The quadrilateral over units `first` to `last` of a line. Text of both directions is covered as a whole. */
function quadOf({ edges, top, bottom, toUserSpace }: PrintedLine, first: number, last: number): Quad {
  let [left, right] = [Infinity, -Infinity];
  for (let unit = first; unit <= last; unit++) {
    left = Math.min(left, edges[2 * unit]!);
    right = Math.max(right, edges[2 * unit + 1]!);
  }
  return corners(left, right, top, bottom, toUserSpace);
}

function corners(left: number, right: number, top: number, bottom: number, matrix: PrintedLine['toUserSpace']): Quad {
  const [a, b, c, d, e, f] = matrix;
  const at = (x: number, y: number): [number, number] => [rounded(a * x + c * y + e), rounded(b * x + d * y + f)];
  return [...at(left, top), ...at(right, top), ...at(right, bottom), ...at(left, bottom)];
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100 + 0;
}

/** The place of a range without text: after the printed word before it, or before the printed word after it. */
function caretAt(
  text: string,
  { start, end }: ChangedRange,
  places: PrintPlaces,
  print: Print,
): { page: number; quad: Quad } | null {
  const isPassed = (at: number): boolean =>
    SPACE.test(text[at]!) || places[at] === DRAWN || (places[at]! < 0 && THING.test(text[at]!));
  let before = start - 1;
  while (before >= 0 && isPassed(before)) before--;
  let after = end;
  while (after < text.length && isPassed(after)) after++;
  const [left, right] = [places[before] ?? -1, places[after] ?? -1];
  const isLineStart = text.slice(before + 1, start).includes('\n');
  const place = left >= 0 && !(isLineStart && right >= 0) ? left : right;
  if (place < 0) return null;
  const { line, unit } = print.at(place);
  const turned = isTurned(line, unit);
  const isAfter = place === left;
  const x = line.edges[2 * unit + (isAfter === turned ? 0 : 1)]!;
  const quad = corners(x - CARET_WIDTH / 2, x + CARET_WIDTH / 2, line.top, line.bottom, line.toUserSpace);
  return { page: line.page, quad };
}

/** Whether the text at a unit runs to the left: the next unit lies further left. */
function isTurned({ edges }: PrintedLine, unit: number): boolean {
  const next = 2 * (unit + 1) < edges.length ? unit + 1 : unit;
  const from = next === unit ? unit - 1 : unit;
  return from >= 0 && edges[2 * (from + 1)]! < edges[2 * from]!;
}

/** Places of equal text: the start of each block that both sides have, and further ones in long blocks. */
function anchorsOf(
  blocks: readonly Block[],
  sides: Readonly<Record<Side, PlacedSide>>,
  pages: Readonly<Record<Side, PrintedSide>>,
): PageAnchor[] {
  const anchors: PageAnchor[] = [];
  blocks.forEach((block, at) => {
    if (block.onlyIn !== undefined) return;
    const { original, revised } = sides;
    const [from, to] = [original.text.blockStarts[at]!, revised.text.blockStarts[at]!];
    const end = nextStart(original.text, at);
    const endThere = nextStart(revised.text, at);
    for (let step = 0; from + step < end && to + step < endThere; step += ANCHOR_EVERY) {
      const share = end - from > 0 ? step / (end - from) : 0;
      const there = to + Math.round(share * (endThere - to));
      const pair = [
        firstPlace(original, from + step, end, pages.original),
        firstPlace(revised, there, endThere, pages.revised),
      ] as const;
      if (pair[0] && pair[1]) anchors.push([...pair[0], ...pair[1]]);
    }
  });
  return anchors;
}

function nextStart({ blockStarts, text }: SideText, at: number): number {
  for (let next = at + 1; next < blockStarts.length; next++) if (blockStarts[next]! >= 0) return blockStarts[next]!;
  return text.length;
}

/** Page and distance from its top, of the first printed character of a range. */
function firstPlace(
  { places, print }: PlacedSide,
  from: number,
  end: number,
  { pages }: PrintedSide,
): [number, number] | null {
  for (let at = from; at < end; at++) {
    if (places[at]! < 0) continue;
    const { line, unit } = print.at(places[at]!);
    const quad = quadOf(line, unit, unit);
    const space = pages[line.page - 1];
    return space === undefined ? null : [line.page, rounded(distanceFromTop(quad[0]!, quad[1]!, space))];
  }
  return null;
}

/** Distance of a point of user space from the top of the shown page. */
export function distanceFromTop(x: number, y: number, { box, rotation }: PageSpace): number {
  const [left, bottom, right, top] = box as [number, number, number, number];
  switch (((rotation % 360) + 360) % 360) {
    case 90:
      return x - left;
    case 180:
      return y - bottom;
    case 270:
      return right - x;
    default:
      return top - y;
  }
}
