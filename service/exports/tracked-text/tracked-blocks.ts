/** Writes merged blocks as Word paragraphs and tables with native revisions. */
import { HeadingLevel, Paragraph, Table, TableCell, TableRow, TextDirection, TextRun, WidthType } from 'docx';
import type { IParagraphOptions, ITableCellOptions } from 'docx';
import { DIRECTION } from '../../../shared/document/direction.ts';
import { movesWithoutEdits } from '../../../shared/document/edits-of-moves.ts';
import { LABEL } from '../../../shared/document/label.ts';
import type { Block, Side, TableBlock, TextBlock, TextType } from '../../../shared/document/model.ts';
import { stepsOf, type Path } from '../../../shared/document/path.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';
import { partAtTables } from '../../pipeline/ranges/part-at-tables.ts';
import { alternativeText, trackedRuns, type Revisions } from './tracked-runs.ts';

/** The numbering of a paragraph. It names a definition, a level from 0, and the number of a restarted list. */
type NumberingOf = Exclude<IParagraphOptions['numbering'], false | undefined>;

/** A list definition whose items all show one label. */
export interface LabelList {
  readonly reference: string;
  readonly kind: 'ul' | 'ol';
  /** Level from 0. */
  readonly level: number;
  readonly label: string;
}

/** Names of the document's two list definitions that count, and of the style of preformatted text. */
export const LISTS = { ul: 'bullets', ol: 'numbers' } as const;
export const PREFORMATTED = 'Preformatted';
/** Number of list levels in Word. */
export const LIST_LEVELS = 9;
/** Indent of one level in twentieths of a point: half an inch, as in Word. */
export const INDENT = 720;
const PARAGRAPH_SPACE = 160;

const HEADINGS: Readonly<Partial<Record<TextType, (typeof HeadingLevel)[keyof typeof HeadingLevel]>>> = {
  h1: HeadingLevel.HEADING_1,
  h2: HeadingLevel.HEADING_2,
  h3: HeadingLevel.HEADING_3,
  h4: HeadingLevel.HEADING_4,
  h5: HeadingLevel.HEADING_5,
  h6: HeadingLevel.HEADING_6,
};

/** Writes blocks in order. Each document needs its own writer, which counts its lists. */
export class BlockWriter {
  readonly #revisions: Revisions;
  readonly #labelLists = new Map<string, LabelList>();
  #list = 0;
  #isInList = false;

  constructor(revisions: Revisions) {
    this.#revisions = revisions;
  }

  /** The definitions for the labels of the blocks written so far. */
  get labelLists(): readonly LabelList[] {
    return [...this.#labelLists.values()];
  }

  /** The blocks as content of a document or a cell. `side` is set inside content of one side. */
  write(merged: readonly Block[], side?: Side): (Paragraph | Table)[] {
    // Both ends of a move are an insertion and a deletion, each with its own text.
    const blocks = partAtTables(movesWithoutEdits(merged));
    return blocks.map((block, index) => {
      const own = block.onlyIn?.side ?? side;
      switch (block.kind) {
        case 'text':
          return this.#text(block, own, own === undefined ? nextPiece(blocks, index) : undefined);
        case 'rule':
          return new Paragraph({ thematicBreak: true, ...this.#mark(own) });
        case 'image': {
          const text = alternativeText(block.image, this.#revisions);
          const run = { text, marks: 0, href: block.href ?? null };
          return new Paragraph({ ...this.#mark(own), children: trackedRuns([run], own, this.#revisions) });
        }
        case 'table':
          return this.#table(block, own);
      }
    });
  }

  #text(block: TextBlock, side: Side | undefined, next: TextBlock | undefined): Paragraph {
    // The mark of a paragraph belongs to the boundary after it.
    const boundary = next?.boundary?.changeId != null ? next.boundary.side : side;
    const { original } = block;
    const isChanged = original !== undefined && original.changeId !== null;
    const former = isChanged ? this.#properties(original.type ?? block.type, original.path, block) : undefined;
    return new Paragraph(
      withoutUndefined({
        ...this.#properties(block.type, block.path, block),
        ...this.#mark(boundary),
        revision: former === undefined ? undefined : { ...former, ...this.#revisions.format() },
        children: trackedRuns(block.runs, side, this.#revisions),
      }),
    );
  }

  /** The mark of a row or cell of one side. */
  #onlyIn(side: Side | undefined): Partial<ReturnType<Revisions['ofSide']>> {
    return side === undefined ? {} : this.#revisions.ofSide(side);
  }

  #mark(side: Side | undefined): IParagraphOptions {
    return side === undefined ? {} : { run: this.#revisions.ofSide(side) };
  }

  /** The numbering of a block: a definition for its label, or the counting list of its item. Null: neither. */
  #numbering(kind: 'ul' | 'ol' | null, level: number, label: string | undefined): NumberingOf | null {
    if (label === '') return null;
    // Word would take "%1" in a label for a number.
    if (label !== undefined && !/%\d/u.test(label)) {
      const key = `${kind ?? 'ol'} ${level} ${label}`;
      const reference = this.#labelLists.get(key)?.reference ?? `label${this.#labelLists.size + 1}`;
      this.#labelLists.set(key, { reference, kind: kind ?? 'ol', level, label });
      return { reference, level };
    }
    return kind === null ? null : { reference: LISTS[kind], level, instance: this.#list };
  }

  #properties(type: TextType, path: Path, { attributes }: TextBlock): IParagraphOptions {
    const heading = HEADINGS[type];
    const all = stepsOf(path);
    const steps = all.filter(({ kind }) => kind !== 'para');
    const item = steps.at(-1);
    const depth = Math.min(steps.length, LIST_LEVELS);
    const kind = item?.starts === true && (item.kind === 'ul' || item.kind === 'ol') ? item.kind : null;
    if (kind === 'ol' && (!this.#isInList || item?.value !== undefined)) this.#list += 1;
    this.#isInList = steps.some(({ kind }) => kind === 'ol');
    const line = all.find(({ kind }) => kind === 'para');
    const numbering = this.#numbering(kind, Math.max(depth, 1) - 1, attributes[LABEL]);
    return withoutUndefined({
      heading,
      style: type === 'pre' || type === 'code-line' ? PREFORMATTED : undefined,
      ...(numbering !== null ? { numbering } : depth > 0 && { indent: { left: depth * INDENT } }),
      spacing: line === undefined ? undefined : { before: line.starts ? PARAGRAPH_SPACE : 0, after: 0 },
      bidirectional: attributes['dir'] === 'rtl' ? true : undefined,
    });
  }

  #table({ rows, attributes }: TableBlock, side: Side | undefined): Table {
    return new Table(
      withoutUndefined({
        visuallyRightToLeft: attributes?.[DIRECTION] === 'rtl' ? true : undefined,
        width: { size: 100, type: WidthType.PERCENTAGE },
        rows: rows.map((row) => {
          const ofRow = row.onlyIn?.side ?? side;
          return new TableRow(
            withoutUndefined({
              ...this.#onlyIn(ofRow),
              tableHeader: row.section === 'head' ? true : undefined,
              children: row.cells.map((cell) => {
                const ofCell = cell.onlyIn?.side;
                const content = this.write(cell.blocks, ofCell ?? ofRow);
                return new TableCell(
                  withoutUndefined({
                    ...this.#onlyIn(ofRow === undefined ? ofCell : undefined),
                    columnSpan: cell.colspan > 1 ? cell.colspan : undefined,
                    rowSpan: cell.rowspan > 1 ? cell.rowspan : undefined,
                    ...textDirectionOf(cell.blocks),
                    // A cell ends with a paragraph (ECMA-376 part 1, 17.4.65).
                    children:
                      content.at(-1) instanceof Paragraph ? content : [...content, new Paragraph({ children: [] })],
                  }),
                );
              }),
            }),
          );
        }),
      }),
    );
  }
}

/** Text directions of cells. Word has no direction from the left, nor turned letters that run down. */
const TEXT_DIRECTIONS: Readonly<Record<string, (typeof TextDirection)[keyof typeof TextDirection]>> = {
  'vertical-rl': TextDirection.TOP_TO_BOTTOM_RIGHT_TO_LEFT,
  'vertical-lr': TextDirection.TOP_TO_BOTTOM_RIGHT_TO_LEFT,
  'sideways-rl': TextDirection.TOP_TO_BOTTOM_RIGHT_TO_LEFT,
  'sideways-lr': TextDirection.BOTTOM_TO_TOP_LEFT_TO_RIGHT,
};

/** The direction of a cell whose first text has vertical lines. Word states it for the cell. */
function textDirectionOf(blocks: readonly Block[]): Pick<ITableCellOptions, 'textDirection'> {
  const first = blocks.find((block) => block.kind === 'text');
  const direction = first?.attributes[DIRECTION];
  const stated = direction === undefined ? undefined : TEXT_DIRECTIONS[direction];
  return stated === undefined ? {} : { textDirection: stated };
}

/** The piece that continues the text at `index` after content of one side; undefined without one. */
function nextPiece(blocks: readonly Block[], index: number): TextBlock | undefined {
  let next = index + 1;
  while (next < blocks.length && blocks[next]!.onlyIn !== undefined) next += 1;
  const block = blocks[next];
  return block?.kind === 'text' && block.boundary !== undefined ? block : undefined;
}

/** The paragraph of an empty document. */
export function emptyParagraph(): Paragraph {
  return new Paragraph({ children: [new TextRun('')] });
}
