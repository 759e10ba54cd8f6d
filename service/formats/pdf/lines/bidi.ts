import { append } from '../../../../shared/iterables.ts';
/**
 * Restores logical order, in which text is typed and stored, from the visual order on paper. Inverts the Unicode
 * bidirectional algorithm (UAX #9) for one line and one level of embedding. `bidi-js` goes the other way, from stored to
 * visual order.
 */

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const NUMBER = /^[\p{Nd}]/u;
const LETTER = /^[\p{L}]/u;
/** Arabic letters. A number after one is an Arabic number (UAX #9, W2), and the signs beside it stay separate. */
const ARABIC_LETTER = /[\u0600-\u07bf\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufefc]/u;
/** Characters that begin no line (UAX #14, LB13). One at the left end shows that the line reads from the right. */
const STOP_AT_LEFT = /^[.,:;!?)\]}\u060c\u061b\u061f]/u;
/** Separators that belong to a number if they are between two digits (UAX #9, W4). */
const NUMBER_SEPARATOR = /^[.,:/+\-\u00a0]$/;
/** Signs that belong to a number beside them (UAX #9, W5). */
const NUMBER_SIGN = /^[%#°$€£¥+\-±]$/;

const MIRRORED: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
  '‹': '›',
  '›': '‹',
};

/** Whether the text has a right-to-left character. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** Whether a visual line on a right-to-left page has no direction of its own, or the page's direction. */
export function readsWithPage(visual: string): boolean {
  return !/\p{L}/u.test(visual) || STOP_AT_LEFT.test(visual);
}

/** Counts the letters of each direction: the votes on the direction of a text. */
export function countDirections(text: string): { right: number; left: number } {
  let right = 0;
  let left = 0;
  for (const character of text) {
    if (RIGHT_TO_LEFT.test(character)) right++;
    else if (LETTER.test(character)) left++;
  }
  return { right, left };
}

/** A piece of text that is never divided: a glyph or a space. */
export interface VisualUnit {
  readonly text: string;
}

/** How the text of a page was written to paper. */
export interface PageDirection {
  /** Direction of the paragraphs. */
  readonly rightToLeft: boolean;
  /**
   * Whether brackets have the typed character instead of its mirror image. Producers differ: mirrored, "(אב)" reads
   * ")בא(" from left to right on paper.
   */
  readonly bracketsAsTyped: boolean;
}

/** The direction of most pages. */
export const LEFT_TO_RIGHT: PageDirection = { rightToLeft: false, bracketsAsTyped: false };

type Kind = 'R' | 'L' | 'EN' | 'N';

function kindOf(text: string): Kind {
  if (NUMBER.test(text)) return 'EN';
  if (RIGHT_TO_LEFT.test(text)) return 'R';
  return LETTER.test(text) ? 'L' : 'N';
}

/** Reorders the units of one line, given from left to right as on paper, into logical order. */
export function toLogicalOrder<Unit extends VisualUnit>(
  units: readonly Unit[],
  { rightToLeft, bracketsAsTyped }: PageDirection,
): Unit[] {
  if (rightToLeft) return fromRight(units, bracketsAsTyped);
  const logical: Unit[] = [];
  for (const { from, to, turned } of turnedParts(units)) {
    const part = units.slice(from, to);
    append(logical, turned ? fromRight(part, bracketsAsTyped) : part);
  }
  return logical;
}

/**
 * Splits a left-to-right line. A turned part reaches from a right-to-left letter to the last one before the next
 * left-to-right letter.
 */
function turnedParts(units: readonly VisualUnit[]): { from: number; to: number; turned: boolean }[] {
  const kinds = units.map((unit) => kindOf(unit.text));
  const parts: { from: number; to: number; turned: boolean }[] = [];
  for (let from = 0; from < units.length;) {
    const turned = kinds[from] === 'R';
    let to = from + 1;
    if (turned) {
      for (let next = to; next < units.length && kinds[next] !== 'L'; next++) if (kinds[next] === 'R') to = next + 1;
    } else while (to < units.length && kinds[to] !== 'R') to++;
    parts.push({ from, to, turned });
    from = to;
  }
  return parts;
}

/**
 * Whether brackets in right-to-left text have the typed character: then more pairs face each other when they are
 * turned. Lines are given from left to right as on paper.
 */
export function areBracketsAsTyped(lines: Iterable<readonly VisualUnit[]>, rightToLeft: boolean): boolean {
  let asShown = 0;
  let turned = 0;
  for (const units of lines) {
    const parts = rightToLeft
      ? [units]
      : turnedParts(units).flatMap((part) => (part.turned ? [units.slice(part.from, part.to)] : []));
    for (const part of parts) {
      const levels = levelsOf(part);
      const brackets = part
        .filter((unit, index) => levels[index] === 1 && unit.text in MIRRORED)
        .map(({ text }) => text);
      asShown += facingPairs(brackets);
      turned += facingPairs(brackets.map((text) => MIRRORED[text]!));
    }
  }
  return turned > asShown;
}

/** Counts pairs of an opening bracket and the closing bracket right after it. */
function facingPairs(brackets: readonly string[]): number {
  let pairs = 0;
  for (let index = 0; index + 1 < brackets.length; index++)
    if (OPENING.test(brackets[index]!) && MIRRORED[brackets[index]!] === brackets[index + 1]) pairs++;
  return pairs;
}

const OPENING = /^[([{<«‹]$/;

/** Reverses the line, and within it each run of a higher level again. This undoes UAX #9, L2. */
function fromRight<Unit extends VisualUnit>(units: readonly Unit[], bracketsAsTyped: boolean): Unit[] {
  const levels = levelsOf(units);
  const logical: Unit[] = [];
  for (let end = units.length; end > 0;) {
    let start = end - 1;
    if (levels[start] === 1) logical.push(bracketsAsTyped ? units[start]! : mirror(units[start]!));
    else {
      while (start > 0 && levels[start - 1] === 2) start--;
      append(logical, units.slice(start, end));
    }
    end = start;
  }
  return logical;
}

/** The level of each unit of right-to-left text in visual order: 2 for left-to-right runs inside it, otherwise 1. */
function levelsOf(units: readonly VisualUnit[]): (1 | 2)[] {
  const kinds = units.map((unit) => kindOf(unit.text));
  joinNumbers(units, kinds);
  numbersInPhrases(kinds);
  const levels = kinds.map((kind) => (kind === 'L' || kind === 'EN' ? 2 : 1));
  // Neutrals between two left-to-right words, or between a word and a number, take their direction (N1).
  for (let from = 0; from < units.length; from++) {
    if (kinds[from] !== 'N') continue;
    let to = from;
    while (to < units.length && kinds[to] === 'N') to++;
    const sides = [kinds[from - 1], kinds[to]];
    if (sides.includes('L') && sides.every((kind) => kind === 'L' || kind === 'EN')) levels.fill(2, from, to);
    from = to;
  }
  bracketsWithPhrases(units, kinds, levels);
  return levels;
}

/** A number after a left-to-right word takes its direction (W7): "Annex 3". */
function numbersInPhrases(kinds: Kind[]): void {
  let last: Kind = 'R';
  kinds.forEach((kind, index) => {
    if (kind === 'EN' && last === 'L') kinds[index] = 'L';
    else if (kind === 'L' || kind === 'R') last = kind;
  });
}

/** Brackets around such words, after another such word, belong to the phrase (N0): "ABC (Annex)". */
function bracketsWithPhrases(units: readonly VisualUnit[], kinds: readonly Kind[], levels: number[]): void {
  units.forEach(({ text }, close) => {
    if (levels[close] !== 1 || !CLOSING.test(text)) return;
    const open = units.findLastIndex((unit, index) => index < close && unit.text === MIRRORED[text]);
    if (open < 0 || levels[open] !== 2) return;
    if (!kinds.slice(open, close).includes('R')) levels.fill(2, open, close + 1);
  });
}

const CLOSING = /^[)\]}]$/;

/** Separators inside a number and signs beside it become part of it (W4, W5). */
function joinNumbers(units: readonly VisualUnit[], kinds: Kind[]): void {
  for (let index = 1; index + 1 < units.length; index++) {
    if (
      kinds[index] === 'N' &&
      kinds[index - 1] === 'EN' &&
      kinds[index + 1] === 'EN' &&
      NUMBER_SEPARATOR.test(units[index]!.text)
    )
      kinds[index] = 'EN';
  }
  for (let index = 0; index < units.length; index++) {
    if (
      kinds[index] === 'N' &&
      NUMBER_SIGN.test(units[index]!.text) &&
      (kinds[index - 1] === 'EN' || kinds[index + 1] === 'EN') &&
      !followsArabic(units, kinds, index)
    )
      kinds[index] = 'EN';
  }
}

/**
 * Whether the preceding letter, to the right of this place, is Arabic. If no letter precedes, any Arabic letter of
 * the line counts.
 */
function followsArabic(units: readonly VisualUnit[], kinds: readonly Kind[], place: number): boolean {
  const before = kinds.findIndex((kind, index) => index > place && (kind === 'R' || kind === 'L'));
  return before < 0 ? units.some(({ text }) => ARABIC_LETTER.test(text)) : ARABIC_LETTER.test(units[before]!.text);
}

function mirror<Unit extends VisualUnit>(unit: Unit): Unit {
  const other = MIRRORED[unit.text];
  return other === undefined ? unit : { ...unit, text: other };
}
