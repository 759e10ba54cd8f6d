/** CSS declarations that are read from the properties of paragraphs, runs and tables, the nearest level first. */
import { childOf, childrenOf, toggleOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { GROUND_COLOUR, type ThemeColours } from './theme-colours.ts';

/** CSS declarations by property, in output order. */
export type Declarations = ReadonlyMap<string, string>;

/** Points per unit in Strict documents (ECMA-376 part 1, 22.9.2.15). */
const POINTS: Readonly<Record<string, number>> = { pt: 1, pc: 12, pi: 12, in: 72, cm: 72 / 2.54, mm: 72 / 25.4 };
const TWIPS_PER_POINT = 20;
/** Maximum length of a name, which every paragraph repeats. Word allows no longer names of styles and fonts. */
const NAME_UNITS = 255;

/** Adds the ground that the nearest level states (17.3.5), with its pattern (17.18.78). */
export function addShading(style: Map<string, string>, levels: readonly XmlElement[], colours: ThemeColours): void {
  const shading = nearest(levels, (level) => {
    const stated = childOf(level, 'w:shd');
    return stated !== undefined && groundOf(stated, colours) !== undefined ? stated : undefined;
  });
  const ground = shading && groundOf(shading, colours);
  if (ground !== undefined) style.set('background-color', ground);
}

/** Patterns that show the ground alone. */
const PLAIN: ReadonlySet<string> = new Set(['', 'clear', 'nil']);

function groundOf(shading: XmlElement, colours: ThemeColours): string | undefined {
  const ground = colourOf(colours.of(shading, GROUND_COLOUR));
  const pattern = clean(shading.attributes.get('w:val') ?? '');
  if (PLAIN.has(pattern)) return ground;
  const ink = colourOf(shading.attributes.get('w:color'));
  return [ground, pattern, ink].filter((part) => part !== undefined).join(' ');
}

/** Sides that have another name in the format. */
const SIDES: Readonly<Record<string, string>> = {
  start: 'left',
  end: 'right',
  insideH: 'between-rows',
  insideV: 'between-columns',
  between: 'between-paragraphs',
  tl2br: 'falling',
  tr2bl: 'rising',
};

/**
 * Adds the borders that the nearest level states in the element `name` (17.3.4), one declaration a side. A side may also
 * be a line between rows, columns or paragraphs, or across a cell.
 */
export function addBorders(
  style: Map<string, string>,
  levels: readonly XmlElement[],
  name: string,
  shownAs = 'border',
): void {
  const borders = childrenOf(nearest(levels, (level) => childOf(level, name)));
  const sides = borders.map(({ name: qualified, attributes }) => {
    const side = qualified.slice('w:'.length);
    return [SIDES[side] ?? side, attributes] as const;
  });
  for (const [side, border] of sides.sort(([one], [other]) => (one < other ? -1 : 1))) {
    const kind = border.get('w:val') ?? 'nil';
    if (kind === 'nil' || kind === 'none') continue;
    const width = /^\d+$/.test(border.get('w:sz') ?? '') ? ` ${rounded(Number(border.get('w:sz')) / 8)}pt` : '';
    const colour = colourOf(border.get('w:color'));
    const distance = Number(border.get('w:space') ?? 0) || 0;
    style.set(
      `${shownAs}-${clean(side)}`,
      `${clean(kind)}${width}${colour === undefined ? '' : ` ${colour}`}${distance === 0 ? '' : ` at ${distance}pt`}`,
    );
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
