/**
 * The formatting of paragraphs, runs and tables as the looks of the model (ECMA-376 part 1, 17.3, 17.4 and 17.7).
 * Comparisons with presentation compare it, and `look-record.ts` takes it out for the others. The look of a paragraph
 * includes its style, but the look of a run does not. So a changed style is one change and not one per word.
 */
import { lookOf } from '../../../../shared/document/looks.ts';
import type { Attributes } from '../../../../shared/document/model.ts';
import { childOf, childrenOf, isElement, toggleOf, valueOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { sha256 } from '../../../sha256.ts';
import { drawingMarkup } from '../parts/docx-inventory.ts';
import type { StyleTable } from '../parts/styles.ts';
import {
  addBorders,
  addShading,
  clean,
  nearest,
  setLength,
  wholePoints,
  written,
  type Declarations,
} from './declarations.ts';
import { DRAWINGS, joinPlaces } from './drawings.ts';
import type { FontSlot } from './font-slots.ts';
import { NEUTRAL, emphasisOf, fontDeclarations, setSlotFont } from './letters.ts';
import { addItemLook } from './items.ts';
import { addIndents, addLines, addSpacing, alignmentOf, stopsOf } from './paragraphs.ts';
import { COLUMNS, addCellLook, addPlace, addTableRoom, addWidth, columnWidths } from './tables.ts';
import type { Theme } from './theme.ts';

/** Half an inch, in points. */
const WORDS_TAB_DISTANCE = 36;

/** Properties without a look, or whose look is read elsewhere. */
const SHOW_NOTHING: ReadonlySet<string> = new Set(
  (
    'w:lang w:noProof w:sectPr w:rPr w:rPrChange w:pPrChange w:tcPrChange w:numPr w:tcW w:rtl w:cs w:bCs w:iCs ' +
    'w:webHidden w:keepNext w:keepLines w:widowControl w:cnfStyle w:gridSpan w:vMerge w:hMerge w:kern w:specVanish'
  ).split(' '),
);
/** Looks that are remembered. A document that repeats none must not fill the memory. */
const KNOWN_MAX = 2_000;

/** Where a text begins that does not follow the text before it. */
export type Break = 'page' | 'odd page' | 'even page' | 'column';

/** A paragraph, as far as its look depends on it. */
export interface ParagraphPlace {
  /** Properties of the cell around it and of its row, if any. */
  readonly cell?: XmlElement | undefined;
  readonly row?: XmlElement | undefined;
  /** The level of its list (`w:lvl`); undefined for what is no item. */
  readonly listLevel?: XmlElement | undefined;
  readonly rightToLeft: boolean;
  /** Its style sets no marks. So weight, slant and underline of the style belong to the look. */
  readonly inHeading: boolean;
  /** What its text begins after an explicit break. */
  readonly breakBefore: Break | null;
  /** Number of empty paragraphs before it. */
  readonly emptyBefore: number;
  /** Number of tabs in it. */
  readonly tabs: number;
  /** Stops that its tabs state themselves. */
  readonly stops: readonly string[];
  /** Places of the drawings in it, and in the paragraphs without text before it. */
  readonly drawings: readonly string[];
  /** The look of the text box around it, as text that is equal for equal looks; undefined outside of boxes. */
  readonly box?: string | undefined;
}

/** Reads looks with the styles of one document. */
export class Looks {
  /** The break that the next text follows; null: none. */
  pendingBreak: Break | null = null;
  readonly #styles: StyleTable;
  readonly #theme: Theme;
  readonly #inherited = new Map<string | undefined, Declarations>();
  readonly #runs = new Map<string, string>();
  readonly #paragraphs = new Map<string, Attributes>();
  readonly #tables = new Map<string, Attributes>();
  readonly #listLevels = new Map<XmlElement, number>();
  /** The distance of tabs without stops of their own (17.15.1.25), in points. */
  readonly #tabDistance: number;

  /** `settings`: the settings part, if there is one. */
  constructor(styles: StyleTable, theme: Theme, settings: XmlElement | undefined) {
    this.#styles = styles;
    this.#theme = theme;
    const stated = wholePoints(valueOf(settings, 'w:defaultTabStop'));
    // Programs round half an inch in different ways.
    this.#tabDistance = Math.abs(stated - WORDS_TAB_DISTANCE) <= 1 || stated <= 0 ? WORDS_TAB_DISTANCE : stated;
  }

  /** The look of a paragraph. */
  paragraph(properties: XmlElement | undefined, place: ParagraphPlace): Attributes {
    const { rightToLeft, inHeading, breakBefore, emptyBefore, tabs, stops, drawings, box, cell, row, listLevel } =
      place;
    const ofItem = listLevel && `${this.#idOf(listLevel)} ${spelled(childOf(properties, 'w:rPr'))}`;
    const key =
      `${rightToLeft} ${inHeading} ${breakBefore} ${emptyBefore} ${tabs} ${stops.join('|')} ${drawings.join('|')} ${box} ${ofItem} ${hidesEnd(properties)} ` +
      `${spelled(properties)}\n${spelled(cell)}\n${spelled(row)}`;
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

  /** The look of a table (`w:tbl`). `emptyBefore`: number of empty paragraphs before it. */
  table(table: XmlElement, emptyBefore: number): Attributes {
    const properties = childOf(table, 'w:tblPr');
    const columns = columnWidths(table);
    const key = `${emptyBefore} ${spelled(properties)}\n${columns}`;
    return known(this.#tables, key, () => this.#readTable(properties, columns, emptyBefore));
  }

  #idOf(listLevel: XmlElement): number {
    let id = this.#listLevels.get(listLevel);
    if (id === undefined) this.#listLevels.set(listLevel, (id = this.#listLevels.size));
    return id;
  }

  #readTable(properties: XmlElement | undefined, columns: string | undefined, emptyBefore: number): Attributes {
    const styleId = valueOf(properties, 'w:tblStyle');
    const chain = this.#styles.tableChain(styleId);
    const levels = properties === undefined ? [] : [properties];
    const style = new Map<string, string>();
    const indent = childOf(properties, 'w:tblInd')?.attributes.get('w:w');
    if (indent !== undefined) setLength(style, 'margin-left', indent);
    addShading(style, levels, this.#theme.colours);
    const withStyles = [...levels, ...chain.flatMap((one) => childOf(one, 'w:tblPr') ?? [])];
    addBorders(style, withStyles, 'w:tblBorders');
    addTableRoom(style, withStyles);
    addPlace(style, properties);
    addWidth(style, properties);
    if (columns !== undefined) style.set(COLUMNS, columns);
    if (emptyBefore > 0) style.set('empty-lines-before', String(emptyBefore));
    const conditions = chain.flatMap((one) => childrenOf(one, 'w:tblStylePr'));
    if (conditions.length > 0) {
      const shown = `${drawingMarkup(childOf(properties, 'w:tblLook') ?? conditions[0]!)}${conditions.map(drawingMarkup).join('')}`;
      style.set('bands', sha256(shown).slice(0, 12));
    }
    return lookWith(alignmentOf(levels, false), this.#styles.nameOf(styleId, 'table'), style);
  }

  #readParagraph(
    properties: XmlElement | undefined,
    {
      rightToLeft,
      inHeading,
      breakBefore,
      emptyBefore,
      tabs,
      stops,
      drawings,
      box,
      cell,
      row,
      listLevel,
    }: ParagraphPlace,
  ): Attributes {
    const styleId = valueOf(properties, 'w:pStyle');
    const levels = [...(properties === undefined ? [] : [properties]), ...this.#styles.paragraphChain(styleId)];
    const alignment = alignmentOf(levels, rightToLeft);
    const style = new Map<string, string>();
    addIndents(style, levels);
    addSpacing(style, levels);
    addLines(style, levels);
    addShading(style, [...levels, ...(cell === undefined ? [] : [cell])], this.#theme.colours);
    addBorders(style, levels, 'w:pBdr');
    if (breakBefore !== null) style.set('break-before', breakBefore);
    else if (nearest(levels, (level) => toggleOf(level, 'w:pageBreakBefore')) === true)
      style.set('break-before', 'page');
    if (emptyBefore > 0) style.set('empty-lines-before', String(emptyBefore));
    if (tabs > 0) style.set('tabs', String(tabs));
    const common = nearest(levels, (level) => childOf(level, 'w:tabs'));
    const shown = [...(common === undefined ? [] : [stopsOf(common)]), ...stops];
    if (shown.length > 0 && tabs > 0) style.set('tab-stops', shown.join(', '));
    if (hidesEnd(properties)) style.set('paragraph-end', 'hidden');
    if (drawings.length > 0) style.set(DRAWINGS, joinPlaces(drawings));
    if (box !== undefined) style.set('box', box);
    const frame = nearest(levels, (level) => childOf(level, 'w:framePr'));
    if (frame !== undefined) style.set('frame', frame.attributes.get('w:dropCap') ?? 'text');
    const position = valueOf(cell, 'w:vAlign');
    if (position !== undefined && position !== 'top') style.set('vertical-align', clean(position));
    addBorders(style, cell === undefined ? [] : [cell], 'w:tcBorders', 'cell-border');
    addCellLook(style, row, cell);
    if (tabs > 0 && this.#tabDistance !== WORDS_TAB_DISTANCE) style.set('tab-distance', `${this.#tabDistance}pt`);
    if (listLevel !== undefined) addItemLook(style, listLevel, properties, this.#inheritedBy(styleId), this.#theme);
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
    const own = fontDeclarations(levels, this.#theme);
    if (slot !== 'ascii')
      setSlotFont(own, [...levels, ...this.#paragraphLevels(paragraphStyle)], this.#theme.fonts, slot);
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
      const found = fontDeclarations(this.#paragraphLevels(paragraphStyle), this.#theme);
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

/** Whether a paragraph runs into the next one, because its mark is hidden (17.3.2.41, 17.3.2.36). */
function hidesEnd(properties: XmlElement | undefined): boolean {
  const mark = childOf(properties, 'w:rPr');
  return toggleOf(mark, 'w:vanish') === true || toggleOf(mark, 'w:specVanish') === true;
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
