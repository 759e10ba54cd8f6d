import { describe, expect, test } from 'vitest';
import { numberFormat } from '../../../service/formats/docx/numbering/number-formats.ts';
import { AIUEO, HALF_WIDTH_AIUEO, HALF_WIDTH_IROHA, IROHA } from '../../../service/formats/numerals/letters.ts';
import { writeNumeral } from '../../../service/formats/numerals/numeral.ts';

/** Numbers and how a format writes them: `1 a, 27 aa`. */
const FORMATS: readonly (readonly [format: string, written: string])[] = [
  ['decimal', '0 0, 1 1, 12 12, -3 -3'],
  ['decimalZero', '0 00, 1 01, 9 09, 10 10, 100 100'],
  ['lowerLetter', '0 0, 1 a, 26 z, 27 aa, 28 bb, 52 zz, 53 aaa, 781 781'],
  ['upperLetter', '1 A, 27 AA, 28 BB'],
  ['lowerRoman', '0 0, 1 i, 4 iv, 9 ix, 14 xiv, 40 xl, 99 xcix, 1234 mccxxxiv, 32768 32768'],
  ['upperRoman', '1 I, 1999 MCMXCIX, 2026 MMXXVI'],
  ['ordinal', '1 1st, 2 2nd, 3 3rd, 4 4th, 11 11th, 12 12th, 13 13th, 21 21st, 101 101st, 111 111th'],
  ['cardinalText', '1 One, 21 Twenty-one, 100 One hundred, 999 Nine hundred ninety-nine, 1000 One thousand'],
  ['ordinalText', '1 First, 5 Fifth, 12 Twelfth, 20 Twentieth, 21 Twenty-first, 100 One hundredth'],
  ['hex', '1 1, 10 A, 255 FF'],
  ['chicago', '1 *, 2 †, 3 ‡, 4 §, 5 **, 8 §§'],
  ['none', '1 , 7 '],
  ['decimalEnclosedCircle', '1 ①, 20 ⑳, 21 ㉑, 36 ㊱, 50 ㊿, 51 51'],
  ['decimalEnclosedFullstop', '1 ⒈, 20 ⒛, 21 21'],
  ['decimalEnclosedParen', '1 ⑴, 20 ⒇'],
  ['decimalFullWidth', '10 １０, 29 ２９'],
  ['ideographDigital', '1 一, 10 一〇, 205 二〇五'],
  ['japaneseCounting', '1 一, 10 十, 11 十一, 20 二十, 100 百, 111 百十一, 1000 千, 12345 万二千三百四十五'],
  ['japaneseLegal', '1 壱, 10 壱拾, 23 弐拾参'],
  ['chineseCounting', '1 一, 10 十, 11 十一, 21 二十一, 99 九十九, 100 一○○'],
  ['chineseCountingThousand', '10 十, 100 一百, 101 一百零一, 110 一百一十, 1001 一千零一, 10001 一万零一'],
  ['chineseLegalSimplified', '1 壹, 10 壹拾, 12 壹拾贰, 101 壹佰零壹'],
  ['taiwaneseCounting', '1 一, 12 十二, 99 九十九'],
  ['taiwaneseCountingThousand', '120 一百二十, 10000 一萬'],
  ['taiwaneseDigital', '10 一○'],
  ['ideographLegalTraditional', '3 參, 10 壹拾, 105 壹佰零伍'],
  ['ideographTraditional', '1 甲, 10 癸, 11 11'],
  ['ideographZodiac', '1 子, 12 亥, 13 13'],
  ['ideographZodiacTraditional', '1 甲子, 2 乙丑, 60 癸亥, 61 甲子'],
  ['ideographEnclosedCircle', '1 ㊀, 10 ㊉'],
  ['koreanDigital', '1 일, 10 일영, 25 이오'],
  ['koreanDigital2', '10 一零'],
  ['koreanCounting', '1 일, 10 십, 21 이십일, 100 백, 111 백십일'],
  ['koreanLegal', '1 하나, 11 열하나, 20 스물, 99 아흔아홉, 100 백'],
  ['ganada', '1 가, 14 하, 15 가'],
  ['chosung', '1 ㄱ, 14 ㅎ'],
  ['aiueo', '1 ｱ, 46 ﾝ, 47 ｱ'],
  ['aiueoFullWidth', '1 ア, 5 オ, 45 ヲ'],
  ['iroha', '1 ｲ, 48 ﾝ'],
  ['irohaFullWidth', '1 イ, 2 ロ, 48 ン'],
  ['arabicAlpha', '1 أ, 2 ب, 3 ت, 28 ي'],
  ['arabicAbjad', '1 أ, 3 ج, 10 ي, 28 غ'],
  ['hebrew1', '1 א, 10 י, 15 טו, 16 טז, 21 כא, 115 קטו, 999 תתקצט'],
  ['hebrew2', '1 א, 11 כ, 22 ת, 23 אא'],
  ['thaiLetters', '1 ก, 2 ข, 3 ค'],
  ['thaiNumbers', '10 ๑๐'],
  ['hindiVowels', '1 अ, 2 आ'],
  ['hindiConsonants', '1 क'],
  ['hindiNumbers', '12 १२'],
  ['russianLower', '1 а, 6 е, 10 к, 29 я'],
  ['russianUpper', '1 А, 29 Я'],
  ['numberInDash', '1 - 1 -'],
  ['unknown', '7 7'],
];

describe('the number formats of Word', () => {
  test.each(FORMATS)('%s', (format, written) => {
    const numeral = numberFormat(format);
    const pairs = written.split(', ').map((pair) => pair.split(/ (.*)/s).slice(0, 2) as [string, string]);
    for (const [value, text] of pairs) expect([value, writeNumeral(numeral, Number(value))]).toEqual([value, text]);
  });

  test('a custom format is Greek or pads with zeros, as its pattern shows', () => {
    expect(writeNumeral(numberFormat('custom', '001, 002, 003, ...'), 7)).toBe('007');
    expect(writeNumeral(numberFormat('custom', '0001, 0002, 0003, ...'), 12)).toBe('0012');
    expect(writeNumeral(numberFormat('custom', `${'0'.repeat(1000)}1, `), 1)).toBe('000000001');
    expect(writeNumeral(numberFormat('custom', 'α, β, γ, ...'), 2)).toBe('β');
    expect(writeNumeral(numberFormat('custom', 'Α, Β, Γ, ...'), 24)).toBe('Ω');
    expect(writeNumeral(numberFormat('custom', 'anything'), 7)).toBe('7');
  });

  test('the syllabaries have 46 signs, and 48 in the order of iroha', () => {
    expect([AIUEO, HALF_WIDTH_AIUEO, IROHA, HALF_WIDTH_IROHA].map((signs) => new Set(signs).size)).toEqual([
      46, 46, 48, 48,
    ]);
  });
});
