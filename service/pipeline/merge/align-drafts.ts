/** Aligns two drafts by their sentences, and alike sentences by their words. Pure. */
import { textOf, type Block, type TextBlock } from '../../../shared/document/model.ts';
import { TOP } from '../../../shared/document/path.ts';
import { featureOfBlock, type Feature } from '../../engine/align/feature.ts';
import { textBlocksOf } from '../../engine/align/text-blocks-of.ts';
import { ALIKE_MIN, likeness, pairAlike } from '../../engine/align/pair-alike.ts';
import { pairsSharingRareGrams } from '../../engine/align/rare-grams.ts';
import { diffSequences } from '../../engine/diff/diff-sequences.ts';
import { gapsOf } from '../../engine/diff/match.ts';
import { editScript } from '../../engine/text/edit-script.ts';
import { renumberPair } from '../../engine/tokens/interner.ts';
import { Vocabulary } from '../../engine/tokens/vocabulary.ts';
import { withoutSpace } from '../../redline/text/guide.ts';
import type { Range } from './ranges.ts';
import { sentencesOf } from './sentences.ts';

/** Smallest share of common text at which a sentence elsewhere is the same one, changed. */
const ALIKE_ELSEWHERE_MIN = 0.75;

/** A draft as its sentences. Places count characters without white space, as `changeRanges` does. */
export interface DraftText {
  readonly text: string;
  readonly sentences: readonly TextBlock[];
  /** The place of each sentence, and the end. */
  readonly starts: Int32Array;
  /** The number of the sentence of each character. */
  readonly sentenceOf: Int32Array;
  /** Places where a text block begins. */
  readonly breaks: ReadonlySet<number>;
}

/** The text of a draft, by its plain blocks. */
export function draftText(blocks: readonly Block[]): DraftText {
  const sentences: TextBlock[] = [];
  const starts = [0];
  const breaks = new Set<number>();
  let text = '';
  for (const block of textBlocksOf(blocks)) {
    breaks.add(text.length);
    for (const sentence of sentencesOf(textOf(block).normalize('NFC'))) {
      const counted = withoutSpace(sentence);
      if (counted === '') continue;
      const run = { text: sentence.trim(), marks: 0, href: null };
      sentences.push({ kind: 'text', type: 'p', path: TOP, attributes: {}, runs: [run] });
      text += counted;
      starts.push(text.length);
    }
  }
  const sentenceOf = new Int32Array(text.length);
  sentences.forEach((_, at) => sentenceOf.fill(at, starts[at], starts[at + 1]));
  return { text, sentences, starts: Int32Array.from(starts), sentenceOf, breaks };
}

/** The text of a range with its white space. Paragraphs are parted by "\n". */
export function spacedText({ sentences, starts, sentenceOf, breaks }: DraftText, { start, end }: Range): string {
  if (start >= end) return '';
  let text = '';
  for (let sentence = sentenceOf[start]!; sentence < sentences.length && starts[sentence]! < end; sentence += 1) {
    const own = textOf(sentences[sentence]!);
    let counted = starts[sentence]!;
    if (text !== '') text += breaks.has(counted) ? '\n' : ' ';
    for (const unit of own.split('')) {
      if (counted >= start && counted < end) text += unit;
      if (!/\s/u.test(unit)) counted += 1;
    }
  }
  return text.trim();
}

/** For each character of one draft its partner in the other; -1 for none. */
export interface DraftPartners {
  /** Ascending. */
  readonly inOrder: Int32Array;
  /** Also those of sentences that stand elsewhere. */
  readonly anywhere: Int32Array;
}

/**
 * Aligns two drafts. Equal sentences come first, so that no word is found in another sentence while its own is still
 * there. A sentence without an equal or alike one has no partners. Sentences that are left over on both sides, and are
 * equal or very alike, have changed their places.
 */
export function alignDrafts(a: DraftText, b: DraftText): DraftPartners {
  const vocabulary = new Vocabulary();
  const features = [a, b].map(({ sentences }) => sentences.map((sentence) => featureOfBlock(sentence, vocabulary)));
  const pairs = sentencePairs(features[0]!, features[1]!, vocabulary);
  const inOrder = new Int32Array(a.text.length).fill(-1);
  const put = (partners: Int32Array, [i, j]: readonly [number, number]): void => {
    const [x, y] = [a.sentences[i]!, b.sentences[j]!];
    const options = { whole: false, swapped: false, literal: true };
    let [from, to] = [a.starts[i]!, b.starts[j]!];
    for (const { equal, ...edit } of editScript(vocabulary.tokens(x), vocabulary.tokens(y), vocabulary, options)) {
      const own = withoutSpace(textOf(x).slice(edit.aStart, edit.aEnd)).length;
      if (equal) for (let at = 0; at < own; at += 1) partners[from + at] = to + at;
      from += own;
      to += withoutSpace(textOf(y).slice(edit.bStart, edit.bEnd)).length;
    }
  };
  for (const pair of pairs) put(inOrder, pair);
  const anywhere = inOrder.slice();
  for (const pair of displacedPairs(features[0]!, features[1]!, pairs, vocabulary)) put(anywhere, pair);
  return { inOrder, anywhere };
}

/** Sentences that no pair has: equal ones, each with the first one that is left, and then the most alike ones. */
function displacedPairs(
  a: readonly Feature[],
  b: readonly Feature[],
  pairs: readonly Pair[],
  vocabulary: Vocabulary,
): Pair[] {
  const [ofA, ofB] = [new Set(pairs.map(([i]) => i)), new Set(pairs.map(([, j]) => j))];
  const found: Pair[] = [];
  const put = (i: number, j: number): void => {
    found.push([i, j]);
    ofA.add(i);
    ofB.add(j);
  };
  const left = Map.groupBy(
    [...b.keys()].filter((j) => !ofB.has(j)),
    (j) => b[j]!.textKey,
  );
  for (const i of a.keys()) {
    const j = ofA.has(i) ? undefined : left.get(a[i]!.textKey)?.shift();
    if (j !== undefined) put(i, j);
  }
  const [restA, restB] = [[...a.keys()].filter((i) => !ofA.has(i)), [...b.keys()].filter((j) => !ofB.has(j))];
  const alike: { readonly pair: Pair; readonly share: number }[] = [];
  const own = restA.map((i) => a[i]!);
  const other = restB.map((j) => b[j]!);
  const all = { aStart: 0, aEnd: own.length, bStart: 0, bEnd: other.length };
  pairsSharingRareGrams(own, other, all, vocabulary, (i, j) => {
    const share = likeness(own[i]!, other[j]!, vocabulary, ALIKE_ELSEWHERE_MIN);
    if (share >= ALIKE_ELSEWHERE_MIN) alike.push({ pair: [restA[i]!, restB[j]!], share });
  });
  for (const { pair } of alike.sort((x, y) => y.share - x.share)) {
    const [i, j] = pair;
    if (!ofA.has(i) && !ofB.has(j)) put(i, j);
  }
  return found;
}

type Pair = readonly [a: number, b: number];

/** Equal sentences, and between them those that are alike. */
function sentencePairs(a: readonly Feature[], b: readonly Feature[], vocabulary: Vocabulary): Pair[] {
  const keys = [a, b].map((features) => Int32Array.from(features, ({ textKey }) => textKey));
  const local = renumberPair(keys[0]!, keys[1]!);
  const runs = diffSequences(local.a, local.b, local.size, vocabulary.steps);
  const pairs: Pair[] = [];
  for (const { aStart, bStart, length } of runs)
    for (let at = 0; at < length; at += 1) pairs.push([aStart + at, bStart + at]);
  for (const gap of gapsOf(runs, a.length, b.length)) {
    const isOnlyPair = gap.aEnd - gap.aStart === 1 && gap.bEnd - gap.bStart === 1;
    const [x, y] = [a[gap.aStart], b[gap.bStart]];
    if (!isOnlyPair) pairs.push(...pairAlike(a, b, gap, vocabulary));
    else if (likeness(x!, y!, vocabulary, ALIKE_MIN) >= ALIKE_MIN) pairs.push([gap.aStart, gap.bStart]);
  }
  return pairs;
}
