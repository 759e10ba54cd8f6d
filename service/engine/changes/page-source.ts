/** The source of all pages of a comparison: built once, read often. */
import type {
  AlignmentEntry,
  AlignmentSegment,
  PageBlock,
  StructuredPage,
  Summary,
} from '../../../shared/change/page.ts';
import type { Change, ChangedFragment, ChangedPicture, SideLocation } from '../../../shared/change/change.ts';
import { pageNumberChanges } from '../../../shared/document/contents.ts';
import { comparedPicture, COMPARED_MARKS, type Block, type Run, type Side } from '../../../shared/document/model.ts';
import { withUnitCounts } from '../../../shared/change/unit-counts.ts';
import { tiedUnitsOf, type Unit } from '../../../shared/fragment/units.ts';
import { writeBlocks } from '../../../shared/fragment/write.ts';
import { writeRuns } from '../../../shared/fragment/write-inline.ts';
import { cellName } from '../../../shared/document/cell-reference.ts';
import { cellPlaceAt, type CellPlaces } from '../../../shared/document/cell-places.ts';
import { codePointLength } from './code-points.ts';
import { ChangeIndex } from './change-index.ts';
import { collectChanges, plainBlock, type ChangedSide, type CollectedChange } from './collect-changes.ts';
import { replacedFormats } from './replaced-formats.ts';
import { Leaves, type Leaf, type LeafSide, type Places, type SideName } from './leaves.ts';

/** The members of a page that describe the comparison as a whole. */
export interface PageHead {
  readonly format: StructuredPage['format'];
  /** Formats of the two sides of a mixed comparison. */
  readonly originalFormat?: NonNullable<StructuredPage['originalFormat']>;
  readonly revisedFormat?: NonNullable<StructuredPage['revisedFormat']>;
  readonly engine: StructuredPage['engine'];
  readonly fallback: boolean;
  readonly attributeMode: StructuredPage['attributeMode'];
}

/** Numbers of the alignment entries that a change needs, ascending. */
export interface NeededEntries {
  /** Those that the change touches. */
  readonly touched: readonly number[];
  /** The nearest ones before and after these, one for each side that has one. */
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** An alignment entry, and the blocks that it names. */
export interface AlignedBlocks {
  readonly alignment: AlignmentEntry;
  readonly source: PageBlock | undefined;
  readonly revised: PageBlock | undefined;
}

/** A comparison piece by piece: whole pages repeat a block on each page that shows a change of it. */
export interface PageParts {
  /** The page of `limit` changes from `offset` on, without its blocks and its alignment. */
  changes(offset: number, limit: number): StructuredPage;
  /** The entries that the change at `position` needs. Positions count from 0. */
  needed(position: number): NeededEntries;
  /** The entry with a number of `needed`. */
  entry(number: number): AlignedBlocks;
}

/** Leaves by their numbers, and the changes that they name, by their ids. */
interface Cut {
  readonly leaves: ReadonlyMap<number, Leaf>;
  readonly changes: ReadonlyMap<string, CollectedChange>;
}

/** Structured pages of one comparison. Only content that a page shows is built. */
export class PageSource implements PageParts {
  readonly #head: PageHead;
  readonly #places: Places;
  readonly #leaves: Leaves;
  readonly #changes: ChangeIndex;
  /** Ids of the changes of page numbers in tables of contents. */
  readonly #pageNumbers: ReadonlySet<string>;
  readonly #blockCounts: Readonly<Record<SideName, number>>;
  /** The cut of the previous page. The next page mostly shows the same paragraph if that has many changes. */
  #cut: Cut = { leaves: new Map(), changes: new Map() };
  /** The block of each side that `entry` wrote last. All pieces of a split block name one block of the other side. */
  readonly #lastBlocks: Partial<Record<SideName, PageBlock>> = {};
  /** The units of several changes. */
  readonly tied: readonly Unit[];
  readonly summary: Summary;

  constructor(blocks: readonly Block[], places: Places, head: PageHead) {
    this.#head = head;
    this.#places = places;
    this.#leaves = new Leaves(blocks);
    this.#changes = new ChangeIndex(this.#leaves);
    this.#pageNumbers = pageNumberChanges(blocks);
    this.#blockCounts = { source: this.#leaves.blockCount('source'), revised: this.#leaves.blockCount('revised') };
    this.tied = tiedUnitsOf(blocks);
    this.summary = summarise(this.#changes, this.tied);
  }

  /** Number of changes in the whole comparison. */
  get totalChanges(): number {
    return this.#changes.count;
  }

  /** The page of `limit` changes from `offset` on, with their blocks and one block of context on each side. */
  page(offset: number, limit: number): StructuredPage {
    const { page, touched } = this.#changesFrom(offset, limit);
    const leaves = this.#withNeighbours(touched);
    const side = (name: SideName) => ({ ...page[name]!, blocks: this.#blocksOf(name, leaves) });
    return {
      ...page,
      source: side('source'),
      revised: side('revised'),
      alignment: leaves.map((leaf) => this.#alignment(leaf)),
    };
  }

  changes(offset: number, limit: number): StructuredPage {
    return this.#changesFrom(offset, limit).page;
  }

  needed(position: number): NeededEntries {
    const touched = this.#changes.leavesOf(this.#changes.ids(position, 1)[0]!);
    return { touched, ...this.#around(touched[0]!, touched.at(-1)!) };
  }

  entry(number: number): AlignedBlocks {
    const leaf = this.#cut.leaves.get(number) ?? this.#leaves.leaf(number);
    return {
      alignment: this.#alignment(leaf),
      source: this.#blockOnce('source', leaf),
      revised: this.#blockOnce('revised', leaf),
    };
  }

  /** A page without blocks, and the leaves that its changes touch. */
  #changesFrom(offset: number, limit: number): { readonly page: StructuredPage; readonly touched: readonly Leaf[] } {
    const ids = this.#changes.ids(offset, limit);
    const touched = [...new Set(ids.flatMap((id) => this.#changes.leavesOf(id)))].sort((x, y) => x - y);
    const cut = this.#cutFrom(touched);
    const next = offset + ids.length;
    const side = (name: SideName) => ({ blockCount: this.#blockCounts[name], blocks: [] });
    const page: StructuredPage = {
      schemaVersion: '1',
      ...this.#head,
      summary: this.summary,
      source: side('source'),
      revised: side('revised'),
      alignment: [],
      changes: ids.map((id) => this.#change(cut.changes.get(id)!, cut.leaves.get(this.#changes.firstLeafOf(id))!)),
      totalChanges: this.totalChanges,
      offset,
      limit,
      ...(ids.length > 0 && next < this.totalChanges && { nextOffset: next }),
    };
    return { page, touched: touched.map((index) => cut.leaves.get(index)!) };
  }

  /** A cut with at least these leaves, which are in ascending order, and the changes that they name. */
  #cutFrom(indices: readonly number[]): Cut {
    if (!indices.every((index) => this.#cut.leaves.has(index))) {
      const leaves = indices.map((index) => this.#leaves.leaf(index));
      this.#cut = { leaves: new Map(leaves.map((leaf) => [leaf.index, leaf])), changes: collectChanges(leaves) };
    }
    return this.#cut;
  }

  /** Leaves with the nearest leaves before and after them on each side. */
  #withNeighbours(leaves: readonly Leaf[]): readonly Leaf[] {
    const [first, last] = [leaves.at(0), leaves.at(-1)];
    if (first === undefined || last === undefined) return leaves;
    const { before, after } = this.#around(first.index, last.index);
    const made = (indices: readonly number[]): Leaf[] => indices.map((index) => this.#leaves.leaf(index));
    return [...made(before), ...leaves, ...made(after)];
  }

  /** Numbers of the nearest leaves of each side before the leaf `first` and after the leaf `last`. */
  #around(first: number, last: number): Pick<NeededEntries, 'before' | 'after'> {
    const nearest = (leaf: number, where: 'before' | 'after'): number[] => {
      const [x, y] = [this.#leaves.nearest('source', leaf, where), this.#leaves.nearest('revised', leaf, where)];
      return (x === y ? [x] : x < y ? [x, y] : [y, x]).filter((number) => number > 0);
    };
    return { before: nearest(first, 'before'), after: nearest(last, 'after') };
  }

  #blocksOf(name: SideName, leaves: readonly Leaf[]): PageBlock[] {
    const blocks: PageBlock[] = [];
    let last: number | undefined;
    for (const leaf of leaves) {
      const own = leaf[name];
      // All pieces of a split block name one block of the other side.
      if (own === undefined || own.index === last) continue;
      last = own.index;
      blocks.push(this.#block(name, leaf, own));
    }
    return blocks;
  }

  #blockOnce(name: SideName, leaf: Leaf): PageBlock | undefined {
    const own = leaf[name];
    if (own === undefined) return undefined;
    if (this.#lastBlocks[name]?.index !== own.index) this.#lastBlocks[name] = this.#block(name, leaf, own);
    return this.#lastBlocks[name];
  }

  #block(name: SideName, leaf: Leaf, side: LeafSide): PageBlock {
    const drop = name === 'source' ? 'revised' : 'original';
    const spans: PageBlock['spans'] = [];
    let at = 0;
    let before: Run | undefined;
    for (const run of this.#runsOf(name, leaf, side)) {
      if (run.text === '' || run.edit?.side === drop) continue;
      const end = at + codePointLength(run.text);
      const last = spans.at(-1);
      if (last !== undefined && before !== undefined && sameFormat(before, run, name)) {
        last.text += run.text;
        last.charEnd = end;
      } else {
        spans.push({ text: run.text, charStart: at, charEnd: end });
      }
      before = run;
      at = end;
    }
    return {
      id: blockId(name, side),
      index: side.index,
      type: side.type,
      ...(side.label !== undefined && { label: side.label }),
      text: side.text,
      spans,
      ...this.#context(side),
    };
  }

  /** Merged runs of all pieces of a block. */
  #runsOf(name: SideName, leaf: Leaf, side: LeafSide): readonly Run[] {
    // Leaves that only the other side has may lie between the pieces.
    const isPiece = (index: number): boolean => this.#leaves.numberOn(name, index) === side.index;
    let first = leaf.index;
    for (let at = first; isPiece(at); at = this.#leaves.nearest(name, at, 'before')) first = at;
    const runs: Run[] = [];
    for (let at = first; isPiece(at); at = this.#leaves.nearest(name, at, 'after')) {
      const block = this.#leaves.block(at);
      if (block.kind === 'text') for (const run of block.runs) runs.push(run);
    }
    return runs;
  }

  #context(side: LeafSide): { headingPath?: string[]; sectionTitle?: string } {
    if (this.#head.fallback || side.headings.length === 0) return {};
    return { headingPath: [...side.headings], sectionTitle: side.headings.at(-1)! };
  }

  #alignment(leaf: Leaf): AlignmentEntry {
    const changeIds = this.#changes.idsAt(leaf.index);
    const status =
      leaf.onlyIn === undefined
        ? changeIds === undefined
          ? 'unchanged'
          : 'modified'
        : leaf.onlyIn.moveId !== undefined
          ? 'moved'
          : leaf.onlyIn.side === 'original'
            ? 'deleted'
            : 'inserted';
    return {
      id: alignmentId(leaf),
      status,
      ...(leaf.source && { sourceBlockId: blockId('source', leaf.source) }),
      ...(leaf.revised && { revisedBlockId: blockId('revised', leaf.revised) }),
      ...(changeIds && { changeIds }),
      segments: segmentsOf(leaf),
    };
  }

  /** `leaf`: the first one that the change touches. */
  #change(change: CollectedChange, leaf: Leaf): Change {
    const shown = (leaf.revised ?? leaf.source)!;
    const location = {
      blockIndex: leaf.index,
      ...(!this.#head.fallback && { blockType: shown.type }),
      ...this.#context(shown),
    };
    const { before, after } = change;
    const type = this.#changes.typeOf(change.id);
    const [was, is] = type === 'replace' ? replacedFormats(before?.runs ?? [], after?.runs ?? []) : [before, after];
    return {
      id: change.id,
      type,
      alignmentId: alignmentId(leaf),
      location,
      ...(this.#pageNumbers.has(change.id) && { group: 'table_of_contents' }),
      ...(before && {
        sourceLocation: this.#location('source', before, change),
        before: fragmentOf(before, 'original', was),
      }),
      ...(after && {
        revisedLocation: this.#location('revised', after, change),
        after: fragmentOf(after, 'revised', is),
      }),
    } as Change;
  }

  #location(name: SideName, side: ChangedSide, change: CollectedChange): SideLocation {
    const { leaf } = side;
    const { jsonPointerOf, pages, cells, spots } = this.#places[name];
    const page = pages?.[leaf.index - 1];
    return {
      blockId: blockId(name, leaf),
      blockIndex: leaf.index,
      ...(!this.#head.fallback && { blockType: leaf.type }),
      charRange: { start: side.start, end: side.end },
      ...this.#context(leaf),
      ...(jsonPointerOf && { jsonPointer: jsonPointerOf(leaf.index - 1) }),
      ...(leaf.tableCell && { tableCell: leaf.tableCell }),
      ...(page !== undefined && { page }),
      ...(cells && sheetLocation(cells, leaf.index - 1)),
      ...spots?.[leaf.index - 1],
      ...(change.moveId !== undefined && { moveId: change.moveId }),
    };
  }
}

/** The sheet and the cell of a leaf. */
function sheetLocation(cells: CellPlaces, leaf: number): Pick<SideLocation, 'sheet' | 'cell'> {
  const place = cellPlaceAt(cells, leaf);
  if (place === null) return {};
  const { sheet, row, column } = place;
  // A table of a text has no sheets.
  const named = sheet === '' ? {} : { sheet };
  return row === undefined || column === undefined ? named : { ...named, cell: cellName(row, column) };
}

/** Whether two runs have the same formatting on one side; `code` counts, because it is visible. */
function sameFormat(x: Run, y: Run, name: SideName): boolean {
  if (name === 'revised') return x.marks === y.marks && x.href === y.href && x.look === y.look;
  const marks = (run: Run): number => run.format?.originalMarks ?? run.marks & COMPARED_MARKS;
  const href = (run: Run): string | null => (run.link === undefined ? run.href : run.link.originalHref);
  const look = (run: Run): string => run.format?.originalLook ?? run.look ?? '';
  return marks(x) === marks(y) && href(x) === href(y) && look(x) === look(y);
}

function alignmentId(leaf: Leaf): string {
  return `aln_${leaf.index}`;
}

function blockId(name: SideName, side: LeafSide): string {
  return `${name === 'source' ? 'src_b_' : 'rev_b_'}${side.index}`;
}

/** `changed`: the formatting and link destination that changed on this side. */
function fragmentOf(
  side: ChangedSide,
  name: Side,
  changed: Pick<ChangedSide, 'format' | 'href'> = {},
): ChangedFragment {
  const merged = [side.block, ...(side.moreBlocks ?? [])].filter((block) => block !== undefined);
  const blocks = merged.map((block) => plainBlock(block, name));
  const runs = side.runs ?? [];
  const pictures = (blocks.length > 0 ? blocks.flatMap((block) => block.runs) : runs).flatMap(changedPictures);
  return {
    text: side.text,
    html: blocks.length > 0 ? writeBlocks(blocks) : writeRuns(runs, side.leaf.type === 'pre'),
    ...(pictures.length > 0 && { pictures }),
    ...(changed.format && { format: changed.format }),
    ...(changed.href !== undefined && { href: changed.href }),
  };
}

function changedPictures(run: Run): ChangedPicture[] {
  const picture = comparedPicture(run);
  if (picture === undefined) return [];
  const { alt, sha256 = '', width, height } = picture;
  return [{ alt, sha256, ...(width !== undefined && { width }), ...(height !== undefined && { height }) }];
}

/** The texts of an entry in order; neighbours of one kind are joined. */
function segmentsOf(leaf: Leaf): AlignmentSegment[] {
  const segments: AlignmentSegment[] = [];
  const add = (op: AlignmentSegment['op'], text: string): void => {
    const last = segments.at(-1);
    if (text === '') return;
    if (last?.op === op) last.text += text;
    else segments.push({ op, text });
  };
  if (leaf.block.kind !== 'text') return segments;
  const only = leaf.onlyIn?.side;
  for (const run of leaf.block.runs) {
    // The other end of a move has the text of the other side.
    if (only !== undefined && run.edit !== undefined && run.edit.side !== only) continue;
    const side = only ?? run.edit?.side;
    add(side === undefined ? 'equal' : side === 'original' ? 'delete' : 'insert', run.text);
  }
  return segments;
}

function summarise(changes: ChangeIndex, tied: readonly Unit[]): Summary {
  const counts = changes.countsByType();
  const count = (type: Change['type']): number => counts.get(type)!;
  const summary = {
    changeCount: changes.count,
    insertions: count('insert'),
    deletions: count('delete'),
    replacements: count('replace'),
    formatChanges: count('format'),
    linkChanges: count('link'),
    blockInsertions: count('block_insert'),
    blockDeletions: count('block_delete'),
  };
  return withUnitCounts(summary, tied, (id) => changes.typeOf(id));
}
