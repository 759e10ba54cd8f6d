/**
 * The formatting of paragraphs, runs and tables as the looks of the model (ECMA-376 part 1, 17.3, 17.4 and 17.7). It is
 * read only for comparisons with presentation. The look of a paragraph includes its style, but the look of a run does
 * not. So a changed style is one change and not one per word.
 */
import { lookOf } from '../../../shared/document/looks.ts';
import type { Attributes } from '../../../shared/document/model.ts';
import { childOf, toggleOf, valueOf, type XmlElement } from '../../ooxml/xml-tree.ts';
import type { StyleTable } from './styles.ts';

/** CSS declarations by property, in output order. */
type Declarations = ReadonlyMap<string, string>;

const NONE: Declarations = new Map();

/** Alignments other than to the start edge; `end` depends on the direction of the paragraph. */
const ALIGNMENTS: Readonly<Record<string, 'center' | 'justify' | 'end'>> = {
  center: 'center',
  right: 'end',
  end: 'end',
  both: 'justify',
  distribute: 'justify',
  thaiDistribute: 'justify',
  lowKashida: 'justify',
  mediumKashida: 'justify',
  highKashida: 'justify',
};

const SIDES = ['top', 'left', 'bottom', 'right'] as const;

/** Points per unit in Strict documents (ECMA-376 part 1, 22.9.2.15). */
const POINTS: Readonly<Record<string, number>> = { pt: 1, pc: 12, pi: 12, in: 72, cm: 72 / 2.54, mm: 72 / 25.4 };
const TWIPS_PER_POINT = 20;
/** Maximum length of a name, which every paragraph repeats. Word allows no longer names of styles and fonts. */
const NAME_UNITS = 255;
/** A line height of 240 is a single line (17.3.1.33). */
const SINGLE_LINE = 240;

/** Reads looks with the styles of one document. */
export class Looks {
  readonly #styles: StyleTable;
  readonly #inherited = new Map<string | undefined, Declarations>();

  constructor(styles: StyleTable) {
    this.#styles = styles;
  }

  /** The look of a paragraph. `cell` has the properties of the cell around it, if any. */
  paragraph(properties: XmlElement | undefined, rightToLeft: boolean, cell: XmlElement | undefined): Attributes {
    const styleId = valueOf(properties, 'w:pStyle');
    const levels = [...(properties === undefined ? [] : [properties]), ...this.#styles.paragraphChain(styleId)];
    const alignment = alignmentOf(levels, rightToLeft);
    const style = new Map<string, string>();
    addIndents(style, levels);
    addSpacing(style, levels);
    addShading(style, [...levels, ...(cell === undefined ? [] : [cell])]);
    addBorders(style, levels, 'w:pBdr');
    if (nearest(levels, (level) => toggleOf(level, 'w:pageBreakBefore')) === true) style.set('break-before', 'page');
    const position = valueOf(cell, 'w:vAlign');
    if (position !== undefined && position !== 'top') style.set('vertical-align', clean(position));
    for (const [name, value] of this.#inheritedBy(styleId)) style.set(name, value);
    return lookWith(alignment, this.#styles.nameOf(styleId, 'paragraph'), style);
  }

  /** The look of a run in a paragraph of this style; undefined if it has no look of its own. */
  run(properties: XmlElement | undefined, paragraphStyle: string | undefined): string | undefined {
    if (properties === undefined) return undefined;
    const characterStyle = valueOf(properties, 'w:rStyle');
    const chain = characterStyle === undefined ? [] : this.#styles.runChain(characterStyle, 'character');
    const own = new Map(fontDeclarations([properties, ...chain], true));
    const inherited = this.#inheritedBy(paragraphStyle);
    for (const [name, value] of own) if (inherited.get(name) === value) own.delete(name);
    return own.size === 0 ? undefined : written(own);
  }

  /** The look of a table. */
  table(properties: XmlElement | undefined): Attributes {
    const levels = properties === undefined ? [] : [properties];
    const style = new Map<string, string>();
    const indent = childOf(properties, 'w:tblInd')?.attributes.get('w:w');
    if (indent !== undefined) setLength(style, 'margin-left', indent);
    addShading(style, levels);
    addBorders(style, levels, 'w:tblBorders');
    return lookWith(alignmentOf(levels, false), this.#styles.nameOf(valueOf(properties, 'w:tblStyle'), 'table'), style);
  }

  /** Font, size and colour that a run inherits from its paragraph's style and the defaults. */
  #inheritedBy(paragraphStyle: string | undefined): Declarations {
    let declarations = this.#inherited.get(paragraphStyle);
    if (declarations === undefined) {
      const defaults = this.#styles.defaultRunProperties;
      const chain = this.#styles.runChain(paragraphStyle, 'paragraph');
      declarations = fontDeclarations(defaults === undefined ? chain : [...chain, defaults], false);
      this.#inherited.set(paragraphStyle, declarations);
    }
    return declarations;
  }
}

function lookWith(align: string | undefined, name: string | undefined, style: Declarations): Attributes {
  const look: Record<string, string> = {};
  if (align !== undefined) look['data-align'] = align;
  if (name !== undefined) look['data-class'] = clean(name);
  if (style.size > 0) look['data-style'] = written(style);
  return lookOf(look);
}

function alignmentOf(levels: readonly XmlElement[], rightToLeft: boolean): string | undefined {
  const named = nearest(levels, (level) => valueOf(level, 'w:jc'));
  const alignment = named === undefined ? undefined : ALIGNMENTS[named];
  if (alignment === 'end') return rightToLeft ? 'left' : 'right';
  return alignment;
}

function addIndents(style: Map<string, string>, levels: readonly XmlElement[]): void {
  const value = attributeOf(levels, 'w:ind');
  setLength(style, 'margin-left', value('w:left', 'w:start'));
  setLength(style, 'margin-right', value('w:right', 'w:end'));
  const first = nearest(levels, (level) => {
    const indent = childOf(level, 'w:ind')?.attributes;
    const hanging = indent?.get('w:hanging');
    return hanging === undefined ? indent?.get('w:firstLine') : `-${hanging}`;
  });
  setLength(style, 'text-indent', first);
}

function addSpacing(style: Map<string, string>, levels: readonly XmlElement[]): void {
  const value = attributeOf(levels, 'w:spacing');
  setLength(style, 'margin-top', value('w:before'));
  setLength(style, 'margin-bottom', value('w:after'));
  const line = value('w:line');
  const isMultiple = (value('w:lineRule') ?? 'auto') === 'auto';
  if (line !== undefined && isMultiple && /^\d+$/.test(line)) {
    if (Number(line) !== SINGLE_LINE) style.set('line-height', rounded(Number(line) / SINGLE_LINE));
  } else setLength(style, 'line-height', line);
}

function addShading(style: Map<string, string>, levels: readonly XmlElement[]): void {
  const colour = nearest(levels, (level) => colourOf(childOf(level, 'w:shd')?.attributes.get('w:fill')));
  if (colour !== undefined) style.set('background-color', colour);
}

function addBorders(style: Map<string, string>, levels: readonly XmlElement[], name: string): void {
  const borders = nearest(levels, (level) => childOf(level, name));
  for (const side of SIDES) {
    const border = childOf(borders, `w:${side}`)?.attributes;
    const kind = border?.get('w:val') ?? 'nil';
    if (kind === 'nil' || kind === 'none') continue;
    const width = /^\d+$/.test(border?.get('w:sz') ?? '') ? ` ${rounded(Number(border?.get('w:sz')) / 8)}pt` : '';
    const colour = colourOf(border?.get('w:color'));
    style.set(`border-${side}`, `${clean(kind)}${width}${colour === undefined ? '' : ` ${colour}`}`);
  }
}

/** `withKinds` includes the kinds of capitals, spacing and lines, which marks do not record. */
function fontDeclarations(levels: readonly XmlElement[], withKinds: boolean): Declarations {
  if (levels.length === 0) return NONE;
  const style = new Map<string, string>();
  const font = nearest(levels, (level) => {
    const fonts = childOf(level, 'w:rFonts')?.attributes;
    return fonts?.get('w:asciiTheme') ?? fonts?.get('w:ascii');
  });
  if (font !== undefined) style.set('font-family', clean(font));
  const size = nearest(levels, (level) => valueOf(level, 'w:sz'));
  // Sizes are in half points, or have a unit.
  if (size !== undefined) setLength(style, 'font-size', /^\d+$/.test(size) ? `${Number(size) / 2}pt` : size);
  const colour = nearest(levels, (level) => childOf(level, 'w:color')?.attributes.get('w:val'));
  if (colourOf(colour) !== undefined) style.set('color', colourOf(colour)!);
  if (!withKinds) return style;
  addShading(style, levels);
  const highlight = nearest(levels, (level) => valueOf(level, 'w:highlight'));
  if (highlight !== undefined && highlight !== 'none') style.set('background-color', clean(highlight));
  if (nearest(levels, (level) => toggleOf(level, 'w:caps')) === true) style.set('text-transform', 'uppercase');
  if (nearest(levels, (level) => toggleOf(level, 'w:smallCaps')) === true) style.set('font-variant', 'small-caps');
  setLength(
    style,
    'letter-spacing',
    nearest(levels, (level) => valueOf(level, 'w:spacing')),
  );
  const line = nearest(levels, (level) => valueOf(level, 'w:u'));
  if (line !== undefined && line !== 'none' && line !== 'single')
    style.set('text-decoration', `underline ${clean(line)}`);
  return style;
}

/** The value of an attribute, under the first of its names, from the nearest level that states it. */
function attributeOf(levels: readonly XmlElement[], element: string): (...names: string[]) => string | undefined {
  return (...names) =>
    nearest(levels, (level) => {
      const attributes = childOf(level, element)?.attributes;
      return names.map((name) => attributes?.get(name)).find((value) => value !== undefined);
    });
}

/** Sets a length in points. Zero and invalid lengths are left out. */
function setLength(style: Map<string, string>, name: string, value: string | undefined): void {
  const match = /^(-?\d+(?:\.\d+)?)(pt|pc|pi|in|cm|mm)?$/.exec(value ?? '');
  if (match === null) return;
  const unit = match[2];
  const points = Number(match[1]) * (unit === undefined ? 1 / TWIPS_PER_POINT : POINTS[unit]!);
  if (rounded(points) !== '0') style.set(name, `${rounded(points)}pt`);
}

function colourOf(value: string | undefined): string | undefined {
  return value !== undefined && /^[0-9a-f]{6}$/i.test(value) ? `#${value.toLowerCase()}` : undefined;
}

function written(style: Declarations): string {
  return [...style].map(([name, value]) => `${name}: ${value}`).join('; ');
}

/** A number with at most two decimals. */
function rounded(value: number): string {
  const shown = String(Math.round(value * 100) / 100);
  return shown === '-0' ? '0' : shown;
}

/** A name from the file, made safe for a declaration. */
function clean(name: string): string {
  return name
    .slice(0, NAME_UNITS)
    .replaceAll(/[;"\\\p{C}]/gu, '')
    .trim();
}

function nearest<T>(levels: readonly XmlElement[], read: (level: XmlElement) => T | undefined): T | undefined {
  for (const level of levels) {
    const value = read(level);
    if (value !== undefined) return value;
  }
  return undefined;
}
