import type { GlyphFont } from './glyph.ts';

/** Prefix of an embedded subset font, as in "ABCDEF+Times" (ISO 32000-2, 9.9.2). */
const SUBSET_TAG = /^[A-Z]{6}\+/;

/**
 * Bold weights, with "Demi" and "Semibold", which contrast with a regular weight. TeX names put a B in front of the
 * design size (CMBX10, SFBX1200). The Nimbus family uses "Medi".
 */
const BOLD = /bold|black|heavy|demi|(?:^|[-,])bd|^(?:cm|sf|lm|ec|tc)(?:ss)?b(?:x|xti|sr|csc|$)|-medi(?:$|[^u])/i;
const NOT_BOLD = /unbold/i;

/** Slanted faces. TeX: CMTI10, CMBXTI10, SFTI, CMSL. CMMI is excluded: the mathematical italic is not emphasis. */
const ITALIC =
  /italic|oblique|slanted|kursiv|(?:^|[-,])it(?:$|[^a-z])|^(?:cm|sf|lm|ec)(?:bx)?(?:ti|sl)\d|ital(?:$|[^a-z])/i;

/** Reads weight and slope from a PostScript font name. The flags of font descriptors are wrong too often. */
export function fontStyle(postScriptName: string): GlyphFont {
  const name = postScriptName.replace(SUBSET_TAG, '');
  return { name, family: familyOf(name), bold: BOLD.test(name) && !NOT_BOLD.test(name), italic: ITALIC.test(name) };
}

/** What a name says beside the family: the style, the maker's marks, and the size for which a font was drawn. */
const NO_FAMILY = /(?:[-,].*|(?:PS)?MT|PS|\d+)$/u;
/** Names that a program numbers, as "CIDFont+F1" and "F12". The next program numbers them in another way. */
const NUMBERED = /^(?:CIDFont\+)?(?:F|TT?|R|Font|T3Font_?)?\d*$/iu;

/** The family of a font; empty if its name does not tell it. */
function familyOf(name: string): string {
  return NUMBERED.test(name) ? '' : name.replace(NO_FAMILY, '').replace(NO_FAMILY, '');
}
