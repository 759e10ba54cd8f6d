/** Reads a story (the body, a cell, a note, a text box): paragraphs, tables, and content moved out of them. */
import { LABEL, ownLabel } from '../../../../shared/document/label.ts';
import { CONTENTS, pagesStart } from '../../../../shared/document/contents.ts';
import { DIRECTION, tableDirection, type Vertical } from '../../../../shared/document/direction.ts';
import type { Block, TextType } from '../../../../shared/document/model.ts';
import { pathOf, stepsOf, TOP, within, type Path, type Step } from '../../../../shared/document/path.ts';
import { TITLE } from '../../../../shared/document/titles.ts';
import { chosenChildren } from '../../../ooxml/alternate-content.ts';
import { isContentsPage } from '../../../ooxml/generated-anchors.ts';
import { childOf, integerOf, toggleOf, valueOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { FLOATING, floating } from '../../floating.ts';
import { lettersOf } from '../../look-record.ts';
import { BlockList } from './block-list.ts';
import { hasColumnsFromRight, statedDirection } from '../looks/directions.ts';
import { isPageNumber, OpenFields } from './fields.ts';
import { looksLikeHeading } from './heading-look.ts';
import type { Break } from '../looks/looks.ts';
import { sectionEnd } from './sections.ts';
import { listBoundValue } from '../parts/bound-values.ts';
import { Paragraph, type ParagraphElements } from './paragraph.ts';
import { showsCapitals } from './marks.ts';
import type { ListItem } from '../numbering/numbering.ts';
import type { Reading } from '../reading.ts';
import { BODY_LEVEL, type ParagraphStyle } from '../parts/styles.ts';
import { readTable } from './table-reader.ts';
import { TableStyle } from './table-style.ts';

/** The deepest heading of the model. Deeper outline levels become this one. */
const DEEPEST_HEADING = 6;

/** A word, which Roman numbers in capitals are not. */
const WORD = /\p{L}{4}/u;

/** The cell whose content is the story. */
export interface CellStory {
  readonly properties: XmlElement | undefined;
  /** Properties of its row. */
  readonly row: XmlElement | undefined;
  /** See `RunPlace`. */
  readonly tableRuns: readonly XmlElement[];
}

/** What surrounds a story. */
export interface StorySetting {
  /** The cell around it, if any. */
  readonly cell?: CellStory;
  /** The direction of the lines in each of its sections; null: horizontal. A story without sections has one. */
  readonly directions?: readonly (Vertical | null)[];
  /** Where each of its sections begins; null: on the same page. */
  readonly starts?: readonly (Break | null)[];
  /** The look of the text box around it, if any. */
  readonly box?: string;
  /** Whether empty paragraphs at its end take room on the page: in a header, footer or cell. */
  readonly showsEnd?: boolean;
}

/** Reads an element of a story into its blocks. */
export type ReadBlock = (node: XmlElement, story: StoryReader) => void;

/** The readers of a story by element name. An element without a reader shows nothing. */
export interface StoryElements extends ParagraphElements {
  readonly blocks: ReadonlyMap<string, ReadBlock>;
}

/** Reads one story, element by element. `partName` is the part with its relationships. */
export class StoryReader {
  readonly #blocks = new BlockList();
  readonly #partName: string;
  readonly #reading: Reading;
  readonly #elements: StoryElements;
  /** Whether all its fields are closed. */
  #balanced = true;
  readonly #cell: CellStory | undefined;
  readonly #directions: readonly (Vertical | null)[];
  readonly #starts: readonly (Break | null)[];
  readonly #box: string | undefined;
  readonly #showsEnd: boolean;
  /** Number of the current section, from 0. */
  #section = 0;
  /** Number of empty paragraphs since the last content. */
  #empty = 0;
  /** Places of drawings since the last text. */
  #drawings: string[] = [];
  #fields: OpenFields;

  constructor(partName: string, reading: Reading, elements: StoryElements, setting: StorySetting) {
    const { cell, directions = [], starts = [], box, showsEnd = cell !== undefined } = setting;
    this.#partName = partName;
    this.#reading = reading;
    this.#elements = elements;
    this.#cell = cell;
    this.#directions = directions;
    this.#starts = starts;
    this.#box = box;
    this.#showsEnd = showsEnd;
    this.#fields = this.#newFields();
  }

  /** The blocks of the whole story. */
  readAll(content: readonly XmlElement[]): Block[] {
    this.#balanced = fieldsAreBalanced(content);
    if (!this.#balanced) this.#reading.losses.add('field_not_closed');
    this.#read(content);
    if (this.#showsEnd && this.#empty > 0) this.#blocks.addToLast(['empty-lines-after', String(this.#empty)]);
    return this.#blocks.take();
  }

  #read(content: readonly XmlElement[]): void {
    for (const node of content) this.#elements.blocks.get(node.name)?.(node, this);
  }

  /** The blocks of a story inside this one. */
  #inner(content: readonly XmlElement[], setting: StorySetting): Block[] {
    return new StoryReader(this.#partName, this.#reading, this.#elements, setting).readAll(content);
  }

  /** The direction of the lines at the current place; null: horizontal. */
  get #direction(): Vertical | null {
    return this.#directions[this.#section] ?? null;
  }

  /** A table (17.4.37). */
  table(node: XmlElement): void {
    const form = childOf(node, 'w:tblPr');
    const style = new TableStyle(form, this.#reading.styles);
    const rows = readTable(node, this.#reading.losses, (cell, position, row) =>
      this.#cellBlocks(cell, row, style.runsOf(position)),
    );
    const { attributes } = tableDirection(hasColumnsFromRight(form, this.#reading.styles));
    const look = { ...attributes, ...this.#reading.looks.table(node, this.#empty) };
    this.#empty = 0;
    const looked = Object.keys(look).length === 0 ? {} : { attributes: look };
    if (rows.length > 0) this.#blocks.addBlock({ kind: 'table', path: TOP, ...looked, rows });
  }

  /** A content control around blocks (17.5.2.29). */
  control(node: XmlElement): void {
    listBoundValue(node, this.#reading);
    this.#read(chosenChildren(childOf(node, 'w:sdtContent') ?? node));
  }

  /** Markup around blocks that shows nothing itself. */
  container(node: XmlElement): void {
    this.#read(chosenChildren(node));
  }

  /** An equation between two paragraphs is a paragraph. */
  equation(node: XmlElement): void {
    this.paragraph({ name: 'w:p', attributes: new Map(), children: [node] });
  }

  /** A document that is stored beside this one (17.17.2.1). */
  subdocument(node: XmlElement): void {
    this.#listDocument(node.attributes.get('r:id'));
  }

  #listDocument(relationshipId: string | undefined): void {
    this.#reading.losses.add('alternative_format_not_compared');
    this.#reading.inventory.addPart('embedded_document', this.#partName, relationshipId, '');
  }

  /** The range of a comment may begin or end between two paragraphs. */
  commentBetween(node: XmlElement, part: 'start' | 'end'): void {
    const id = node.attributes.get('w:id');
    const { include, marks } = this.#reading;
    if (id !== undefined && include.has('comments')) marks.ofComment(id, part, marks.between());
  }

  /** A bookmark may begin between two paragraphs. */
  bookmarkBetween(node: XmlElement): void {
    const name = node.attributes.get('w:name') ?? '';
    const { references, marks } = this.#reading;
    if (references.has(name)) marks.ofBookmark(name, marks.between());
  }

  #cellBlocks(cell: XmlElement, row: XmlElement | undefined, tableRuns: readonly XmlElement[]): Block[] {
    const properties = childOf(cell, 'w:tcPr');
    const stated = statedDirection(properties);
    return this.#inner(chosenChildren(cell), {
      cell: { properties, row, tableRuns },
      directions: [stated === undefined ? this.#direction : stated],
    });
  }

  #newFields(): OpenFields {
    const { inventory, signs } = this.#reading;
    return new OpenFields(
      (instruction) => (inventory.isInPageStory && isPageNumber(instruction)) || (signs && isContentsPage(instruction)),
    );
  }

  /** Word inserts an embedded document when it opens the file, so it is text like any other (17.17.2.1). */
  embedded(node: XmlElement): void {
    const relationshipId = node.attributes.get('r:id') ?? '';
    const target = this.#reading.package.relationshipsOf(this.#partName).get(relationshipId)?.target ?? '';
    const embedded = this.#reading.embedded.get(target);
    if (embedded === undefined) {
      this.#listDocument(relationshipId);
      return;
    }
    this.#reading.repeated.show(embedded, embedded.size);
    for (const block of embedded.blocks) this.#blocks.addBlock(block);
  }

  /** A paragraph (17.3.1.22), and what moves out of it: rules and text boxes. */
  paragraph(paragraph: XmlElement): void {
    const properties = childOf(paragraph, 'w:pPr');
    const styleId = valueOf(properties, 'w:pStyle');
    const style = this.#reading.styles.paragraphStyle(styleId);
    const outlineLevel = integerOf(valueOf(properties, 'w:outlineLvl')) ?? style.outlineLevel ?? BODY_LEVEL;
    const place = { paragraphStyle: styleId, tableRuns: this.#cell?.tableRuns ?? [] };
    const inHeading =
      outlineLevel < BODY_LEVEL && outlineLevel >= 0 && looksLikeHeading(paragraph, place, this.#reading.styles);
    // An unclosed field must not hide the text after it.
    if (!this.#balanced) this.#fields = this.#newFields();
    const inline = new Paragraph(
      this.#reading,
      { partName: this.#partName, ...place, inHeading },
      this.#fields,
      this.#elements,
    );
    const entriesBefore = this.#fields.entries;
    inline.read(this.#balanced ? paragraph : withoutFieldCharacters(paragraph), null);
    // Word gives no number to a section break that has no text.
    const isBreak = inline.content.isEmpty && sectionEnd(paragraph) !== undefined;
    const item = isBreak ? null : this.#countItem(properties, style);
    const rightToLeft = toggleOf(properties, 'w:bidi') ?? style.rightToLeft ?? false;
    const entries = entriesBefore ?? this.#fields.entries ?? style.entries;
    const isEntry = !inHeading && entries !== undefined && endsWithPages(inline, entries);
    // "Exhibit A" over a page is all that its paragraph shows. A number alone is a list that somebody left open.
    const isTitle = inline.content.isEmpty && item !== null && WORD.test(item.label);
    if (isTitle) {
      const { printsCapitals, styles } = this.#reading;
      const run = { ...place, inHeading: false, inLink: false };
      const isCapital = printsCapitals && showsCapitals(childOf(properties, 'w:rPr'), run, styles);
      inline.content.addText(isCapital ? item.label.toUpperCase() : item.label, 0, null);
    }
    this.#drawings.push(...inline.drawings);
    const isHeading = inHeading || (isTitle && outlineLevel < BODY_LEVEL && outlineLevel >= 0);
    const path = isHeading || isTitle ? TOP : pathOfItem(item, style.quote);
    const label = isTitle ? null : statedLabel(item, inHeading);
    const runs = this.#blocks.addParagraph(inline.content, {
      type: isHeading ? headingType(outlineLevel) : 'p',
      attributes: {
        ...(rightToLeft && { dir: 'rtl' }),
        ...(label !== null && { [LABEL]: label }),
        ...(isEntry && { [CONTENTS]: entries }),
        ...(style.title !== undefined && !isHeading && !isEntry && { [TITLE]: style.title }),
        ...(this.#direction !== null && { [DIRECTION]: this.#direction }),
        ...(this.#reading.printsCapitals && childOf(properties, 'w:framePr') && { [FLOATING]: '' }),
        ...this.#reading.looks.paragraph(properties, {
          rightToLeft,
          inHeading: isHeading,
          cell: this.#cell?.properties,
          row: this.#cell?.row,
          box: this.#box,
          listLevel: isTitle ? undefined : item?.element,
          breakBefore: inline.breakBefore,
          tabs: inline.tabs,
          emptyBefore: this.#empty,
          stops: inline.stops,
          drawings: this.#drawings,
        }),
      },
      path,
      fieldsIn: (own) => inline.resultsIn(own),
    });
    this.#reading.marks.end(runs);
    const isEmpty = inline.text.trim() === '' && !isTitle && !inline.hasRule && inline.lifted.length === 0;
    this.#empty = isEmpty && !isBreak ? this.#empty + 1 : 0;
    if (lettersOf(inline.text) > 0 || isTitle) this.#drawings = [];
    if (inline.hasRule)
      this.#blocks.addBlock({
        kind: 'rule',
        path: pathOf(stepsOf(path).map(({ kind }) => ({ kind, starts: false }))),
      });
    for (const { blocks, direction, box } of inline.lifted) {
      const setting = { directions: [direction], box };
      const { printsCapitals } = this.#reading;
      for (const block of this.#inner(blocks, setting)) this.#blocks.addBlock(printsCapitals ? floating(block) : block);
    }
    if (sectionEnd(paragraph) !== undefined) {
      this.#section += 1;
      const { looks } = this.#reading;
      looks.pendingBreak = this.#starts[this.#section] ?? looks.pendingBreak;
    }
    this.#reading.inventory.read(' ');
  }

  /** Counts the paragraph in its list. Its own properties name the list, or else its style. */
  #countItem(properties: XmlElement | undefined, style: ParagraphStyle): ListItem | null {
    const own = childOf(properties, 'w:numPr');
    const ownId = valueOf(own, 'w:numId');
    const numId = ownId ?? style.numbering?.numId;
    if (numId === undefined || numId === '0') return null;
    const { numbering } = this.#reading;
    const byStyle =
      ownId === undefined && style.numbering !== undefined
        ? (style.numbering.level ?? numbering.levelOfStyle(numId, style.numbering.styleId))
        : undefined;
    return numbering.count(numId, integerOf(valueOf(own, 'w:ilvl')) ?? byStyle ?? 0);
  }
}

/**
 * Whether an entry ends with page numbers. They are the result of a page reference, or numbers after the last tab. In
 * an index, they are numbers after a comma.
 */
function endsWithPages({ text, pageReferenceEnd }: Paragraph, kind: 'contents' | 'index'): boolean {
  const start = pagesStart(text, kind);
  if (start === null) return false;
  if (pageReferenceEnd === text.length || text[start - 1] === '\t') return true;
  return kind === 'index' && text.slice(0, start).endsWith(', ');
}

function headingType(outlineLevel: number): TextType {
  const level = Math.min(outlineLevel + 1, DEEPEST_HEADING);
  return `h${level as 1 | 2 | 3 | 4 | 5 | 6}`;
}

/** The label of an item, unless its list shows the same by itself. A heading is in no list. */
function statedLabel(item: ListItem | null, inHeading: boolean): string | null {
  const own = item?.levels.at(-1);
  if (item === null || own === undefined) return null;
  return !inHeading && item.label === ownLabel(own.kind, own.value) ? null : item.label;
}

/** The path of an item. It starts at its own level, and at outer levels only if nothing is open there. */
function pathOfItem(item: ListItem | null, quote: boolean): Path {
  const quotes = quote ? within(TOP, { kind: 'quote', starts: false }) : TOP;
  if (item === null) return quotes;
  const last = item.levels.length - 1;
  const steps = item.levels.map(({ kind, value }, level): Step => {
    // `settlePaths` starts the outer items if there is no item to continue. They then have the number.
    const starts = level === last;
    return kind === 'ol' ? { kind, starts, value } : { kind, starts };
  });
  return pathOf(steps, quotes);
}

/** Whether every complex field that starts in a story also ends there. Text boxes and notes count separately. */
function fieldsAreBalanced(content: readonly XmlElement[]): boolean {
  let open = 0;
  const visit = (nodes: readonly XmlElement[]): void => {
    for (const node of nodes) {
      if (node.name === 'w:fldChar') {
        const type = node.attributes.get('w:fldCharType');
        if (type === 'begin') open += 1;
        else if (type === 'end') open -= 1;
      } else if (node.name !== 'w:txbxContent' && node.name !== 'w:tbl') visit(chosenChildren(node));
    }
  };
  visit(content);
  return open === 0;
}

/** A paragraph whose fields are plain text, without starts, ends and instructions. */
function withoutFieldCharacters(node: XmlElement): XmlElement {
  return {
    ...node,
    children: node.children
      .filter((child) => typeof child === 'string' || (child.name !== 'w:fldChar' && child.name !== 'w:instrText'))
      .map((child) => (typeof child === 'string' ? child : withoutFieldCharacters(child))),
  };
}
