/** Numerals that name tens, hundreds and thousands: Chinese, Japanese, Korean, Hebrew. */
import { digits } from './letters.ts';
import type { Numeral } from './numeral.ts';

/** How a language writes numbers in words. */
interface EastAsian {
  /** The digits from 0 to 9. */
  readonly digits: string;
  /** The signs for 10, 100, 1000 and 10,000. */
  readonly units: string;
  /**
   * Where the digit one before a unit is left out. The values are nowhere (壹拾), at the start of 10 to 19 (十一, but
   * 一百一十), or everywhere (百十一).
   */
  readonly dropsOne: 'never' | 'in teens' | 'always';
  /** Whether a skipped unit is written as a zero: 一百零一. */
  readonly fillsZero: boolean;
}

const LIMIT = 100_000_000;
const MYRIAD = 10_000;

function eastAsian(system: EastAsian): Numeral {
  const [ten, units] = [[...system.digits], [...system.units]];
  const below = (value: number, leads: boolean): string => {
    let written = '';
    let skipped = false;
    for (let power = 3; power >= 0; power -= 1) {
      const digit = Math.floor(value / 10 ** power) % 10;
      if (digit === 0) {
        skipped ||= written !== '';
        continue;
      }
      if (skipped && system.fillsZero) written += ten[0]!;
      skipped = false;
      const isDropped =
        digit === 1 &&
        power > 0 &&
        (system.dropsOne === 'always' || (system.dropsOne === 'in teens' && power === 1 && written === '' && leads));
      written += (isDropped ? '' : ten[digit]!) + (units[power - 1] ?? '');
    }
    return written;
  };
  return (value) => {
    if (value < 1 || value >= LIMIT) return null;
    const [high, low] = [Math.floor(value / MYRIAD), value % MYRIAD];
    if (high === 0) return below(low, true);
    const filled = system.fillsZero && low > 0 && low < MYRIAD / 10 ? ten[0]! : '';
    const highest = high === 1 && system.dropsOne === 'always' ? '' : below(high, true);
    return highest + units[3]! + filled + (low === 0 ? '' : below(low, false));
  };
}

/** The ideographs of the digits from 1 to 9. */
const IDEOGRAPHS = '一二三四五六七八九';

/** Digits one by one, with the zeros that the systems use: 一〇, 一○, 일영, 一零. */
export const IDEOGRAPHIC_DIGITS = digits(`〇${IDEOGRAPHS}`);
export const CHINESE_DIGITS = digits(`○${IDEOGRAPHS}`);
export const KOREAN_DIGITS = digits('영일이삼사오육칠팔구');
export const KOREAN_IDEOGRAPHIC_DIGITS = digits(`零${IDEOGRAPHS}`);

/** Numbers in words, each with the spelling that its language uses for 10, 110 and 101. */
export const JAPANESE = eastAsian({
  digits: `〇${IDEOGRAPHS}`,
  units: '十百千万',
  dropsOne: 'always',
  fillsZero: false,
});
export const JAPANESE_LEGAL = eastAsian({
  digits: '零壱弐参四伍六七八九',
  units: '拾百阡萬',
  dropsOne: 'never',
  fillsZero: false,
});
export const KOREAN = eastAsian({
  digits: '영일이삼사오육칠팔구',
  units: '십백천만',
  dropsOne: 'always',
  fillsZero: false,
});
export const CHINESE = eastAsian({
  digits: `零${IDEOGRAPHS}`,
  units: '十百千万',
  dropsOne: 'in teens',
  fillsZero: true,
});
export const TAIWANESE = eastAsian({
  digits: `零${IDEOGRAPHS}`,
  units: '十百千萬',
  dropsOne: 'in teens',
  fillsZero: true,
});
export const CHINESE_LEGAL = eastAsian({
  digits: '零壹贰叁肆伍陆柒捌玖',
  units: '拾佰仟万',
  dropsOne: 'never',
  fillsZero: true,
});
export const TAIWANESE_LEGAL = eastAsian({
  digits: '零壹貳參肆伍陸柒捌玖',
  units: '拾佰仟萬',
  dropsOne: 'never',
  fillsZero: true,
});

/** Words up to 99, and digits from 100 on: 九十九, 一○○ (MS-DOCX 2.4). */
export const CHINESE_COUNTING: Numeral = (value) => (value < 100 ? CHINESE(value) : CHINESE_DIGITS(value));

const NATIVE_ONES = ' 하나 둘 셋 넷 다섯 여섯 일곱 여덟 아홉'.split(' ');
const NATIVE_TENS = ' 열 스물 서른 마흔 쉰 예순 일흔 여든 아흔'.split(' ');

/** Korean words up to 99: 하나, 열둘; above them as `KOREAN`. */
export const KOREAN_NATIVE: Numeral = (value) =>
  value < 1 || value > 99 ? KOREAN(value) : NATIVE_TENS[Math.floor(value / 10)]! + NATIVE_ONES[value % 10]!;

const HEBREW_ONES = ' א ב ג ד ה ו ז ח ט'.split(' ');
const HEBREW_TENS = ' י כ ל מ נ ס ע פ צ'.split(' ');
const HEBREW_HUNDREDS = ['', 'ק', 'ר', 'ש', 'ת', 'תק', 'תר', 'תש', 'תת', 'תתק'];

/** Hebrew numerals up to 999. 15 and 16 are written 9 + 6 and 9 + 7, because the others would be names of God. */
export const HEBREW_NUMERALS: Numeral = (value) => {
  if (value < 1 || value > 999) return null;
  const hundreds = HEBREW_HUNDREDS[Math.floor(value / 100)]!;
  const rest = value % 100;
  if (rest === 15) return `${hundreds}טו`;
  if (rest === 16) return `${hundreds}טז`;
  return hundreds + HEBREW_TENS[Math.floor(rest / 10)]! + HEBREW_ONES[rest % 10]!;
};
