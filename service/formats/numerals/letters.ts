/** Numerals that are letters or other signs in an order: alphabets, syllabaries, circled numbers, footnote marks. */
import type { Numeral } from './numeral.ts';

/** Most signs that one numeral repeats. Longer ones are unreadable, and no document has them on purpose. */
const REPEATS_MAX = 30;

/**
 * Signs in their order. ECMA-376 part 1, 17.18.59, names the alphabets of Word. CSS Counter Styles 3 names the
 * alphabets of browsers.
 */
export const LATIN = 'abcdefghijklmnopqrstuvwxyz';
export const GREEK = 'αβγδεζηθικλμνξοπρστυφχψω';
export const ARABIC = 'أبتثجحخدذرزسشصضطظعغفقكلمنهوي';
export const ARABIC_ABJAD = 'أبجدهوزحطيكلمنسعفصقرشتثخذضظغ';
export const HEBREW = 'אבגדהוזחטיכלמנסעפצקרשת';
export const RUSSIAN = 'абвгдежзиклмнопрстуфхцчшщыэюя';
export const THAI = 'กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ';
export const HINDI_VOWELS = 'अआइईउऊऋऌऍऎएऐऑऒओऔ';
export const HINDI_CONSONANTS = 'कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह';
export const AIUEO = 'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン';
export const IROHA = 'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン';
export const HALF_WIDTH_AIUEO = 'ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ';
export const HALF_WIDTH_IROHA = 'ｲﾛﾊﾆﾎﾍﾄﾁﾘﾇﾙｦﾜｶﾖﾀﾚｿﾂﾈﾅﾗﾑｳヰﾉｵｸﾔﾏｹﾌｺｴﾃｱｻｷﾕﾒﾐｼヱﾋﾓｾｽﾝ';
export const HIRAGANA =
  'あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん';
export const HIRAGANA_IROHA =
  'いろはにほへとちりぬるをわかよたれそつねならむうゐのおくやまけふこえてあさきゆめみしゑひもせす';
export const GANADA = '가나다라마바사아자차카타파하';
export const CHOSUNG = 'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ';
export const HEAVENLY_STEMS = '甲乙丙丁戊己庚辛壬癸';
export const EARTHLY_BRANCHES = '子丑寅卯辰巳午未申酉戌亥';
export const FOOTNOTE_MARKS = '*†‡§';
export const ENCLOSED_FULL_STOP = range(0x2488, 20);
export const ENCLOSED_PARENTHESES = range(0x2474, 20);
export const ENCLOSED_IDEOGRAPHS = range(0x3280, 10);
/** 1 to 20, 21 to 35 and 36 to 50. */
export const CIRCLED = range(0x2460, 20) + range(0x3251, 15) + range(0x32b1, 15);

function range(first: number, count: number): string {
  return Array.from({ length: count }, (_, at) => String.fromCodePoint(first + at)).join('');
}

/** Signs without a continuation: numbers beyond them have no form. */
export function fixed(signs: string): Numeral {
  const all = [...signs];
  return (value) => all[value - 1] ?? null;
}

/** After the last sign the first one follows again: 가 … 하, 가. */
export function cyclic(signs: string): Numeral {
  const all = [...signs];
  return (value) => (value < 1 ? null : all[(value - 1) % all.length]!);
}

/** After the last sign all are doubled: a … z, aa, bb (ECMA-376 part 1, 17.18.59). */
export function repeated(signs: string): Numeral {
  const all = [...signs];
  return (value) => {
    const times = Math.ceil(value / all.length);
    return value < 1 || times > REPEATS_MAX ? null : all[(value - 1) % all.length]!.repeat(times);
  };
}

/** After the last sign two signs count on: a … z, aa, ab (CSS Counter Styles 3, "alphabetic"). */
export function alphabetic(signs: string): Numeral {
  const all = [...signs];
  return (value) => {
    if (value < 1) return null;
    let written = '';
    for (let rest = value; rest > 0; rest = Math.floor((rest - 1) / all.length)) {
      written = all[(rest - 1) % all.length]! + written;
    }
    return written;
  };
}

/** Two cycles in step: 甲子, 乙丑 … 癸亥, and again from the 61st on. */
export function paired(first: string, second: string): Numeral {
  const [one, other] = [cyclic(first), cyclic(second)];
  return (value) => (value < 1 ? null : one(value)! + other(value)!);
}

/** Decimal notation with other digits, which are given from 0 to 9. */
export function digits(ten: string): Numeral {
  const all = [...ten];
  return (value) => (value < 0 ? null : String(value).replaceAll(/\d/g, (digit) => all[Number(digit)]!));
}
