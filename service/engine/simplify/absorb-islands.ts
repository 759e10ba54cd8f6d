/**
 * Absorbs islands: unchanged tokens between two changes that say too little to stay.
 *
 *     the [-big-]{+small+} of the [-red-]{+blue+} house
 *     the [-big of the red-]{+small of the blue+} house
 */
import type { MatchRun } from '../diff/match.ts';
import type { TokenizedText } from '../tokens/tokenized-text.ts';
import { isBetweenValues } from './between-values.ts';
import { isShort, lettersOf } from './letters.ts';

/** Most words of an island that is absorbed if both neighbouring changes are `ISLAND_SHARE` times as long as it. */
const FEW_WORDS_MAX = 2;
const ISLAND_SHARE = 2;
/** Two words with more letters than this ("public domain", not "of the") say enough to be kept. */
const TWO_WORDS_MAX = 6;

/** The separator between the name of a JSON member and its value: these are two changed things, not one. */
const JOINT = /^"\s*:/u;

const WORD_CHARACTER = /[\p{L}\p{N}]/u;

/**
 * Removes runs of matches that are islands; the remaining runs are the same objects. The ends of the text are no
 * islands.
 */
export function absorbIslands(runs: readonly MatchRun[], a: TokenizedText, b: TokenizedText): readonly MatchRun[] {
  if (runs.length === 0) return runs;
  const kept: MatchRun[] = [];
  for (let index = 0; index < runs.length; index += 1) {
    kept.push(runs[index]!);
    // Absorbing an island lengthens the change after the run before it, which may now be an island.
    while (kept.length > 0 && isIsland(kept.at(-2), kept.at(-1)!, runs[index + 1], a, b)) kept.pop();
  }
  return kept;
}

/** Length of the longer side of the change between two runs, in UTF-16 units from token to token. */
function changedLength(
  before: MatchRun | undefined,
  after: MatchRun | undefined,
  a: TokenizedText,
  b: TokenizedText,
): number {
  const aFrom = before === undefined ? 0 : before.aStart + before.length;
  const bFrom = before === undefined ? 0 : before.bStart + before.length;
  const aTo = after === undefined ? a.ids.length : after.aStart;
  const bTo = after === undefined ? b.ids.length : after.bStart;
  return Math.max(lengthOf(a, aFrom, aTo), lengthOf(b, bFrom, bTo));
}

function lengthOf(text: TokenizedText, from: number, to: number): number {
  return to > from ? text.end(to - 1) - text.start(from) : 0;
}

/** Whether a run is an island between the runs before and after it, or the ends of the text. */
function isIsland(
  before: MatchRun | undefined,
  run: MatchRun,
  after: MatchRun | undefined,
  a: TokenizedText,
  b: TokenizedText,
): boolean {
  const left = changedLength(before, run, a, b);
  const right = changedLength(run, after, a, b);
  return left > 0 && right > 0 && !isBetweenValues(run, a, b) && saysLittle(run, Math.min(left, right), b);
}

/** `around`: length of the shorter of the two changes beside it. */
function saysLittle(run: MatchRun, around: number, b: TokenizedText): boolean {
  let words = 0;
  let letters = 0;
  let word = '';
  for (let k = run.bStart; k < run.bStart + run.length; k += 1) {
    const token = b.text.slice(b.start(k), b.end(k));
    if (!WORD_CHARACTER.test(token)) continue;
    words += 1;
    letters += lettersOf(token);
    word = token;
    if (words > FEW_WORDS_MAX) return false;
  }
  if (words === 0) return !JOINT.test(b.text.slice(b.start(run.bStart), b.end(run.bStart + run.length - 1)));
  if (words === 1 && isShort(word, letters)) return true;
  if (words === 2 && letters > TWO_WORDS_MAX) return false;
  const length = lengthOf(b, run.bStart, run.bStart + run.length);
  return ISLAND_SHARE * length <= around;
}
