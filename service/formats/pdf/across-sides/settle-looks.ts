/**
 * Spells the looks of painted text as declarations. Looks that nobody tells apart become one, over all sides together.
 * So the rounding of a producer makes no difference.
 */
import type { Block, Run } from '../../../../shared/document/model.ts';
import { joinRuns } from '../../../../shared/document/runs.ts';
import { lettersOf } from '../../look-record.ts';
import { partsOfLook } from '../lines/painted-look.ts';

/** Sizes within this range are one size, in tenths of a point. */
const SAME_SIZE_TENTHS = 4;
/** Colours are one colour if no channel differs by more, of 255. */
const SAME_CHANNEL = 32;
/** Characters that would end a declaration, or that nobody sees. */
const UNSAFE = /[;:\p{C}]/gu;
/** A colour without a lighter channel is black. */
const BLACK_MAX = 64;

/** The blocks of all sides with settled looks. */
export function settleLooks(sides: readonly (readonly Block[])[]): Block[][] {
  const sizes = new Map<number, number>();
  const colors = new Map<string, number>();
  for (const blocks of sides) {
    eachRun(blocks, ({ text, look }) => {
      if (look === undefined) return;
      const { color, tenths } = partsOfLook(look);
      const letters = lettersOf(text);
      sizes.set(tenths, (sizes.get(tenths) ?? 0) + letters);
      colors.set(color, (colors.get(color) ?? 0) + letters);
    });
  }
  const [sizeOf, colorOf] = [settledSizes(sizes), settledColors(colors)];
  const spelled = new Map<string, string>();
  const settled = (run: Run): Run => {
    if (run.look === undefined) return run;
    let look = spelled.get(run.look);
    if (look === undefined) {
      const { color, tenths, family } = partsOfLook(run.look);
      const name = colorOf.get(color) ?? '';
      const font = family.replaceAll(UNSAFE, '');
      look = [
        ...(name === '' ? [] : [`color: ${name}`]),
        ...(font === '' ? [] : [`font-family: ${font}`]),
        `font-size: ${sizeOf.get(tenths)! / 10}pt`,
      ].join('; ');
      spelled.set(run.look, look);
    }
    return { ...run, look };
  };
  return sides.map((blocks) => withRuns(blocks, (runs) => joinRuns(runs.map(settled))));
}

/** Each size → the most frequent size of its range. */
function settledSizes(letters: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
  const settled = new Map<number, number>();
  let range: number[] = [];
  const close = (): void => {
    const chosen = range.reduce((best, size) => (letters.get(size)! > letters.get(best)! ? size : best), range[0]!);
    for (const size of range) settled.set(size, chosen);
    range = [];
  };
  for (const size of [...letters.keys()].sort((a, b) => a - b)) {
    if (range.length > 0 && size - range[0]! > SAME_SIZE_TENTHS) close();
    range.push(size);
  }
  if (range.length > 0) close();
  return settled;
}

/** Each colour → the most frequent colour that looks like it; empty for black. */
function settledColors(letters: ReadonlyMap<string, number>): ReadonlyMap<string, string> {
  const settled = new Map<string, string>();
  const chosen: { readonly color: string; readonly channels: readonly number[] }[] = [];
  const byLetters = [...letters].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  for (const [color] of byLetters) {
    const channels = channelsOf(color);
    if (channels === null) settled.set(color, 'pattern');
    else if (channels.every((channel) => channel <= BLACK_MAX)) settled.set(color, '');
    else {
      const same = chosen.find((other) => areSame(channels, other.channels));
      if (same === undefined) chosen.push({ color, channels });
      settled.set(color, same?.color ?? color);
    }
  }
  return settled;
}

function areSame(a: readonly number[], b: readonly number[]): boolean {
  return a.every((channel, at) => Math.abs(channel - b[at]!) <= SAME_CHANNEL);
}

/** Red, green and blue, each up to 255; null for a pattern. */
function channelsOf(color: string): readonly number[] | null {
  if (color === '') return null;
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

function eachRun(blocks: readonly Block[], visit: (run: Run) => void): void {
  for (const block of blocks) {
    if (block.kind === 'text') block.runs.forEach(visit);
    else if (block.kind === 'table')
      for (const { cells } of block.rows) for (const cell of cells) eachRun(cell.blocks, visit);
  }
}

function withRuns(blocks: readonly Block[], change: (runs: readonly Run[]) => Run[]): Block[] {
  return blocks.map((block) => {
    if (block.kind === 'text') return { ...block, runs: change(block.runs) };
    if (block.kind !== 'table') return block;
    const rows = block.rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell) => ({ ...cell, blocks: withRuns(cell.blocks, change) })),
    }));
    return { ...block, rows };
  });
}
