/** The markers of HTML lists (HTML Standard, "the ol element"; CSS Counter Styles 3). */
import { ownLabel, tidyLabel } from '../../../shared/document/label.ts';
import { CHINESE, HEBREW_NUMERALS, IDEOGRAPHIC_DIGITS, JAPANESE, KOREAN, TAIWANESE } from '../numerals/additive.ts';
import {
  alphabetic,
  digits,
  EARTHLY_BRANCHES,
  fixed,
  GREEK,
  HEAVENLY_STEMS,
  HIRAGANA,
  HIRAGANA_IROHA,
  AIUEO,
  IROHA,
  LATIN,
} from '../numerals/letters.ts';
import { capital, decimal, writeNumeral, type Numeral } from '../numerals/numeral.ts';
import { roman } from '../numerals/roman.ts';
import type { TagAttributes } from './attributes.ts';

/** The marker of an item with this number. */
export type Marker = (value: number) => string;

function counted(numeral: Numeral, suffix = '.'): Marker {
  return (value) => writeNumeral(numeral, value) + suffix;
}

const LOWER_LETTERS = counted(alphabetic(LATIN));
const UPPER_LETTERS = counted(capital(alphabetic(LATIN)));
const LOWER_ROMAN = counted(roman);
const UPPER_ROMAN = counted(capital(roman));
const DECIMAL = counted(decimal);

const STYLES: Readonly<Record<string, Marker>> = {
  'arabic-indic': counted(digits('٠١٢٣٤٥٦٧٨٩')),
  circle: () => '◦',
  'cjk-decimal': counted(IDEOGRAPHIC_DIGITS, '、'),
  'cjk-earthly-branch': counted(fixed(EARTHLY_BRANCHES), '、'),
  'cjk-heavenly-stem': counted(fixed(HEAVENLY_STEMS), '、'),
  'cjk-ideographic': counted(TAIWANESE, '、'),
  decimal: DECIMAL,
  'decimal-leading-zero': counted((value) => String(value).padStart(2, '0')),
  devanagari: counted(digits('०१२३४५६७८९')),
  disc: () => ownLabel('ul', 0),
  hebrew: counted(HEBREW_NUMERALS),
  hiragana: counted(alphabetic(HIRAGANA), '、'),
  'hiragana-iroha': counted(alphabetic(HIRAGANA_IROHA), '、'),
  'japanese-informal': counted(JAPANESE, '、'),
  katakana: counted(alphabetic(AIUEO), '、'),
  'katakana-iroha': counted(alphabetic(IROHA), '、'),
  'korean-hangul-formal': counted(KOREAN, ','),
  'lower-alpha': LOWER_LETTERS,
  'lower-greek': counted(alphabetic(GREEK)),
  'lower-latin': LOWER_LETTERS,
  'lower-roman': LOWER_ROMAN,
  none: () => '',
  persian: counted(digits('۰۱۲۳۴۵۶۷۸۹')),
  'simp-chinese-informal': counted(CHINESE, '、'),
  square: () => '▪',
  thai: counted(digits('๐๑๒๓๔๕๖๗๘๙')),
  'trad-chinese-informal': counted(TAIWANESE, '、'),
  'upper-alpha': UPPER_LETTERS,
  'upper-latin': UPPER_LETTERS,
  'upper-roman': UPPER_ROMAN,
};

/** The values of `type`, which distinguish small letters from capital ones. */
const TYPES: Readonly<Record<string, Marker>> = {
  '1': DECIMAL,
  a: LOWER_LETTERS,
  A: UPPER_LETTERS,
  i: LOWER_ROMAN,
  I: UPPER_ROMAN,
};

const DECLARATION = /(?:^|;)\s*list-style(?:-type)?\s*:([^;]*)/giu;
const STRING = /^(["'])(.*)\1$/u;

/**
 * The marker that a list or item states: by `list-style-type` in its `style`, or by `type`. Undefined if it states
 * none that is known.
 */
export function readMarker(attributes: TagAttributes): Marker | undefined {
  const style = attributes.get('style');
  const declared = style === undefined ? undefined : [...style.matchAll(DECLARATION)].at(-1)?.[1];
  const own = declared === undefined ? undefined : markerOf(declared.replace('!important', '').trim());
  if (own !== undefined) return own;
  const type = attributes.get('type')?.trim() ?? '';
  if (Object.hasOwn(TYPES, type)) return TYPES[type];
  const lower = type.toLowerCase();
  if (lower === 'disc' || lower === 'circle' || lower === 'square') return STYLES[lower];
  // The Markdown reader notes lists that are written "1)".
  return attributes.get('data-delimiter') === ')' ? counted(decimal, ')') : undefined;
}

/** The marker of a value of `list-style` or `list-style-type`. */
function markerOf(declared: string): Marker | undefined {
  const quoted = STRING.exec(declared)?.[2];
  if (quoted !== undefined) {
    const label = tidyLabel(quoted);
    return () => label;
  }
  for (const word of declared.toLowerCase().split(/\s+/u)) if (Object.hasOwn(STYLES, word)) return STYLES[word];
  return undefined;
}
