/** CSS declarations that are read from the properties of paragraphs, runs and tables, the nearest level first. */
import { childOf, toggleOf, type XmlElement } from '../../../ooxml/xml-tree.ts';

/** CSS declarations by property, in output order. */
export type Declarations = ReadonlyMap<string, string>;

const SIDES = ['top', 'left', 'bottom', 'right'] as const;

/** Points per unit in Strict documents (ECMA-376 part 1, 22.9.2.15). */
const POINTS: Readonly<Record<string, number>> = { pt: 1, pc: 12, pi: 12, in: 72, cm: 72 / 2.54, mm: 72 / 25.4 };
const TWIPS_PER_POINT = 20;
/** Maximum length of a name, which every paragraph repeats. Word allows no longer names of styles and fonts. */
const NAME_UNITS = 255;

/** Adds the ground that the nearest level states (17.3.5). */
export function addShading(style: Map<string, string>, levels: readonly XmlElement[]): void {
  const colour = nearest(levels, (level) => colourOf(childOf(level, 'w:shd')?.attributes.get('w:fill')));
  if (colour !== undefined) style.set('background-color', colour);
}

/** Adds the borders that the nearest level states in the element `name` (17.3.4), one declaration a side. */
export function addBorders(
  style: Map<string, string>,
  levels: readonly XmlElement[],
  name: string,
  shownAs = 'border',
): void {
  const borders = nearest(levels, (level) => childOf(level, name));
  for (const side of SIDES) {
    const border = childOf(borders, `w:${side}`)?.attributes;
    const kind = border?.get('w:val') ?? 'nil';
    if (kind === 'nil' || kind === 'none') continue;
    const width = /^\d+$/.test(border?.get('w:sz') ?? '') ? ` ${rounded(Number(border?.get('w:sz')) / 8)}pt` : '';
    const colour = colourOf(border?.get('w:color'));
    style.set(`${shownAs}-${side}`, `${clean(kind)}${width}${colour === undefined ? '' : ` ${colour}`}`);
  }
}

/** Adds a property that is on or off (17.17.4), if a level states it. */
export function setToggle(
  style: Map<string, string>,
  levels: readonly XmlElement[],
  property: string,
  name: string,
  on: string,
  off: string,
): void {
  const stated = nearest(levels, (level) => toggleOf(level, property));
  if (stated !== undefined) style.set(name, stated ? on : off);
}

/** Sets a length in points. Zero and invalid lengths are left out. */
export function setLength(style: Map<string, string>, name: string, value: string | undefined): void {
  const match = /^(-?\d+(?:\.\d+)?)(pt|pc|pi|in|cm|mm)?$/.exec(value ?? '');
  if (match === null) return;
  const unit = match[2];
  const points = Number(match[1]) * (unit === undefined ? 1 / TWIPS_PER_POINT : POINTS[unit]!);
  if (rounded(points) !== '0') style.set(name, `${rounded(points)}pt`);
}

/** A colour as CSS; undefined for an automatic one and for none. */
export function colourOf(value: string | undefined): string | undefined {
  return value !== undefined && /^[0-9a-f]{6}$/i.test(value) ? `#${value.toLowerCase()}` : undefined;
}

/** Declarations as a look. */
export function written(style: Declarations): string {
  return [...style].map(([name, value]) => `${name}: ${value}`).join('; ');
}

/** Twips in whole points; 0 for what is no number. */
export function wholePoints(twips: string | undefined): number {
  return Math.round(Number(twips ?? 0) / TWIPS_PER_POINT) || 0;
}

/** A number with at most two decimals. */
export function rounded(value: number): string {
  const shown = String(Math.round(value * 100) / 100);
  return shown === '-0' ? '0' : shown;
}

/** A name from the file, made safe for a declaration. */
export function clean(name: string): string {
  return name
    .slice(0, NAME_UNITS)
    .replaceAll(/[;"\\\p{C}]/gu, '')
    .trim();
}

/** What the first level that states it says. */
export function nearest<T>(levels: readonly XmlElement[], read: (level: XmlElement) => T | undefined): T | undefined {
  for (const level of levels) {
    const value = read(level);
    if (value !== undefined) return value;
  }
  return undefined;
}
