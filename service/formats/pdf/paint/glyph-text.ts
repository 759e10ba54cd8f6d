/** Normalises characters that PDF fonts use in place of typed ones. */

/**
 * Ligatures and presentation forms (Alphabetic and Arabic, U+FB00–FDFF and U+FE70–FEFF without U+FEFF), which nobody
 * types. Compatibility ideographs and full-width forms are typed, so they stay.
 */
const PRESENTATION_FORMS = /[\ufb00-\ufdff\ufe70-\ufefc]/;

/** Bullets and ticks of the Symbol and Wingdings fonts. pdf.js reports them as codes in the private use area. */
const SYMBOL_FONT: Readonly<Record<string, string>> = {
  '\uf02d': '−',
  '\uf06c': '●',
  '\uf06e': '■',
  '\uf06f': '□',
  '\uf071': '❑',
  '\uf075': '◆',
  '\uf076': '❖',
  '\uf0a7': '▪',
  '\uf0a8': '◻',
  '\uf0b7': '•',
  '\uf0d8': '➢',
  '\uf0e0': '→',
  '\uf0fc': '✓',
};

const WHITE_SPACE = /^\s+$/u;
/** Control characters and noncharacters. pdf.js returns them for codes without a mapping. */
// ESLint accepts control characters in a class that RegExp builds from escapes.
const NO_CHARACTER = new RegExp('[\\u0000-\\u001f\\u007f-\\u009f\\ufffe\\uffff\\ufeff]', 'g');

/** The text of a glyph: empty if it has none, one space for any white space. */
export function glyphText(unicode: string): string {
  if (unicode === ' ' || WHITE_SPACE.test(unicode)) return ' ';
  if (unicode.length === 1 && unicode > ' ' && unicode < '\u007f') return unicode;
  const text = unicode.replace(NO_CHARACTER, '');
  if (PRESENTATION_FORMS.test(text)) return text.normalize('NFKC');
  return SYMBOL_FONT[text] ?? text;
}

/** Whether the text has only private-use characters: the producer did not say what its glyphs mean. */
export function isPrivateUse(text: string): boolean {
  return /^[\ue000-\uf8ff\u{f0000}-\u{10ffff}]+$/u.test(text);
}

/** The text of a letter that is drawn although the file says that it has none. */
export const UNSPELLED = '\ufffd';

/** Whether the text says nothing about a letter that is drawn. */
export function saysNothing(text: string): boolean {
  return text === '' || text === ' ' || text === UNSPELLED;
}
