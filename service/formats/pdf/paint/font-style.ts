import type { GlyphFont } from './glyph.ts';

/** "ABCDEF+" in front of the name of an embedded subset (ISO 32000-2, 9.9.2). */
const SUBSET_TAG = /^[A-Z]{6}\+/;

/**
 * Weights that a reader sees as bold. "Demi" and "Semibold" too: they stand against a regular weight. TeX's names say
 * it with a B in front of the design size: CMBX10, SFBX1200, or "Medi" in the Nimbus family.
 */
const BOLD = /bold|black|heavy|demi|(?:^|[-,])bd|^(?:cm|sf|lm|ec|tc)(?:ss)?b(?:x|xti|sr|csc|$)|-medi(?:$|[^u])/i;
const NOT_BOLD = /unbold/i;

/** Slanted faces. TeX: CMTI10, CMBXTI10, SFTI, CMSL, CMMI (the mathematical italic is a variable, not emphasis). */
const ITALIC =
  /italic|oblique|slanted|kursiv|(?:^|[-,])it(?:$|[^a-z])|^(?:cm|sf|lm|ec)(?:bx)?(?:ti|sl)\d|ital(?:$|[^a-z])/i;

/** Reads weight and slope off a PostScript font name; the flags of font descriptors are too often wrong. */
export function fontStyle(postScriptName: string): GlyphFont {
  const name = postScriptName.replace(SUBSET_TAG, '');
  return { name, bold: BOLD.test(name) && !NOT_BOLD.test(name), italic: ITALIC.test(name) };
}
