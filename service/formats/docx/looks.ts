/**
 * The formatting of paragraphs, runs and tables as the looks of the model (ECMA-376 part 1, 17.3, 17.4 and 17.7).
 * Comparisons with presentation compare it, and `look-record.ts` takes it out for the others. The look of a paragraph
 * includes its style, but the look of a run does not. So a changed style is one change and not one per word.
 */
import { lookOf } from '../../../shared/document/looks.ts';
import type { Attributes } from '../../../shared/document/model.ts';
import { childOf, childrenOf, isElement, toggleOf, valueOf, type XmlElement } from '../../ooxml/xml-tree.ts';
import { sha256 } from '../sha256.ts';
import { drawingMarkup } from './docx-inventory.ts';
import type { FontSlot } from './font-slots.ts';
import type { StyleTable } from './styles.ts';
import type { ThemeFonts } from './theme-fonts.ts';

/** CSS declarations by property, in output order. */
type Declarations = ReadonlyMap<string, string>;

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

/** Properties without a look, or whose look is read elsewhere. */
const SHOW_NOTHING: ReadonlySet<string> = new Set(
  (
    'w:lang w:noProof w:sectPr w:rPr w:rPrChange w:pPrChange w:tcPrChange w:numPr w:tcW w:rtl w:cs w:bCs w:iCs ' +
    'w:webHidden w:keepNext w:keepLines w:widowControl w:cnfStyle w:gridSpan w:vMerge w:hMerge w:kern w:specVanish'
  ).split(' '),
);
/** Effects of letters (17.3.2.3, 12, 13, 18, 23, 31) and those of later versions. */
const EFFECTS =
  /^(?:w:(?:outline|shadow|emboss|imprint|em|effect|bdr)|w14:(?:glow|shadow|reflection|textOutline|textFill))$/;
/** Values that end what a style states. */
const NEUTRAL: ReadonlySet<string> = new Set(['auto', 'none', 'normal', 'visible']);
/** Looks that are remembered. A document that repeats none must not fill the memory. */
const KNOWN_MAX = 2_000;

/** A paragraph, as far as its look depends on it. */
export interface ParagraphPlace {
  /** Properties of the cell around it, if any. */
  readonly cell?: XmlElement | undefined;
  readonly rightToLeft: boolean;
  /** Its style sets no marks. So weight, slant and underline of the style belong to the look. */
  readonly inHeading: boolean;
  /** What its text begins after an explicit break. */
  readonly breakBefore: 'page' | 'column' | null;
  /** Number of tabs in it. */
  readonly tabs: number;
  /** The look of the text box around it, as text that is equal for equal looks; undefined outside of boxes. */
  readonly box?: string | undefined;
}

/** Reads looks with the styles of one document. */
export class Looks {
  /** The break that the next text follows; null: none. */
  pendingBreak: ParagraphPlace['breakBefore'] = null;
  readonly #styles: StyleTable;
  readonly #fonts: ThemeFonts;
  readonly #inherited = new Map<string | undefined, Declarations>();
  readonly #runs = new Map<string, string>();
  readonly #paragraphs = new Map<string, Attributes>();
  readonly #tables = new Map<string, Attributes>();

  constructor(styles: StyleTable, fonts: ThemeFonts) {
    this.#styles = styles;
    this.#fonts = fonts;
  }

  /** The look of a paragraph. */
  paragraph(properties: XmlElement | undefined, place: ParagraphPlace): Attributes {
    const { rightToLeft, inHeading, breakBefore, tabs, box, cell } = place;
    const key = `${rightToLeft} ${inHeading} ${breakBefore} ${tabs} ${box} ${spelled(properties)}\n${spelled(cell)}`;
    return known(this.#paragraphs, key, () => this.#readParagraph(properties, place));
  }

  /**
   * The look of the characters of a run in a paragraph of this style that this font shows; undefined if they have no look
   * of their own. The look of a paragraph names the ASCII font of its style. So the look of other characters names theirs.
   */
  run(
    properties: XmlElement | undefined,
    paragraphStyle: string | undefined,
    inHeading: boolean,
    slot: FontSlot,
  ): string | undefined {
    const own = spelled(properties);
    if (own === '' && slot === 'ascii') return undefined;
    const key = `${slot} ${paragraphStyle} ${inHeading} ${own}`;
    return known(this.#runs, key, () => this.#readRun(properties, paragraphStyle, inHeading, slot)) || undefined;
  }

  /** The look of a table. */
  table(properties: XmlElement | undefined): Attributes {
    return known(this.#tables, spelled(properties), () => this.#readTable(properties));
  }

  #readTable(properties: XmlElement | undefined): Attributes {
    const styleId = valueOf(properties, 'w:tblStyle');
    const chain = this.#styles.tableChain(styleId);
    const levels = properties === undefined ? [] : [properties];
    const style = new Map<string, string>();
    const indent = childOf(properties, 'w:tblInd')?.attributes.get('w:w');
    if (indent !== undefined) setLength(style, 'margin-left', indent);
    addShading(style, levels);
    addBorders(style, [...levels, ...chain.flatMap((one) => childOf(one, 'w:tblPr') ?? [])], 'w:tblBorders');
    const conditions = chain.flatMap((one) => childrenOf(one, 'w:tblStylePr'));
    if (conditions.length > 0) {
      const shown = `${drawingMarkup(childOf(properties, 'w:tblLook') ?? conditions[0]!)}${conditions.map(drawingMarkup).join('')}`;
      style.set('bands', sha256(shown).slice(0, 12));
    }
    return lookWith(alignmentOf(levels, false), this.#styles.nameOf(styleId, 'table'), style);
  }

  #readParagraph(
    properties: XmlElement | undefined,
    { rightToLeft, inHeading, breakBefore, tabs, box, cell }: ParagraphPlace,
  ): Attributes {
    const styleId = valueOf(properties, 'w:pStyle');
    const levels = [...(properties === undefined ? [] : [properties]), ...this.#styles.paragraphChain(styleId)];
    const alignment = alignmentOf(levels, rightToLeft);
    const style = new Map<string, string>();
    addIndents(style, levels);
    addSpacing(style, levels);
    addShading(style, [...levels, ...(cell === undefined ? [] : [cell])]);
    addBorders(style, levels, 'w:pBdr');
    if (breakBefore !== null) style.set('break-before', breakBefore);
    else if (nearest(levels, (level) => toggleOf(level, 'w:pageBreakBefore')) === true)
      style.set('break-before', 'page');
    if (tabs > 0) style.set('tabs', String(tabs));
    const stops = nearest(levels, (level) => childOf(level, 'w:tabs'));
    if (stops !== undefined && tabs > 0) style.set('tab-stops', stopsOf(stops));
    if (box !== undefined) style.set('box', box);
    const frame = nearest(levels, (level) => childOf(level, 'w:framePr'));
    if (frame !== undefined) style.set('frame', frame.attributes.get('w:dropCap') ?? 'text');
    const position = valueOf(cell, 'w:vAlign');
    if (position !== undefined && position !== 'top') style.set('vertical-align', clean(position));
    addBorders(style, cell === undefined ? [] : [cell], 'w:tcBorders', 'cell-border');
    for (const [name, value] of this.#inheritedBy(styleId)) style.set(name, value);
    if (inHeading)
      for (const [name, value] of emphasisOf(this.#styles.runChain(styleId, 'paragraph'))) style.set(name, value);
    return lookWith(alignment, this.#styles.nameOf(styleId, 'paragraph'), style);
  }

  #readRun(
    properties: XmlElement | undefined,
    paragraphStyle: string | undefined,
    inHeading: boolean,
    slot: FontSlot,
  ): string {
    const characterStyle = valueOf(properties, 'w:rStyle');
    const chain = characterStyle === undefined ? [] : this.#styles.runChain(characterStyle, 'character');
    const levels = [...(properties === undefined ? [] : [properties]), ...chain];
    const own = fontDeclarations(levels, this.#fonts);
    if (slot !== 'ascii') setSlotFont(own, [...levels, ...this.#paragraphLevels(paragraphStyle)], this.#fonts, slot);
    const inherited = new Map(this.#inheritedBy(paragraphStyle));
    if (inHeading) {
      for (const [name, value] of emphasisOf(this.#styles.runChain(paragraphStyle, 'paragraph')))
        inherited.set(name, value);
      // Marks say what a run adds.
      for (const [name, value] of emphasisOf(levels)) if (NEUTRAL.has(value)) own.set(name, value);
    }
    for (const [name, value] of own)
      if (inherited.get(name) === value || (NEUTRAL.has(value) && !inherited.has(name))) own.delete(name);
    return written(own);
  }

  /** The look that a run inherits from its paragraph's style and the defaults. */
  #inheritedBy(paragraphStyle: string | undefined): Declarations {
    let declarations = this.#inherited.get(paragraphStyle);
    if (declarations === undefined) {
      const found = fontDeclarations(this.#paragraphLevels(paragraphStyle), this.#fonts);
      for (const [name, value] of found) if (NEUTRAL.has(value)) found.delete(name);
      declarations = found;
      this.#inherited.set(paragraphStyle, declarations);
    }
    return declarations;
  }

  /** The run properties of a paragraph's style and the defaults, the highest priority first. */
  #paragraphLevels(paragraphStyle: string | undefined): XmlElement[] {
    const defaults = this.#styles.defaultRunProperties;
    const chain = this.#styles.runChain(paragraphStyle, 'paragraph');
    return defaults === undefined ? [...chain] : [...chain, defaults];
  }
}

/** Documents repeat a few properties, and a look takes far longer to find out than to look up. */
function known<T>(looks: Map<string, T>, key: string, read: () => T): T {
  let look = looks.get(key);
  if (look !== undefined) return look;
  if (looks.size >= KNOWN_MAX) looks.clear();
  look = read();
  looks.set(key, look);
  return look;
}

/** Properties in their own order, without those that show nothing. */
function spelled(properties: XmlElement | undefined): string {
  let text = '';
  if (properties === undefined) return text;
  for (const child of properties.children) {
    if (!isElement(child) || SHOW_NOTHING.has(child.name)) continue;
    text += child.name;
    for (const [attribute, value] of child.attributes) text += ` ${attribute}=${value}`;
    if (child.children.length > 0) text += `(${spelled(child)})`;
    text += ';';
  }
  return text;
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

/** The stops of tabs (17.3.1.37), in points. */
function stopsOf(stops: XmlElement): string {
  return childrenOf(stops, 'w:tab')
    .map(
      ({ attributes }) =>
        `${clean(attributes.get('w:val') ?? '')} ${rounded(Number(attributes.get('w:pos')) / TWIPS_PER_POINT)}`,
    )
    .join(' ');
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

function addBorders(style: Map<string, string>, levels: readonly XmlElement[], name: string, shownAs = 'border'): void {
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

/** Font, size, colour, and the kinds of capitals, spacing and lines, which marks do not record. */
function fontDeclarations(levels: readonly XmlElement[], fonts: ThemeFonts): Map<string, string> {
  const style = new Map<string, string>();
  if (levels.length === 0) return style;
  setFont(style, levels, fonts, 'ascii');
  setSize(style, levels, 'w:sz');
  const colour = nearest(levels, (level) => childOf(level, 'w:color')?.attributes.get('w:val'));
  // Automatic letters are black, and some programs write a black of their own for them.
  if (colour !== undefined) style.set('color', BLACK.test(colour) ? 'auto' : (colourOf(colour) ?? 'auto'));
  addShading(style, levels);
  const highlight = nearest(levels, (level) => valueOf(level, 'w:highlight'));
  if (highlight !== undefined && highlight !== 'none') style.set('background-color', clean(highlight));
  setToggle(style, levels, 'w:caps', 'text-transform', 'uppercase', 'none');
  setToggle(style, levels, 'w:smallCaps', 'font-variant', 'small-caps', 'normal');
  setToggle(style, levels, 'w:vanish', 'visibility', 'hidden', 'visible');
  setToggle(style, levels, 'w:dstrike', 'text-decoration', 'line-through double', 'none');
  setLength(
    style,
    'letter-spacing',
    nearest(levels, (level) => valueOf(level, 'w:spacing')),
  );
  const scale = nearest(levels, (level) => valueOf(level, 'w:w'));
  if (scale !== undefined && scale !== '100') style.set('font-stretch', clean(scale));
  const position = nearest(levels, (level) => valueOf(level, 'w:position'));
  if (/^-?\d+$/.test(position ?? '')) setLength(style, 'vertical-align', `${Number(position) / 2}pt`);
  const line = nearest(levels, (level) => valueOf(level, 'w:u'));
  if (line !== undefined && line !== 'none' && line !== 'single')
    style.set('text-decoration', `underline ${clean(line)}`);
  const effects = levels.flatMap((level) =>
    childrenOf(level).filter(({ name, attributes }) => EFFECTS.test(name) && !OFF.test(attributes.get('w:val') ?? '')),
  );
  if (effects.length > 0)
    style.set(
      'text-effect',
      [...new Set(effects.map(({ name }) => clean(name.replace(/^\w+:/u, ''))))].join(' ') +
        ` ${sha256(effects.map(drawingMarkup).join('')).slice(0, 8)}`,
    );
  return style;
}

/** Attributes of `w:rFonts` (17.3.2.26): the name in the theme, and the name. */
const FONT_ATTRIBUTES: Readonly<Record<FontSlot, readonly [themed: string, named: string]>> = {
  ascii: ['w:asciiTheme', 'w:ascii'],
  hAnsi: ['w:hAnsiTheme', 'w:hAnsi'],
  eastAsia: ['w:eastAsiaTheme', 'w:eastAsia'],
  cs: ['w:cstheme', 'w:cs'],
};

function setFont(style: Map<string, string>, levels: readonly XmlElement[], fonts: ThemeFonts, slot: FontSlot): void {
  const [themed, named] = FONT_ATTRIBUTES[slot];
  const font = nearest(levels, (level) => {
    const stated = childOf(level, 'w:rFonts')?.attributes;
    return fonts.nameOf(stated?.get(themed)) ?? stated?.get(named);
  });
  if (font !== undefined) style.set('font-family', clean(font));
}

/** Sizes are in half points, or have a unit. */
function setSize(style: Map<string, string>, levels: readonly XmlElement[], name: 'w:sz' | 'w:szCs'): void {
  const size = nearest(levels, (level) => valueOf(level, name));
  if (size !== undefined) setLength(style, 'font-size', /^\d+$/.test(size) ? `${Number(size) / 2}pt` : size);
}

/** Replaces the ASCII font of a run, and for complex scripts its size. `levels`: all, the highest priority first. */
function setSlotFont(
  style: Map<string, string>,
  levels: readonly XmlElement[],
  fonts: ThemeFonts,
  slot: FontSlot,
): void {
  style.delete('font-family');
  setFont(style, levels, fonts, slot);
  if (slot !== 'cs') return;
  style.delete('font-size');
  setSize(style, levels, 'w:szCs');
}

/** Colours that nobody tells from black. */
const BLACK = /^(?:0[0-9a]){3}$/i;
/** Values of effects that show none. */
const OFF = /^(?:0|false|off|none|nil)$/;

function setToggle(
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

/** Weight, slant and underline, as far as these levels state them. */
function emphasisOf(levels: readonly XmlElement[]): Map<string, string> {
  const style = new Map<string, string>();
  setToggle(style, levels, 'w:b', 'font-weight', 'bold', 'normal');
  setToggle(style, levels, 'w:i', 'font-style', 'italic', 'normal');
  const line = nearest(levels, (level) => valueOf(level, 'w:u'));
  if (line !== undefined) style.set('text-decoration', line === 'none' ? 'none' : 'underline');
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
