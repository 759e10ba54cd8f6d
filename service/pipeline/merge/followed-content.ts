/** What became of changes by their own words. Pure. */
import type { Block, Side } from '../../../shared/document/model.ts';
import type { ChangeRange, Guide } from '../../redline/text/guide.ts';
import type { DraftText } from './align-drafts.ts';
import { DividedChanges, type FatedPart } from './divide-change.ts';
import { fateOfWords, hasBreak, type ChangeWords, type Fate } from './fate-of-words.ts';
import { eachOf, extend, some, type Range } from './ranges.ts';
import { inverse, Known, sentencesAround, type ThreeDrafts } from './three-drafts.ts';

/** What became of a change as a whole. */
export interface Followed {
  readonly fate: Fate;
  /** The parts of a change that was changed further, in their order; empty for other fates. */
  readonly parts: readonly FatedPart[];
}

/**
 * Follows changes by their words. What the third draft adds beside a change does not count as a part of it.
 */
export class FollowedContent {
  readonly #drafts: ThreeDrafts;
  readonly #proposed: ReadonlyMap<string, ChangeWords>;
  readonly #answered: ReadonlyMap<string, ChangeWords>;
  readonly #moves: ReadonlyMap<string, readonly string[]>;
  readonly #divided: DividedChanges;
  /** Partners with their nearest neighbours. */
  readonly #firstInSecondKnown: Known;
  readonly #placeOfSecondKnown: Known;
  readonly #firstInThirdKnown: Known;
  readonly #secondInThirdKnown: Known;
  /** Characters that a change answers which the third draft changed further. */
  readonly #answersOfSecond: Uint8Array;
  readonly #answersOfThird: Uint8Array;

  constructor(drafts: ThreeDrafts, secondToThird: readonly Block[]) {
    const { firstInSecond, secondInFirst } = drafts;
    this.#drafts = drafts;
    this.#proposed = wordsOf(drafts.proposed, { original: firstInSecond, revised: secondInFirst });
    this.#answered = wordsOf(drafts.answered);
    this.#moves = movesIn(secondToThird);
    this.#divided = new DividedChanges(drafts);
    this.#firstInSecondKnown = new Known(firstInSecond);
    this.#placeOfSecondKnown = new Known(drafts.placeOfSecond);
    this.#firstInThirdKnown = new Known(drafts.firstInThird);
    this.#secondInThirdKnown = new Known(drafts.secondInThird);
    this.#answersOfSecond = new Uint8Array(drafts.second.text.length);
    this.#answersOfThird = new Uint8Array(drafts.third.text.length);
  }

  /** What became of a change of the second draft; null: words do not tell. */
  follow(changeId: string): Followed | null {
    const words = this.#proposed.get(changeId);
    if (words === undefined) return null;
    const fate = fateOfWords(words, this.#drafts);
    if (fate !== 'changedFurther') return fate && { fate, parts: [] };
    const parts = this.#divided.partsOf(words);
    const further = parts.flatMap((part) => (part.fate === 'changedFurther' ? [part.words] : []));
    for (const each of further) this.#noteAnswers(each);
    return { fate, parts };
  }

  /**
   * Whether a change of the third draft has something of its own; null: words do not tell. The changes of the second
   * draft have to be followed before, since what answers one of them is not new.
   */
  isNew(changeId: string): boolean | null {
    const words = this.#answered.get(changeId);
    if (words === undefined || this.#moves.has(changeId)) return null;
    const { deleted, inserted, boundaries } = words;
    const { isLeftOut, isNewText } = this.#drafts;
    return (
      deleted.some((range) => some(range, (at) => isLeftOut[at] === 1 && this.#answersOfSecond[at] === 0)) ||
      inserted.some((range) => some(range, (at) => isNewText[at] === 1 && this.#answersOfThird[at] === 0)) ||
      boundaries.some((boundary) => this.#isOwnBoundary(boundary))
    );
  }

  /** The change, and the other end of the move if it is one: what its place tells of either is true of both. */
  endsOf(changeId: string): readonly string[] {
    return this.#moves.get(changeId) ?? [changeId];
  }

  /** Whether the third draft split or joined paragraphs that the second one left as they were. */
  #isOwnBoundary({ side, start }: ChangeRange): boolean {
    const { first, second, secondInFirst, thirdInSecond } = this.#drafts;
    // An original of this redline is the second draft. A split of the third draft is in the second one by its text.
    const [before, after] =
      side === 'original' ? [start - 1, start] : [thirdInSecond[start - 1] ?? -1, thirdInSecond[start] ?? -1];
    const [from, to] = [secondInFirst[before] ?? -1, secondInFirst[after] ?? -1];
    if (from < 0 || to < 0) return false;
    return hasBreak(first, from, to) === hasBreak(second, before, after);
  }

  /** Marks the text that answers a change: what replaced it or left with it, within the sentences of the change. */
  #noteAnswers({ deleted, inserted }: ChangeWords): void {
    const { first, second, third, firstInSecond, firstInThird, secondInThird } = this.#drafts;
    const changed = new Set<number>();
    const answering = new Set<number>();
    const note = (places: Int32Array, at: number): void => {
      if (places[at]! >= 0) answering.add(third.sentenceOf[places[at]!]!);
    };
    for (const range of deleted)
      eachOf(sentencesAround(range, first), (at) => {
        note(firstInThird, at);
        const place = firstInSecond[at]!;
        if (place >= 0) changed.add(second.sentenceOf[place]!);
      });
    for (const { start, end } of inserted) for (let at = start; at < end; at += 1) changed.add(second.sentenceOf[at]!);
    for (const sentence of changed)
      eachOf({ start: second.starts[sentence]!, end: second.starts[sentence + 1]! }, (at) => note(secondInThird, at));
    const gaps = [...inserted, ...deleted.map((range) => this.#placeIn(range))];
    for (const gap of gaps) {
      const { before, after } = this.#placeOfSecondKnown.around(gap);
      markIn(this.#answersOfSecond, { start: before + 1, end: after }, changed, second);
    }
    const noteIn = (gap: Range, known: Known): void => {
      const { before, after } = known.around(gap);
      const [start, end] = [before < 0 ? 0 : known.places[before]! + 1, known.places[after] ?? third.text.length];
      markIn(this.#answersOfThird, { start, end }, answering, third);
    };
    for (const gap of gaps) noteIn(gap, this.#secondInThirdKnown);
    for (const range of deleted) noteIn(range, this.#firstInThirdKnown);
  }

  /** The place in the second draft where it has not a range of the first one. */
  #placeIn({ start }: Range): Range {
    const { before } = this.#firstInSecondKnown.around({ start, end: start });
    const place = before < 0 ? 0 : this.#drafts.firstInSecond[before]! + 1;
    return { start: place, end: place };
  }
}

/**
 * The words of each change that has nothing else: no format, no link, no row without text. `shared`: the characters that
 * both sides have, by their partners. A redline replaces a rewritten paragraph with all of its sentences, and the shared
 * ones are no part of the change.
 */
function wordsOf(
  { ranges, partners, texts }: Guide,
  shared?: Readonly<Record<Side, Int32Array>>,
): ReadonlyMap<string, ChangeWords> {
  const kept = { original: partners, revised: inverse(partners, texts.revised.length) };
  return new Map(
    [...Map.groupBy(ranges, ({ changeId }) => changeId)].flatMap(([changeId, own]): [string, ChangeWords][] => {
      const ofText = own.filter(({ kind, start, end }) => (kind === 'text' || kind === 'block') && start < end);
      const boundaries = own.filter(({ kind }) => kind === 'boundary');
      const isLink = ofText.some(({ side, start }) => kept[side][start]! >= 0);
      if (isLink || ofText.length + boundaries.length < own.length) return [];
      const of = (side: Side): Range[] =>
        ofText.flatMap((range) => (range.side === side ? withoutShared(range, shared?.[side]) : []));
      return [[changeId, { deleted: of('original'), inserted: of('revised'), boundaries, moved: ofText }]];
    }),
  );
}

/** Both ends of each moved block, by either. */
function movesIn(blocks: readonly Block[]): ReadonlyMap<string, readonly string[]> {
  const ends = blocks.flatMap(({ onlyIn }) =>
    onlyIn?.moveId !== undefined && onlyIn.changeId !== null ? [onlyIn] : [],
  );
  const moves = [...Map.groupBy(ends, ({ moveId }) => moveId).values()];
  return new Map(
    moves.flatMap((both) =>
      both.map(({ changeId }): [string, string[]] => [changeId!, both.map((end) => end.changeId!)]),
    ),
  );
}

/** The parts of a range whose characters have no partners. */
function withoutShared(range: Range, partners: Int32Array | undefined): Range[] {
  if (partners === undefined) return [range];
  const parts: Range[] = [];
  eachOf(range, (at) => {
    if (partners[at]! < 0) extend(parts, at);
  });
  return parts;
}

/** Marks the characters of a range that are in one of the sentences. */
function markIn(marks: Uint8Array, { start, end }: Range, sentences: ReadonlySet<number>, { starts }: DraftText): void {
  for (const sentence of sentences) {
    const [from, to] = [Math.max(start, starts[sentence]!), Math.min(end, starts[sentence + 1]!)];
    if (from < to) marks.fill(1, from, to);
  }
}
