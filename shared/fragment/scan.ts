import type {
  Block,
  Cell,
  OriginalForm,
  Row,
  RowSection,
  OneSided,
  TableBlock,
  TextBlock,
  TextType,
} from '../document/model.ts';
import { ORIGINAL_LABEL } from '../document/label.ts';
import { lookOf } from '../document/looks.ts';
import { Cursor, type Tag } from './cursor.ts';
import { FragmentError } from './fragment-error.ts';
import { MAX_NESTED_TABLES, ROOT_CLASS, SECTIONS, SHOWN_ATTRIBUTES, TEXT_ELEMENTS } from './names.ts';
import { readCarriedImage, readCarriedLayer, readCellForm, readLook, readPath } from './notation.ts';
import { ScannedPath } from './scan-flow.ts';
import { readSide, scanImage, scanRuns } from './scan-inline.ts';
import { writing } from './write.ts';

const TEXT_TYPES: ReadonlyMap<string, TextType> = new Map(
  (Object.keys(TEXT_ELEMENTS) as TextType[]).map((type) => {
    const element = TEXT_ELEMENTS[type];
    return [element.class === undefined ? element.tag : `${element.tag}.${element.class}`, type];
  }),
);

/** The type of the text block that a start tag begins. */
function textTypeOf({ name, attributes }: Tag): TextType | undefined {
  const className = attributes.get('class');
  return TEXT_TYPES.get(className === undefined ? name : `${name}.${className}`);
}

function scanStanding({ attributes }: Tag): { onlyIn: OneSided } | undefined {
  const changeId = attributes.get('data-change-id');
  const type = attributes.get('data-change-type');
  if (!changeId || (type !== 'block_insert' && type !== 'block_delete')) return undefined;
  const side = type === 'block_insert' ? 'revised' : 'original';
  const moveId = attributes.get('data-move-id');
  return { onlyIn: moveId === undefined ? { side, changeId } : { side, changeId, moveId } };
}

function scanOriginal({ attributes, offset }: Tag, cursor: Cursor): { original: OriginalForm } | undefined {
  const spelled = attributes.get('data-original-path');
  if (spelled === undefined) return undefined;
  const path = readPath(spelled) ?? cursor.fail('a path', offset);
  const changeId = attributes.get('data-change-type') === 'format' ? attributes.get('data-change-id') || null : null;
  const spelledLook = attributes.get('data-original-look');
  const read = spelledLook === undefined ? undefined : readLook(spelledLook);
  if (read === null || (read !== undefined && changeId === null)) cursor.fail('a look', offset);
  const isCarried = attributes.has('data-original-carried');
  const label = isCarried || changeId === null ? undefined : attributes.get(ORIGINAL_LABEL);
  const stated = { ...(read !== undefined && { look: read }), ...(label !== undefined && { label }) };
  const type = attributes.get('data-original-type');
  if (type === undefined) return { original: { changeId, path, ...stated } };
  if (!Object.hasOwn(TEXT_ELEMENTS, type)) cursor.fail('a type of block', offset);
  return { original: { changeId, type: type as TextType, path, ...stated } };
}

function scanLook({ attributes }: Tag): Pick<TableBlock, 'attributes'> {
  const look = lookOf(Object.fromEntries(attributes));
  return Object.keys(look).length === 0 ? {} : { attributes: look };
}

/** Reads one fragment. Iterative except for nested tables, whose depth is bounded. */
class Scanner {
  readonly #cursor: Cursor;
  #tables = 0;

  constructor(cursor: Cursor) {
    this.#cursor = cursor;
  }

  /** The next block of a list; null at an end tag that belongs to none of the list's containers. */
  nextBlock(containers: ScannedPath): Block | null {
    const cursor = this.#cursor;
    for (;;) {
      if (cursor.atEndTag()) {
        if (containers.isEmpty) return null;
        containers.leave(cursor.tag(), cursor);
        continue;
      }
      const tag = cursor.tag();
      if (!containers.enter(tag, cursor)) return this.#scanBlock(tag, containers);
    }
  }

  #scanBlocks(): Block[] {
    const blocks: Block[] = [];
    const containers = new ScannedPath();
    for (let block = this.nextBlock(containers); block; block = this.nextBlock(containers)) blocks.push(block);
    return blocks;
  }

  #scanBlock(tag: Tag, containers: ScannedPath): Block {
    const cursor = this.#cursor;
    const common = { path: containers.take(), ...scanStanding(tag), ...scanOriginal(tag, cursor) };
    const type = textTypeOf(tag);
    if (type) return { kind: 'text', type, ...common, ...this.#scanText(tag) };
    switch (tag.name) {
      case 'hr':
        return { kind: 'rule', ...common };
      case 'figure':
        return this.#scanFigure(tag, common);
      case 'table':
        return { kind: 'table', ...common, ...scanLook(tag), rows: this.#scanRows(tag) };
      default:
        return cursor.fail('a block', tag.offset);
    }
  }

  #scanText(tag: Tag): Pick<TextBlock, 'attributes' | 'runs' | 'boundary' | 'carried'> {
    const cursor = this.#cursor;
    const attributes: Record<string, string> = {};
    for (const name of SHOWN_ATTRIBUTES) {
      const value = tag.attributes.get(name);
      if (value !== undefined) attributes[name] = value;
    }
    if (tag.name === 'pre') cursor.skip('\n');
    const runs = scanRuns(cursor, tag.name);
    return { attributes: attributes, runs, ...this.#scanBoundary(tag), ...this.#scanCarriedLayer(tag) };
  }

  #scanBoundary({ attributes, offset }: Tag): Pick<TextBlock, 'boundary'> {
    const type = attributes.get('data-boundary-type');
    if (type === undefined) return {};
    if (attributes.has('data-change-id')) {
      this.#cursor.fail('a block with no other change than its boundary', offset);
    }
    const changeId = attributes.get('data-boundary-id') || null;
    return { boundary: { side: type === 'insert' ? 'revised' : 'original', changeId } };
  }

  #scanCarriedLayer({ attributes, offset }: Tag): Pick<TextBlock, 'carried'> {
    const json = attributes.get('data-original-carried');
    if (json === undefined) return {};
    return { carried: readCarriedLayer(json) ?? this.#cursor.fail('a carried layer', offset) };
  }

  #scanFigure(tag: Tag, common: Pick<Block, 'path' | 'onlyIn' | 'original'>): Block {
    const cursor = this.#cursor;
    let inside = cursor.tag();
    let href: string | undefined;
    const linked = inside.name === 'a';
    if (linked) {
      const { attributes } = inside;
      if (attributes.get('class') !== 'image') href = attributes.get('href') ?? attributes.get('data-href');
      inside = cursor.tag();
    }
    if (inside.name !== 'img') cursor.fail('an image', inside.offset);
    const { image } = scanImage(inside, cursor);
    if (linked) cursor.endOf('a');
    cursor.endOf('figure');
    const side = readSide(tag.attributes.get('data-side'));
    const json = tag.attributes.get('data-original-carried');
    return {
      kind: 'image',
      ...common,
      ...(side && { onlyIn: { side, changeId: null } }),
      image,
      ...(href !== undefined && { href }),
      ...(json !== undefined && { carried: readCarriedImage(json) ?? cursor.fail('a carried image', tag.offset) }),
    };
  }

  #scanRows(table: Tag): TableBlock['rows'] {
    const cursor = this.#cursor;
    if (++this.#tables > MAX_NESTED_TABLES) cursor.fail(`at most ${MAX_NESTED_TABLES} nested tables`, table.offset);
    const rows: Row[] = [];
    while (!cursor.atEndTag()) {
      const tag = cursor.tag();
      const named = (Object.keys(SECTIONS) as RowSection[]).find((name) => SECTIONS[name] === tag.name);
      const section = named ?? cursor.fail('a section of the table', tag.offset);
      while (!cursor.atEndTag()) rows.push(this.#scanRow(section));
      cursor.endOf(tag.name);
    }
    cursor.endOf('table');
    this.#tables--;
    return rows;
  }

  #scanRow(section: RowSection): Row {
    const cursor = this.#cursor;
    const tag = cursor.tag();
    if (tag.name !== 'tr') cursor.fail('a row', tag.offset);
    const carried = tag.attributes.get('data-original-carried');
    if (carried !== undefined && !Object.hasOwn(SECTIONS, carried)) cursor.fail('a section’s name', tag.offset);
    const cells: Cell[] = [];
    while (!cursor.atEndTag()) cells.push(this.#scanCell());
    cursor.endOf('tr');
    return {
      section,
      cells,
      ...scanStanding(tag),
      ...(carried !== undefined && { carried: carried as RowSection }),
    };
  }

  #scanCell(): Cell {
    const cursor = this.#cursor;
    const tag = cursor.tag();
    if (tag.name !== 'td' && tag.name !== 'th') cursor.fail('a cell', tag.offset);
    const span = (name: string): number => Number(tag.attributes.get(name) ?? 1);
    const json = tag.attributes.get('data-original-carried');
    const carried =
      json === undefined ? undefined : (readCellForm(json) ?? cursor.fail('the form of a cell', tag.offset));
    const blocks = this.#scanBlocks();
    cursor.endOf(tag.name);
    return {
      header: tag.name === 'th',
      colspan: span('colspan'),
      rowspan: span('rowspan'),
      blocks,
      ...scanStanding(tag),
      ...(carried && { carried }),
    };
  }
}

/** The offset at which two strings begin to differ. */
function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

/** Number of blocks that are scanned or verified between two pauses of `scanning`. */
const REST_AFTER = 64;

/**
 * Scans a fragment as `scanFragment` does, with frequent pauses that keep a page responsive. Each `next` continues,
 * and the last one returns the blocks.
 *
 * @throws FragmentError with the offset of the first character that does not fit
 */
export function* scanning(fragment: string): Generator<undefined, Block[], undefined> {
  const cursor = new Cursor(fragment);
  const root = cursor.tag();
  if (root.end || root.name !== 'div' || root.attributes.get('class') !== ROOT_CLASS) {
    cursor.fail(`<div class="${ROOT_CLASS}">`, 0);
  }
  const scanner = new Scanner(cursor);
  const containers = new ScannedPath();
  const blocks: Block[] = [];
  for (let block = scanner.nextBlock(containers); block; block = scanner.nextBlock(containers)) {
    blocks.push(block);
    if (blocks.length % REST_AFTER === 0) yield;
  }
  cursor.endOf('div');
  if (cursor.offset !== fragment.length) cursor.fail('nothing more');

  let [at, pieces] = [0, 0];
  for (const piece of writing(blocks)) {
    if (!fragment.startsWith(piece, at)) {
      const received = fragment.slice(at, at + piece.length);
      throw new FragmentError(at + firstDifference(received, piece), 'the canonical spelling');
    }
    at += piece.length;
    pieces += 1;
    if (pieces % REST_AFTER === 0) yield;
  }
  if (at !== fragment.length) throw new FragmentError(at, 'the canonical spelling');
  return blocks;
}

/**
 * The blocks of a fragment. Strict: the string must be exactly what `writeFragment` makes of them. Scanning therefore
 * only has to be right about the writer's output. The comparison at the end refuses everything else.
 *
 * @throws FragmentError with the offset of the first character that does not fit
 */
export function scanFragment(fragment: string): Block[] {
  const scan = scanning(fragment);
  for (;;) {
    const { done, value } = scan.next();
    if (done === true) return value;
  }
}
