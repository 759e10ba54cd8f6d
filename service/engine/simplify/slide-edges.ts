/**
 * Slides a pure insertion or deletion to the most readable place if equal text allows several.
 *
 *     One. {+Two. +}Two.   stays at a sentence
 *     a b{+, c b+}, d      becomes a b, {+c b, +}d
 *     two{+. Three+}.      becomes two.{+ Three.+}
 *     'a{+', 'b+}'         becomes 'a'{+, 'b'+}
 */
import type { MatchRun } from '../diff/match.ts';
import type { TokenizedText } from '../tokens/tokenized-text.ts';

/** Longest slide, in tokens. Readers look no further than a sentence, and the bound keeps repetitive texts linear. */
const SLIDE_MAX = 64;

const SENTENCE_END = /^[.!?。！？…:;]$/u;
const PUNCTUATION = /^\p{P}$/u;
const CLOSING = /^[\p{Pe}\p{Pf}'"]$/u;

/** Runs with moved borders. Their total length is unchanged, and all pairs are still equal. */
export function slideEdges(runs: readonly MatchRun[], a: TokenizedText, b: TokenizedText): readonly MatchRun[] {
  const slid = runs.map((run) => ({ ...run }));
  for (let index = 0; index + 1 < slid.length; index += 1) {
    const left = slid[index]!;
    const right = slid[index + 1]!;
    const deleted = right.aStart - (left.aStart + left.length);
    const inserted = right.bStart - (left.bStart + left.length);
    if ((deleted === 0) === (inserted === 0)) continue;
    const text = deleted > 0 ? a : b;
    const from = deleted > 0 ? left.aStart + left.length : left.bStart + left.length;
    const to = deleted > 0 ? right.aStart : right.bStart;
    // Each run keeps at least one pair, so that neighbouring changes stay separate. The ends of the texts have no
    // neighbouring change.
    const first = left.aStart === 0 && left.bStart === 0;
    const last = right.aStart + right.length === a.ids.length && right.bStart + right.length === b.ids.length;
    const shift = bestShift(
      text,
      from,
      to,
      Math.min(SLIDE_MAX, left.length - (first ? 0 : 1)),
      Math.min(SLIDE_MAX, right.length - (last ? 0 : 1)),
    );
    left.length += shift;
    right.aStart += shift;
    right.bStart += shift;
    right.length -= shift;
  }
  return slid.filter(({ length }) => length > 0);
}

/** The best shift of the range, in tokens; negative: to the left. */
function bestShift(text: TokenizedText, from: number, to: number, leftMax: number, rightMax: number): number {
  let best = 0;
  let bestScore = score(text, from);
  for (let k = 1; k <= leftMax && text.ids[from - k] === text.ids[to - k]; k += 1) {
    const value = score(text, from - k);
    if (value > bestScore) {
      best = -k;
      bestScore = value;
    }
  }
  for (let k = 1; k <= rightMax && text.ids[from + k - 1] === text.ids[to + k - 1]; k += 1) {
    const value = score(text, from + k);
    if (value > bestScore) {
      best = k;
      bestScore = value;
    }
  }
  return best;
}

/** How well a change reads that begins before token `at`. */
function score(text: TokenizedText, at: number): number {
  if (at === 0) return 4;
  const before = text.text.slice(text.start(at - 1), text.end(at - 1));
  const gap = text.text.slice(text.end(at - 1), text.start(at));
  if (gap.includes('\n')) return 4;
  if (gap !== '' && SENTENCE_END.test(before)) return 3;
  if (gap !== '' && PUNCTUATION.test(before)) return 2;
  if (gap !== '') return 1;
  // A closing quotation mark or bracket stays with its word.
  const after = text.text.slice(text.start(at), text.end(at));
  return CLOSING.test(before) && PUNCTUATION.test(after) ? 0.5 : 0;
}
