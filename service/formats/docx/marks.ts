/** The marks of a run, from its own properties and its styles (ECMA-376 part 1, 17.7.2 and 17.7.3). */
import { MARKS, type MarkName } from '../../../shared/document/model.ts';
import { childOf, toggleOf, valueOf, type XmlElement } from '../../ooxml/xml-tree.ts';
import type { StyleTable } from './styles.ts';

const bit = (name: MarkName): number => 1 << MARKS.indexOf(name);
const STRONG = bit('strong');
const EM = bit('em');
const UNDERLINE = bit('u');
const STRIKE = bit('s');
const SUP = bit('sup');
const SUB = bit('sub');
const HIGHLIGHT = bit('mark');

/** Where a run stands, as far as its marks depend on it. */
export interface RunPlace {
  readonly paragraphStyle: string | undefined;
  /** A heading is shown bold or slanted by being one: its paragraph style sets no mark. */
  readonly inHeading: boolean;
  /** A link is shown underlined by being one: its styles set no underline. */
  readonly inLink: boolean;
}

/** Bit set over `MARKS` for a run with these properties. */
export function readMarks(properties: XmlElement | undefined, place: RunPlace, styles: StyleTable): number {
  const characterStyle = valueOf(properties, 'w:rStyle');
  const own = properties === undefined ? [] : [properties];
  const character = characterStyle === undefined ? [] : styles.runChain(characterStyle, 'character');
  const paragraph = place.inHeading ? [] : styles.runChain(place.paragraphStyle, 'paragraph');
  const defaults = styles.defaultRunProperties === undefined ? [] : [styles.defaultRunProperties];
  // Plain text in a plain style, the commonest case.
  if (own.length + character.length + paragraph.length + defaults.length === 0) return 0;

  // Scripts written from right to left, and runs marked as complex, have weight and slant of their own.
  const complex = toggleOf(properties, 'w:rtl') === true || toggleOf(properties, 'w:cs') === true;
  /** Toggle properties: what a style sets, another one on top takes back. */
  const toggled = (name: string): boolean => {
    const direct = nearest(own, (level) => toggleOf(level, name));
    if (direct !== undefined) return direct;
    if (nearest(defaults, (level) => toggleOf(level, name)) === true) return true;
    const byParagraph = nearest(paragraph, (level) => toggleOf(level, name)) ?? false;
    const byCharacter = nearest(character, (level) => toggleOf(level, name)) ?? false;
    return byParagraph !== byCharacter;
  };
  const all = [...own, ...character, ...paragraph, ...defaults];
  const valued = (name: string): string | undefined =>
    nearest(all, (level) => {
      const child = childOf(level, name);
      return child === undefined ? undefined : (child.attributes.get('w:val') ?? '');
    });

  let marks = 0;
  if (toggled(complex ? 'w:bCs' : 'w:b')) marks |= STRONG;
  if (toggled(complex ? 'w:iCs' : 'w:i')) marks |= EM;
  if (toggled('w:strike') || toggled('w:dstrike')) marks |= STRIKE;
  const underline = place.inLink
    ? nearest(own, (level) => childOf(level, 'w:u')?.attributes.get('w:val'))
    : valued('w:u');
  if (underline !== undefined && underline !== 'none') marks |= UNDERLINE;
  const position = valued('w:vertAlign');
  if (position === 'superscript') marks |= SUP;
  else if (position === 'subscript') marks |= SUB;
  const highlight = valued('w:highlight');
  if (highlight !== undefined && highlight !== 'none') marks |= HIGHLIGHT;
  return marks;
}

/** The marks of a reference to a note. */
export const REFERENCE_MARKS = SUP;

function nearest<T>(levels: readonly XmlElement[], read: (level: XmlElement) => T | undefined): T | undefined {
  for (const level of levels) {
    const value = read(level);
    if (value !== undefined) return value;
  }
  return undefined;
}
