import type { Decorations } from '../paint/decorations.ts';
import { readLine, type FrameSetting, type LineTag, type TextLine } from '../lines/line-text.ts';
import { buildLines } from '../lines/lines.ts';
import type { LayoutCell, LayoutElement, LayoutRegion, LayoutTable } from './layout.ts';
import type { TagBlock, TagCell } from '../paint/page-tags.ts';
import { joinRunIns } from '../lines/run-ins.ts';
import type { ColumnGap } from './ruled-tables.ts';
import { findSideBySide, isSideBySide } from './side-by-side.ts';
import type { Word } from '../lines/words.ts';
import { append, maxOf, minOf } from '../../../../shared/iterables.ts';

/** The tags have to cover this part of a page's glyphs. */
const COVERED = 0.95;
/**
 * Largest part of the steps between blocks that may lead upwards within a column. Beyond it the tag order is not
 * trusted.
 */
const MAX_UPWARD = 0.2;
/** A step leads upwards if it exceeds this distance (em). */
const UPWARD = 3;
/** Words are in one line if their baselines differ by less (em), and neighbours if the gap between them is less (em). */
const SAME_LINE = 0.2;
const BESIDE = 1;
/** A block of this many lines shows the width of its column. */
const OWN_COLUMN_LINES = 3;

/** A page read by its tags: its regions, and the words that no tag covers. */
export interface TaggedPage {
  readonly regions: readonly LayoutRegion[];
  readonly untagged: readonly Word[];
}

/** Reads a page in the order of its tags. Null if they do not cover the page, or if their order is implausible. */
export function layoutTaggedPage(
  words: readonly Word[],
  tree: readonly TagBlock[],
  decorations: Decorations,
  direction: FrameSetting,
): TaggedPage | null {
  const byId = new Map<number, Word[]>();
  for (const word of words) {
    const id = word.glyphs[0]!.mcid;
    const list = byId.get(id);
    if (list) list.push(word);
    else byId.set(id, [word]);
  }
  const tags = findSideBySide(joinRunIns(tree, byId), byId);
  const used = new Set(tags.flatMap((tag) => tag.mcids).filter((id) => id >= 0));
  const uncovered = words.filter((word) => !used.has(word.glyphs[0]!.mcid));
  const all = glyphCount(words);
  if (all === 0 || glyphCount(uncovered) > (1 - COVERED) * all) return null;
  const untagged = joinNeighbours(uncovered, words, used, byId);
  const read = (block: TagBlock, tag: LineTag | null): TextLine[] =>
    linesOf(block, byId, words).map((line) => readLine(line, decorations, direction, tag));
  const regions: LayoutRegion[] = [];
  for (let index = 0; index < tags.length; index++) {
    const block = tags[index]!;
    if (block.cell) {
      const end = endOfTable(tags, index);
      const table = tableOf(tags.slice(index, end), (cell) => read(cell, null));
      if (table) regions.push(regionOf([table]));
      index = end - 1;
      continue;
    }
    const { role, items, entry } = block;
    const lines = read(block, { block: index, role, items, ...(entry && { entry }) });
    if (lines.length > 0) regions.push(regionOf(lines.map((line) => ({ kind: 'line', line }))));
  }
  if (stepsUpward(regions) > MAX_UPWARD * regions.length) return null;
  return { regions: widened(regions), untagged };
}

/**
 * Gives words without a tag to the content of the word before them in their line, or after them. A text in a form, as
 * one that shines through, has no tag. Returns the words that stand alone.
 */
function joinNeighbours(
  uncovered: readonly Word[],
  words: readonly Word[],
  used: ReadonlySet<number>,
  byId: ReadonlyMap<number, Word[]>,
): Word[] {
  const ids = new Map(words.map((word) => [word, word.glyphs[0]!.mcid]));
  const alone: Word[] = [];
  for (const word of uncovered) {
    const beside = words.find((other) => {
      const gap = Math.max(word.x0 - other.x1, other.x0 - word.x1);
      const isInLine = Math.abs(other.y - word.y) < SAME_LINE * word.size && Math.abs(gap) < BESIDE * word.size;
      return isInLine && other !== word && used.has(ids.get(other)!);
    });
    const id = beside && ids.get(beside)!;
    const own = id === undefined ? undefined : byId.get(id);
    if (own === undefined) alone.push(word);
    else {
      own.push(word);
      ids.set(word, id!);
    }
  }
  return alone;
}

function glyphCount(words: readonly Word[]): number {
  let count = 0;
  for (const word of words) if (!word.isSpace) count += word.glyphs.length;
  return count;
}

/** The lines of a block. If its content jumps up to another column, new lines are started. */
function linesOf(
  block: TagBlock,
  byId: ReadonlyMap<number, readonly Word[]>,
  page: readonly Word[],
): ReturnType<typeof buildLines> {
  const groups: Word[][] = [];
  let lowest = -Infinity;
  for (const id of block.mcids) {
    for (const word of byId.get(id) ?? []) {
      const group = groups.at(-1);
      if (group && word.y > lowest - UPWARD * word.size) group.push(word);
      else {
        groups.push([word]);
        lowest = -Infinity;
      }
      lowest = Math.max(lowest, word.y);
    }
  }
  return groups.flatMap((group) => buildLines(group, page));
}

function endOfTable(tags: readonly TagBlock[], start: number): number {
  const { table } = tags[start]!.cell!;
  let end = start;
  while (tags[end]?.cell?.table === table) end++;
  return end;
}

function tableOf(blocks: readonly TagBlock[], read: (block: TagBlock) => TextLine[]): LayoutTable | null {
  const cells = new Map<string, { cell: TagCell; lines: TextLine[] }>();
  for (const block of blocks) {
    const cell = block.cell!;
    const key = `${cell.row} ${cell.column}`;
    const known = cells.get(key) ?? { cell, lines: [] };
    cells.set(key, known);
    append(known.lines, read(block));
  }
  const byRow = new Map<number, LayoutCell[]>();
  for (const { cell, lines } of cells.values()) {
    const row = byRow.get(cell.row) ?? [];
    byRow.set(cell.row, row);
    row.push({ column: cell.column, colspan: cell.colspan, rowspan: cell.rowspan, header: cell.header, lines });
  }
  const lines = [...cells.values()].flatMap((cell) => cell.lines);
  if (lines.length === 0) return null;
  const x0 = minOf(lines.map((line) => line.x0));
  // A row without cells is no row of the table.
  const rows = [...byRow.values()];
  return {
    kind: 'table',
    x0,
    x1: maxOf(lines.map((line) => line.x1)),
    top: minOf(lines.map((line) => line.top)),
    bottom: maxOf(lines.map((line) => line.bottom)),
    openTop: null,
    openBottom: null,
    gaps: gapsOf(rows, x0),
    rows,
    allRows: !isSideBySide(blocks[0]!.cell!.table),
  };
}

/** The strips between the texts of neighbouring columns. */
function gapsOf(rows: readonly (readonly LayoutCell[])[], x0: number): ColumnGap[] {
  const width = maxOf(rows.flat().map((cell) => cell.column + cell.colspan));
  const left: number[] = Array.from({ length: width }, () => Infinity);
  const right: number[] = Array.from({ length: width }, () => -Infinity);
  for (const row of rows) {
    for (const cell of row) {
      for (const line of cell.lines) {
        left[cell.column] = Math.min(left[cell.column]!, line.x0 - x0);
        const last = cell.column + cell.colspan - 1;
        right[last] = Math.max(right[last]!, line.x1 - x0);
      }
    }
  }
  return left.slice(1).map((next, index) => ({ x0: Math.min(right[index]!, next), x1: Math.max(right[index]!, next) }));
}

function regionOf(elements: readonly LayoutElement[]): LayoutRegion {
  const boxes = elements.map((element) => (element.kind === 'line' ? element.line : element));
  return { x0: minOf(boxes.map((box) => box.x0)), x1: maxOf(boxes.map((box) => box.x1)), elements };
}

/** Counts the blocks that begin above the previous block of the same column. */
function stepsUpward(regions: readonly LayoutRegion[]): number {
  let steps = 0;
  regions.forEach((region, index) => {
    const before = regions[index - 1];
    const [last, first] = [before?.elements.at(-1), region.elements[0]!];
    if (!before || last?.kind !== 'line' || first.kind !== 'line') return;
    const shared = Math.min(before.x1, region.x1) - Math.max(before.x0, region.x0);
    if (shared > 0 && first.line.y < last.line.y - UPWARD * first.line.size) steps++;
  });
  return steps;
}

/** Widens blocks of few lines to the widest block above or below. Edges have to show whether a line is full. */
function widened(regions: readonly LayoutRegion[]): LayoutRegion[] {
  return regions.map((region) => {
    if (region.elements.length >= OWN_COLUMN_LINES) return region;
    let { x0, x1 } = region;
    for (const other of regions) {
      if (other.x0 > region.x1 || other.x1 < region.x0) continue;
      x0 = Math.min(x0, other.x0);
      x1 = Math.max(x1, other.x1);
    }
    return { ...region, x0, x1 };
  });
}
