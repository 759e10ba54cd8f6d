/** Numbers that paragraphs of a presentation get by themselves (ECMA-376 part 1, 20.1.10.61). */
import { CHINESE, JAPANESE } from '../../numerals/additive.ts';
import {
  ARABIC,
  ARABIC_ABJAD,
  CIRCLED,
  digits,
  fixed,
  alphabetic,
  HEBREW,
  LATIN,
  repeated,
  THAI,
} from '../../numerals/letters.ts';
import { capital, decimal, writeNumeral, type Numeral } from '../../numerals/numeral.ts';
import { roman } from '../../numerals/roman.ts';

const FULL_WIDTH = digits('０１２３４５６７８９');
const CIRCLES = fixed(CIRCLED);

/** Numerals by the start of the name of a scheme. A longer start comes before its own beginning. */
const NUMERALS: readonly (readonly [start: string, numeral: Numeral])[] = [
  ['alphaLc', repeated(LATIN)],
  ['alphaUc', capital(repeated(LATIN))],
  ['romanLc', roman],
  ['romanUc', capital(roman)],
  ['arabicDb', FULL_WIDTH],
  ['arabic1', alphabetic(ARABIC)],
  ['arabic2', alphabetic(ARABIC_ABJAD)],
  ['arabic', decimal],
  ['circleNum', CIRCLES],
  ['ea1Chs', CHINESE],
  ['ea1Cht', CHINESE],
  ['ea1JpnChs', CHINESE],
  ['ea1Jpn', JAPANESE],
  ['hebrew', alphabetic(HEBREW)],
  ['thaiAlpha', alphabetic(THAI)],
  ['thaiNum', digits('๐๑๒๓๔๕๖๗๘๙')],
  ['hindiNum', digits('०१२३४५६७८९')],
];

/** The label of a number in a scheme, such as `arabicPeriod`: "3.". An unknown scheme is decimal with a period. */
export function autoNumber(scheme: string, value: number): string {
  const numeral = NUMERALS.find(([start]) => scheme.startsWith(start))?.[1] ?? decimal;
  const number = writeNumeral(numeral, value);
  if (scheme.endsWith('ParenBoth')) return `(${number})`;
  if (scheme.endsWith('ParenR')) return `${number})`;
  if (scheme.endsWith('Plain') || scheme.startsWith('circleNum')) return number;
  return scheme.endsWith('Minus') ? `- ${number} -` : `${number}.`;
}
