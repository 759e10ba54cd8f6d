/** Characters that stand for others in the fonts of PDF producers. */

/**
 * Ligatures and presentation forms (Alphabetic and Arabic, U+FB00–FDFF and U+FE70–FEFF without U+FEFF): pictures of
 * letters, which no one types. Compatibility ideographs and full-width forms are left alone: they are typed.
 */
const PRESENTATION_FORMS = /[\ufb00-\ufdff\ufe70-\ufefc]/;

/** Bullets and ticks of the Symbol and Wingdings fonts, which reach us as their code in the private use area. */
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
/** Controls and what Unicode calls no character; pdf.js gives them for codes that map to nothing. */
// eslint says nothing against controls in a class that is built from escapes by RegExp.
const NO_CHARACTER = new RegExp('[\\u0000-\\u001f\\u007f-\\u009f\\ufffe\\uffff\\ufeff]', 'g');

/** The text that a glyph stands for; '' when none, ' ' for any white space. */
export function glyphText(unicode: string): string {
  if (unicode === ' ' || WHITE_SPACE.test(unicode)) return ' ';
  if (unicode.length === 1 && unicode > ' ' && unicode < '\u007f') return unicode;
  const text = unicode.replace(NO_CHARACTER, '');
  if (PRESENTATION_FORMS.test(text)) return text.normalize('NFKC');
  return SYMBOL_FONT[text] ?? text;
}

/** Whether the text is only private-use characters: glyphs whose producer did not say what they mean. */
export function isPrivateUse(text: string): boolean {
  return /^[\ue000-\uf8ff\u{f0000}-\u{10ffff}]+$/u.test(text);
}
