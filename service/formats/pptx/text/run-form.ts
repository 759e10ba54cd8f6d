/** How a run of a slide is set: its marks, and its look (ECMA-376 part 1, 21.1.2.3). */
import { MARKS, type MarkName } from '../../../../shared/document/model.ts';
import { childOf, childrenOf, type XmlElement } from '../../../ooxml/xml-tree.ts';

const bit = (name: MarkName): number => 1 << MARKS.indexOf(name);
const ON = /^(?:1|true|on)$/;
/** Longest name of a font or colour. */
const NAME_UNITS = 255;

/** The marks of a run with these properties, the nearest first. Masters and layouts count for nothing. */
export function marksOf(levels: readonly XmlElement[]): number {
  const stated = (name: string): string => nearest(levels, name) ?? '';
  let marks = 0;
  if (ON.test(stated('b'))) marks |= bit('strong');
  if (ON.test(stated('i'))) marks |= bit('em');
  if (!['', 'none'].includes(stated('u'))) marks |= bit('u');
  if (!['', 'noStrike'].includes(stated('strike'))) marks |= bit('s');
  const baseline = Number.parseInt(stated('baseline'), 10);
  if (baseline > 0) marks |= bit('sup');
  if (baseline < 0) marks |= bit('sub');
  if (levels.some((level) => childOf(level, 'a:highlight'))) marks |= bit('mark');
  return marks;
}

/** Font, size, colour, capitals and spacing, as far as the slide states them; undefined: it states none. */
export function lookOfRun(levels: readonly XmlElement[]): string | undefined {
  const look: string[] = [];
  const add = (name: string, value: string | undefined): void => {
    if (value !== undefined && value !== '') look.push(`${name}: ${clean(value)}`);
  };
  add('font-family', childStated(levels, 'a:latin')?.attributes.get('typeface'));
  const size = Number(nearest(levels, 'sz'));
  if (size > 0) add('font-size', `${size / 100}pt`);
  add('color', colourOf(childStated(levels, 'a:solidFill')));
  add('background-color', colourOf(childStated(levels, 'a:highlight')));
  const capitals = nearest(levels, 'cap');
  if (capitals === 'all') add('text-transform', 'uppercase');
  if (capitals === 'small') add('font-variant', 'small-caps');
  const spacing = Number(nearest(levels, 'spc'));
  if (Number.isFinite(spacing) && spacing !== 0) add('letter-spacing', `${spacing / 100}pt`);
  return look.length === 0 ? undefined : look.join('; ');
}

function nearest(levels: readonly XmlElement[], attribute: string): string | undefined {
  return levels.flatMap(({ attributes }) => attributes.get(attribute) ?? [])[0];
}

function childStated(levels: readonly XmlElement[], name: string): XmlElement | undefined {
  return levels.flatMap((level) => childOf(level, name) ?? [])[0];
}

/** A colour with its changes (20.1.2.3), as text that is equal for equal colours. */
function colourOf(fill: XmlElement | undefined): string | undefined {
  const colour = childrenOf(fill)[0];
  if (colour === undefined) return undefined;
  const value = colour.attributes.get('val') ?? '';
  const changes = childrenOf(colour).map(({ name, attributes }) => `${name.slice(2)} ${attributes.get('val') ?? ''}`);
  return [colour.name === 'a:srgbClr' ? `#${value.toLowerCase()}` : value, ...changes].join(' ');
}

/** A value without what separates declarations. */
function clean(value: string): string {
  return value
    .replaceAll(/[;:\s]+/gu, ' ')
    .trim()
    .slice(0, NAME_UNITS);
}
