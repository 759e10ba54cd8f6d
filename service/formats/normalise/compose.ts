import { orderMarks } from './order-marks.ts';

/** Below U+0300 nothing composes or reorders, so such text is already in NFC. */
const MAY_CHANGE = /[^\u0000-\u02ff]/;

/**
 * A character that can compose with the previous one or move before it. These are combining marks, and the vowels and
 * finals of conjoining Hangul. Two NFC texts joined before any other character stay in NFC.
 */
const JOINS_BACKWARD = /^[\p{M}\u1160-\u11ff\ud7b0-\ud7ff\u{16d63}\u{16d67}-\u{16d6a}]+/u;

/** Longer runs of marks occur in no language. */
const MARKS_MAX = 64;
const MANY_MARKS = new RegExp(String.raw`\p{M}{${MARKS_MAX},}`, 'gu');

/** Unicode Normalization Form C of a text. Linear for any run of marks. */
export function composeText(text: string): string {
  if (!MAY_CHANGE.test(text)) return text;
  // ICU moves each mark past all earlier ones, which is quadratic unless they are in order.
  return (text.length > MARKS_MAX ? text.replace(MANY_MARKS, orderMarks) : text).normalize('NFC');
}

/** Number of code units at the start of a text that can compose with the text before it, usually 0. */
export function joiningLength(text: string): number {
  return text.charCodeAt(0) < 0x300 ? 0 : (JOINS_BACKWARD.exec(text)?.[0].length ?? 0);
}
