/** Leaves out of a document what the other format cannot state. */
import {
  MARKS,
  PLAIN_ATTRIBUTES,
  preservesSpace,
  textOf,
  type Block,
  type Cell,
  type Run,
  type TextBlock,
  type TextType,
} from '../../../shared/document/model.ts';
import { CONTENTS } from '../../../shared/document/contents.ts';
import { DIRECTION, tableDirection } from '../../../shared/document/direction.ts';
import { LABEL } from '../../../shared/document/label.ts';
import { pathOf, stepsOf, TOP, type Path } from '../../../shared/document/path.ts';
import { floats } from '../../formats/floating.ts';
import { InlineContent } from '../../formats/html/inline-content.ts';
import { markBitsOf, PARAGRAPHS, type Expressed } from '../inputs/expressed.ts';
import type { PlacedBlock } from './placed-block.ts';

/** Content that a reduction left out, for a person. */
export type LeftOut =
  'headings' | 'lists' | 'tables' | 'links' | 'text formats' | 'line breaks' | 'horizontal rules' | 'pictures';

const HEADING = /^h[1-6]$/;
/** A soft hyphen and characters without width. These only say where a line may end, or that a letter joins. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/gu;
/** What fills lines on a page: the stretched line of Arabic (tatweel). */
const STRETCHED = /\u0640/gu;
/** Shapes of Arabic letters, as pages may state them instead of the letters (Unicode 16, chapter 9.2). */
const PRESENTATION_FORMS = /[\ufb50-\ufdff\ufe70-\ufefc]+/gu;
/** Dots that lead from a text to its page number. How many a page prints depends on its width. */
const LEADER = /[ \t]*(?:[.\u2024\u00b7][ \t]?){5,}[ \t]*/gu;
/** A space between a script without spaces and Latin letters or digits. Programs set such a gap by themselves. */
const SCRIPT_GAP =
  /(?<=[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]) (?=[\p{Script=Latin}\p{Nd}])|(?<=[\p{Script=Latin}\p{Nd}]) (?=[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}])/gu;
/** Hyphens and spaces that look like others: Unicode 16, chapter 6.2. */
const LOOKALIKES: readonly (readonly [from: RegExp, to: string])[] = [[/[\u2010\u2011]/gu, '-']];

/**
 * Reduces blocks to what `both` states. Adds to `leftOut` what there was and is left out.
 *
 * @param headings texts of the headings of both documents, as `headingTexts` gives them
 */
export function reduceBlocks(
  blocks: readonly PlacedBlock[],
  both: Expressed,
  headings: ReadonlySet<string>,
  leftOut: Set<LeftOut>,
): PlacedBlock[] {
  const reducer = new Reducer(both, headings, leftOut);
  const isPrinted = both.paragraphs < PARAGRAPHS.stated;
  return blocks
    .flatMap((placed) => (isPrinted ? withFloatsAfter(placed) : [placed]))
    .flatMap((placed) => {
      const { block } = placed;
      const labelled = block.kind === 'text' && mayBeLabelled(block);
      return reducer.reduce(block).map((reduced) => ({
        ...placed,
        block: reduced,
        ...(labelled && { labelled }),
        ...(isEntry(block) && { isEntry: true }),
      }));
    });
}

/** A table, and then the text boxes of its cells. They float over the page as those of paragraphs do. */
function withFloatsAfter(placed: PlacedBlock): PlacedBlock[] {
  const { block } = placed;
  if (block.kind !== 'table') return [placed];
  const boxes: Block[] = [];
  const rows = block.rows.map((row) => ({ ...row, cells: row.cells.map((cell) => withoutFloats(cell, boxes)) }));
  if (boxes.length === 0) return [placed];
  return [
    { ...placed, block: { ...block, rows } },
    ...boxes.map((box): PlacedBlock => ({ block: box, page: placed.page, floats: 'box' })),
  ];
}

/** The cell without its text boxes, which are added to a list. */
function withoutFloats(cell: Cell, boxes: Block[]): Cell {
  boxes.push(...cell.blocks.filter(floats));
  return { ...cell, blocks: cell.blocks.filter((block) => !floats(block)) };
}

/** The texts of headings, so that the same words elsewhere can be found. */
export function headingTexts(blocks: readonly PlacedBlock[]): Set<string> {
  const texts = new Set<string>();
  for (const { block } of blocks) if (block.kind === 'text' && HEADING.test(block.type)) texts.add(wordsOf(block));
  return texts;
}

/** The letters of a block: numbers before a heading are text in one format and generated in another. */
function wordsOf(block: TextBlock): string {
  return textOf(block)
    .toLowerCase()
    .replaceAll(/[^\p{L}]+/gu, '');
}

function isEntry(block: Block): boolean {
  return block.kind === 'text' && block.attributes[CONTENTS] !== undefined;
}

function mayBeLabelled({ type, path }: TextBlock): boolean {
  const { step } = path;
  return HEADING.test(type) || (step !== null && step.starts && (step.kind === 'ol' || step.kind === 'ul'));
}

class Reducer {
  readonly #both: Expressed;
  readonly #leftOut: Set<LeftOut>;
  readonly #headings: ReadonlySet<string>;
  readonly #bits: number;
  readonly #isPrinted: boolean;

  constructor(both: Expressed, headings: ReadonlySet<string>, leftOut: Set<LeftOut>) {
    this.#both = both;
    this.#headings = headings;
    this.#leftOut = leftOut;
    this.#bits = markBitsOf(both);
    this.#isPrinted = both.paragraphs < PARAGRAPHS.stated;
  }

  reduce(block: Block): Block[] {
    switch (block.kind) {
      case 'rule':
        return this.#both.rules ? [{ ...block, path: this.#path(block.path) }] : this.#without('horizontal rules');
      case 'image':
        return this.#both.pictureAddresses ? [{ ...block, path: this.#path(block.path) }] : this.#without('pictures');
      case 'text':
        return this.#text(block);
      case 'table': {
        const rows = block.rows.map((row) => ({ ...row, cells: row.cells.map((cell) => this.#cell(cell)) }));
        const direction = tableDirection(block.attributes?.[DIRECTION] === 'rtl');
        if (this.#both.tables) return [{ kind: 'table', ...direction, rows, path: this.#path(block.path) }];
        this.#leftOut.add('tables');
        return rows
          .flatMap(({ cells }) => cells.flatMap(({ blocks }) => blocks))
          .map((inner) => ({ ...inner, path: TOP }));
      }
    }
  }

  #cell(cell: Cell): Cell {
    const blocks = cell.blocks.flatMap((block) => this.reduce(block));
    return { ...cell, blocks: this.#both.cellParagraphs ? blocks : oneParagraph(blocks) };
  }

  #text(block: TextBlock): TextBlock[] {
    const type = this.#type(block.type);
    if (type !== block.type && HEADING.test(block.type)) this.#leftOut.add('headings');
    const wasHeading = !this.#both.headings && (HEADING.test(block.type) || this.#headings.has(wordsOf(block)));
    const runs = block.runs.flatMap((run) => this.#run(run, wasHeading));
    const normal = inNormalForm([runs], preservesSpace(type));
    if (normal.length === 0) return [];
    return [{ kind: 'text', type, attributes: this.#attributes(block), runs: normal, path: this.#path(block.path) }];
  }

  /** The directions, and the label where lists are compared. Carried attributes are shown and not compared. */
  #attributes({ attributes }: TextBlock): TextBlock['attributes'] {
    const { lists, verticalLines } = this.#both;
    const keeps: Readonly<Record<string, boolean>> = { dir: true, [LABEL]: lists, [DIRECTION]: verticalLines };
    const kept = Object.entries(attributes).filter(([name]) => keeps[name] === true);
    return kept.length === 0 ? PLAIN_ATTRIBUTES : Object.fromEntries(kept);
  }

  #type(type: TextType): TextType {
    if (HEADING.test(type)) return this.#both.headings ? type : 'p';
    return this.#both.pageForms ? type : 'p';
  }

  #run({ text, marks, href, image }: Run, wasHeading: boolean): Run[] {
    if (image !== undefined)
      return this.#both.pictureAddresses ? [{ text, marks, href, image }] : this.#without('pictures');
    if (href !== null && !this.#keepsLink(href)) this.#leftOut.add('links');
    if ((marks & ~this.#bits) !== 0) this.#leftOut.add('text formats');
    if (!this.#both.lineBreaks && text.includes('\n')) this.#leftOut.add('line breaks');
    const letters = (this.#isPrinted ? asPrinted(text) : text).replace(INVISIBLE, '');
    const seen = LOOKALIKES.reduce((seen, [from, to]) => seen.replace(from, to), letters);
    return [
      {
        text: this.#both.lineBreaks ? seen : seen.replaceAll('\n', ' '),
        // The font of a heading says that it is one.
        marks: wasHeading ? marks & this.#bits & ~FONT_BITS : marks & this.#bits,
        href: href !== null && this.#keepsLink(href) ? href : null,
      },
    ];
  }

  #keepsLink(href: string): boolean {
    return this.#both.links === 'all' || (this.#both.links === 'outside' && !href.startsWith('#'));
  }

  #path(path: Path): Path {
    if (path.length === 0) return path;
    if (!this.#both.lists) {
      if (stepsOf(path).some(({ kind }) => kind !== 'para')) this.#leftOut.add('lists');
      return TOP;
    }
    // A format with pages of its own has definitions and lines; a word processor has neither.
    if (this.#both.pageForms) return path;
    return pathOf(stepsOf(path).filter(({ kind }) => kind === 'ul' || kind === 'ol' || kind === 'quote'));
  }

  #without(content: LeftOut): [] {
    this.#leftOut.add(content);
    return [];
  }
}

/** A text without what depends on the width of a printed line, with letters instead of their shapes. */
function asPrinted(text: string): string {
  return text
    .replace(PRESENTATION_FORMS, (shapes) => shapes.normalize('NFKC'))
    .replace(STRETCHED, '')
    .replace(LEADER, ' ')
    .replace(SCRIPT_GAP, '');
}

/** Bits of the marks that are a font: bold and italic. */
const FONT_BITS = (1 << MARKS.indexOf('strong')) | (1 << MARKS.indexOf('em'));

/** All text of a cell as one paragraph. Tables in it are read row by row. */
function oneParagraph(blocks: readonly Block[]): Block[] {
  const texts: TextBlock[] = [];
  const collect = (inner: readonly Block[]): void => {
    for (const block of inner) {
      if (block.kind === 'text') texts.push(block);
      else if (block.kind === 'table')
        for (const { cells } of block.rows) for (const cell of cells) collect(cell.blocks);
    }
  };
  collect(blocks);
  if (texts.length === 0) return [];
  return [joinBlocks(texts)];
}

/** Blocks as one paragraph, with a space between their texts. */
export function joinBlocks(blocks: readonly TextBlock[]): TextBlock {
  const [first] = blocks;
  return { ...first!, type: 'p', path: TOP, runs: inNormalForm(blocks.map(({ runs }) => runs)) };
}

/** Runs of one or several texts as the runs of one paragraph, in reader normal form. */
export function inNormalForm(texts: readonly (readonly Run[])[], preservesSpace = false): Run[] {
  const content = new InlineContent();
  texts.forEach((runs, index) => {
    const [before, first] = [texts[index - 1]?.at(-1), runs[0]];
    if (before !== undefined && first !== undefined)
      content.addText(' ', before.marks & first.marks, before.href === first.href ? before.href : null);
    for (const { text, marks, href, image } of runs) {
      if (image !== undefined) content.addImage(image, href);
      else if (preservesSpace) content.addText(text, marks, href);
      else
        text.split('\n').forEach((line, at) => {
          if (at > 0) content.addBreak(marks, href);
          if (line !== '') content.addText(line, marks, href);
        });
    }
  });
  const runs = content.takeRuns(preservesSpace);
  return runs.some(({ text }) => text !== '') ? runs : [];
}
