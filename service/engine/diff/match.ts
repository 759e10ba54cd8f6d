/**
 * The result of a diff of two integer sequences: the equal pairs of positions, as ascending runs. Everything between
 * two runs is deleted from the original and inserted into the revised.
 */

/** `length` equal elements: `a[aStart + i] === b[bStart + i]`. Runs ascend on both sides and never touch on both. */
export interface MatchRun {
  readonly aStart: number;
  readonly bStart: number;
  readonly length: number;
}

/** The same run with the sides exchanged. */
export function mirrored({ aStart, bStart, length }: MatchRun): MatchRun {
  return { aStart: bStart, bStart: aStart, length };
}

/** A region that differs, half-open on both sides; one side may be empty. */
export interface Gap {
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
}

/**
 * The regions between the runs in order, including those before the first and after the last. None is empty on both
 * sides.
 */
export function gapsOf(runs: readonly MatchRun[], aLength: number, bLength: number): Gap[] {
  const gaps: Gap[] = [];
  let a = 0;
  let b = 0;
  for (const run of runs) {
    if (run.aStart > a || run.bStart > b) gaps.push({ aStart: a, aEnd: run.aStart, bStart: b, bEnd: run.bStart });
    a = run.aStart + run.length;
    b = run.bStart + run.length;
  }
  if (aLength > a || bLength > b) gaps.push({ aStart: a, aEnd: aLength, bStart: b, bEnd: bLength });
  return gaps;
}

/** Collects equal pairs in ascending order, and joins those that touch. */
export class MatchCollector {
  readonly #runs: { aStart: number; bStart: number; length: number }[] = [];

  add(aStart: number, bStart: number, length: number): void {
    if (length === 0) return;
    const last = this.#runs.at(-1);
    if (last !== undefined && last.aStart + last.length === aStart && last.bStart + last.length === bStart) {
      last.length += length;
    } else {
      this.#runs.push({ aStart, bStart, length });
    }
  }

  get runs(): readonly MatchRun[] {
    return this.#runs;
  }
}
