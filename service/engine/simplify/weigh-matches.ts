/**
 * Matches small regions again by weight. A shortest script keeps the most tokens, and anchors keep what occurs once; a
 * reader is better served by the most text in the fewest pieces.
 *
 *     done on [-public domain items-]{+items that are in the public domain+}
 *     done on {+items that are in the +}public domain[- items-]
 */
import type { MatchRun } from '../diff/match.ts';
import type { TokenizedText } from '../tokens/tokenized-text.ts';
import { HeaviestMatch, type TokenRegion } from './heaviest-match.ts';

/** So many tokens in a row stay, whatever stands around them; what lies between two such runs is a region. */
const FIRM_MIN = 12;
/** Largest region, in pairs of tokens: at most 32 steps for each of its tokens. */
const CELLS_MAX = 4_096;

/** Runs that keep at least as heavy a text in the regions between firm ones. */
export function weighMatches(runs: readonly MatchRun[], a: TokenizedText, b: TokenizedText): readonly MatchRun[] {
  // Between two runs there is one change, as short as it can be.
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
    if (run.length < FIRM_MIN) {
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

/** Adds a run behind the others; one that goes on where the last one ended lengthens it. */
function addRun(runs: MatchRun[], run: MatchRun): void {
  const last = runs.at(-1);
  if (last !== undefined && last.aStart + last.length === run.aStart && last.bStart + last.length === run.bStart)
    runs[runs.length - 1] = { ...last, length: last.length + run.length };
  else runs.push(run);
}
