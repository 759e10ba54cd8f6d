/** Finds unchanged text between two values, such as two form fields that were filled in. Each is a change by itself. */
import type { MatchRun } from '../diff/match.ts';
import type { TokenizedText } from '../tokens/tokenized-text.ts';

/** Whether one value ends directly before a run and another one begins directly behind it, on either side. */
export function isBetweenValues({ aStart, bStart, length }: MatchRun, a: TokenizedText, b: TokenizedText): boolean {
  return partsValues(a, aStart, length) || partsValues(b, bStart, length);
}

/** White space at one place of both texts. */
interface SpaceBetween {
  readonly a: number;
  readonly b: number;
}

/**
 * Where a changed stretch of two texts has equal white space between the same values, in order. Each of these values is a
 * change by itself.
 *
 *     [-Monthly Zurich-]{+Yearly Bern+}
 *     [-Monthly-]{+Yearly+} [-Zurich-]{+Bern+}
 */
export function spacesBetweenValues(
  a: TokenizedText,
  b: TokenizedText,
  from: SpaceBetween,
  to: SpaceBetween,
): readonly SpaceBetween[] {
  if (a.values.length === 0 || b.values.length === 0) return [];
  const [own, others] = [spacesIn(a, from.a, to.a), spacesIn(b, from.b, to.b)];
  if (own.length !== others.length || own.some(({ space }, at) => space !== others[at]!.space)) return [];
  return own.map(({ start }, at) => ({ a: start, b: others[at]!.start }));
}

function spacesIn({ text, values }: TokenizedText, from: number, to: number): { start: number; space: string }[] {
  const inside = values.filter(([start, end]) => start >= from && end <= to);
  return inside.slice(1).flatMap(([start], at) => {
    const [, end] = inside[at]!;
    const space = text.slice(end, start);
    return /^\s+$/u.test(space) ? [{ start: end, space }] : [];
  });
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
