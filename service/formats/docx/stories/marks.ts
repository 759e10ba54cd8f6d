/** The marks of a run, from its own properties and its styles (ECMA-376 part 1, 17.7.2 and 17.7.3). */
import { MARKS, type MarkName } from '../../../../shared/document/model.ts';
import { childOf, toggleOf, valueOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { isDark, isLight } from '../../light-on-dark.ts';
import { isComplex } from '../looks/font-slots.ts';
import type { StyleTable } from '../parts/styles.ts';

const bit = (name: MarkName): number => 1 << MARKS.indexOf(name);
const STRONG = bit('strong');
const EM = bit('em');
const UNDERLINE = bit('u');
const STRIKE = bit('s');
const SUP = bit('sup');
const SUB = bit('sub');
const HIGHLIGHT = bit('mark');

/** The place of a run, as far as its marks depend on it. */
export interface RunPlace {
  readonly paragraphStyle: string | undefined;
  /** Run properties of the table style for the surrounding cell, the highest priority first (`TableStyle`). */
  readonly tableRuns: readonly XmlElement[];
  /** Headings look bold or italic anyway, so their paragraph style sets no mark. */
  readonly inHeading: boolean;
  /** Links look underlined anyway, so their styles set no underline. */
  readonly inLink: boolean;
  /** Word shows entries of a table of contents, each of which is a link, without the look of links. */
  readonly inEntry?: boolean;
}

/** Name of the character style of links. */
const LINK_STYLE = /^hyperlink$/i;

/** Bit set over `MARKS` for a run with these properties. */
export function readMarks(properties: XmlElement | undefined, place: RunPlace, styles: StyleTable): number {
  const levels = levelsOf(properties, place, styles);
  const { own, character, paragraph, table, defaults } = levels;
  const all = [...own, ...character, ...paragraph, ...table, ...defaults];
  // Plain text in a plain style is the most common case.
  if (all.length === 0) return 0;

  // Right-to-left scripts and complex-script runs have their own bold and italic.
  const complex = isComplex(properties);
  const toggled = (name: string): boolean => isToggled(levels, name);
  const valued = (name: string): string | undefined =>
    nearest(all, (level) => {
      const child = childOf(level, name);
      return child === undefined ? undefined : (child.attributes.get('w:val') ?? '');
    });

  let marks = 0;
  if (toggled(complex ? 'w:bCs' : 'w:b')) marks |= STRONG;
  if (toggled(complex ? 'w:iCs' : 'w:i')) marks |= EM;
  if (toggled('w:strike') || (nearest(all, (level) => toggleOf(level, 'w:dstrike')) ?? false)) marks |= STRIKE;
  const underline = place.inLink
    ? nearest(own, (level) => childOf(level, 'w:u')?.attributes.get('w:val'))
    : valued('w:u');
  if (underline !== undefined && underline !== 'none') marks |= UNDERLINE;
  const position = valued('w:vertAlign');
  if (position === 'superscript') marks |= SUP;
  else if (position === 'subscript') marks |= SUB;
  const highlight = valued('w:highlight');
  if (highlight !== undefined && highlight !== 'none' && !isBand(highlight, valued('w:color'))) marks |= HIGHLIGHT;
  return marks;
}

/** The dark colours of highlights (17.18.40). */
const DARK_HIGHLIGHTS: Readonly<Record<string, string>> = {
  black: '000000',
  blue: '0000ff',
  darkBlue: '00008b',
  darkCyan: '008b8b',
  darkGreen: '006400',
  darkMagenta: '800080',
  darkRed: '8b0000',
  red: 'ff0000',
  darkGray: '808080',
};

/** Whether text of this colour on this highlight looks like a band. Text of the automatic colour does not. */
function isBand(highlight: string, colour: string | undefined): boolean {
  const ground = DARK_HIGHLIGHTS[highlight];
  return ground !== undefined && colour !== undefined && isLight(colour) && isDark(ground);
}

/** Whether the text of a run is hidden (17.3.2.41). */
export function isHidden(properties: XmlElement | undefined, place: RunPlace, styles: StyleTable): boolean {
  return isToggled(levelsOf(properties, place, styles), 'w:vanish');
}

/** Properties of a run at each level of the style hierarchy (17.7.2), the highest priority first. */
interface Levels {
  readonly own: readonly XmlElement[];
  readonly character: readonly XmlElement[];
  readonly paragraph: readonly XmlElement[];
  readonly table: readonly XmlElement[];
  readonly defaults: readonly XmlElement[];
}

function levelsOf(properties: XmlElement | undefined, place: RunPlace, styles: StyleTable): Levels {
  const stated = valueOf(properties, 'w:rStyle');
  const isLinkLook = place.inEntry === true && LINK_STYLE.test(styles.nameOf(stated, 'character') ?? '');
  const characterStyle = isLinkLook ? undefined : stated;
  return {
    own: properties === undefined ? [] : [properties],
    character: characterStyle === undefined ? [] : styles.runChain(characterStyle, 'character'),
    paragraph: place.inHeading ? [] : styles.runChain(place.paragraphStyle, 'paragraph'),
    table: place.inHeading ? [] : place.tableRuns,
    defaults: styles.defaultRunProperties === undefined ? [] : [styles.defaultRunProperties],
  };
}

/** A toggle property (17.7.3): two levels of styles that set it cancel each other. */
function isToggled({ own, character, paragraph, table, defaults }: Levels, name: string): boolean {
  const stated = (level: readonly XmlElement[]): boolean | undefined =>
    nearest(level, (properties) => toggleOf(properties, name));
  const direct = stated(own);
  if (direct !== undefined) return direct;
  if (stated(defaults) === true) return true;
  return [table, paragraph, character].filter((level) => stated(level) === true).length % 2 === 1;
}

/**
 * Whether the text of a run is shown in capitals (17.3.2.5). A heading shows them as its paragraph style says. Small
 * capitals do not count: pages keep the letters that were typed.
 */
export function showsCapitals(properties: XmlElement | undefined, place: RunPlace, styles: StyleTable): boolean {
  return isToggled(levelsOf(properties, { ...place, inHeading: false }, styles), 'w:caps');
}

/**
 * The sign that replaces the number of a note, with the marks of a reference. The number would change with every
 * earlier note. The notes themselves are listed in order.
 */
export const NOTE_SIGN = '*';
export const REFERENCE_MARKS = SUP;

function nearest<T>(levels: readonly XmlElement[], read: (level: XmlElement) => T | undefined): T | undefined {
  for (const level of levels) {
    const value = read(level);
    if (value !== undefined) return value;
  }
  return undefined;
}
