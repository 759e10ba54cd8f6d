/**
 * The number formats of WordprocessingML (ECMA-376 part 1, 17.18.59). The examples of [MS-DOCX] 2.4 settle where the
 * standard is silent. Vietnamese, Thai and Hindi words and sums of money are written as decimal numbers.
 */
import {
  CHINESE,
  CHINESE_COUNTING,
  CHINESE_DIGITS,
  CHINESE_LEGAL,
  HEBREW_NUMERALS,
  IDEOGRAPHIC_DIGITS,
  JAPANESE,
  JAPANESE_LEGAL,
  KOREAN,
  KOREAN_DIGITS,
  KOREAN_IDEOGRAPHIC_DIGITS,
  KOREAN_NATIVE,
  TAIWANESE,
  TAIWANESE_LEGAL,
} from '../../numerals/additive.ts';
import { cardinalWords, ordinal, ordinalWords } from '../../numerals/english.ts';
import {
  AIUEO,
  alphabetic,
  ARABIC,
  ARABIC_ABJAD,
  CHOSUNG,
  CIRCLED,
  cyclic,
  digits,
  EARTHLY_BRANCHES,
  ENCLOSED_FULL_STOP,
  ENCLOSED_IDEOGRAPHS,
  ENCLOSED_PARENTHESES,
  fixed,
  FOOTNOTE_MARKS,
  GANADA,
  GREEK,
  HALF_WIDTH_AIUEO,
  HALF_WIDTH_IROHA,
  HEAVENLY_STEMS,
  HEBREW,
  HINDI_CONSONANTS,
  HINDI_VOWELS,
  IROHA,
  LATIN,
  paired,
  repeated,
  RUSSIAN,
  THAI,
} from '../../numerals/letters.ts';
import { capital, decimal, type Numeral } from '../../numerals/numeral.ts';
import { roman } from '../../numerals/roman.ts';

const FULL_WIDTH = digits('０１２３４５６７８９');
const CIRCLED_NUMBERS = fixed(CIRCLED);

const FORMATS: Readonly<Record<string, Numeral>> = {
  aiueo: cyclic(HALF_WIDTH_AIUEO),
  aiueoFullWidth: cyclic(AIUEO),
  arabicAbjad: alphabetic(ARABIC_ABJAD),
  arabicAlpha: alphabetic(ARABIC),
  cardinalText: cardinalWords,
  chicago: repeated(FOOTNOTE_MARKS),
  chineseCounting: CHINESE_COUNTING,
  chineseCountingThousand: CHINESE,
  chineseLegalSimplified: CHINESE_LEGAL,
  chosung: cyclic(CHOSUNG),
  decimalEnclosedCircle: CIRCLED_NUMBERS,
  decimalEnclosedCircleChinese: CIRCLED_NUMBERS,
  decimalEnclosedFullstop: fixed(ENCLOSED_FULL_STOP),
  decimalEnclosedParen: fixed(ENCLOSED_PARENTHESES),
  decimalFullWidth: FULL_WIDTH,
  decimalFullWidth2: FULL_WIDTH,
  decimalZero: padded(2),
  ganada: cyclic(GANADA),
  hebrew1: HEBREW_NUMERALS,
  hebrew2: alphabetic(HEBREW),
  hex: (value) => (value < 0 ? null : value.toString(16).toUpperCase()),
  hindiConsonants: alphabetic(HINDI_CONSONANTS),
  hindiNumbers: digits('०१२३४५६७८९'),
  hindiVowels: alphabetic(HINDI_VOWELS),
  ideographDigital: IDEOGRAPHIC_DIGITS,
  ideographEnclosedCircle: fixed(ENCLOSED_IDEOGRAPHS),
  ideographLegalTraditional: TAIWANESE_LEGAL,
  ideographTraditional: fixed(HEAVENLY_STEMS),
  ideographZodiac: fixed(EARTHLY_BRANCHES),
  ideographZodiacTraditional: paired(HEAVENLY_STEMS, EARTHLY_BRANCHES),
  iroha: cyclic(HALF_WIDTH_IROHA),
  irohaFullWidth: cyclic(IROHA),
  japaneseCounting: JAPANESE,
  japaneseDigitalTenThousand: IDEOGRAPHIC_DIGITS,
  japaneseLegal: JAPANESE_LEGAL,
  koreanCounting: KOREAN,
  koreanDigital: KOREAN_DIGITS,
  koreanDigital2: KOREAN_IDEOGRAPHIC_DIGITS,
  koreanLegal: KOREAN_NATIVE,
  lowerLetter: repeated(LATIN),
  lowerRoman: roman,
  none: () => '',
  numberInDash: (value) => `- ${value} -`,
  ordinal,
  ordinalText: ordinalWords,
  russianLower: alphabetic(RUSSIAN),
  russianUpper: capital(alphabetic(RUSSIAN)),
  taiwaneseCounting: CHINESE_COUNTING,
  taiwaneseCountingThousand: TAIWANESE,
  taiwaneseDigital: CHINESE_DIGITS,
  thaiLetters: alphabetic(THAI),
  thaiNumbers: digits('๐๑๒๓๔๕๖๗๘๙'),
  upperLetter: capital(repeated(LATIN)),
  upperRoman: capital(roman),
};

/** Custom formats with letters, by the beginning of their pattern ([MS-DOCX] 2.4). */
const CUSTOM: Readonly<Record<string, Numeral>> = {
  'α, β, γ,': alphabetic(GREEK),
  'Α, Β, Γ,': capital(alphabetic(GREEK)),
};

/** Longest run of zeros in a custom format. */
const PADDING_MAX = 8;

function padded(width: number): Numeral {
  return (value) => (value < 0 ? null : String(value).padStart(width, '0'));
}

/**
 * The numerals of a format. `custom`: the pattern of a format "custom", such as "001, 002, 003, ...". An unknown
 * format is decimal.
 */
export function numberFormat(name: string, custom?: string): Numeral {
  if (name === 'custom') {
    const pattern = custom ?? '';
    const letters = Object.keys(CUSTOM).find((beginning) => pattern.startsWith(beginning));
    if (letters !== undefined) return CUSTOM[letters]!;
    const first = /^(0*)1,/.exec(pattern);
    return first === null ? decimal : padded(Math.min(first[1]!.length, PADDING_MAX) + 1);
  }
  return Object.hasOwn(FORMATS, name) ? FORMATS[name]! : decimal;
}
