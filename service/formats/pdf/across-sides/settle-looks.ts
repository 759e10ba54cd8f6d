/**
 * Spells the looks of painted text as declarations. Looks that nobody tells apart become one, over all sides together.
 * So the rounding of a producer makes no difference.
 */
import type { Block, Run } from '../../../../shared/document/model.ts';
import { joinRuns } from '../../../../shared/document/runs.ts';
import { lettersOf } from '../../look-record.ts';
import { partsOfLook, type PaintedLook } from '../lines/painted-look.ts';

/** Sizes within this range are one size, in tenths of a point. */
const SAME_SIZE_TENTHS = 4;
/** Letter spacings within this range are one, in hundredths of an em. */
const SAME_SPACING = 4;
/** Widths of letters within this range are one, in percent. */
const SAME_STRETCH = 5;
/** Letters as their font has them. */
const STANDARD = { spacing: 0, stretch: 100 };
/** From this number of spacings or widths on, the lines of a text were fitted. */
const FITTED = 3;
/** Colours are one colour if no channel differs by more, of 255. */
const SAME_CHANNEL = 32;
/** Characters that would end a declaration, or that nobody sees. */
const UNSAFE = /[;:\p{C}]/gu;
/** A colour without a lighter channel is black. */
const BLACK_MAX = 64;

/** The blocks of all sides with settled looks. */
export function settleLooks(sides: readonly (readonly Block[])[]): Block[][] {
  const letters = countLetters(sides);
  const settled: SettledLooks = {
    colorOf: settledColors(letters.color),
    tenthsOf: settledNumbers(letters.tenths, SAME_SIZE_TENTHS),
    spacingOf: settledNumbers(letters.spacing, SAME_SPACING, STANDARD.spacing),
    stretchOf: settledNumbers(letters.stretch, SAME_STRETCH, STANDARD.stretch),
  };
  const spelled = new Map<string, string>();
  return sides.map((blocks) =>
    withRuns(blocks, (runs) => {
      const isFitted = areFitted(runs, settled);
      const withSettledLook = (run: Run): Run => {
        if (run.look === undefined) return run;
        const key = `${isFitted} ${run.look}`;
        const look = spelled.get(key) ?? spell(partsOfLook(run.look), settled, isFitted);
        spelled.set(key, look);
        return { ...run, look };
      };
      return joinRuns(runs.map(withSettledLook));
    }),
  );
}

/** The value that stands for each value of a look. */
interface SettledLooks {
  /** Empty for black. */
  readonly colorOf: ReadonlyMap<string, string>;
  readonly tenthsOf: ReadonlyMap<number, number>;
  readonly spacingOf: ReadonlyMap<number, number>;
  readonly stretchOf: ReadonlyMap<number, number>;
}

/** Number of letters with each value. */
interface LetterCounts {
  readonly color: Map<string, number>;
  readonly tenths: Map<number, number>;
  readonly spacing: Map<number, number>;
  readonly stretch: Map<number, number>;
}

function countLetters(sides: readonly (readonly Block[])[]): LetterCounts {
  const counts: LetterCounts = { color: new Map(), tenths: new Map(), spacing: new Map(), stretch: new Map() };
  const count = <Value>(values: Map<Value, number>, value: Value, letters: number): void => {
    values.set(value, (values.get(value) ?? 0) + letters);
  };
  for (const blocks of sides)
    eachRun(blocks, ({ text, look }) => {
      if (look === undefined) return;
      const parts = partsOfLook(look);
      const letters = lettersOf(text);
      count(counts.color, parts.color, letters);
      count(counts.tenths, parts.tenths, letters);
      count(counts.spacing, parts.spacing, letters);
      count(counts.stretch, parts.stretch, letters);
    });
  return counts;
}

/** Whether a program fitted the lines of a text to their width. Its letters then have several spacings or widths. */
function areFitted(runs: readonly Run[], { spacingOf, stretchOf }: SettledLooks): boolean {
  const looks = runs.flatMap(({ look }) => (look === undefined ? [] : [partsOfLook(look)]));
  const spacings = new Set(looks.map(({ spacing }) => spacingOf.get(spacing)));
  const stretches = new Set(looks.map(({ stretch }) => stretchOf.get(stretch)));
  return Math.max(spacings.size, stretches.size) >= FITTED;
}

function spell(look: PaintedLook, settled: SettledLooks, isFitted: boolean): string {
  const color = settled.colorOf.get(look.color) ?? '';
  const font = look.family.replaceAll(UNSAFE, '');
  const spacing = isFitted ? STANDARD.spacing : settled.spacingOf.get(look.spacing)!;
  const stretch = isFitted ? STANDARD.stretch : settled.stretchOf.get(look.stretch)!;
  const declarations = [
    color === '' ? '' : `color: ${color}`,
    font === '' ? '' : `font-family: ${font}`,
    `font-size: ${settled.tenthsOf.get(look.tenths)! / 10}pt`,
    stretch === STANDARD.stretch ? '' : `font-stretch: ${stretch}%`,
    spacing === STANDARD.spacing ? '' : `letter-spacing: ${spacing / 100}em`,
  ];
  return declarations.filter((declaration) => declaration !== '').join('; ');
}

/** Each number → the most frequent number of its range. The standard, if there is one, has no range. */
function settledNumbers(
  letters: ReadonlyMap<number, number>,
  range: number,
  standard?: number,
): ReadonlyMap<number, number> {
  const settled = new Map<number, number>();
  if (standard !== undefined) settled.set(standard, standard);
  let near: number[] = [];
  const close = (): void => {
    const chosen = near.reduce((best, value) => (letters.get(value)! > letters.get(best)! ? value : best), near[0]!);
    for (const value of near) settled.set(value, chosen);
    near = [];
  };
  const values = [...letters.keys()].filter((value) => value !== standard).sort((a, b) => a - b);
  for (const value of values) {
    if (near.length > 0 && value - near[0]! > range) close();
    near.push(value);
  }
  if (near.length > 0) close();
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
