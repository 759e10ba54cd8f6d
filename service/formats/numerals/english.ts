/** English numbers in words and ordinals. */
import type { Numeral } from './numeral.ts';

const ONES = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen'
).split(' ');
const TENS = '  twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const IRREGULAR: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};
const LIMIT = 1_000_000;

function words(value: number): string {
  if (value < 20) return ONES[value]!;
  if (value < 100) return TENS[Math.floor(value / 10)]! + (value % 10 === 0 ? '' : `-${ONES[value % 10]!}`);
  const [unit, name] = value < 1000 ? [100, 'hundred'] : [1000, 'thousand'];
  const rest = value % unit;
  return `${words(Math.floor(value / unit))} ${name}${rest === 0 ? '' : ` ${words(rest)}`}`;
}

function capitalised(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1);
}

/** One, Twenty-one, One hundred ten. */
export const cardinalWords: Numeral = (value) => (value < 1 || value >= LIMIT ? null : capitalised(words(value)));

/** First, Twenty-first, One hundred tenth. */
export const ordinalWords: Numeral = (value) => {
  if (value < 1 || value >= LIMIT) return null;
  const ordinal = words(value).replace(
    /[a-z]+$/,
    (last) => IRREGULAR[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`),
  );
  return capitalised(ordinal);
};

const RULES = new Intl.PluralRules('en', { type: 'ordinal' });
const SUFFIXES: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** 1st, 2nd, 3rd, 11th. */
export const ordinal: Numeral = (value) => (value < 1 ? null : `${value}${SUFFIXES[RULES.select(value)] ?? 'th'}`);
