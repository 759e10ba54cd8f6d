import type { Gutter, Obstacle, PageSetting } from './gutters.ts';
import type { Line } from '../lines/line.ts';
import { buildLines } from '../lines/lines.ts';
import { parallelTable } from './parallel-table.ts';
import type { PageTable } from './ruled-tables.ts';
import type { Word } from '../lines/words.ts';
import { maxOf, minOf } from '../../../../shared/iterables.ts';

/** A part of the page that is read from top to bottom. It is a column, or the part between two column changes. */
export interface Region<Block extends Obstacle> {
  readonly lines: readonly Line[];
  /** Blocks found earlier (ruled tables) in this region. */
  readonly blocks: readonly Block[];
  /** The table of running text that the region's columns form; null if they form none. */
  readonly table: PageTable | null;
  readonly x0: number;
  readonly x1: number;
}

/** The content to divide: words and finished blocks. */
interface Part<Block extends Obstacle> {
  readonly words: readonly Word[];
  readonly blocks: readonly Block[];
}

/** Deeper divisions are noise. Newspaper pages need four or five levels. */
const MAX_DEPTH = 12;

/**
 * Divides a page into regions in reading order. Columns are read from left to right, on a right-to-left page from
 * right to left. Content that spans several columns divides them:
 *
 *     ┌─────────────┐
 *     │      1      │
 *     ├──────┬──────┤
 *     │  2   │  3   │
 *     ├──────┴──────┤
 *     │      4      │
 *     └─────────────┘
 */
export function findRegions<Block extends Obstacle>(
  words: readonly Word[],
  blocks: readonly Block[],
  gutters: readonly Gutter[],
  { emSize, rightToLeft }: PageSetting,
): Region<Block>[] {
  const regions: Region<Block>[] = [];
  cut({ words, blocks }, gutters, 0);
  return regions;

  // Divides at the tallest gutter: into bands above, beside and below it, or into columns on both its sides.
  function cut(part: Part<Block>, within: readonly Gutter[], depth: number): void {
    const boxes: Obstacle[] = [...part.words.filter((word) => !word.isSpace), ...part.blocks];
    if (boxes.length === 0) return;
    const top = minOf(boxes.map((box) => box.top));
    const bottom = maxOf(boxes.map((box) => box.bottom));
    const tallest = [...within].sort((a, b) => b.bottom - b.top - (a.bottom - a.top))[0];
    if (!tallest || depth >= MAX_DEPTH) {
      leaf(part);
      return;
    }
    const inner = within.filter((gutter) => gutter !== tallest);
    const parallel = within.filter((gutter) => gutter.rows !== null);
    const slack = SLACK * emSize;
    if (tallest.top - slack > top || tallest.bottom + slack < bottom) {
      const bands = [
        select(part, (box) => middle(box) < tallest.top),
        select(part, (box) => middle(box) >= tallest.top && middle(box) <= tallest.bottom),
        select(part, (box) => middle(box) > tallest.bottom),
      ];
      const spans: [number, number][] = [
        [-Infinity, tallest.top],
        [tallest.top, tallest.bottom],
        [tallest.bottom, Infinity],
      ];
      bands.forEach((band, index) => {
        const [from, to] = spans[index]!;
        const own = within
          .map((gutter) => ({ ...gutter, top: Math.max(gutter.top, from), bottom: Math.min(gutter.bottom, to) }))
          .filter((gutter) => gutter.bottom - gutter.top > emSize);
        cut(
          band,
          index === 1 ? own : own.filter((gutter) => gutter.x1 !== tallest.x1 || gutter.x0 !== tallest.x0),
          depth + 1,
        );
      });
      return;
    }
    if (tallest.rows !== null && parallel.length === within.length && part.blocks.length === 0) {
      const table = parallelTable(part.words, parallel, { top, bottom });
      regions.push({ lines: [], blocks: [], table, x0: table.x0, x1: table.x1 });
      return;
    }
    const edge = (tallest.x0 + tallest.x1) / 2;
    const left = select(part, (box) => (box.x0 + box.x1) / 2 < edge);
    const right = select(part, (box) => (box.x0 + box.x1) / 2 >= edge);
    const leftGutters = inner.filter((gutter) => gutter.x1 < edge);
    const rightGutters = inner.filter((gutter) => gutter.x0 > edge);
    const sides: [Part<Block>, Gutter[]][] = [
      [left, leftGutters],
      [right, rightGutters],
    ];
    if (rightToLeft) sides.reverse();
    for (const [side, own] of sides) cut(side, own, depth + 1);
  }

  function leaf(part: Part<Block>): void {
    const lines = buildLines(part.words);
    const x0 = Math.min(minOf(lines.map((line) => line.x0)), minOf(part.blocks.map((block) => block.x0)));
    const x1 = Math.max(maxOf(lines.map((line) => line.x1)), maxOf(part.blocks.map((block) => block.x1)));
    regions.push({ lines, blocks: part.blocks, table: null, x0, x1 });
  }
}

/** A line that reaches this far (em) above or below a gutter is still beside it. */
const SLACK = 0.5;

function middle(box: Obstacle): number {
  return (box.top + box.bottom) / 2;
}

function select<Block extends Obstacle>(part: Part<Block>, keep: (box: Obstacle) => boolean): Part<Block> {
  return { words: part.words.filter(keep), blocks: part.blocks.filter(keep) };
}
