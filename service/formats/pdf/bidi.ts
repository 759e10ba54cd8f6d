/**
 * From the order on paper back to the order in which a text is written and stored: the Unicode bidirectional algorithm
 * (UAX #9) the other way round, for one line and one level of embedding.
 */

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const NUMBER = /^[\p{Nd}]/u;
const LETTER = /^[\p{L}]/u;
/** Between two digits these belong to the number (UAX #9, W4). */
const NUMBER_SEPARATOR = /^[.,:/+\-\u00a0]$/;
/** Beside a number these belong to it (UAX #9, W5). */
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

/** Whether any character of the text is written from right to left. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** Letters of each direction: what a vote on the direction counts. */
export function countDirections(text: string): { right: number; left: number } {
  let right = 0;
  let left = 0;
  for (const character of text) {
    if (RIGHT_TO_LEFT.test(character)) right++;
    else if (LETTER.test(character)) left++;
  }
  return { right, left };
}

/** A thing with text that is not taken apart: a glyph or a space. */
export interface VisualUnit {
  readonly text: string;
}

type Kind = 'R' | 'L' | 'EN' | 'N';

function kindOf(text: string): Kind {
  if (NUMBER.test(text)) return 'EN';
  if (RIGHT_TO_LEFT.test(text)) return 'R';
  return LETTER.test(text) ? 'L' : 'N';
}

/**
 * Puts the units of one line, given from left to right as on paper, into logical order.
 *
 * @param rightToLeft direction of the paragraph that the line belongs to
 */
export function toLogicalOrder<Unit extends VisualUnit>(units: readonly Unit[], rightToLeft: boolean): Unit[] {
  const kinds = units.map((unit) => kindOf(unit.text));
  joinNumbers(units, kinds);
  if (rightToLeft) return fromRight(units, kinds);
  const logical: Unit[] = [];
  for (let index = 0; index < units.length;) {
    if (kinds[index] !== 'R') {
      logical.push(units[index++]!);
      continue;
    }
    // From this right-to-left letter to the last one before the next left-to-right letter.
    let end = index;
    for (let next = index; next < units.length && kinds[next] !== 'L'; next++) if (kinds[next] === 'R') end = next;
    logical.push(...fromRight(units.slice(index, end + 1), kinds.slice(index, end + 1)));
    index = end + 1;
  }
  return logical;
}

/** Separators inside and signs beside a number become part of it. */
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
      (kinds[index - 1] === 'EN' || kinds[index + 1] === 'EN')
    )
      kinds[index] = 'EN';
  }
}

function fromRight<Unit extends VisualUnit>(units: readonly Unit[], kinds: readonly Kind[]): Unit[] {
  const logical: Unit[] = [];
  for (let end = units.length; end > 0;) {
    const start = runStart(kinds, end);
    if (end - start === 1 && kinds[start] !== 'EN' && kinds[start] !== 'L') logical.push(mirror(units[start]!));
    else logical.push(...units.slice(start, end));
    end = start;
  }
  return logical;
}

/** Start of the left-to-right run that ends before `end`, or of the single unit there. */
function runStart(kinds: readonly Kind[], end: number): number {
  const last = kinds[end - 1];
  if (last !== 'L' && last !== 'EN') return end - 1;
  let start = end - 1;
  while (start > 0 && kinds[start - 1] === last) start--;
  // Numbers and neutrals that follow a left-to-right letter are part of its run (W7, N1).
  for (let at = start - 1; at >= 0; at--) {
    const kind = kinds[at]!;
    if (kind === 'R') break;
    if (kind === 'L') {
      start = at;
      while (start > 0 && kinds[start - 1] === 'L') start--;
      at = start;
    }
  }
  return start;
}

function mirror<Unit extends VisualUnit>(unit: Unit): Unit {
  const other = MIRRORED[unit.text];
  return other === undefined ? unit : { ...unit, text: other };
}
