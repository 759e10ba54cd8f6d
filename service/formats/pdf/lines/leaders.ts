import type { Glyph } from '../paint/glyph.ts';
import { append, maxOf, minOf } from '../../../../shared/iterables.ts';

/** Between two of these stand the dots of a leader: one glyph, as wide as the room that they fill. */
const EDGE = '\t';

/** A leader in the text of a line; its dots are the group. */
export const LEADER = new RegExp(`${EDGE}([^${EDGE}]*)${EDGE}`, 'g');

/** Whether this is the text of a glyph that stands for a leader. */
export function isLeader(text: string): boolean {
  return text.startsWith(EDGE);
}

/** A dot of a leader; an ellipsis is three. */
const DOT = /^[.·․…_]$/u;
/** As many dots in a row are a leader wherever they stand: an ellipsis has three, and a full stop behind it makes four. */
const SURE_DOTS = 5;
/** Dots of one leader are as far apart as the first two, to this part of that distance: producers round their places. */
const SAME_STEP = 0.25;
/** ... and no farther (em) than this: LaTeX sets them 0.44 em or, in its tables of contents, 0.78 em apart. */
const MAX_STEP = 2;
/** From the text to its leader, and from there to the number, it is no farther (em): LaTeX's box for numbers is 1.55 wide. */
const NEAR = 3;
/** Baselines of one line agree to this (em). */
const SAME_BASELINE = 0.2;
/** Glyphs of a number are closer (em) than this ... */
const IN_NUMBER = 0.35;
/** ... and behind it the line ends, or the next column begins at this distance (em) at least. */
const BEHIND = 1;
/** In front of a dot that leads, and is no full stop, there is this room (em). */
const ROOM_BEFORE_DOT = 0.12;
/** Numbers of one column end at one edge, to this (em). */
const SAME_EDGE = 0.5;
/** "12", "iv", "A-3", "1,250.00", "€ 5". */
const NUMBER = /^(?:[€$£]?(?:\p{Lu}{1,3}[-–.])?\p{Nd}[\p{Nd}.,–-]{0,12}[€$£]?|[ivxlcdm]{1,7}|[IVXLCDM]{1,7})$/u;

/** Dots in a row as they were painted: indices of glyphs, from the first dot to the last. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly dots: number;
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
  readonly size: number;
}

/** A run between a text and its number. */
interface Leader {
  readonly run: Run;
  readonly x0: number;
  readonly x1: number;
  /** Outer edge of the number. */
  readonly edge: number;
}

/**
 * Makes one glyph of the dots that lead the eye from a text to its number: how many there are depends on the width of the page.
 * What is read of it is settled later: see `settle-leaders.ts`.
 *
 *     Termination . . . . . . . . . . 12
 *     Termination [leader]            12
 *
 * Dots that lead nowhere are a blank to be filled in and stay, as do those in front of words.
 */
export function joinLeaders(glyphs: readonly Glyph[]): readonly Glyph[] {
  const runs = runsOf(glyphs);
  if (!runs.some((run) => run.dots >= SURE_DOTS)) return glyphs;
  const rows = new Rows(glyphs);
  const found = runs.flatMap((run) => leaderOf(run, glyphs, rows) ?? []);
  const sure = found.filter(({ run }) => run.dots >= SURE_DOTS);
  const leaders = found.filter(({ run, edge }) =>
    sure.some((other) => Math.abs(other.edge - edge) <= SAME_EDGE * run.size),
  );
  if (leaders.length === 0) return glyphs;
  const result: Glyph[] = [];
  let at = 0;
  for (const { run, x0, x1 } of leaders) {
    append(result, glyphs.slice(at, run.from));
    const painted = glyphs.slice(run.from, run.to + 1).map((glyph) => glyph.text.trim());
    const text = `${EDGE}${painted.join('')}${EDGE}`;
    result.push({ ...glyphs[run.from]!, text, x: x0, width: Math.max(0, x1 - x0) });
    at = run.to + 1;
  }
  append(result, glyphs.slice(at));
  return result;
}

function runsOf(glyphs: readonly Glyph[]): Run[] {
  const runs: Run[] = [];
  let from = -1;
  let to = -1;
  let dots = 0;
  let step = 0;
  const flush = (): void => {
    if (from >= 0) {
      const [first, last] = [glyphs[from]!, glyphs[to]!];
      const [x0, x1] = [Math.min(first.x, last.x), Math.max(first.x + first.width, last.x + last.width)];
      runs.push({ from, to, dots, x0, x1, y: first.y, size: first.size });
    }
    from = -1;
    dots = 0;
    step = 0;
  };
  glyphs.forEach((glyph, index) => {
    if (glyph.text === ' ') return;
    if (!DOT.test(glyph.text)) {
      flush();
      return;
    }
    const last = from >= 0 ? glyphs[to]! : null;
    if (last) {
      const moved = glyph.x - last.x;
      const even =
        step === 0 ? Math.abs(moved) <= MAX_STEP * glyph.size : Math.abs(moved - step) <= SAME_STEP * Math.abs(step);
      if (Math.abs(glyph.y - last.y) > SAME_BASELINE * glyph.size || !even) flush();
      else if (step === 0) step = moved;
    }
    if (from < 0) from = index;
    to = index;
    dots += glyph.text === '…' ? 3 : 1;
  });
  flush();
  return runs;
}

/** The leader that the run is: a text on one side of it and nothing but its number on the other; null where it is none. */
function leaderOf(run: Run, glyphs: readonly Glyph[], rows: Rows): Leader | null {
  const row = rows.near(run.y, SAME_BASELINE * run.size).filter((index) => index < run.from || index > run.to);
  const others = row.map((index) => glyphs[index]!);
  const reach = NEAR * run.size;
  const text = others.filter((glyph) => glyph.x + glyph.width <= run.x0 + SAME_BASELINE * run.size);
  const rightmost = maxOf(text.map((glyph) => glyph.x + glyph.width));
  if (run.x0 - rightmost <= reach && (run.dots > 1 || run.x0 - rightmost >= ROOM_BEFORE_DOT * run.size)) {
    const behind = others.filter((glyph) => glyph.x > run.x0).sort((a, b) => a.x - b.x);
    const number = numberAt(behind, run.size, (from, to) => to.x - (from.x + from.width));
    if (number && number[0]!.x - run.x1 <= reach) {
      const last = number.at(-1)!;
      return { run, x0: run.x0, x1: number[0]!.x, edge: last.x + last.width };
    }
  }
  // From the right to the left: the number stands at the left.
  const textAfter = others.filter((glyph) => glyph.x >= run.x1 - SAME_BASELINE * run.size);
  const leftmost = minOf(textAfter.map((glyph) => glyph.x));
  if (leftmost - run.x1 > reach) return null;
  const behind = others.filter((glyph) => glyph.x < run.x0).sort((a, b) => b.x - a.x);
  const number = numberAt(behind, run.size, (from, to) => from.x - (to.x + to.width));
  if (!number || run.x0 - (number[0]!.x + number[0]!.width) > reach) return null;
  return { run, x0: number[0]!.x + number[0]!.width, x1: run.x1, edge: number.at(-1)!.x };
}

/** The glyphs of the number with which these begin, nearest first, when nothing else follows close behind it. */
function numberAt(
  behind: readonly Glyph[],
  size: number,
  gap: (from: Glyph, to: Glyph) => number,
): readonly Glyph[] | null {
  let end = 1;
  while (end < behind.length && gap(behind[end - 1]!, behind[end]!) <= IN_NUMBER * size) end++;
  const number = behind.slice(0, end);
  const next = behind[end];
  if (number.length === 0 || (next && gap(number.at(-1)!, next) < BEHIND * size)) return null;
  const ordered = [...number].sort((a, b) => a.x - b.x);
  return NUMBER.test(ordered.map((glyph) => glyph.text).join('')) ? number : null;
}

/** Inked glyphs by their baselines. */
class Rows {
  readonly #rows = new Map<number, number[]>();
  readonly #glyphs: readonly Glyph[];

  constructor(glyphs: readonly Glyph[]) {
    this.#glyphs = glyphs;
    glyphs.forEach((glyph, index) => {
      if (glyph.text === ' ') return;
      const key = Math.floor(glyph.y);
      const row = this.#rows.get(key);
      if (row) row.push(index);
      else this.#rows.set(key, [index]);
    });
  }

  /** Indices of the glyphs whose baseline is this far from `y` at most, in points. */
  near(y: number, distance: number): number[] {
    const found: number[] = [];
    for (let key = Math.floor(y - distance); key <= Math.floor(y + distance); key++)
      for (const index of this.#rows.get(key) ?? [])
        if (Math.abs(this.#glyphs[index]!.y - y) <= distance) found.push(index);
    return found;
  }
}
