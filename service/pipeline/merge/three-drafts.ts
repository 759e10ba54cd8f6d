/** The alignments of three drafts, on which every question about their changes is built. Pure. */
import { resolveBlocks } from '../../../shared/fragment/resolve.ts';
import type { Block } from '../../../shared/document/model.ts';
import { changeRanges } from '../ranges/change-ranges.ts';
import type { Guide } from '../../redline/text/guide.ts';
import { alignDrafts, draftText, type DraftText } from './align-drafts.ts';
import { lastCommon, nextCommon } from './decide-three-way.ts';
import { eachOf, firstOf, type Range } from './ranges.ts';

/** The redlines of each draft with the next one, as merged blocks. */
export interface NextRedlines {
  readonly firstToSecond: readonly Block[];
  readonly secondToThird: readonly Block[];
}

/** A unit of a word. Half of a pair of units counts as one. */
const WORD = /[\p{L}\p{N}\p{Cs}]/u;

/**
 * Three drafts. The third one is aligned with each of the other two, sentence by sentence and word by word. Alignments
 * are partners of characters, -1 for none. Those with the third draft are also of sentences that stand elsewhere, except
 * `…InOrder`.
 */
export class ThreeDrafts {
  readonly first: DraftText;
  readonly second: DraftText;
  readonly third: DraftText;
  /** The documents themselves. */
  readonly blocks: Readonly<Record<'first' | 'second' | 'third', readonly Block[]>>;
  readonly proposed: Guide;
  readonly answered: Guide;
  /** Whether the texts are those of the redlines. Otherwise words tell nothing. */
  readonly isSound: boolean;
  readonly firstInSecond: Int32Array;
  readonly secondInFirst: Int32Array;
  readonly firstInThird: Int32Array;
  readonly secondInThird: Int32Array;
  readonly firstInOrder: Int32Array;
  readonly secondInOrder: Int32Array;
  readonly thirdInFirst: Int32Array;
  readonly thirdInSecond: Int32Array;
  /** Where the third draft has a character of another draft, by either alignment; -1: it does not. */
  readonly placeOfFirst: Int32Array;
  readonly placeOfSecond: Int32Array;
  /** Sentences of the first two drafts that share a word with the other one. A full stop is none. */
  readonly sharedOfFirst: ReadonlySet<number>;
  readonly sharedOfSecond: ReadonlySet<number>;
  /** 1: a character that the other drafts do not have, or have elsewhere. */
  readonly isLeftOut: Uint8Array;
  readonly isNewText: Uint8Array;

  constructor({ firstToSecond, secondToThird }: NextRedlines) {
    const proposed = changeRanges(firstToSecond);
    const answered = changeRanges(secondToThird);
    [this.proposed, this.answered] = [proposed, answered];
    this.blocks = {
      first: resolveBlocks(firstToSecond, { accept: [], reject: 'all' }),
      second: resolveBlocks(firstToSecond, { accept: 'all', reject: [] }),
      third: resolveBlocks(secondToThird, { accept: 'all', reject: [] }),
    };
    const first = draftText(this.blocks.first);
    const second = draftText(this.blocks.second);
    const third = draftText(this.blocks.third);
    [this.first, this.second, this.third] = [first, second, third];
    this.isSound =
      first.text === proposed.texts.original &&
      second.text === proposed.texts.revised &&
      second.text === answered.texts.original &&
      third.text === answered.texts.revised;
    this.firstInSecond = withRewritten(proposed.partners, first, second);
    this.secondInFirst = inverse(this.firstInSecond, second.text.length);
    this.sharedOfFirst = sharedSentences(this.firstInSecond, first);
    this.sharedOfSecond = sharedSentences(this.secondInFirst, second);
    const [own, other] = [alignDrafts(first, third), alignDrafts(second, third)];
    [this.firstInOrder, this.secondInOrder] = [own.inOrder, other.inOrder];
    this.firstInThird = own.anywhere;
    this.secondInThird = other.anywhere;
    this.thirdInFirst = inverse(own.anywhere, third.text.length);
    this.thirdInSecond = inverse(other.anywhere, third.text.length);
    this.placeOfFirst = through(this.firstInSecond, other.anywhere, own.anywhere);
    this.placeOfSecond = through(this.secondInFirst, own.anywhere, other.anywhere);
    const inOrder = through(this.secondInFirst, own.inOrder, other.inOrder);
    const isOld = (at: number): boolean =>
      this.secondInFirst[at]! >= 0 && this.sharedOfSecond.has(second.sentenceOf[at]!);
    this.isLeftOut = Uint8Array.from(inOrder, (place, at) => Number(place < 0 && isOld(at)));
    this.isNewText = new Uint8Array(third.text.length).fill(1);
    for (const { inOrder: places } of [own, other])
      for (const place of places) if (place >= 0) this.isNewText[place] = 0;
  }
}

/** Places of characters, with the nearest ones that have a place. */
export class Known {
  readonly places: Int32Array;
  readonly #last: Int32Array;
  readonly #next: Int32Array;

  constructor(places: Int32Array) {
    this.places = places;
    this.#last = lastCommon(places);
    this.#next = nextCommon(places);
  }

  /** The last character before a range and the first one behind it that have a place; none: -1 and the length. */
  around({ start, end }: Range): { readonly before: number; readonly after: number } {
    return { before: this.#last[start]!, after: this.#next[end]! };
  }
}

/** All of the sentences that a range touches. */
export function sentencesAround({ start, end }: Range, { sentenceOf, starts }: DraftText): Range {
  return { start: starts[sentenceOf[start]!]!, end: starts[sentenceOf[end - 1]! + 1]! };
}

/** The partners of the other draft, which has `length` characters. */
export function inverse(partners: Int32Array, length: number): Int32Array {
  const found = new Int32Array(length).fill(-1);
  partners.forEach((partner, at) => {
    if (partner >= 0) found[partner] = at;
  });
  return found;
}

function sharedSentences(partners: Int32Array, { text, sentenceOf }: DraftText): ReadonlySet<number> {
  const found = new Set<number>();
  partners.forEach((partner, at) => {
    if (partner >= 0 && WORD.test(text[at]!)) found.add(sentenceOf[at]!);
  });
  return found;
}

/**
 * Partners of a redline, and of sentences of which it has none: those of a paragraph that it replaces as a whole. A full
 * stop that it shares with another sentence does not count.
 */
function withRewritten(partners: Int32Array, first: DraftText, second: DraftText): Int32Array {
  const backwards = inverse(partners, second.text.length);
  const [knownOfFirst, knownOfSecond] = [sharedSentences(partners, first), sharedSentences(backwards, second)];
  const aligned = alignDrafts(first, second).anywhere;
  const found = partners.slice();
  first.sentences.forEach((_, sentence) => {
    const own = { start: first.starts[sentence]!, end: first.starts[sentence + 1]! };
    const at = firstOf(own, (place) => aligned[place]! >= 0);
    if (at === undefined || knownOfFirst.has(sentence)) return;
    const other = second.sentenceOf[aligned[at]!]!;
    if (knownOfSecond.has(other)) return;
    eachOf({ start: second.starts[other]!, end: second.starts[other + 1]! }, (place) => {
      if (backwards[place]! >= 0) found[backwards[place]!] = -1;
    });
    found.set(aligned.subarray(own.start, own.end), own.start);
  });
  return found;
}

/** Places of characters: of text of both drafts by way of the other one, and else direct ones. */
function through(partners: Int32Array, places: Int32Array, direct: Int32Array): Int32Array {
  return direct.map((place, at) => {
    const other = partners[at]! < 0 ? -1 : places[partners[at]!]!;
    return other < 0 ? place : other;
  });
}
