/**
 * Absorbs unchanged words of one or two letters between two changes. A change of white space counts too.
 * `absorbIslands` has removed those between changed words. The remaining ones come from white space and moved edges.
 *
 *     |{+ +}EE[-  -]|
 *     |[-EE  -]{+ EE+}|
 */
import type { MatchRun } from '../diff/match.ts';
import type { TokenizedText } from '../tokens/tokenized-text.ts';
import { isBetweenValues } from './between-values.ts';
import { isShort, lettersOf } from './letters.ts';

/** One or two letters with their marks. A number of as many digits is informative by itself. */
const SHORT_WORD = /^(?:\p{L}\p{M}*){1,2}$/u;
const MARKS = /\p{M}/gu;
/** Longer tokens (UTF-16 units) are skipped: no real letter has more marks. */
const SHORT_WORD_MAX_UNITS = 8;

/**
 * The runs without pairs of short words. The ends of a text are no changes.
 *
 * @param joined whether the texts are joined pieces, in which a one-sided line break ends a piece. The word after the
 * break then begins a line and may be absorbed before a changed word. The word before the break ends a line and is kept
 */
export function absorbShortWords(
  runs: readonly MatchRun[],
  a: TokenizedText,
  b: TokenizedText,
  joined: boolean,
): readonly MatchRun[] {
  const kept: MatchRun[] = [];
  for (const run of runs) keepOthers(run, a, b, joined, kept);
  return kept;
}

/** Adds the parts of a run without short words to `kept`. */
function keepOthers(run: MatchRun, a: TokenizedText, b: TokenizedText, joined: boolean, kept: MatchRun[]): void {
  let from = 0;
  for (let k = 0; k < run.length; k += 1) {
    if (!isLoneWord(run, k, a, b, joined)) continue;
    if (k > from) kept.push(partOf(run, from, k));
    from = k + 1;
  }
  if (from === 0) kept.push(run);
  else if (from < run.length) kept.push(partOf(run, from, run.length));
}

function isLoneWord(run: MatchRun, k: number, a: TokenizedText, b: TokenizedText, joined: boolean): boolean {
  const j = run.bStart + k;
  if (b.end(j) - b.start(j) > SHORT_WORD_MAX_UNITS) return false;
  return (
    isChangedBefore(run, k, a, b) &&
    isChangedBefore(run, k + 1, a, b) &&
    !(joined && isBreakOfOne(gapBefore(a, run.aStart + k + 1), gapBefore(b, j + 1))) &&
    isShortWord(b.text.slice(b.start(j), b.end(j))) &&
    !isBetweenValues(partOf(run, k, k + 1), a, b)
  );
}

function isShortWord(token: string): boolean {
  return SHORT_WORD.test(token) && isShort(token, lettersOf(token.replace(MARKS, '')));
}

/** Whether there is a change right before pair `k` of a run; `k` may be the run's length. */
function isChangedBefore(run: MatchRun, k: number, a: TokenizedText, b: TokenizedText): boolean {
  const [i, j] = [run.aStart + k, run.bStart + k];
  const isEdge = k === 0 || k === run.length;
  const isEnd = (i === 0 && j === 0) || (i === a.ids.length && j === b.ids.length);
  // Runs do not touch: everything between two of them is a change. Text beyond the other text's end is one too.
  return (isEdge && !isEnd) || gapBefore(a, i) !== gapBefore(b, j);
}

function isBreakOfOne(x: string, y: string): boolean {
  return x.includes('\n') !== y.includes('\n');
}

/** The white space before token `at`, or after the last one. */
function gapBefore(text: TokenizedText, at: number): string {
  return text.text.slice(at === 0 ? 0 : text.end(at - 1), text.start(at));
}

function partOf({ aStart, bStart }: MatchRun, from: number, to: number): MatchRun {
  return { aStart: aStart + from, bStart: bStart + from, length: to - from };
}
