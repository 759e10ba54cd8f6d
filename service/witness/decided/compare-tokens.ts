/** Compares the words and ends of paragraphs of a file with what was decided. Pure; the cost is linear. */
import { diffSequences } from '../../engine/diff/diff-sequences.ts';
import { gapsOf, type Gap } from '../../engine/diff/match.ts';
import { wordsOf } from '../words.ts';

/** The token of the end of a paragraph. */
export const LINE_END = '¶';

/** The words of lines, each line with its end. */
export function tokensOf(lines: Iterable<string>): string[] {
  const tokens: string[] = [];
  for (const line of lines) {
    const words = wordsOf(line);
    if (words.length === 0) continue;
    for (const word of words) tokens.push(word);
    tokens.push(LINE_END);
  }
  return tokens;
}

/** The places where two readings differ. `a` is what was decided, `b` is the file. */
export function gapsBetween(expected: readonly string[], found: readonly string[]): Gap[] {
  const known = new Map<string, number>();
  const codesOf = (tokens: readonly string[]): Int32Array =>
    Int32Array.from(tokens, (token) => {
      const code = known.get(token) ?? known.size;
      known.set(token, code);
      return code;
    });
  const [a, b] = [codesOf(expected), codesOf(found)];
  return gapsOf(diffSequences(a, b, known.size), a.length, b.length);
}

/**
 * How a reader differs from the comparison on the documents themselves. Two readers differ over fields, symbols or
 * empty paragraphs, whatever is decided. Such a word is not taken for a fault in the file.
 */
export class ReaderHabits {
  readonly #missing = new Map<string, number>();
  readonly #extra = new Map<string, number>();

  /** Learns from one document: as the comparison has it, and as the reader reads it. */
  learn(compared: readonly string[], read: readonly string[]): void {
    for (const { aStart, aEnd, bStart, bEnd } of gapsBetween(compared, read)) {
      for (let at = aStart; at < aEnd; at += 1) count(this.#missing, keyAt(compared, at), 1);
      for (let at = bStart; at < bEnd; at += 1) count(this.#extra, keyAt(read, at), 1);
    }
  }

  /** The tokens of both sides of a gap that no habit explains, as positions. Each habit explains as often as it was seen. */
  unexplained(expected: readonly string[], found: readonly string[], gap: Gap): { missing: number[]; extra: number[] } {
    return {
      missing: positions(gap.aStart, gap.aEnd).filter((at) => !take(this.#missing, keyAt(expected, at))),
      extra: positions(gap.bStart, gap.bEnd).filter((at) => !take(this.#extra, keyAt(found, at))),
    };
  }
}

/** An end of a paragraph is known by the word before it. */
function keyAt(tokens: readonly string[], at: number): string {
  return tokens[at] === LINE_END ? `${tokens[at - 1] ?? ''}${LINE_END}` : tokens[at]!;
}

function count(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

function take(counts: Map<string, number>, key: string): boolean {
  const left = counts.get(key) ?? 0;
  if (left === 0) return false;
  counts.set(key, left - 1);
  return true;
}

function positions(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, at) => start + at);
}
