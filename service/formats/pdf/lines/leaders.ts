import type { Glyph } from '../paint/glyph.ts';
import { append, maxOf, minOf } from '../../../../shared/iterables.ts';

/** Marks both ends of a leader in text. A leader is one glyph as wide as its dots. */
const EDGE = '\t';

/** Matches a leader in the text of a line. The group holds its dots. */
export const LEADER = new RegExp(`${EDGE}([^${EDGE}]*)${EDGE}`, 'g');

/** Whether a glyph with this text is a leader. */
export function isLeader(text: string): boolean {
  return text.startsWith(EDGE);
}

/** One dot of a leader; an ellipsis counts as three. */
const DOT = /^[.·․…_]$/u;
/** A row of this many dots is always a leader. An ellipsis has three, and a full stop after it makes four. */
const SURE_DOTS = 5;
/** Steps between the dots of one leader differ by at most this part of the first step: producers round positions. */
const SAME_STEP = 0.25;
/** Largest step (em). LaTeX sets dots 0.44 em apart, or 0.78 em in its tables of contents. */
const MAX_STEP = 2;
/**
 * Largest distance (em) from the text to its leader, and from the leader to the number. LaTeX's number box is 1.55
 * wide.
 */
const NEAR = 3;
/** Baselines of one line differ by at most this (em). */
const SAME_BASELINE = 0.2;
/** Largest gap (em) between the glyphs of a number. */
const IN_NUMBER = 0.35;
/** After the number the line ends, or the next column begins at least this far away (em). */
const BEHIND = 1;
/** A gap of this width (em) precedes a leader dot, but not a full stop. */
const ROOM_BEFORE_DOT = 0.12;
/** The numbers of one column end within this distance (em) of one edge. */
const SAME_EDGE = 0.5;
/** "12", "iv", "A-3", "1,250.00", "€ 5". */
const NUMBER = /^(?:[€$£]?(?:\p{Lu}{1,3}[-–.])?\p{Nd}[\p{Nd}.,–-]{0,12}[€$£]?|[ivxlcdm]{1,7}|[IVXLCDM]{1,7})$/u;

/** Dots in a row as painted: indices of glyphs, from the first dot to the last. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly dots: number;
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
  readonly size: number;
}

/** A run of dots between a text and its number. */
interface Leader {
  readonly run: Run;
  readonly x0: number;
  readonly x1: number;
  /** Outer edge of the number. */
  readonly edge: number;
}

/**
 * Replaces the dots that lead from a text to its number by one glyph. Their count depends on the page width.
 * `decide-leaders.ts` later decides how a leader is read.
 *
 *     Termination . . . . . . . . . . 12
 *     Termination [leader]            12
 *
 * Dots without a number behind them are a blank to fill in and stay. Dots in front of words stay too.
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

/** The leader that the run forms: it has text on one side and only a number on the other. Null if it is no leader. */
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
  // In right-to-left text the number is at the left.
  const textAfter = others.filter((glyph) => glyph.x >= run.x1 - SAME_BASELINE * run.size);
  const leftmost = minOf(textAfter.map((glyph) => glyph.x));
  if (leftmost - run.x1 > reach) return null;
  const behind = others.filter((glyph) => glyph.x < run.x0).sort((a, b) => b.x - a.x);
  const number = numberAt(behind, run.size, (from, to) => from.x - (to.x + to.width));
  if (!number || run.x0 - (number[0]!.x + number[0]!.width) > reach) return null;
  return { run, x0: number[0]!.x + number[0]!.width, x1: run.x1, edge: number.at(-1)!.x };
}

/** The glyphs of the number at the start of these glyphs, nearest first. Empty if other text follows closely. */
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

/** Inked glyphs indexed by baseline. */
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

  /** Indices of the glyphs with a baseline within `distance` (points) of `y`. */
  near(y: number, distance: number): number[] {
    const found: number[] = [];
    for (let key = Math.floor(y - distance); key <= Math.floor(y + distance); key++)
      for (const index of this.#rows.get(key) ?? [])
        if (Math.abs(this.#glyphs[index]!.y - y) <= distance) found.push(index);
    return found;
  }
}
