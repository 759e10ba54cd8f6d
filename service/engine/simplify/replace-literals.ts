/**
 * Replaces JSON literals whole: a changed value is another value, not the same one with another half. Long strings
 * are prose and compared word by word. jsondiffpatch also sets this limit at 60 characters (its
 * `textDiff.minLength`).
 *
 *     "colour": "[-light-]{+dark+} blue"
 *     "colour": [-"light blue"-]{+"dark blue"+}
 */
import type { MatchRun } from '../diff/match.ts';
import type { TokenizedText } from '../tokens/tokenized-text.ts';

/** UTF-16 units of the longest literal that is no prose, including its quotes. */
const LITERAL_MAX = 60;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NUMBER_START = asciiFlags('-0123456789');
const NUMBER_PART = asciiFlags('-0123456789+.Ee');

/** A literal of a line, half-open, in UTF-16 units. */
interface Literal {
  readonly start: number;
  readonly end: number;
}

/** The runs without pairs that would keep part of a literal. Both texts are lines of JSON. */
export function replaceLiterals(runs: readonly MatchRun[], a: TokenizedText, b: TokenizedText): readonly MatchRun[] {
  const [x, y] = [new Literals(a.text), new Literals(b.text)];
  const kept: MatchRun[] = [];
  for (const run of runs) keepWhole(run, x, a, y, b, kept);
  return kept;
}

/** Adds the kept parts of a run to `kept`. */
function keepWhole(
  run: MatchRun,
  x: Literals,
  a: TokenizedText,
  y: Literals,
  b: TokenizedText,
  kept: MatchRun[],
): void {
  const { aStart, bStart, length } = run;
  let from = 0;
  for (let k = 0; k <= length; k += 1) {
    if (k < length && staysWhole(x, a.start(aStart + k), y, b.start(bStart + k))) continue;
    if (k > from) kept.push({ aStart: aStart + from, bStart: bStart + from, length: k - from });
    from = k + 1;
  }
}

/**
 * Whether equal tokens at `i` and `j` may match. They are outside literals, at the same offset of two equal literals,
 * or in prose.
 */
function staysWhole(x: Literals, i: number, y: Literals, j: number): boolean {
  const [p, q] = [x.around(i), y.around(j)];
  if (p === undefined && q === undefined) return true;
  if (isProse(p) || isProse(q)) return true;
  if (p === undefined || q === undefined) return false;
  return i - p.start === j - q.start && isSame(p, x.text, q, y.text);
}

/** Compares in place, without slices: there may be a hundred thousand literals. */
function isSame(p: Literal, x: string, q: Literal, y: string): boolean {
  const length = p.end - p.start;
  if (q.end - q.start !== length) return false;
  for (let at = 0; at < length; at += 1) if (x.charCodeAt(p.start + at) !== y.charCodeAt(q.start + at)) return false;
  return true;
}

function isProse(literal: Literal | undefined): boolean {
  return literal !== undefined && literal.end - literal.start > LITERAL_MAX;
}

/**
 * The strings and numbers of a line (RFC 8259, sections 6 and 7), read once from start to end. A foreign fragment may
 * have a hundred thousand literals in a line, or one that never ends.
 */
class Literals {
  readonly text: string;
  #current: Literal | undefined;
  /** Offset at which the literal after `#current` is searched. */
  #next = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** The literal that contains the unit at `place`. Places must ascend from call to call. */
  around(place: number): Literal | undefined {
    while ((this.#current?.end ?? 0) <= place && this.#next <= place) this.#readOn();
    return this.#current !== undefined && this.#current.start <= place && place < this.#current.end
      ? this.#current
      : undefined;
  }

  /** Reads a literal, or one unit outside literals. */
  #readOn(): void {
    const start = this.#next;
    const code = this.text.charCodeAt(start);
    const end = code === QUOTE ? this.#endOfString(start) : this.#endOfNumber(start);
    this.#next = Math.max(end, start + 1);
    this.#current = end > start ? { start, end } : undefined;
  }

  /** The offset after the closing quote; for an unclosed string, the end of the line. */
  #endOfString(start: number): number {
    for (let at = start + 1; at < this.text.length; at += 1) {
      const code = this.text.charCodeAt(at);
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) return at + 1;
    }
    return this.text.length;
  }

  /** The end of the number at `start`; `start` itself if there is none. */
  #endOfNumber(start: number): number {
    if (NUMBER_START[this.text.charCodeAt(start)] !== 1) return start;
    let end = start + 1;
    while (end < this.text.length && NUMBER_PART[this.text.charCodeAt(end)] === 1) end += 1;
    return end;
  }
}

/** Flags by ASCII code: 1 for each unit of a text. */
function asciiFlags(text: string): Uint8Array {
  const units = new Uint8Array(0x80);
  for (let at = 0; at < text.length; at += 1) units[text.charCodeAt(at)] = 1;
  return units;
}
