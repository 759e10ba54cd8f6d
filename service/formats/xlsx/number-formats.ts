/**
 * Values as a sheet shows them. `numfmt` reads the codes of formats. It is kept, has no dependencies, and knows the
 * codes, fractions, durations and calendars that real workbooks have. The language is English.
 */
import { format as formatted, isDateFormat } from 'numfmt';
import { childOf, childrenOf, type XmlElement } from '../../ooxml/xml-tree.ts';
import { BUILT_IN_FORMATS } from './built-in-formats.ts';

/** Days from 1899-12-30 to 1904-01-01. */
const DAYS_TO_1904 = 1_462;
const GENERAL = 'General';
const OPTIONS = { nbsp: false, leap1900: true } as const;
/** A whole number of at most this size is shown in full. */
const SHOWN_IN_FULL = 1e11;
/** Digits of a number that count. Beyond them is the noise of binary fractions. */
const SIGNIFICANT_DIGITS = 15;

/** The formats of the cell styles of a workbook. */
export class NumberFormats {
  readonly #codes: readonly string[];
  readonly #date1904: boolean;

  /** `styles`: root of the part; undefined if there is none. */
  constructor(styles: XmlElement | undefined, date1904: boolean) {
    const own = new Map(
      childrenOf(childOf(styles, 'ss:numFmts'), 'ss:numFmt').map((each) => [
        each.attributes.get('numFmtId') ?? '',
        each.attributes.get('formatCode') ?? GENERAL,
      ]),
    );
    this.#codes = childrenOf(childOf(styles, 'ss:cellXfs'), 'ss:xf').map((style) => {
      const id = style.attributes.get('numFmtId') ?? '0';
      return own.get(id) ?? BUILT_IN_FORMATS.get(Number(id)) ?? GENERAL;
    });
    this.#date1904 = date1904;
  }

  /** The code of a style. */
  codeOf(style: number): string {
    return this.#codes[style] ?? GENERAL;
  }

  /** A number as its style shows it. A code that nobody can read shows the number plainly. */
  textOfNumber(value: number, style: number): string {
    const code = this.codeOf(style);
    if (code === GENERAL && Number.isInteger(value) && Math.abs(value) < SHOWN_IN_FULL) return String(value);
    const days = this.#date1904 && isDate(code) ? value + DAYS_TO_1904 : value;
    return shown(code, days) || shown(GENERAL, value);
  }

  /** A text as its style shows it. A style that hides it does not hide it here. */
  textOfString(text: string, style: number): string {
    const code = this.codeOf(style);
    if (code === GENERAL || code === '@' || !code.includes('@')) return text;
    return shown(code, text) || text;
  }
}

/** The text of a value; empty if the code hides it. */
function shown(code: string, value: number | string): string {
  try {
    return formatted(code, typeof value === 'number' ? withoutNoise(value) : value, OPTIONS);
  } catch {
    return String(value);
  }
}

/** A number without the digits that a sheet does not keep: 0.1 + 0.2 is 0.3. */
export function withoutNoise(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(SIGNIFICANT_DIGITS));
}

const dates = new Map<string, boolean>();

function isDate(code: string): boolean {
  let known = dates.get(code);
  if (known === undefined) {
    try {
      known = isDateFormat(code);
    } catch {
      known = false;
    }
    dates.set(code, known);
  }
  return known;
}
