/**
 * Replaces a rewritten text as one change. If little of a text stays, scattered equal words only hide that it is new.
 * Equal text at the very beginning and end stays, and so do long phrases. A short text that became part of a long one
 * is not rewritten.
 *
 *     We [-may-]{+will not+} sell [-the data of-]{+or rent to+} any [-user-]{+buyer whatever+}.
 *     We [-may sell the data of any user-]{+will not sell or rent to any buyer whatever+}.
 */
import type { MatchRun } from '../diff/match.ts';
import type { TokenizedText } from '../tokens/tokenized-text.ts';
import { isBetweenValues } from './between-values.ts';

/**
 * Below these shares of kept text and of kept tokens (of the longer side), a text counts as rewritten. The first is
 * explained in docs/quality.md. The second protects lines of long numbers and addresses, whose kept text is short.
 */
const KEPT_MIN = 0.2;
const KEPT_TOKENS_MIN = 1 / 3;

/** This many words in a row are a phrase and not scattered words: half a sentence that was reused. */
const PHRASE_WORDS_MIN = 6;
/**
 * A text was extended and not rewritten if it keeps this many tokens in a row. They are also this share of the shorter
 * text.
 */
const MOST_TOKENS_MIN = 3;
const MOST_SHARE_MIN = 0.5;

const WORD_CHARACTER = /[\p{L}\p{N}]/u;

/** The runs. If too little is kept in all: only the phrases, and the runs at the ends of both texts. */
export function replaceRewritten(runs: readonly MatchRun[], a: TokenizedText, b: TokenizedText): readonly MatchRun[] {
  let kept = 0;
  let tokens = 0;
  for (const run of runs) {
    kept += b.end(run.bStart + run.length - 1) - b.start(run.bStart);
    tokens += run.length;
  }
  if (kept >= KEPT_MIN * Math.max(a.text.length, b.text.length)) return runs;
  if (tokens >= KEPT_TOKENS_MIN * Math.max(a.ids.length, b.ids.length)) return runs;
  const most = Math.max(MOST_TOKENS_MIN, MOST_SHARE_MIN * Math.min(a.ids.length, b.ids.length));
  if (runs.some((run) => run.length >= most)) return runs;
  const found = runs.filter(
    (run) =>
      isPhrase(run, b) ||
      isBetweenValues(run, a, b) ||
      (run.aStart === 0 && run.bStart === 0) ||
      (run.aStart + run.length === a.ids.length && run.bStart + run.length === b.ids.length),
  );
  // A single stretch in the middle is readable, however short.
  return runs.length === 1 ? runs : found;
}

function isPhrase(run: MatchRun, b: TokenizedText): boolean {
  let words = 0;
  for (let k = run.bStart; k < run.bStart + run.length && words < PHRASE_WORDS_MIN; k += 1)
    if (WORD_CHARACTER.test(b.text.slice(b.start(k), b.end(k)))) words += 1;
  return words === PHRASE_WORDS_MIN;
}
