/** Numbers in labels: decimal digits, letters as word processors count them, and Roman numerals. */

/** How a number is written. Letters repeat after the last one: a … z, aa, bb. */
export type NumeralForm = 'decimal' | 'letter' | 'roman';

/** A number as a label may mean it: "i" is the letter 9 or the Roman 1. */
export interface Numeral {
  readonly form: NumeralForm;
  readonly value: number;
}

/** Largest Roman number and letter of a label. Larger ones are words: "mix", "aaaaaaa". */
const ROMAN_MAX = 99;
const REPEATS_MAX = 4;

const ROMAN: readonly (readonly [value: number, signs: string])[] = [
  ...([
    [100, 'c'],
    [90, 'xc'],
    [50, 'l'],
    [40, 'xl'],
    [10, 'x'],
  ] as const),
  ...([
    [9, 'ix'],
    [5, 'v'],
    [4, 'iv'],
    [1, 'i'],
  ] as const),
];
const A = 'a'.charCodeAt(0);
const LETTERS = 26;

/** What a text may mean as a number, the likelier meaning first; empty: it is no number. */
export function numeralsIn(text: string): readonly Numeral[] {
  if (/^\d{1,9}$/.test(text)) return [{ form: 'decimal', value: Number(text) }];
  if (!/^(?:[a-z]+|[A-Z]+)$/.test(text)) return [];
  const small = text.toLowerCase();
  const found: Numeral[] = [];
  const roman = romanValue(small);
  if (roman !== null) found.push({ form: 'roman', value: roman });
  const [first] = small;
  if (small.length <= REPEATS_MAX && small === first!.repeat(small.length))
    found.push({ form: 'letter', value: (small.length - 1) * LETTERS + small.charCodeAt(0) - A + 1 });
  // A list begins at 1 or at "a", and seldom at the Roman 100.
  return found.sort((x, y) => x.value - y.value);
}

/** A number in a form, with the case and the leading zeros of another one; null: the form has no such number. */
export function writeLike(text: string, { form, value }: Numeral): string | null {
  if (value < 0 || (value === 0 && form !== 'decimal')) return null;
  if (form === 'decimal') return text.startsWith('0') ? String(value).padStart(text.length, '0') : String(value);
  const small = form === 'roman' ? romanOf(value) : letterOf(value);
  return small !== null && text === text.toUpperCase() ? small.toUpperCase() : small;
}

function letterOf(value: number): string | null {
  const times = Math.ceil(value / LETTERS);
  return times > REPEATS_MAX ? null : String.fromCharCode(A + ((value - 1) % LETTERS)).repeat(times);
}

function romanOf(value: number): string | null {
  if (value > ROMAN_MAX) return null;
  let [left, written] = [value, ''];
  for (const [worth, signs] of ROMAN) for (; left >= worth; left -= worth) written += signs;
  return written;
}

/** Only the usual spelling is a number. */
function romanValue(text: string): number | null {
  let [rest, value] = [text, 0];
  for (const [worth, signs] of ROMAN) for (; rest.startsWith(signs); rest = rest.slice(signs.length)) value += worth;
  return rest === '' && value <= ROMAN_MAX && romanOf(value) === text ? value : null;
}
