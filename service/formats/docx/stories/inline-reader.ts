/** Reads the content of a paragraph: runs, links, fields, notes, drawings, equations, symbols. */
import type { FieldRange } from '../../../../shared/document/fields.ts';
import type { Run } from '../../../../shared/document/model.ts';
import { chosenChildren } from '../../../ooxml/alternate-content.ts';
import { childOf, innerText, integerOf, toggleOf, valueOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { InlineContent } from '../../html/inline-content.ts';
import {
  hrefOfField,
  isComputed,
  isPageNumber,
  linkAddress,
  PAGE_NUMBER_SIGN,
  shownWithoutResult,
  type OpenFields,
  type ShownField,
} from './fields.ts';
import { listBoundValue } from '../parts/bound-values.ts';
import { isBlank } from '../../normalise/white-space.ts';
import { NOTE_SIGN, REFERENCE_MARKS, type RunPlace, isHidden, readMarks, showsCapitals } from './marks.ts';
import { clean } from '../looks/declarations.ts';
import { mathStretches } from '../math/math-look.ts';
import { mathText } from '../math/math-text.ts';
import { readDrawing, type LiftedContent } from '../drawings/read-drawing.ts';
import type { Reading } from '../reading.ts';
import type { Break } from '../looks/looks.ts';
import { RunLooks } from '../looks/run-looks.ts';
import type { ReadMark } from '../parts/text-marks.ts';
import { symbolText, textInFont } from '../parts/symbols.ts';

const CHECKED = '☑';
const UNCHECKED = '☐';

/** The place of the inline content. */
export interface InlinePlace {
  readonly partName: string;
  readonly paragraphStyle: string | undefined;
  /** See `RunPlace`. */
  readonly tableRuns: readonly XmlElement[];
  readonly inHeading: boolean;
}

/** A result of a field that is being read, and the number of open fields there. */
interface BegunField {
  readonly depth: number;
  readonly start: ReadMark;
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
  /** Alignment, base and leader of the tabs that have a stop of their own (ECMA-376 part 1, 17.3.3.23). */
  readonly stops: string[] = [];
  /** Where each drawing stands, text boxes and rules apart. */
  readonly drawings: string[] = [];
  readonly #looks: RunLooks;
  /** The outermost result that is being read, and the finished ones of this paragraph. */
  #field: BegunField | null = null;
  readonly #results: (readonly [start: ReadMark, end: ReadMark])[] = [];
  /** A declaration that the container of the current text adds to its look; empty for none. */
  #around = '';

  constructor(reading: Reading, place: InlinePlace, fields: OpenFields) {
    this.#reading = reading;
    this.#place = place;
    this.#fields = fields;
    this.#looks = new RunLooks(reading.looks, place.paragraphStyle, place.inHeading);
    const carried = reading.marks.begin();
    if (carried !== null) this.content.addMark(carried);
  }

  /** The results of fields that begin and end in the paragraph, in its runs. One word cannot be divided. */
  resultsIn(runs: readonly Run[]): FieldRange[] {
    if (this.#results.length === 0) return [];
    const words = runs.map(({ text, image }) => (image === undefined ? text : '')).join('');
    return this.#results.flatMap(([from, to]): FieldRange[] => {
      const [start, end] = [from.offsetIn(runs), to.offsetIn(runs)];
      return start !== null && end !== null && !ONE_WORD.test(words.slice(start, end)) ? [[start, end]] : [];
    });
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
        else if (chosenChildren(node).length === 0 && !this.#fields.inInstruction) {
          const shown = shownWithoutResult(instruction);
          if (shown.text !== '') this.#listField(shown);
        } else {
          const field = isComputed(instruction) && this.#fields.entries === null ? this.#beginField() : null;
          this.read(node, hrefOfField(instruction) ?? href);
          if (field !== null) this.#endField();
        }
        return;
      }
      case 'w:sdt':
        if (!this.#fields.inInstruction) listBoundValue(node, this.#reading);
        this.read(childOf(node, 'w:sdtContent') ?? node, href);
        return;
      case 'w:smartTag':
      case 'w:customXml':
      case 'w:sdtContent':
        this.read(node, href);
        return;
      case 'w:dir':
      case 'w:bdo': {
        const around = this.#around;
        this.#around = `writing-order: ${clean(node.attributes.get('w:val') ?? '')}${node.name === 'w:bdo' ? ' by force' : ''}`;
        this.read(node, href);
        this.#around = around;
        return;
      }
      case 'm:oMath':
      case 'm:oMathPara': {
        const around = this.#around;
        for (const { text, look } of mathStretches(node, mathText(node), (properties) => this.#looks.of(properties))) {
          this.#around = look || around;
          this.#text(text, 0, href);
        }
        this.#around = around;
        return;
      }
      case 'w:subDoc':
        this.#reading.losses.add('alternative_format_not_compared');
        this.#reading.inventory.addPart('embedded_document', this.#place.partName, node.attributes.get('r:id'), '');
        return;
      case 'w:commentRangeStart':
        this.#commentPlace(node.attributes.get('w:id'), 'start');
        return;
      case 'w:commentRangeEnd':
        this.#commentPlace(node.attributes.get('w:id'), 'end');
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
        if (this.#fields.isComputed) this.#beginField();
        return;
      case 'end': {
        if (this.#fields.inPageReference) this.pageReferenceEnd = this.text.length;
        if (this.#field?.depth === this.#fields.depth) this.#endField();
        const shown = this.#fields.end();
        if (shown.text === null) this.#listField(shown);
        else this.#text(shown.text, marks, href);
        return;
      }
      default:
    }
  }

  /** Begins the result of a field. Null: it is a part of another result. */
  #beginField(): BegunField | null {
    if (this.#field !== null || this.#fields.inInstruction) return null;
    return (this.#field = { depth: this.#fields.depth, start: this.#mark() });
  }

  #endField(): void {
    if (this.#field !== null) this.#results.push([this.#field.start, this.#mark()]);
    this.#field = null;
  }

  #listField({ instruction }: ShownField): void {
    const { losses, inventory } = this.#reading;
    losses.add('field_without_result');
    inventory.add('field_without_result', instruction, labelOf(instruction));
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
        this.tabs += 1;
        return '\t';
      case 'w:ptab':
        this.tabs += 1;
        this.stops.push(
          ['w:alignment', 'w:relativeTo', 'w:leader'].map((name) => clean(node.attributes.get(name) ?? '')).join(' '),
        );
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
    const mark = this.#mark();
    // A reference to no note has its sign.
    if (id !== undefined)
      this.#reading.notes.push({ kind: node.name === 'w:footnoteReference' ? 'footnote' : 'endnote', id, mark });
    // A custom reference mark follows as text.
    const own = node.attributes.get('w:customMarkFollows');
    if (own !== undefined && own !== '0' && own !== 'false') return;
    const around = this.#around;
    if (node.name === 'w:endnoteReference') this.#around = 'note: at the end of the text';
    this.#text(NOTE_SIGN, REFERENCE_MARKS, null);
    this.#around = around;
  }

  /** A mark at the current place. */
  #mark(): ReadMark {
    const mark = this.#reading.marks.here();
    this.content.addMark(mark);
    return mark;
  }

  /** A comment. Its text follows the document, or is listed. */
  #comment(node: XmlElement): void {
    if (!this.#reading.include.has('comments')) this.#reading.losses.add('comments_not_compared');
    const id = node.attributes.get('w:id');
    if (id === undefined) return;
    this.#reading.comments.push({ id, where: this.#reading.inventory.place });
    this.#commentPlace(id, 'reference');
  }

  #commentPlace(id: string | undefined, part: 'start' | 'end' | 'reference'): void {
    if (id !== undefined && this.#reading.include.has('comments'))
      this.#reading.marks.ofComment(id, part, this.#mark());
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
    const { boxes, images, isRule, place } = readDrawing(node, this.#place.partName, href, this.#reading);
    this.lifted.push(...boxes);
    for (const { image, link } of images) this.content.addImage(image, link);
    if (isRule) this.hasRule = true;
    if (place !== null) this.drawings.push(place);
  }

  #text(text: string, marks: number, href: string | null): void {
    if (text === '') return;
    const around = this.#around;
    for (const { text: part, look } of this.#looks.divide(text))
      this.content.addText(
        part,
        marks,
        href,
        around === '' ? look : look === undefined ? around : `${look}; ${around}`,
      );
    const { looks } = this.#reading;
    if (looks.pendingBreak !== null && !isBlank(text)) {
      this.breakBefore = looks.pendingBreak;
      looks.pendingBreak = null;
    }
    this.text += text;
    this.#reading.inventory.read(text);
  }
}

const ONE_WORD = /^[\p{L}\p{N}]*$/u;

/** Maximum length of the instruction that names a field, in UTF-16 units. */
const LABEL_LENGTH = 80;

function labelOf(instruction: string): string {
  return instruction.length <= LABEL_LENGTH ? instruction : `${instruction.slice(0, LABEL_LENGTH)} …`;
}

/** Whether there is any text in a run. */
function showsText(run: XmlElement): boolean {
  return chosenChildren(run).some((child) => child.name === 'w:t' && innerText(child) !== '');
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
