/** Everything from which pages of a comparison are cut: written once, asked often. */
import type {
  AlignmentEntry,
  AlignmentSegment,
  PageBlock,
  StructuredPage,
  Summary,
} from '../../../shared/change/page.ts';
import type { Change, ChangedFragment, SideLocation } from '../../../shared/change/change.ts';
import { COMPARED_MARKS, type Block, type Run, type Side } from '../../../shared/document/model.ts';
import { writeBlocks } from '../../../shared/fragment/write.ts';
import { writeRuns } from '../../../shared/fragment/write-inline.ts';
import { codePointLength } from './code-points.ts';
import {
  collectChanges,
  leavesTouchedBy,
  plainBlock,
  withSides,
  type ChangedSide,
  type CollectedChange,
} from './collect-changes.ts';
import { leavesOf, type Leaf, type LeafSide, type Places } from './leaves.ts';

/** What a page says about the comparison as a whole. */
export interface PageHead {
  readonly format: StructuredPage['format'];
  readonly engine: StructuredPage['engine'];
  readonly fallback: boolean;
  readonly attributeMode: StructuredPage['attributeMode'];
}

/** Structured pages of one comparison (specification 2.4). */
export class PageSource {
  readonly #head: PageHead;
  readonly #places: Places;
  readonly #leaves: readonly Leaf[];
  readonly #changes: readonly CollectedChange[];
  readonly #touching: TouchingChanges;
  readonly #blockCounts: Readonly<Record<'source' | 'revised', number>>;
  readonly summary: Summary;

  constructor(blocks: readonly Block[], places: Places, head: PageHead) {
    this.#head = head;
    this.#places = places;
    this.#leaves = leavesOf(blocks);
    this.#changes = collectChanges(this.#leaves);
    this.#touching = new TouchingChanges(this.#changes, this.#leaves.length);
    this.#blockCounts = { source: lastIndex(this.#leaves, 'source'), revised: lastIndex(this.#leaves, 'revised') };
    this.summary = summarise(this.#changes);
  }

  /** Number of changes in the whole comparison. */
  get totalChanges(): number {
    return this.#changes.length;
  }

  /** The page of `limit` changes from `offset` on, with the blocks they touch and one block of context on each side. */
  page(offset: number, limit: number): StructuredPage {
    const changes = this.#changes.slice(offset, offset + limit);
    const leaves = this.#around(changes);
    const next = offset + changes.length;
    const side = (name: 'source' | 'revised') => ({
      blockCount: this.#blockCounts[name],
      blocks: this.#blocksOf(name, leaves),
    });
    return {
      schemaVersion: '1',
      ...this.#head,
      summary: this.summary,
      source: side('source'),
      revised: side('revised'),
      alignment: leaves.map((leaf) => this.#alignment(leaf)),
      changes: changes.map((change) => this.#change(change)),
      totalChanges: this.#changes.length,
      offset,
      limit,
      ...(changes.length > 0 && next < this.#changes.length && { nextOffset: next }),
    };
  }

  /** The leaves that changes touch, the ones between the first and last of one change excepted, and their neighbours. */
  #around(changes: readonly CollectedChange[]): Leaf[] {
    if (changes.length === 0) return [];
    const touched = new Set<number>(changes.flatMap(leavesTouchedBy));
    let first = Infinity;
    let last = 0;
    for (const index of touched) {
      first = Math.min(first, index);
      last = Math.max(last, index);
    }
    for (const name of ['source', 'revised'] as const) {
      let before = first - 2;
      while (before >= 0 && this.#leaves[before]![name] === undefined) before -= 1;
      if (before >= 0) touched.add(before + 1);
      let after = last;
      while (after < this.#leaves.length && this.#leaves[after]![name] === undefined) after += 1;
      if (after < this.#leaves.length) touched.add(after + 1);
    }
    return [...touched].sort((x, y) => x - y).map((index) => this.#leaves[index - 1]!);
  }

  #blocksOf(name: 'source' | 'revised', leaves: readonly Leaf[]): PageBlock[] {
    const blocks: PageBlock[] = [];
    let last: number | undefined;
    for (const leaf of leaves) {
      const own = leaf[name];
      // The pieces of a block that the other side has cut name one and the same block.
      if (own === undefined || own.index === last) continue;
      last = own.index;
      blocks.push(this.#block(name, leaf, own));
    }
    return blocks;
  }

  #block(name: 'source' | 'revised', leaf: Leaf, side: LeafSide): PageBlock {
    const drop = name === 'source' ? 'revised' : 'original';
    const spans: PageBlock['spans'] = [];
    let at = 0;
    let before: Run | undefined;
    for (const run of this.#runsOf(name, leaf, side)) {
      if (run.text === '' || (run.edit !== undefined && leaf.standing === undefined && run.edit.side === drop))
        continue;
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
      text: side.text,
      spans,
      ...this.#context(side),
    };
  }

  /** Merged runs of all pieces of a block. */
  #runsOf(name: 'source' | 'revised', leaf: Leaf, side: LeafSide): readonly Run[] {
    // Leaves of the other side alone may stand between its pieces.
    const goesOn = (index: number): boolean => {
      const other = this.#leaves[index];
      return other !== undefined && (other[name] === undefined || other[name].index === side.index);
    };
    let first = leaf.index - 1;
    while (goesOn(first - 1)) first -= 1;
    const runs: Run[] = [];
    for (let at = first; goesOn(at); at += 1) {
      const { block, [name]: own } = this.#leaves[at]!;
      if (own !== undefined && block.kind === 'text') for (const run of block.runs) runs.push(run);
    }
    return runs;
  }

  #context(side: LeafSide): { headingPath?: string[]; sectionTitle?: string } {
    if (this.#head.fallback || side.headings.length === 0) return {};
    return { headingPath: [...side.headings], sectionTitle: side.headings.at(-1)! };
  }

  #alignment(leaf: Leaf): AlignmentEntry {
    const changeIds = this.#touching.idsAt(leaf.index);
    const status =
      leaf.standing === undefined
        ? changeIds === undefined
          ? 'unchanged'
          : 'modified'
        : leaf.standing.moveId !== undefined
          ? 'moved'
          : leaf.standing.side === 'original'
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

  #change(change: CollectedChange): Change {
    const shown = (change.leaf.revised ?? change.leaf.source)!;
    const location = {
      blockIndex: change.leaf.index,
      ...(!this.#head.fallback && { blockType: shown.type }),
      ...this.#context(shown),
    };
    const { before, after } = withSides(change, this.#leaves);
    return {
      id: change.id,
      type: change.type,
      alignmentId: alignmentId(change.leaf),
      location,
      ...(before && {
        sourceLocation: this.#location('source', before, change),
        before: fragmentOf(before, 'original'),
      }),
      ...(after && { revisedLocation: this.#location('revised', after, change), after: fragmentOf(after, 'revised') }),
    } as Change;
  }

  #location(name: 'source' | 'revised', side: ChangedSide, change: CollectedChange): SideLocation {
    const { leaf } = side;
    const { jsonPointerOf, pages } = this.#places[name];
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
      ...(change.moveId !== undefined && { moveId: change.moveId }),
    };
  }
}

/** Which changes touch a leaf, by its number: two arrays for all leaves together. */
class TouchingChanges {
  readonly #changes: readonly CollectedChange[];
  /** Indices of changes; those of leaf `n` from `first[n]` to `first[n + 1]`. */
  readonly #touching: Int32Array;
  readonly #first: Int32Array;

  constructor(changes: readonly CollectedChange[], leafCount: number) {
    this.#changes = changes;
    this.#first = new Int32Array(leafCount + 2);
    forEachTouch(changes, (_, leaf) => (this.#first[leaf + 1]! += 1));
    for (let leaf = 0; leaf <= leafCount; leaf += 1) this.#first[leaf + 1]! += this.#first[leaf]!;
    this.#touching = new Int32Array(this.#first[leafCount + 1]!);
    const next = this.#first.slice();
    forEachTouch(changes, (change, leaf) => {
      this.#touching[next[leaf]!] = change;
      next[leaf]! += 1;
    });
  }

  /** Ids in document order; undefined where there are none. */
  idsAt(leaf: number): string[] | undefined {
    const [from, to] = [this.#first[leaf]!, this.#first[leaf + 1]!];
    return from === to ? undefined : Array.from(this.#touching.subarray(from, to), (at) => this.#changes[at]!.id);
  }
}

/** Visits the index of each change with the number of each leaf that it touches. */
function forEachTouch(changes: readonly CollectedChange[], visit: (change: number, leaf: number) => void): void {
  for (let index = 0; index < changes.length; index += 1) {
    const { leaf, moreLeaves } = changes[index]!;
    visit(index, leaf.index);
    if (moreLeaves !== undefined) for (const more of moreLeaves) visit(index, more);
  }
}

/** Whether two runs look alike on one side; `code` counts, as it shows. */
function sameFormat(x: Run, y: Run, name: 'source' | 'revised'): boolean {
  if (name === 'revised') return x.marks === y.marks && x.href === y.href && x.look === y.look;
  const marks = (run: Run): number => run.format?.originalMarks ?? run.marks & COMPARED_MARKS;
  const href = (run: Run): string | null => (run.link === undefined ? run.href : run.link.originalHref);
  const look = (run: Run): string => run.format?.originalLook ?? run.look ?? '';
  return marks(x) === marks(y) && href(x) === href(y) && look(x) === look(y);
}

/** Number of the last block of a side. */
function lastIndex(leaves: readonly Leaf[], name: 'source' | 'revised'): number {
  return leaves.findLast((leaf) => leaf[name] !== undefined)?.[name]?.index ?? 0;
}

function alignmentId(leaf: Leaf): string {
  return `aln_${leaf.index}`;
}

function blockId(name: 'source' | 'revised', side: LeafSide): string {
  return `${name === 'source' ? 'src_b_' : 'rev_b_'}${side.index}`;
}

function fragmentOf(side: ChangedSide, name: Side): ChangedFragment {
  const blocks = [side.block, ...(side.moreBlocks ?? [])].filter((block) => block !== undefined);
  return {
    text: side.text,
    html:
      blocks.length > 0
        ? writeBlocks(blocks.map((block) => plainBlock(block, name)))
        : writeRuns(side.runs ?? [], side.leaf.type === 'pre'),
    ...(side.format && { format: side.format }),
    ...(side.href !== undefined && { href: side.href }),
  };
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
  for (const run of leaf.block.runs) {
    const side = leaf.standing?.side ?? run.edit?.side;
    add(side === undefined ? 'equal' : side === 'original' ? 'delete' : 'insert', run.text);
  }
  return segments;
}

function summarise(changes: readonly CollectedChange[]): Summary {
  const counts = new Map<Change['type'], number>();
  for (const { type } of changes) counts.set(type, (counts.get(type) ?? 0) + 1);
  const count = (type: Change['type']): number => counts.get(type) ?? 0;
  return {
    changeCount: changes.length,
    insertions: count('insert'),
    deletions: count('delete'),
    replacements: count('replace'),
    formatChanges: count('format'),
    linkChanges: count('link'),
    blockInsertions: count('block_insert'),
    blockDeletions: count('block_delete'),
  };
}
