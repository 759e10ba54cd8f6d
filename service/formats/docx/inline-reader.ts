/**
 * Reads the content of a paragraph: runs, links, fields, notes, pictures, equations, symbols. It is longer than 400
 * lines, because it handles every element that a paragraph may contain.
 */
import type { Vertical } from '../../../shared/document/direction.ts';
import { chosenChildren } from '../../ooxml/alternate-content.ts';
import { childOf, innerText, integerOf, toggleOf, valueOf, type XmlElement } from '../../ooxml/xml-tree.ts';
import { InlineContent } from '../html/inline-content.ts';
import { boxDirection } from './directions.ts';
import { drawingMarkup } from './docx-inventory.ts';
import { hrefOfField, isPageNumber, linkAddress, PAGE_NUMBER_SIGN, type OpenFields } from './fields.ts';
import { findAll, findWithin, readImage } from './images.ts';
import { sha256 } from '../sha256.ts';
import { isBlank } from '../normalise/white-space.ts';
import { pixels } from '../pixels.ts';
import { NOTE_SIGN, REFERENCE_MARKS, type RunPlace, isHidden, readMarks, showsCapitals } from './marks.ts';
import { mathText } from './math-text.ts';
import { drawingPlace } from './drawing-place.ts';
import { pictureLook } from './picture-look.ts';
import type { Reading } from './reading.ts';
import type { Break } from './looks/looks.ts';
import { RunLooks } from './looks/run-looks.ts';
import { symbolText, textInFont } from './symbols.ts';

const CHECKED = '☑';
const UNCHECKED = '☐';

/** Content that is not text of the paragraph itself. It follows the paragraph. */
export interface LiftedContent {
  /** Children are paragraphs and tables. */
  readonly blocks: readonly XmlElement[];
  /** The direction of its lines; null: horizontal. */
  readonly direction: Vertical | null;
  /** How its box looks, as text that is equal for equal looks. */
  readonly box: string;
}

/** The place of the inline content. */
export interface InlinePlace {
  readonly partName: string;
  readonly paragraphStyle: string | undefined;
  /** See `RunPlace`. */
  readonly tableRuns: readonly XmlElement[];
  readonly inHeading: boolean;
}

/** Reads one paragraph. Open fields continue from one paragraph to the next, so the caller provides them. */
export class InlineReader {
  readonly content = new InlineContent();
  readonly lifted: LiftedContent[] = [];
  /** Whether the paragraph has a horizontal rule, which Word stores as a shape. */
  hasRule = false;
  /** The text before white space is joined. A tab before page numbers shows here. */
  text = '';
  /** Length of `text` at the end of the last page reference; 0 without one. */
  pageReferenceEnd = 0;
  readonly #reading: Reading;
  readonly #place: InlinePlace;
  readonly #fields: OpenFields;
  /** The break that the text of the paragraph follows; null: none. */
  breakBefore: Break | null = null;
  /** Number of tabs. */
  tabs = 0;
  /** Where each drawing stands, text boxes and rules apart. */
  readonly drawings: string[] = [];
  readonly #looks: RunLooks;

  constructor(reading: Reading, place: InlinePlace, fields: OpenFields) {
    this.#reading = reading;
    this.#place = place;
    this.#fields = fields;
    this.#looks = new RunLooks(reading.looks, place.paragraphStyle, place.inHeading);
  }

  /** Reads the content of a paragraph or of a container in one. `href` is the link around it. */
  read(node: XmlElement, href: string | null): void {
    for (const child of chosenChildren(node)) this.#inline(child, href);
  }

  #inline(node: XmlElement, href: string | null): void {
    switch (node.name) {
      case 'w:r':
        this.#run(node, href);
        return;
      case 'w:hyperlink':
        this.read(node, this.#hrefOf(node) ?? href);
        return;
      case 'w:fldSimple': {
        const instruction = node.attributes.get('w:instr') ?? '';
        if (this.#reading.inventory.isInPageStory && isPageNumber(instruction)) this.#text(PAGE_NUMBER_SIGN, 0, href);
        else this.read(node, hrefOfField(instruction) ?? href);
        return;
      }
      case 'w:sdt':
        this.read(childOf(node, 'w:sdtContent') ?? node, href);
        return;
      case 'w:smartTag':
      case 'w:customXml':
      case 'w:dir':
      case 'w:bdo':
      case 'w:sdtContent':
        this.read(node, href);
        return;
      case 'm:oMath':
      case 'm:oMathPara':
        this.#text(mathText(node), 0, href);
        return;
      case 'w:subDoc':
        this.#reading.losses.add('alternative_format_not_compared');
        return;
      default:
      // Properties, positions, and additions of later versions are not read.
    }
  }

  #hrefOf(node: XmlElement): string | null {
    const id = node.attributes.get('r:id');
    const relationship =
      id === undefined ? undefined : this.#reading.package.relationshipsOf(this.#place.partName).get(id);
    return linkAddress(relationship?.target ?? '', node.attributes.get('w:anchor') ?? '');
  }

  #run(run: XmlElement, href: string | null): void {
    const properties = childOf(run, 'w:rPr');
    let marks: number | undefined;
    const link = (): string | null => this.#fields.href ?? href;
    const marksHere = (): number => (marks ??= readMarks(properties, this.#runPlace(link()), this.#reading.styles));
    if (isHidden(properties, this.#runPlace(null), this.#reading.styles) && showsText(run))
      this.#reading.losses.add('hidden_text_compared');
    let capitals: boolean | undefined;
    const inCapitals = (): boolean =>
      this.#reading.printsCapitals &&
      (capitals ??= showsCapitals(properties, this.#runPlace(null), this.#reading.styles));
    this.#looks.begin(properties);
    for (const child of chosenChildren(run)) {
      if (child.name === 'w:fldChar') {
        this.#fieldCharacter(child, marksHere(), link());
        continue;
      }
      if (child.name === 'w:instrText') {
        this.#fields.instruction(innerText(child));
        continue;
      }
      if (this.#fields.inInstruction) continue;
      const text = this.#characters(child, properties);
      if (text !== null) this.#text(inCapitals() ? text.toUpperCase() : text, marksHere(), link());
      else this.#object(child, marksHere(), link());
    }
    this.#looks.begin(undefined);
  }

  #runPlace(href: string | null): RunPlace {
    return {
      paragraphStyle: this.#place.paragraphStyle,
      tableRuns: this.#place.tableRuns,
      inHeading: this.#place.inHeading,
      inLink: href !== null,
      inEntry: this.#fields.entries !== null,
    };
  }

  #fieldCharacter(node: XmlElement, marks: number, href: string | null): void {
    switch (node.attributes.get('w:fldCharType')) {
      case 'begin': {
        const form = childOf(node, 'w:ffData');
        if (!this.#fields.inInstruction && form !== undefined) this.#text(formFieldText(form), marks, href);
        this.#fields.begin();
        return;
      }
      case 'separate':
        this.#fields.separate();
        return;
      case 'end': {
        if (this.#fields.inPageReference) this.pageReferenceEnd = this.text.length;
        const shown = this.#fields.end();
        if (shown === null) {
          this.#reading.losses.add('field_without_result');
          this.#reading.inventory.add('field_without_result', 'field');
        } else this.#text(shown, marks, href);
        return;
      }
      default:
    }
  }

  /** The characters that an element represents; null for every other element. */
  #characters(node: XmlElement, properties: XmlElement | undefined): string | null {
    switch (node.name) {
      case 'w:t':
      case 'w:delText': {
        const text = innerText(node);
        const kept = node.attributes.get('xml:space') === 'preserve' ? text : trimXml(text);
        return textInFont(kept, childOf(properties, 'w:rFonts')?.attributes.get('w:ascii'));
      }
      case 'w:tab':
      case 'w:ptab':
        this.tabs += 1;
        return '\t';
      case 'w:noBreakHyphen':
        return '\u2011';
      case 'w:softHyphen':
        return '\u00ad';
      case 'w:sym':
        return symbolText(node.attributes.get('w:font') ?? '', node.attributes.get('w:char') ?? '');
      default:
        return null;
    }
  }

  #object(node: XmlElement, marks: number, href: string | null): void {
    switch (node.name) {
      case 'w:br': {
        // Page and column breaks are looks, so the text continues.
        const type = node.attributes.get('w:type') ?? 'textWrapping';
        if (type === 'textWrapping') this.content.addBreak(marks, href, this.#looks.ofBreak);
        else this.#text(' ', marks, href);
        if (type === 'page' || type === 'column') this.#reading.looks.pendingBreak = type;
        return;
      }
      case 'w:cr':
        this.content.addBreak(marks, href, this.#looks.ofBreak);
        return;
      case 'w:footnoteReference':
      case 'w:endnoteReference':
        this.#noteReference(node);
        return;
      case 'w:drawing':
      case 'w:pict':
      case 'w:object':
        this.#drawing(node, href);
        return;
      case 'w:ruby':
        this.#ruby(node, href);
        return;
      case 'w:commentReference':
        this.#comment(node);
        return;
      case 'w:contentPart':
      case 'w14:contentPart':
        this.#reading.losses.add('ink_not_compared');
        this.#reading.inventory.addPart('ink', this.#place.partName, node.attributes.get('r:id'), '');
        return;
      case 'w:dayShort':
      case 'w:dayLong':
      case 'w:monthShort':
      case 'w:monthLong':
      case 'w:yearShort':
      case 'w:yearLong':
      case 'w:pgNum':
        this.#reading.losses.add('computed_text_not_shown');
        this.#reading.inventory.add('field_without_result', node.name);
        return;
      default:
    }
  }

  #noteReference(node: XmlElement): void {
    const id = node.attributes.get('w:id');
    // A reference to no note has its sign.
    if (id !== undefined)
      this.#reading.notes.push({ kind: node.name === 'w:footnoteReference' ? 'footnote' : 'endnote', id });
    // A custom reference mark follows as text.
    const own = node.attributes.get('w:customMarkFollows');
    if (own === undefined || own === '0' || own === 'false') this.#text(NOTE_SIGN, REFERENCE_MARKS, null);
  }

  /** The places of comments are not shown. Their texts follow the document, or are listed. */
  #comment(node: XmlElement): void {
    if (!this.#reading.include.has('comments')) this.#reading.losses.add('comments_not_compared');
    const id = node.attributes.get('w:id');
    if (id !== undefined) this.#reading.comments.push({ id, where: this.#reading.inventory.place });
  }

  /** Ruby: the text, then its reading in brackets. */
  #ruby(node: XmlElement, href: string | null): void {
    const base = childOf(node, 'w:rubyBase');
    const reading = childOf(node, 'w:rt');
    if (base !== undefined) this.read(base, href);
    if (reading === undefined) return;
    this.#text('(', 0, href);
    this.read(reading, href);
    this.#text(')', 0, href);
  }

  #drawing(node: XmlElement, href: string | null): void {
    const boxes = findAll(node, 'w:txbxContent');
    // A shape contains one box at most.
    const shapes = [...findAll(node, 'wps:wsp'), ...findAll(node, 'v:textbox')];
    const shapeOf = new Map(shapes.map((shape) => [findWithin(shape, 'w:txbxContent'), shape]));
    const look = boxes.length === 0 ? '' : sha256(drawingMarkup(node)).slice(0, 12);
    for (const box of boxes)
      this.lifted.push({ blocks: chosenChildren(box), direction: boxDirection(shapeOf.get(box)), box: look });
    const link = findWithin(node, 'a:hlinkClick')?.attributes.get('r:id');
    const target =
      link === undefined ? undefined : this.#reading.package.relationshipsOf(this.#place.partName).get(link);
    const imageHref = target?.external === true ? target.target : href;
    const pictures = [...findAll(node, 'a:blip'), ...findAll(node, 'v:imagedata')];
    const described = findWithin(node, 'wp:docPr');
    const shape = findWithin(node, 'v:shape');
    const alt =
      described?.attributes.get('descr') ?? described?.attributes.get('title') ?? shape?.attributes.get('alt') ?? '';
    const { inventory: list } = this.#reading;
    const { partName } = this.#place;
    const isWatermark = list.isInPageStory && /watermark/i.test(nameOf(described) + nameOf(shape));
    const altered = pictures.length === 0 ? '' : pictureLook(node);
    for (const picture of pictures) {
      const id =
        picture.attributes.get('r:embed') ?? picture.attributes.get('r:link') ?? picture.attributes.get('r:id');
      if (id === undefined || id === '') continue;
      const image = readImage(id, alt, this.#place.partName, this.#reading);
      // A picture that is neither shown nor described has a place only where it is compared.
      if (this.#reading.include.has('pictures'))
        this.content.addImage({ ...image, sha256: list.digestOf(partName, id), ...pixelsOf(node) }, imageHref);
      else if (image.src !== '' || image.alt !== '') this.content.addImage(image, imageHref);
      // The model has no place for cropping and effects, so a picture with them stays listed.
      const kind = isWatermark ? 'watermark' : 'picture';
      if (altered === '') list.addImage(kind, partName, id, sizeOf(node), alt);
      else list.addPart(kind, partName, id, `${sizeOf(node)} ${altered}`, alt);
    }
    if (findAll(node, 'v:rect').some(({ attributes }) => isOn(attributes.get('o:hr')))) this.hasRule = true;
    else if (boxes.length === 0) this.drawings.push(drawingPlace(node));
    this.#drawnText(node, isWatermark);
    const chart = findWithin(node, 'c:chart') ?? findWithin(node, 'cx:chart');
    if (chart !== undefined) {
      this.#reading.losses.add('charts_not_compared');
      list.addPart('chart', partName, chart.attributes.get('r:id'), sizeOf(node), alt);
    }
    const diagram = findWithin(node, 'dgm:relIds');
    if (diagram !== undefined) {
      this.#reading.losses.add('diagrams_not_compared');
      list.addPart('diagram', partName, diagram.attributes.get('r:dm'), sizeOf(node), alt);
    }
    const ink = findWithin(node, 'w14:contentPart');
    if (ink !== undefined) {
      this.#reading.losses.add('ink_not_compared');
      list.addPart('ink', partName, ink.attributes.get('r:id'), sizeOf(node));
    }
    const object = findWithin(node, 'o:OLEObject');
    const control = findWithin(node, 'w:control');
    if (object !== undefined || control !== undefined) {
      this.#reading.losses.add('embedded_objects_not_compared');
      if (object !== undefined) {
        const program = object.attributes.get('ProgID') ?? '';
        list.addPart('embedded_object', partName, object.attributes.get('r:id'), '', program);
      }
      if (control !== undefined) {
        const name = control.attributes.get('w:name') ?? '';
        list.addPart('form_control', partName, control.attributes.get('r:id'), '', name);
      }
    }
  }

  /** Lists WordArt, shapes and the text of drawing canvases. Text boxes are read as text, and not listed. */
  #drawnText(node: XmlElement, isWatermark: boolean): void {
    const art = findAll(node, 'v:textpath').map(({ attributes }) => (attributes.get('string') ?? '').trim());
    const texts = [...art, ...findAll(node, 'a:t').map((text) => innerText(text).trim())].filter((text) => text !== '');
    if (texts.length > 0) this.#reading.losses.add('drawn_text_not_compared');
    const shapes = SHAPES.flatMap((name) => findAll(node, name)).filter(
      (shape) =>
        findWithin(shape, 'w:txbxContent') === undefined &&
        findWithin(shape, 'v:imagedata') === undefined &&
        !isOn(shape.attributes.get('o:hr')),
    );
    if (shapes.length === 0 && texts.length === 0) return;
    const markup = `${texts.join('\n')} ${shapes.map(drawingMarkup).join('')}`;
    this.#reading.inventory.add(isWatermark ? 'watermark' : 'drawing', markup, texts.join(' '));
  }

  #text(text: string, marks: number, href: string | null): void {
    if (text === '') return;
    for (const part of this.#looks.divide(text)) this.content.addText(part.text, marks, href, part.look);
    const { looks } = this.#reading;
    if (looks.pendingBreak !== null && !isBlank(text)) {
      this.breakBefore = looks.pendingBreak;
      looks.pendingBreak = null;
    }
    this.text += text;
    this.#reading.inventory.read(text);
  }
}

/** Elements that draw a shape (ECMA-376 part 1, 20; part 4, 19). */
const SHAPES = [
  'wps:wsp',
  'wps:cxnSp',
  'v:shape',
  'v:rect',
  'v:roundrect',
  'v:oval',
  'v:line',
  'v:polyline',
  'v:arc',
  'v:curve',
];

/** Name of a drawing or of a VML shape, which its author does not see. */
function nameOf(node: XmlElement | undefined): string {
  return node === undefined ? '' : `${node.attributes.get('name') ?? ''} ${node.attributes.get('id') ?? ''}`;
}

/** The displayed size of a drawing, as the file states it. */
function sizeOf(node: XmlElement): string {
  const extent = findWithin(node, 'wp:extent');
  if (extent !== undefined) return `${extent.attributes.get('cx') ?? ''} ${extent.attributes.get('cy') ?? ''}`;
  const style = findWithin(node, 'v:shape')?.attributes.get('style') ?? '';
  return [...style.matchAll(/(?:^|;)\s*((?:width|height)\s*:[^;]*)/g)].map((match) => match[1]).join(';');
}

/** English Metric Units in a CSS pixel (ECMA-376 part 1, 20.1.2.1). */
const UNITS_IN_PIXEL = 9_525;
/** CSS pixels in the units of VML styles (CSS Values and Units 3, 6.2). */
const PIXELS_IN: Readonly<Record<string, number>> = {
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
};

/** The displayed size of a drawing in CSS pixels, as far as the file states it. */
function pixelsOf(node: XmlElement): { width?: number; height?: number } {
  const extent = findWithin(node, 'wp:extent');
  const style = findWithin(node, 'v:shape')?.attributes.get('style') ?? '';
  const sizeOf = (attribute: string, property: string): number | undefined => {
    if (extent !== undefined) return pixels(Number(extent.attributes.get(attribute)) / UNITS_IN_PIXEL);
    const [, value, unit] = new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([\\d.]+)(px|pt|pc|in|cm|mm)`).exec(style) ?? [];
    return unit === undefined ? undefined : pixels(Number(value) * PIXELS_IN[unit]!);
  };
  const [width, height] = [sizeOf('cx', 'width'), sizeOf('cy', 'height')];
  return { ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
}

/** Whether there is any text in a run. */
function showsText(run: XmlElement): boolean {
  return chosenChildren(run).some((child) => child.name === 'w:t' && innerText(child) !== '');
}

/** Whether a VML value is true (ECMA-376 part 4, 20.1.2.5). */
function isOn(value: string | undefined): boolean {
  return value === 't' || value === 'true';
}

/** The text of a check box or a drop-down field (17.16.17). The content of a text field is its result. */
function formFieldText(form: XmlElement): string {
  const box = childOf(form, 'w:checkBox');
  if (box !== undefined) {
    const checked = toggleOf(box, 'w:checked') ?? toggleOf(box, 'w:default') ?? false;
    return checked ? CHECKED : UNCHECKED;
  }
  const choice = childOf(form, 'w:ddList');
  if (choice === undefined) return '';
  const entries = choice.children.filter((child) => typeof child === 'object' && child.name === 'w:listEntry');
  const chosen = integerOf(valueOf(choice, 'w:result')) ?? integerOf(valueOf(choice, 'w:default')) ?? 0;
  const entry = entries[chosen];
  return typeof entry === 'object' ? (entry.attributes.get('w:val') ?? '') : '';
}

/** Removes white space at both ends, as Word does for a `w:t` without preserved space. */
function trimXml(text: string): string {
  return text.replace(/^[ \t\n\r]+/, '').replace(/(?<![ \t\n\r])[ \t\n\r]+$/, '');
}
