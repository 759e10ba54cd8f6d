/**
 * White space between words that is no single space. Texts are compared without it. A reader says it in the look of the
 * letter behind it, so that a comparison names the difference.
 */

/** How a format shows white space: every space, or ASCII white space as one space (HTML). */
export type SpaceRule = 'stated' | 'collapsed';

/** Name of the declaration of the white space before a letter. */
export const GAP = 'gap';

const NAMES: Readonly<Record<string, string>> = {
  '\u00a0': 'a no-break space',
  '\u2009': 'a thin space',
  '\u202f': 'a narrow no-break space',
  '\u3000': 'an ideographic space',
};
const LINES_AND_TABS = /[\t-\r\u0085\u2028\u2029]/;
const ASCII_SPACE = /[\t\n\f\r ]+/g;
/** What may be no single space, or begin or end so. Most texts have none. */
const MAY_BE_GAP = /^\s|\s$|[^\S ]| {2}/u;
const WHITE_SPACE = /\s+/gu;

/** A part of a text, and the white space before it where it is no single space. */
export interface GapText {
  readonly text: string;
  readonly gap: string | undefined;
}

/** Divides the texts of a block where white space is no single space. */
export class GapReader {
  readonly #rule: SpaceRule;
  /** White space since the last letter; null: there is no letter yet. */
  #space: string | null = null;

  constructor(rule: SpaceRule) {
    this.#rule = rule;
  }

  /** What is no text separates words by itself. */
  pass(): void {
    this.#space = null;
  }

  /** The next text, divided. The part with a gap is one letter. */
  divide(text: string): GapText[] {
    const isPlain = (this.#space ?? '') === '' && !MAY_BE_GAP.test(text);
    if (isPlain) {
      if (text !== '') this.#space = '';
      return [{ text, gap: undefined }];
    }
    const parts: GapText[] = [];
    let [begun, at] = [0, 0];
    const letter = (start: number): void => {
      const gap = this.#space === null ? undefined : nameOfGap(this.#space, this.#rule);
      this.#space = '';
      if (gap === undefined) return;
      const end = start + (text.codePointAt(start)! > 0xffff ? 2 : 1);
      if (start > begun) parts.push({ text: text.slice(begun, start), gap: undefined });
      parts.push({ text: text.slice(start, end), gap });
      begun = end;
    };
    for (const { 0: space, index } of text.matchAll(WHITE_SPACE)) {
      if (index > at) letter(at);
      if (this.#space !== null) this.#space += space;
      at = index + space.length;
    }
    if (at < text.length) letter(at);
    if (begun < text.length) parts.push({ text: text.slice(begun), gap: undefined });
    return parts;
  }
}

/** White space in words; undefined for none, for a single space, and for lines and tabs. */
function nameOfGap(space: string, rule: SpaceRule): string | undefined {
  const shown = rule === 'collapsed' ? space.replace(ASCII_SPACE, ' ') : space;
  if (shown === '' || shown === ' ' || LINES_AND_TABS.test(shown)) return undefined;
  if (/^ +$/.test(shown)) return `${shown.length} spaces`;
  const signs = [...shown];
  return signs.length === 1
    ? nameOf(shown)
    : `${signs.length} spaces, one of which is ${nameOf(signs.find((sign) => sign !== ' ')!)}`;
}

function nameOf(sign: string): string {
  return NAMES[sign] ?? `a space U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** A look with the white space before its letter. */
export function withGap(look: string | undefined, gap: string | undefined): string | undefined {
  if (gap === undefined) return look;
  return look === undefined ? `${GAP}: ${gap}` : `${look}; ${GAP}: ${gap}`;
}
