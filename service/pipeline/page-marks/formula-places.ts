/**
 * Finds formulas that are printed in two dimensions. The document has them on one line: "(a+b)/(2c)". The print has
 * their letters in another order, and lines and places instead of the signs. A formula is found if exactly its letters
 * are printed between the words around it.
 */
import { lettersOf, type PrintPlaces } from './align-print.ts';
import { NOTE, type ChangedRange } from './side-text.ts';

/** The place of a sign that the layout of a formula replaces: it is printed, but not as a character. */
export const DRAWN = -2;

/** Signs of a linear formula that a fraction bar, a raised or lowered place or a root replaces. */
const LINEAR_SIGN = /[()[\]{}/^_√■█&¦,;]/;
/** More letters than this are no formula but missing text. */
const LETTERS_MAX = 2_000;
/** Units of all regions on both sides together. What is left has no place, rather than a late one. */
const UNITS_MAX = 2_000_000;
/** So many printed lines before and after a formula are tried as its neighbours. */
const NEAR = 3;

interface Letter {
  readonly key: string;
  readonly unit: number;
}

/** Lines of the document with missing letters, and the printed text between the words around them. */
interface Region {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Adds the places of formulas. Equal letters may change places in print, so they are placed if the same changes have all
 * of them.
 */
export function placeFormulas(
  text: string,
  ranges: readonly ChangedRange[],
  printed: string,
  places: PrintPlaces,
): void {
  let budget = UNITS_MAX;
  const isUsed = new Uint8Array(printed.length);
  for (const place of places) if (place >= 0) isUsed[place] = 1;
  for (const region of regionsOf(text, printed, places)) {
    const { start, end, from, to } = region;
    budget -= end - start + to - from;
    if (budget < 0) return;
    const own = lettersIn(text, start, end, (unit) => places[unit]! < 0);
    const theirs = lettersIn(printed, from, to, (unit) => isUsed[unit] === 0 && !isLineEndHyphen(printed, unit));
    if (own.length > LETTERS_MAX || theirs.length > LETTERS_MAX) continue;
    const [letters, shown] = [own.filter(isNoSign), theirs.filter(isNoSign)];
    if (keysOf(letters, true) !== keysOf(shown, true)) continue;
    if (keysOf(letters) === keysOf(shown) && isInOrder(letters, shown, places, region))
      letters.forEach(({ unit }, at) => (places[unit] = shown[at]!.unit));
    else placeEqual(letters, shown, ranges, places);
    const signs = own.filter((letter) => !isNoSign(letter));
    for (const { unit } of signs) places[unit] = DRAWN;
    placeEqual(
      signs,
      theirs.filter((letter) => !isNoSign(letter)),
      ranges,
      places,
    );
    for (const { unit } of own) if (places[unit]! >= 0) isUsed[places[unit]!] = 1;
  }
}

function isNoSign({ key }: Letter): boolean {
  return !LINEAR_SIGN.test(key);
}

function keysOf(letters: readonly Letter[], isSorted = false): string {
  const keys = letters.map(({ key }) => key);
  return (isSorted ? keys.sort() : keys).join('');
}

/** Whether the region is printed in the order of the document once its letters have their places. */
function isInOrder(
  letters: readonly Letter[],
  shown: readonly Letter[],
  places: PrintPlaces,
  { start, end }: Region,
): boolean {
  let highest = -1;
  for (let at = 0, unit = start; unit < end; unit++) {
    const place = letters[at]?.unit === unit ? shown[at++]!.unit : places[unit]!;
    if (place < 0) continue;
    if (place < highest) return false;
    highest = place;
  }
  return true;
}

/** A hyphen that divides a word is no letter of the document. */
function isLineEndHyphen(printed: string, unit: number): boolean {
  return /[-‐\u00ad]/.test(printed[unit]!) && printed[unit + 1] === '\n';
}

function lettersIn(text: string, from: number, to: number, isWanted: (unit: number) => boolean): Letter[] {
  const { letters, units } = lettersOf(text, from, to);
  return units
    .map((unit, at): Letter => ({ unit, key: letters[at]! }))
    .filter(({ key, unit }) => isWanted(unit) && isLetter(key));
}

function isLetter(key: string): boolean {
  return key !== NOTE && !/[\s\uFFFC]/.test(key);
}

/** Places the letters of each kind in their order, if both sides have as many and the same changes have them all. */
function placeEqual(
  own: readonly Letter[],
  theirs: readonly Letter[],
  ranges: readonly ChangedRange[],
  places: PrintPlaces,
): void {
  if (own.length === 0) return;
  const [from, to] = [own[0]!.unit, own.at(-1)!.unit];
  const near = ranges.filter(({ start, end }) => start <= to && end > from);
  const shown = Map.groupBy(theirs, ({ key }) => key);
  for (const [key, letters] of Map.groupBy(own, (letter) => letter.key)) {
    const units = shown.get(key) ?? [];
    if (units.length !== letters.length) continue;
    const owners = new Set(letters.map(({ unit }) => ownersOf(unit, near)));
    if (owners.size > 1) continue;
    letters.forEach(({ unit }, at) => (places[unit] = units[at]!.unit));
  }
}

function ownersOf(unit: number, ranges: readonly ChangedRange[]): string {
  return ranges
    .filter(({ start, end }) => start <= unit && unit < end)
    .map(({ changeId }) => changeId)
    .join(' ');
}

/** A line of the document: its range, and the places of its first and last placed letter, −1 if there is none. */
interface DocumentLine {
  readonly start: number;
  readonly end: number;
  readonly first: number;
  readonly last: number;
  readonly isMissing: boolean;
}

/**
 * Joins neighbouring lines with missing letters. A region needs lines before and after it, or the ends of the text, that
 * are printed in this order with the letters of the region between them. A line close by may be printed elsewhere, as
 * headers and notes are.
 */
function regionsOf(text: string, printed: string, places: PrintPlaces): Region[] {
  const lines = linesOf(text, places);
  const regions: Region[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (!lines[at]!.isMissing) continue;
    let end = at;
    while (end + 1 < lines.length && (lines[end + 1]!.isMissing || lines[end + 1]!.first < 0)) end++;
    const own = { start: lines[at]!.start, end: lines[end]!.end };
    const inside = places.subarray(own.start, own.end).filter((place) => place >= 0);
    const around = stretchesAround(lines, at, end, printed.length).find(([from, to]) =>
      inside.every((place) => place >= from && place < to),
    );
    if (around) regions.push({ ...own, from: around[0], to: around[1] });
    at = end;
  }
  return regions;
}

/** The stretches of the print between a line before and a line after some lines, the nearest lines first. */
function stretchesAround(
  lines: readonly DocumentLine[],
  from: number,
  to: number,
  length: number,
): (readonly [number, number])[] {
  const before = placedLines(lines, from - 1, -1);
  const after = placedLines(lines, to + 1, 1);
  const starts = before.map(({ last }) => last + 1);
  const ends = after.map(({ first }) => first);
  if (before.length < NEAR) starts.push(0);
  if (after.length < NEAR) ends.push(length);
  return starts.flatMap((start) => ends.flatMap((end) => (start < end ? [[start, end] as const] : [])));
}

/** The nearest lines with places, in one direction. */
function placedLines(lines: readonly DocumentLine[], from: number, step: 1 | -1): DocumentLine[] {
  const found: DocumentLine[] = [];
  for (let at = from; at >= 0 && at < lines.length && found.length < NEAR; at += step)
    if (lines[at]!.first >= 0) found.push(lines[at]!);
  return found;
}

function linesOf(text: string, places: PrintPlaces): DocumentLine[] {
  const lines: DocumentLine[] = [];
  for (let start = 0; start < text.length;) {
    const lineEnd = text.indexOf('\n', start);
    const end = lineEnd < 0 ? text.length : lineEnd;
    let [first, last] = [-1, -1];
    let isMissing = false;
    for (let unit = start; unit < end; unit++) {
      const place = places[unit]!;
      if (place >= 0) {
        if (first < 0) first = place;
        last = place;
      } else if (isLetter(text[unit]!)) isMissing = true;
    }
    lines.push({ start, end, first, last, isMissing });
    start = end + 1;
  }
  return lines;
}
