/**
 * Which of its fonts a run shows a character in (ECMA-376 part 1, 17.3.2.26). A run has four: for ASCII, for other
 * letters such as Cyrillic, for East Asian ones, and for complex scripts such as Arabic and Thai. The last have a size
 * of their own too.
 */
import { toggleOf, type XmlElement } from '../../../ooxml/xml-tree.ts';

/** The font that shows a character, by its attribute of `w:rFonts`; `ascii` shows white space beside other letters too. */
export type FontSlot = 'ascii' | 'hAnsi' | 'eastAsia' | 'cs';

/** A part of a text in one font. */
export interface SlotText {
  readonly slot: FontSlot;
  readonly text: string;
}

const EAST_ASIAN = String.raw`\u1100-\u11ff\u2e80-\ua4cf\ua960-\ua97f\uac00-\udfff\uf900-\ufaff\ufe30-\ufe6f\uff00-\uffef`;
/** Signs that are East Asian if the run says so, such as quotation marks. */
const HINTED = String.raw`\ue000-\uf8ff\u2018\u2019\u201c\u201d\u2014\u2026\u00b7\u2460-\u24ff\u2500-\u27bf\u0370-\u04ff`;

/** How texts are divided: the first group is East Asian, the second is other letters with the white space behind them. */
const dividerOf = (eastAsian: string): RegExp =>
  new RegExp(`([${eastAsian}]+)|([^\\0-\\x7f${eastAsian}][^!-\\x7f${eastAsian}]*)|[\\0-\\x7f]+`, 'g');
const DIVIDER = dividerOf(EAST_ASIAN);
const HINTED_DIVIDER = dividerOf(EAST_ASIAN + HINTED);
const ASCII = /^[\0-\x7f]*$/;

/** Whether a run says that all of its characters are of a complex script (17.3.2.7, 17.3.2.30). */
export function isComplex(properties: XmlElement | undefined): boolean {
  return toggleOf(properties, 'w:rtl') === true || toggleOf(properties, 'w:cs') === true;
}

/**
 * The parts of a text, in order, of a run that is of no complex script. `hinted`: the run says that its ambiguous signs
 * are East Asian.
 */
export function slotTexts(text: string, hinted: boolean): SlotText[] {
  if (ASCII.test(text)) return [{ slot: 'ascii', text }];
  return [...text.matchAll(hinted ? HINTED_DIVIDER : DIVIDER)].map(([part, eastAsian, other]) => ({
    slot: eastAsian !== undefined ? 'eastAsia' : other !== undefined ? 'hAnsi' : 'ascii',
    text: part,
  }));
}
