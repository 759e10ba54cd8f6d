/** A paragraph while it is read: its content so far, its open fields, and what its block must know beside them. */
import type { FieldRange } from '../../../../shared/document/fields.ts';
import type { Run } from '../../../../shared/document/model.ts';
import { chosenChildren } from '../../../ooxml/alternate-content.ts';
import type { XmlElement } from '../../../ooxml/xml-tree.ts';
import { InlineContent } from '../../html/inline-content.ts';
import { GapReader, withGap } from '../../normalise/gaps.ts';
import { isBlank } from '../../normalise/white-space.ts';
import type { LiftedContent } from '../drawings/read-drawing.ts';
import type { Break } from '../looks/looks.ts';
import { RunLooks } from '../looks/run-looks.ts';
import type { ReadMark } from '../parts/text-marks.ts';
import type { Reading } from '../reading.ts';
import type { OpenFields, ShownField } from './fields.ts';

/** Reads an element of a paragraph. `href` is the link around it. */
export type ReadInline = (node: XmlElement, paragraph: Paragraph, href: string | null) => void;
/** The characters that an element of a run represents. `properties`: those of the run. */
export type ReadCharacters = (node: XmlElement, paragraph: Paragraph, properties: XmlElement | undefined) => string;
/** Reads an element of a run that is no text. `marks` and `href`: those of the run. */
export type ReadObject = (node: XmlElement, paragraph: Paragraph, marks: number, href: string | null) => void;

/** The readers of a paragraph by element name. An element without a reader shows nothing. */
export interface ParagraphElements {
  readonly inline: ReadonlyMap<string, ReadInline>;
  readonly characters: ReadonlyMap<string, ReadCharacters>;
  readonly objects: ReadonlyMap<string, ReadObject>;
}

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

/** A finished result of a field, or value of a control. */
interface PlacedResult {
  readonly kind: 'result' | 'value';
  readonly start: ReadMark;
  readonly end: ReadMark;
}

const ONE_WORD = /^[\p{L}\p{N}]*$/u;
/** Maximum length of the instruction that names a field, in UTF-16 units. */
const LABEL_LENGTH = 80;

/** One paragraph. Open fields continue from one paragraph to the next, so the caller provides them. */
export class Paragraph {
  readonly reading: Reading;
  readonly place: InlinePlace;
  readonly fields: OpenFields;
  readonly elements: ParagraphElements;
  readonly looks: RunLooks;
  readonly content = new InlineContent();
  readonly lifted: LiftedContent[] = [];
  /** Whether the paragraph has a horizontal rule, which Word stores as a shape. */
  hasRule = false;
  /** The text before white space is joined. A tab before page numbers shows here. */
  text = '';
  /** Length of `text` at the end of the last page reference; 0 without one. */
  pageReferenceEnd = 0;
  /** The break that the text of the paragraph follows; null: none. */
  breakBefore: Break | null = null;
  /** Number of tabs. */
  tabs = 0;
  /** Alignment, base and leader of the tabs that have a stop of their own (ECMA-376 part 1, 17.3.3.23). */
  readonly stops: string[] = [];
  /** Where each drawing stands, text boxes and rules apart. */
  readonly drawings: string[] = [];
  /** The outermost result that is being read, and the finished ones of this paragraph. */
  #field: BegunField | null = null;
  readonly #results: PlacedResult[] = [];
  readonly #gaps = new GapReader('stated');
  /** A declaration that the container of the current text adds to its look; empty for none. */
  #around = '';
  /** The same for the simple field around it. */
  #simpleField = '';

  constructor(reading: Reading, place: InlinePlace, fields: OpenFields, elements: ParagraphElements) {
    this.reading = reading;
    this.place = place;
    this.fields = fields;
    this.elements = elements;
    this.looks = new RunLooks(reading.looks, place.paragraphStyle, place.inHeading);
    const carried = reading.marks.begin();
    if (carried !== null) this.content.addMark(carried);
  }

  /** Reads the content of the paragraph or of a container in it. `href` is the link around it. */
  read(node: XmlElement, href: string | null): void {
    for (const child of chosenChildren(node)) this.elements.inline.get(child.name)?.(child, this, href);
  }

  /** Adds a text, and what its characters look like. */
  addText(text: string, marks: number, href: string | null): void {
    if (text === '') return;
    for (const { text: inFont, look } of this.looks.divide(text)) {
      const own = withDeclaration(withDeclaration(look, this.#around), this.#simpleField || this.fields.look);
      for (const { text: part, gap } of this.#gaps.divide(inFont))
        this.content.addText(part, marks, href, withGap(own, gap));
    }
    const { looks, inventory } = this.reading;
    if (looks.pendingBreak !== null && !isBlank(text)) {
      this.breakBefore = looks.pendingBreak;
      looks.pendingBreak = null;
    }
    this.text += text;
    inventory.read(text);
  }

  /** Adds a line break. */
  addBreak(marks: number, href: string | null): void {
    this.content.addBreak(marks, href, this.looks.ofBreak);
    this.#gaps.pass();
  }

  /** Adds the white space of a break of pages or columns. */
  addPageBreak(marks: number, href: string | null): void {
    this.addText(' ', marks, href);
    this.#gaps.pass();
  }

  /** Reads with a declaration that is added to the look of every text; empty: with the one around it. */
  within(declaration: string, read: () => void): void {
    const around = this.#around;
    this.#around = declaration || around;
    read();
    this.#around = around;
  }

  /** Reads the result of a simple field with the declaration of that field; empty: of the one around it. */
  withinField(declaration: string, read: () => void): void {
    const around = this.#simpleField;
    this.#simpleField = declaration || around;
    read();
    this.#simpleField = around;
  }

  /** A mark at the current place. */
  mark(): ReadMark {
    const mark = this.reading.marks.here();
    this.content.addMark(mark);
    return mark;
  }

  /** Marks the place of a part of a comment, if comments are read. */
  markComment(id: string | undefined, part: 'start' | 'end' | 'reference'): void {
    if (id !== undefined && this.reading.include.has('comments')) this.reading.marks.ofComment(id, part, this.mark());
  }

  /** Marks the start of a bookmark, if something leads to it. */
  markBookmark(name: string): void {
    const { references, marks } = this.reading;
    if (references.has(name)) marks.ofBookmark(name, this.mark());
  }

  /** Begins the result of a field, or the value of a control. False: it is a part of another one. */
  beginResult(): boolean {
    if (this.#field !== null || this.fields.inInstruction) return false;
    this.#field = { depth: this.fields.depth, start: this.mark() };
    return true;
  }

  /** Ends what `beginResult` began. */
  endResult(kind: PlacedResult['kind'] = 'result'): void {
    if (this.#field !== null) this.#results.push({ kind, start: this.#field.start, end: this.mark() });
    this.#field = null;
  }

  /** Whether the innermost open field has the result that is being read. */
  get isAtResult(): boolean {
    return this.#field?.depth === this.fields.depth;
  }

  /** Lists a field that shows something else than the file says. */
  listField({ instruction }: ShownField): void {
    const { losses, inventory } = this.reading;
    losses.add('field_without_result');
    inventory.add('field_without_result', instruction, labelOf(instruction));
  }

  /**
   * The results of fields and the values of controls that begin and end in the paragraph, in its runs. A result of one
   * word cannot be divided, and is left out. A value of one word stays apart from its neighbours.
   */
  resultsIn(runs: readonly Run[]): FieldRange[] {
    if (this.#results.length === 0) return [];
    const words = runs.map(({ text, image }) => (image === undefined ? text : '')).join('');
    return this.#results.flatMap(({ kind, ...marks }): FieldRange[] => {
      const [start, end] = [marks.start.offsetIn(runs), marks.end.offsetIn(runs)];
      if (start === null || end === null || start === end) return [];
      return kind === 'value' || !ONE_WORD.test(words.slice(start, end)) ? [[start, end]] : [];
    });
  }
}

function withDeclaration(look: string | undefined, declaration: string): string | undefined {
  if (declaration === '') return look;
  return look === undefined ? declaration : `${look}; ${declaration}`;
}

function labelOf(instruction: string): string {
  return instruction.length <= LABEL_LENGTH ? instruction : `${instruction.slice(0, LABEL_LENGTH)} …`;
}
