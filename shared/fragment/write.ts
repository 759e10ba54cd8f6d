import {
  PLAIN_ATTRIBUTES,
  preservesSpace,
  type Attributes,
  type Block,
  type CarriedLayer,
  type Cell,
  type OriginalForm,
  type Row,
  type RowSection,
  type Side,
  type OneSided,
  type TableBlock,
  type TextBlock,
} from '../document/model.ts';
import { LABEL, ORIGINAL_LABEL } from '../document/label.ts';
import { TOP } from '../document/path.ts';
import { LOOK_ATTRIBUTES } from '../document/looks.ts';
import { ROOT_CLASS, SECTIONS, SHOWN_ATTRIBUTES, TEXT_ELEMENTS } from './names.ts';
import { writeCarriedImage, writeCarriedLayer, writeCellForm, writeLook, writePath } from './notation.ts';
import { writeLinkedImage, writeRuns } from './write-inline.ts';
import { OpenContainers } from './write-path.ts';
import { escapeHtml } from '../escape-html.ts';
import { attribute, startTag } from './write-tag.ts';

/** The markup before and after the change id of a one-sided block. There may be a hundred thousand. */
const CHANGE_ID_START = ' data-change-id="';
const BLOCK_CHANGE_ENDS: Readonly<Record<Side, string>> = {
  original: `"${attribute('data-change-type', 'block_delete')}`,
  revised: `"${attribute('data-change-type', 'block_insert')}`,
};

function standingAttributes(onlyIn: OneSided | undefined): string {
  if (!onlyIn) return '';
  const { side, changeId, moveId } = onlyIn;
  if (changeId === null)
    return attribute('data-side', side) + attribute('hidden', side === 'original' ? '' : undefined);
  const attributes = CHANGE_ID_START + escapeHtml(changeId) + BLOCK_CHANGE_ENDS[side];
  return moveId === undefined ? attributes : attributes + attribute('data-move-id', moveId);
}

function originalAttributes(original: OriginalForm | undefined): string {
  if (!original) return '';
  const { changeId, type, path, look, label } = original;
  return (
    (changeId === null ? '' : attribute('data-change-id', changeId) + attribute('data-change-type', 'format')) +
    attribute('data-original-type', type) +
    attribute('data-original-path', writePath(path)) +
    attribute('data-original-look', look && writeLook(look)) +
    attribute(ORIGINAL_LABEL, label)
  );
}

/** The change notes that every kind of block may have. */
function changeAttributes(block: Block): string {
  return standingAttributes(block.onlyIn) + originalAttributes(block.original);
}

/** The attributes among `names` that a block has. */
function attributesOf(attributes: Attributes | undefined, names: readonly (keyof Attributes)[]): string {
  // Most blocks have none.
  if (attributes === undefined || attributes === PLAIN_ATTRIBUTES) return '';
  let written = '';
  for (const name of names) written += attribute(name, attributes[name]);
  return written;
}

/** The side of the texts inside: the side of the innermost one-sided thing with a decision. */
function contextOf(onlyIn: OneSided | undefined, around: Side | null): Side | null {
  return onlyIn && onlyIn.changeId !== null ? onlyIn.side : around;
}

/** Start tags of text blocks with their class, without the end of the tag, and end tags. */
const TEXT_TAGS = new Map(
  Object.entries(TEXT_ELEMENTS).map(([type, { tag, class: name }]) => [
    type,
    { start: `<${tag}${attribute('class', name)}`, end: `</${tag}>`, dropsLineFeed: tag === 'pre' },
  ]),
);

/** The attributes of a text block except for its class. */
function textAttributes({ attributes, onlyIn, original, boundary, carried }: TextBlock): string {
  let start = attributesOf(attributes, SHOWN_ATTRIBUTES);
  if (onlyIn) start += standingAttributes(onlyIn);
  if (original) start += originalAttributes(original);
  if (boundary) {
    start += attribute('data-boundary-id', boundary.changeId ?? undefined);
    start += attribute('data-boundary-type', boundary.side === 'revised' ? 'insert' : 'delete');
  }
  if (carried) start += writeCarried(attributes, carried);
  return start;
}

/** The original's carried layer. A label that differs is also written by itself, for stylesheets to show. */
function writeCarried(attributes: Attributes, carried: CarriedLayer): string {
  const label = carried.attributes[LABEL];
  const former = label === attributes[LABEL] ? undefined : (label ?? '');
  return attribute(ORIGINAL_LABEL, former) + attribute('data-original-carried', writeCarriedLayer(carried));
}

function writeText(block: TextBlock, around: Side | null): string {
  const { start, end, dropsLineFeed } = TEXT_TAGS.get(block.type)!;
  const context = contextOf(block.onlyIn, around);
  const content = writeRuns(block.runs, preservesSpace(block.type), context);
  // The HTML parser drops a line feed directly after the start tag of `pre`. With a context, an element comes first.
  const dropped = dropsLineFeed && context === null && content.startsWith('\n') ? '\n' : '';
  return `${start}${textAttributes(block)}>${dropped}${content}${end}`;
}

function writeCell(cell: Cell, around: Side | null): string {
  const tag = cell.header ? 'th' : 'td';
  const start = startTag(
    tag,
    attribute('colspan', cell.colspan === 1 ? undefined : cell.colspan) +
      attribute('rowspan', cell.rowspan === 1 ? undefined : cell.rowspan) +
      standingAttributes(cell.onlyIn) +
      attribute('data-original-carried', cell.carried && writeCellForm(cell.carried)),
  );
  return `${start}${writeBlocks(cell.blocks, contextOf(cell.onlyIn, around))}</${tag}>`;
}

function writeRow(row: Row, around: Side | null): string {
  const context = contextOf(row.onlyIn, around);
  const start = startTag('tr', standingAttributes(row.onlyIn) + attribute('data-original-carried', row.carried));
  return `${start}${row.cells.map((cell) => writeCell(cell, context)).join('')}</tr>`;
}

function writeTable(block: TableBlock, around: Side | null): string {
  const context = contextOf(block.onlyIn, around);
  let html = startTag('table', attributesOf(block.attributes, LOOK_ATTRIBUTES) + changeAttributes(block));
  let section: RowSection | null = null;
  for (const row of block.rows) {
    if (row.section !== section) {
      if (section) html += `</${SECTIONS[section]}>`;
      html += startTag(SECTIONS[row.section]);
      section = row.section;
    }
    html += writeRow(row, context);
  }
  if (section) html += `</${SECTIONS[section]}>`;
  return `${html}</table>`;
}

function writeBlock(block: Block, around: Side | null): string {
  switch (block.kind) {
    case 'text':
      return writeText(block, around);
    case 'rule':
      return startTag('hr', changeAttributes(block));
    case 'image': {
      const start = startTag(
        'figure',
        attribute('class', 'image') +
          changeAttributes(block) +
          attribute('data-original-carried', block.carried && writeCarriedImage(block.carried)),
      );
      return `${start}${writeLinkedImage(block.image, block.href)}</figure>`;
    }
    case 'table':
      return writeTable(block, around);
  }
}

/** The blocks without a root element. `around`: the side of the one-sided thing that contains them. */
export function writeBlocks(blocks: readonly Block[], around: Side | null = null): string {
  const containers = new OpenContainers();
  let html = '';
  for (const block of blocks) html += containers.moveTo(block.path) + writeBlock(block, around);
  return html + containers.moveTo(TOP);
}

/**
 * The fragment of a document or a merged document, including the root element. This is the only writer of the grammar
 * in docs/fragment.md. The same blocks give the same string, and `scanFragment` reads the same blocks from it.
 */
export function writeFragment(blocks: readonly Block[]): string {
  const text = new JoinedText();
  for (const piece of writing(blocks)) text.add(piece);
  return text.end();
}

/** The start tag of the root element. */
const ROOT_START = startTag('div', attribute('class', ROOT_CLASS));

/** The root element around its content. */
export function wrapFragment(inside: string): string {
  return `${ROOT_START}${inside}</div>`;
}

/** The result of `writeFragment` in pieces of about one block each, written while the blocks come. */
export function* writing(blocks: Iterable<Block>): Generator<string, void, undefined> {
  const containers = new OpenContainers();
  yield ROOT_START;
  for (const block of blocks) yield containers.moveTo(block.path) + writeBlock(block, null);
  yield `${containers.moveTo(TOP)}</div>`;
}

/** Number of pieces that become one string at once. */
const JOINED_AT_ONCE = 1_000;

/**
 * A text made of many pieces. A string that is added to half a million times takes several times its length, because it
 * keeps every piece until somebody reads it.
 */
class JoinedText {
  readonly #joined: string[] = [];
  #pieces: string[] = [];

  add(piece: string): void {
    this.#pieces.push(piece);
    if (this.#pieces.length === JOINED_AT_ONCE) this.#join();
  }

  /** The whole text. Nothing may be added afterwards. */
  end(): string {
    this.#join();
    return this.#joined.join('');
  }

  #join(): void {
    this.#joined.push(this.#pieces.join(''));
    this.#pieces = [];
  }
}

/** A top-level element longer than this (UTF-16 units) is emitted in parts: a long list, or a text of lines. */
const PART_MIN_LENGTH = 16_384;

/**
 * Writes a fragment while its blocks come. Each top-level element is emitted as soon as it has ended. A long element
 * is emitted in parts that are elements by themselves; later parts are marked as continuing their items. If no
 * element is long, the joined pieces equal the content of the root element.
 */
export class FragmentPieces {
  readonly #containers = new OpenContainers();
  readonly #open = new OpenContainers();
  readonly #whole = new JoinedText();
  #piece = '';

  constructor() {
    this.#whole.add(ROOT_START);
  }

  /** The content that ended before this block; the empty string while its element continues. */
  add(block: Block): string {
    const written = writeBlock(block, null);
    const ends = this.#piece.length >= PART_MIN_LENGTH || this.#open.endsBefore(block.path);
    const ended = ends ? this.end() : '';
    this.#whole.add(this.#containers.moveTo(block.path) + written);
    this.#piece += this.#open.moveTo(block.path) + written;
    return ended;
  }

  /** The rest, after all blocks were added. */
  end(): string {
    const ended = this.#piece + this.#open.moveTo(TOP);
    this.#piece = '';
    return ended;
  }

  /** The fragment of the blocks added so far, as `writeFragment` writes it. Nothing may be added afterwards. */
  fragment(): string {
    this.#whole.add(`${this.#containers.moveTo(TOP)}</div>`);
    return this.#whole.end();
  }
}
