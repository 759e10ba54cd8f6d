import { orderMarks } from './order-marks.ts';

/** Below U+0300 nothing composes or reorders: such text is in NFC as it stands. */
const MAY_CHANGE = /[^\u0000-\u02ff]/;

/**
 * A character that can compose with, or be reordered before, the one in front of it: combining marks, and the vowels
 * and finals of conjoining Hangul. Two texts in NFC stay in NFC when joined in front of any other character.
 */
const JOINS_BACKWARD = /^[\p{M}\u1160-\u11ff\ud7b0-\ud7ff\u{16d63}\u{16d67}-\u{16d6a}]+/u;

/** More marks than this in a row stand on no letter of any language. */
const MARKS_MAX = 64;
const MANY_MARKS = new RegExp(String.raw`\p{M}{${MARKS_MAX},}`, 'gu');

/** Unicode Normalization Form C of a text. Linear, however many marks stand in a row. */
export function composeText(text: string): string {
  if (!MAY_CHANGE.test(text)) return text;
  // ICU moves each mark to its place past all that stand before it, which is quadratic unless they are in order.
  return (text.length > MARKS_MAX ? text.replace(MANY_MARKS, orderMarks) : text).normalize('NFC');
}

/** How many code units at the start of a text can compose with the text in front of it; mostly 0. */
export function joiningLength(text: string): number {
  return text.charCodeAt(0) < 0x300 ? 0 : (JOINS_BACKWARD.exec(text)?.[0].length ?? 0);
}
