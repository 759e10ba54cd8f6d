/**
 * Replaces the literals of JSON whole: a value is another one, and not the same with another half. Long strings are prose, and
 * compared word by word; jsondiffpatch draws its line between the two at 60 characters as well (its `textDiff.minLength`).
 *
 *     "colour": "[-light-]{+dark+} blue"
 *     "colour": [-"light blue"-]{+"dark blue"+}
 */
import type { MatchRun } from '../diff/match.ts';
import type { TokenizedText } from '../tokens/vocabulary.ts';

/** UTF-16 units of the longest literal, quotes included, that is no prose. */
const LITERAL_MAX = 60;

/** A string or a number (RFC 8259, sections 6 and 7) in a line of valid JSON; words cannot come apart anyway. */
const LITERAL = /"(?:[^"\\]|\\.)*"|[-0-9][-+.0-9Ee]*/gu;

/** A literal of a line, half-open, in UTF-16 units. */
interface Literal {
  readonly start: number;
  readonly end: number;
}

/** The runs without what would keep a part of a literal. Both texts are lines of JSON. */
export function replaceLiterals(runs: readonly MatchRun[], a: TokenizedText, b: TokenizedText): readonly MatchRun[] {
  const [x, y] = [literalsOf(a.text), literalsOf(b.text)];
  const kept: MatchRun[] = [];
  for (const { aStart, bStart, length } of runs) {
    let from = 0;
    for (let k = 0; k <= length; k += 1) {
      if (k < length && staysWhole(a, x, aStart + k, b, y, bStart + k)) continue;
      if (k > from) kept.push({ aStart: aStart + from, bStart: bStart + from, length: k - from });
      from = k + 1;
    }
  }
  return kept;
}

/** Whether a pair of equal tokens stands outside of literals, in the same place of two equal ones, or in prose. */
function staysWhole(
  a: TokenizedText,
  x: readonly Literal[],
  i: number,
  b: TokenizedText,
  y: readonly Literal[],
  j: number,
): boolean {
  const [p, q] = [literalAt(x, a.starts[i]!), literalAt(y, b.starts[j]!)];
  if (p === undefined && q === undefined) return true;
  if (isProse(p) || isProse(q)) return true;
  if (p === undefined || q === undefined) return false;
  return (
    a.starts[i]! - p.start === b.starts[j]! - q.start && a.text.slice(p.start, p.end) === b.text.slice(q.start, q.end)
  );
}

function isProse(literal: Literal | undefined): boolean {
  return literal !== undefined && literal.end - literal.start > LITERAL_MAX;
}

/** A line has two at most: a name and a value. */
function literalsOf(text: string): Literal[] {
  return Array.from(text.matchAll(LITERAL), ({ index, 0: { length } }) => ({ start: index, end: index + length }));
}

function literalAt(literals: readonly Literal[], at: number): Literal | undefined {
  return literals.find(({ start, end }) => start <= at && at < end);
}
