/**
 * Matches small regions again by weight. A shortest script keeps the most tokens, and anchors keep unique ones. A
 * reader prefers the most text in the fewest pieces.
 *
 *     done on [-public domain items-]{+items that are in the public domain+}
 *     done on {+items that are in the +}public domain[- items-]
 */
import type { MatchRun } from '../diff/match.ts';
import type { TokenizedText } from '../tokens/tokenized-text.ts';
import { isBetweenValues } from './between-values.ts';
import { HeaviestMatch, type TokenRegion } from './heaviest-match.ts';

/** A run of this many tokens always stays, and so does one between two values. The tokens between two such runs are a region. */
const FIRM_MIN = 12;
/** Largest region, in pairs of tokens: at most 32 steps for each of its tokens. */
const CELLS_MAX = 4_096;

/** Runs that keep at least as heavy a text in the regions between firm runs. */
export function weighMatches(runs: readonly MatchRun[], a: TokenizedText, b: TokenizedText): readonly MatchRun[] {
  // Two runs enclose one change, which is already as short as possible.
  if (runs.length < 2 || (runs.length === 2 && reachBothEnds(runs, a, b))) return runs;
  const weighed: MatchRun[] = [];
  let [aStart, bStart] = [0, 0];
  let loose: MatchRun[] = [];
  const close = (aEnd: number, bEnd: number): void => {
    const region = { aStart, aEnd, bStart, bEnd };
    const found = isWorthWeighing(region, loose) ? new HeaviestMatch(a, b, region).runs() : loose;
    for (const run of found) addRun(weighed, run);
    loose = [];
  };
  for (const run of runs) {
    if (run.length < FIRM_MIN && !isBetweenValues(run, a, b)) {
      loose.push(run);
      continue;
    }
    close(run.aStart, run.bStart);
    addRun(weighed, run);
    aStart = run.aStart + run.length;
    bStart = run.bStart + run.length;
  }
  close(a.ids.length, b.ids.length);
  return weighed;
}

function reachBothEnds([first, last]: readonly MatchRun[], a: TokenizedText, b: TokenizedText): boolean {
  const atStart = first!.aStart === 0 && first!.bStart === 0;
  return atStart && last!.aStart + last!.length === a.ids.length && last!.bStart + last!.length === b.ids.length;
}

function isWorthWeighing({ aStart, aEnd, bStart, bEnd }: TokenRegion, loose: readonly MatchRun[]): boolean {
  return loose.length > 0 && (aEnd - aStart) * (bEnd - bStart) <= CELLS_MAX;
}

/** Appends a run; a run that continues the last one lengthens it. */
function addRun(runs: MatchRun[], run: MatchRun): void {
  const last = runs.at(-1);
  if (last !== undefined && last.aStart + last.length === run.aStart && last.bStart + last.length === run.bStart)
    runs[runs.length - 1] = { ...last, length: last.length + run.length };
  else runs.push(run);
}
