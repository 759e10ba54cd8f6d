/** Finds unchanged text between two values, such as two form fields that were filled in. Each is a change by itself. */
import type { MatchRun } from '../diff/match.ts';
import type { TokenizedText } from '../tokens/tokenized-text.ts';

/** Whether one value ends directly before a run and another one begins directly behind it, on either side. */
export function isBetweenValues({ aStart, bStart, length }: MatchRun, a: TokenizedText, b: TokenizedText): boolean {
  return partsValues(a, aStart, length) || partsValues(b, bStart, length);
}

function partsValues(text: TokenizedText, start: number, length: number): boolean {
  if (text.values.length === 0 || start === 0 || start + length >= text.ids.length) return false;
  const [before, after] = [valueOf(text, start - 1), valueOf(text, start + length)];
  return before !== -1 && after !== -1 && before !== after;
}

/** The index of the value that has a token; -1 for none. */
function valueOf(text: TokenizedText, token: number): number {
  const at = text.start(token);
  return text.values.findIndex(([start, end]) => start <= at && at < end);
}
