/**
 * Finds reflowed paragraphs: paragraphs of plain text that have mostly the same words and other line breaks.
 *
 *     [to any person] [obtaining a copy of]
 *     [to any person obtaining] [a copy of]
 */
import { diffSequences } from '../diff/diff-sequences.ts';
import type { Gap } from '../diff/match.ts';
import { renumberPair } from '../tokens/interner.ts';
import type { Vocabulary } from '../tokens/vocabulary.ts';
import { featureOfLines, type Feature } from './feature.ts';
import { likeness, pairAlike } from './pair-alike.ts';

/** Smallest kept share of the longer side; below it the lines are another text and not the same text reflowed. */
const KEPT_MIN = 0.6;
/** A line break moved if this many tokens on both sides of it stayed together. One token does so by chance. */
const AROUND_MIN = 2;

/** Most lines of a reflowed paragraph. Longer ones are tables, word lists and logs, which are compared line by line. */
const LINES_MAX = 400;

/** Lines of a gap that continue one paragraph, as a range of the whole list. */
interface Paragraph {
  readonly from: number;
  readonly to: number;
}

/**
 * Reflowed paragraphs of a gap, or the parts of paragraphs that the gap contains: ranges of the whole lists,
 * ascending.
 */
export function findReflows(a: readonly Feature[], b: readonly Feature[], gap: Gap, vocabulary: Vocabulary): Gap[] {
  const [x, y] = [paragraphsOf(a, gap.aStart, gap.aEnd), paragraphsOf(b, gap.bStart, gap.bEnd)];
  if (![...x, ...y].some(({ from, to }) => to - from > 1)) return [];
  return pairParagraphs(a, b, x, y, vocabulary)
    .map(([i, j]): Gap => ({ aStart: x[i]!.from, aEnd: x[i]!.to, bStart: y[j]!.from, bEnd: y[j]!.to }))
    .filter((range) => isReflowed(a, b, range, vocabulary));
}

function paragraphsOf(items: readonly Feature[], from: number, to: number): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  for (let at = from; at < to;) {
    const start = at;
    at += 1;
    if (items[start]!.type !== 'line') continue;
    while (at < to && items[at]!.continues) at += 1;
    if (at - start <= LINES_MAX) paragraphs.push({ from: start, to: at });
  }
  return paragraphs;
}

/** Pairs of indices of similar paragraphs. */
function pairParagraphs(
  a: readonly Feature[],
  b: readonly Feature[],
  x: readonly Paragraph[],
  y: readonly Paragraph[],
  vocabulary: Vocabulary,
): (readonly [number, number])[] {
  const [p, q] = [
    x.map(({ from, to }) => featureOfLines(a.slice(from, to))),
    y.map(({ from, to }) => featureOfLines(b.slice(from, to))),
  ];
  if (p.length === 1 && q.length === 1) return likeness(p[0]!, q[0]!, vocabulary, KEPT_MIN) >= KEPT_MIN ? [[0, 0]] : [];
  return pairAlike(p, q, { aStart: 0, aEnd: p.length, bStart: 0, bEnd: q.length }, vocabulary);
}

/** Whether a line break moved within kept text, and more text is kept than line by line. */
function isReflowed(a: readonly Feature[], b: readonly Feature[], range: Gap, vocabulary: Vocabulary): boolean {
  const [p, q] = [a.slice(range.aStart, range.aEnd), b.slice(range.bStart, range.bEnd)];
  if (p.length + q.length < 3) return false;
  const [whole, other] = [featureOfLines(p).bag(), featureOfLines(q).bag()];
  const pair = renumberPair(whole.ids, other.ids);
  const [breaksA, breaksB] = [breaksOf(p), breaksOf(q)];
  let kept = 0;
  let moved = false;
  for (const { aStart, bStart, length } of diffSequences(pair.a, pair.b, pair.size, vocabulary.steps)) {
    // At the ends of the texts, a single kept token is enough.
    const first = aStart === 0 && bStart === 0 ? 1 : AROUND_MIN;
    const ends = aStart + length === whole.ids.length && bStart + length === other.ids.length;
    const last = length - (ends ? 1 : AROUND_MIN);
    for (let k = 0; k < length; k += 1) {
      kept += vocabulary.weightOf(whole.ids[aStart + k]!);
      if (k >= first && k <= last) moved ||= breaksA[aStart + k] !== breaksB[bStart + k];
    }
  }
  if (!moved || kept < KEPT_MIN * Math.max(whole.total, other.total)) return false;
  return kept > keptByLine(p, q, vocabulary);
}

/** Flags the tokens that begin a line, except for the first line. */
function breaksOf(lines: readonly Feature[]): Uint8Array {
  const breaks = new Uint8Array(lines.reduce((sum, line) => sum + line.bag().ids.length, 1));
  let at = 0;
  for (const line of lines) {
    if (at > 0) breaks[at] = 1;
    at += line.bag().ids.length;
  }
  return breaks;
}

/** Upper bound of the kept text if each line is compared with its most similar line. */
function keptByLine(p: readonly Feature[], q: readonly Feature[], vocabulary: Vocabulary): number {
  const gap: Gap = { aStart: 0, aEnd: p.length, bStart: 0, bEnd: q.length };
  let kept = 0;
  for (const [i, j] of pairAlike(p, q, gap, vocabulary))
    kept += vocabulary.overlap.shared(p[i]!.bag().ids, q[j]!.bag().ids);
  return kept;
}
