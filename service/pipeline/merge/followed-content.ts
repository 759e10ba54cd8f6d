/**
 * What became of a change by its own words. Pure. It is over 400 lines long, because every question needs the same
 * alignments of three drafts.
 */
import type { Block, Side } from '../../../shared/document/model.ts';
import { resolveBlocks } from '../../../shared/fragment/resolve.ts';
import { changeRanges, type ChangeRange, type ChangeRanges } from '../change-ranges.ts';
import { alignDrafts, draftText, type DraftText } from './align-drafts.ts';
import { lastCommon, nextCommon } from './decide-three-way.ts';

/** What became of a change of the second draft in the third one. */
export type Fate = 'accepted' | 'changedBack' | 'changedFurther';

/** The redlines of each draft with the next one, as merged blocks. */
export interface NextRedlines {
  readonly firstToSecond: readonly Block[];
  readonly secondToThird: readonly Block[];
}

/** A range without its change. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** The parts of one change. */
interface Parts {
  readonly deleted: readonly Range[];
  readonly inserted: readonly Range[];
  readonly boundaries: readonly ChangeRange[];
  /** The ranges of its text, with what both sides have. */
  readonly moved: readonly ChangeRange[];
  /** Whether there is more than text and boundaries: a format, a link, a row without text. */
  readonly hasMore: boolean;
}

/**
 * Follows changes by their content. The third draft is aligned with each of the other two, sentence by sentence and word
 * by word. So what it adds beside a change does not count as a part of it.
 */
export class FollowedContent {
  readonly #proposed: ReadonlyMap<string, Parts>;
  readonly #answered: ReadonlyMap<string, Parts>;
  readonly #moves: ReadonlyMap<string, readonly string[]>;
  readonly #first: DraftText;
  readonly #second: DraftText;
  readonly #third: DraftText;
  /**
   * Partners of characters; -1 for none. Those with the third draft are also of sentences that stand elsewhere, except
   * `…InOrder`.
   */
  readonly #firstInSecond: Int32Array;
  readonly #secondInFirst: Int32Array;
  readonly #firstInThird: Int32Array;
  readonly #secondInThird: Int32Array;
  readonly #firstInOrder: Int32Array;
  readonly #secondInOrder: Int32Array;
  readonly #thirdInFirst: Int32Array;
  readonly #thirdInSecond: Int32Array;
  /** Where the third draft has a character of another draft, by either alignment; -1: it does not. */
  readonly #placeOfFirst: Int32Array;
  readonly #placeOfSecond: Int32Array;
  /** 1: a character that the other drafts do not have, or have elsewhere. */
  readonly #isLeftOut: Uint8Array;
  readonly #isNewText: Uint8Array;
  /** The same with their nearest neighbours. */
  readonly #firstInSecondKnown: Known;
  readonly #placeOfSecondKnown: Known;
  readonly #firstInThirdKnown: Known;
  readonly #secondInThirdKnown: Known;
  /** Characters that a change answers which the third draft changed further. */
  readonly #answersOfSecond: Uint8Array;
  readonly #answersOfThird: Uint8Array;
  readonly #isSound: boolean;

  constructor({ firstToSecond, secondToThird }: NextRedlines) {
    const proposed = changeRanges(firstToSecond);
    const answered = changeRanges(secondToThird);
    const first = draftText(resolveBlocks(firstToSecond, { accept: [], reject: 'all' }));
    const second = draftText(resolveBlocks(firstToSecond, { accept: 'all', reject: [] }));
    const third = draftText(resolveBlocks(secondToThird, { accept: 'all', reject: [] }));
    [this.#first, this.#second, this.#third] = [first, second, third];
    this.#isSound =
      first.text === proposed.texts.original &&
      second.text === proposed.texts.revised &&
      second.text === answered.texts.original &&
      third.text === answered.texts.revised;
    this.#firstInSecond = withRewritten(proposed.partners, first, second);
    this.#secondInFirst = inverse(this.#firstInSecond, second.text.length);
    this.#proposed = partsOf(proposed, { original: this.#firstInSecond, revised: this.#secondInFirst });
    this.#answered = partsOf(answered);
    this.#moves = movesIn(secondToThird);
    const [own, other] = [alignDrafts(first, third), alignDrafts(second, third)];
    [this.#firstInOrder, this.#secondInOrder] = [own.inOrder, other.inOrder];
    this.#firstInThird = own.anywhere;
    this.#secondInThird = other.anywhere;
    this.#thirdInFirst = inverse(own.anywhere, third.text.length);
    this.#thirdInSecond = inverse(other.anywhere, third.text.length);
    this.#placeOfFirst = through(this.#firstInSecond, other.anywhere, own.anywhere);
    this.#placeOfSecond = through(this.#secondInFirst, own.anywhere, other.anywhere);
    this.#firstInSecondKnown = new Known(this.#firstInSecond);
    this.#placeOfSecondKnown = new Known(this.#placeOfSecond);
    this.#firstInThirdKnown = new Known(this.#firstInThird);
    this.#secondInThirdKnown = new Known(this.#secondInThird);
    const inOrder = through(this.#secondInFirst, own.inOrder, other.inOrder);
    this.#isLeftOut = Uint8Array.from(inOrder, (place, at) => Number(place < 0 && this.#secondInFirst[at]! >= 0));
    this.#isNewText = new Uint8Array(third.text.length).fill(1);
    for (const { inOrder: places } of [own, other])
      for (const place of places) if (place >= 0) this.#isNewText[place] = 0;
    this.#answersOfSecond = new Uint8Array(second.text.length);
    this.#answersOfThird = new Uint8Array(third.text.length);
  }

  /** The fate of a change of the second draft; null: words do not tell. */
  fateOf(changeId: string): Fate | null {
    const parts = this.#proposed.get(changeId);
    if (!this.#isSound || parts === undefined || parts.hasMore) return null;
    const fate = this.#fate(parts);
    if (fate === 'changedFurther') this.#noteAnswers(parts);
    return fate;
  }

  /**
   * Whether a change of the third draft has something of its own; null: words do not tell. The fates of the second
   * draft's changes have to be found before, since what answers one of them is not new.
   */
  isNew(changeId: string): boolean | null {
    const parts = this.#answered.get(changeId);
    if (!this.#isSound || parts === undefined || parts.hasMore || this.#moves.has(changeId)) return null;
    const { deleted, inserted, boundaries } = parts;
    return (
      deleted.some((range) => some(range, (at) => this.#isLeftOut[at] === 1 && this.#answersOfSecond[at] === 0)) ||
      inserted.some((range) => some(range, (at) => this.#isNewText[at] === 1 && this.#answersOfThird[at] === 0)) ||
      boundaries.some((boundary) => this.#isOwnBoundary(boundary))
    );
  }

  /** The change, and the other end of the move if it is one: what its place tells of either is true of both. */
  endsOf(changeId: string): readonly string[] {
    return this.#moves.get(changeId) ?? [changeId];
  }

  #fate({ deleted, inserted, boundaries, moved }: Parts): Fate | null {
    const states = boundaries.map((boundary) => this.#boundaryState(boundary));
    if (states.includes(null)) return null;
    const isOut = (at: number): boolean => (this.#thirdInSecond[this.#firstInThird[at]!] ?? 0) >= 0;
    const isGone = (at: number): boolean => (this.#thirdInFirst[this.#secondInThird[at]!] ?? 0) >= 0;
    const isAccepted =
      states.every((isKept) => isKept) &&
      inserted.every((range) => isWhole(range, this.#secondInThird, this.#second)) &&
      deleted.every((range) => every(range, isOut));
    const isBack =
      states.every((isKept) => !isKept) &&
      inserted.every((range) => every(range, isGone)) &&
      deleted.every((range) => isWhole(range, this.#firstInThird, this.#first));
    // Text that the first two drafts both have, or that the third one has of both.
    if (isAccepted && isBack) return this.#fateOfMoved(moved);
    if (isAccepted)
      return inserted.length === 0 && deleted.some((range) => this.#hasOther(range, 'original'))
        ? 'changedFurther'
        : 'accepted';
    if (isBack)
      return deleted.length === 0 && inserted.some((range) => this.#hasOther(range, 'revised'))
        ? 'changedFurther'
        : 'changedBack';
    return 'changedFurther';
  }

  /** The fate of text that the second draft has elsewhere, by the order of the third one; null: that does not tell. */
  #fateOfMoved(ranges: readonly ChangeRange[]): Fate | null {
    let [isAccepted, isBack] = [true, true];
    for (const { side, ...range } of ranges)
      eachOf(range, (at) => {
        const [first, second] = side === 'original' ? [at, this.#firstInSecond[at]!] : [this.#secondInFirst[at]!, at];
        if (first < 0 || second < 0) return;
        isAccepted &&= this.#secondInOrder[second]! >= 0;
        isBack &&= this.#firstInOrder[first]! >= 0;
      });
    if (isAccepted === isBack) return null;
    return isAccepted ? 'accepted' : 'changedBack';
  }

  /**
   * Whether the third draft has other words in the place of a part of a sentence, or has not the rest of it. Never for
   * whole sentences.
   */
  #hasOther({ start, end }: Range, side: Side): boolean {
    const [draft, places, partners] =
      side === 'original'
        ? [this.#first, this.#placeOfFirst, this.#firstInSecond]
        : [this.#second, this.#placeOfSecond, this.#secondInFirst];
    const third = this.#third;
    const { start: head, end: tail } = sentencesAround({ start, end }, draft);
    const isShared = (at: number): boolean => partners[at]! >= 0;
    const before = lastOf({ start: head, end: start }, isShared);
    const after = firstOf({ start: end, end: tail }, isShared);
    if (before === undefined && after === undefined) return false;
    const [left, right] = [
      before === undefined ? undefined : places[before]!,
      after === undefined ? undefined : places[after]!,
    ];
    if (left === -1 || right === -1) return true;
    const from = left === undefined ? third.starts[third.sentenceOf[right!]!]! : left + 1;
    const to = right ?? third.starts[third.sentenceOf[left!]! + 1]!;
    return to < from || some({ start: from, end: to }, (at) => this.#isNewText[at] === 1);
  }

  /** Whether the boundary is as the second draft made it; null: the text beside it does not tell. */
  #boundaryState({ side, start }: ChangeRange): boolean | null {
    const [places, partners] =
      side === 'original' ? [this.#placeOfFirst, this.#firstInSecond] : [this.#placeOfSecond, this.#secondInFirst];
    const isShared = (at: number): boolean => (partners[at] ?? -1) >= 0;
    if (!isShared(start - 1) || !isShared(start)) return null;
    const [before, after] = [places[start - 1]!, places[start]!];
    if (before < 0 || after < before) return null;
    return hasBreak(this.#third, before, after) === (side === 'revised');
  }

  /** Whether the third draft split or joined paragraphs that the second one left as they were. */
  #isOwnBoundary({ side, start }: ChangeRange): boolean {
    // An original of this redline is the second draft. A split of the third draft is in the second one by its text.
    const [before, after] =
      side === 'original'
        ? [start - 1, start]
        : [this.#thirdInSecond[start - 1] ?? -1, this.#thirdInSecond[start] ?? -1];
    const [from, to] = [this.#secondInFirst[before] ?? -1, this.#secondInFirst[after] ?? -1];
    if (from < 0 || to < 0) return false;
    return hasBreak(this.#first, from, to) === hasBreak(this.#second, before, after);
  }

  /** Marks the text that answers a change: what replaced it or left with it, within the sentences of the change. */
  #noteAnswers({ deleted, inserted }: Parts): void {
    const [first, second, third] = [this.#first, this.#second, this.#third];
    const changed = new Set<number>();
    const answering = new Set<number>();
    const note = (places: Int32Array, at: number): void => {
      if (places[at]! >= 0) answering.add(third.sentenceOf[places[at]!]!);
    };
    for (const range of deleted)
      eachOf(sentencesAround(range, first), (at) => {
        note(this.#firstInThird, at);
        const place = this.#firstInSecond[at]!;
        if (place >= 0) changed.add(second.sentenceOf[place]!);
      });
    for (const { start, end } of inserted) for (let at = start; at < end; at += 1) changed.add(second.sentenceOf[at]!);
    for (const sentence of changed)
      eachOf({ start: second.starts[sentence]!, end: second.starts[sentence + 1]! }, (at) =>
        note(this.#secondInThird, at),
      );
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
    const place = before < 0 ? 0 : this.#firstInSecond[before]! + 1;
    return { start: place, end: place };
  }
}

/**
 * The parts of each change. `shared`: the characters that both sides have, by their partners. A redline replaces a
 * rewritten paragraph with all of its sentences, and the shared ones are no part of the change.
 */
function partsOf(
  { ranges, partners, texts }: ChangeRanges,
  shared?: Readonly<Record<Side, Int32Array>>,
): ReadonlyMap<string, Parts> {
  const kept = { original: partners, revised: inverse(partners, texts.revised.length) };
  return new Map(
    [...Map.groupBy(ranges, ({ changeId }) => changeId)].map(([changeId, own]): [string, Parts] => {
      const ofText = own.filter(({ kind, start, end }) => (kind === 'text' || kind === 'block') && start < end);
      const boundaries = own.filter(({ kind }) => kind === 'boundary');
      const isLink = ofText.some(({ side, start }) => kept[side][start]! >= 0);
      const of = (side: Side): Range[] =>
        ofText.flatMap((range) => (range.side === side ? withoutShared(range, shared?.[side]) : []));
      const hasMore = isLink || ofText.length + boundaries.length < own.length;
      return [changeId, { deleted: of('original'), inserted: of('revised'), boundaries, moved: ofText, hasMore }];
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
  const parts: { start: number; end: number }[] = [];
  eachOf(range, (at) => {
    if (partners[at]! >= 0) return;
    const last = parts.at(-1);
    if (last?.end === at) last.end = at + 1;
    else parts.push({ start: at, end: at + 1 });
  });
  return parts;
}

/** Whether every character has a partner, and no sentence is parted there. */
function isWhole(range: Range, partners: Int32Array, { sentenceOf }: DraftText): boolean {
  return every(range, (at) => {
    const isInside = at > range.start && sentenceOf[at] === sentenceOf[at - 1];
    return partners[at]! >= 0 && (!isInside || partners[at] === partners[at - 1]! + 1);
  });
}

/** Partners of a redline, and of sentences of which it has none: those of a paragraph that it replaces as a whole. */
function withRewritten(partners: Int32Array, first: DraftText, second: DraftText): Int32Array {
  const isKnown = (places: Int32Array, range: Range): boolean => some(range, (at) => places[at]! >= 0);
  const backwards = inverse(partners, second.text.length);
  const aligned = alignDrafts(first, second).anywhere;
  const found = partners.slice();
  first.sentences.forEach((_, sentence) => {
    const own = { start: first.starts[sentence]!, end: first.starts[sentence + 1]! };
    const at = firstOf(own, (place) => aligned[place]! >= 0);
    if (at === undefined || isKnown(partners, own)) return;
    const place = aligned[at]!;
    if (isKnown(backwards, sentencesAround({ start: place, end: place + 1 }, second))) return;
    found.set(aligned.subarray(own.start, own.end), own.start);
  });
  return found;
}

/** All of the sentences that a range touches. */
function sentencesAround({ start, end }: Range, { sentenceOf, starts }: DraftText): Range {
  return { start: starts[sentenceOf[start]!]!, end: starts[sentenceOf[end - 1]! + 1]! };
}

/** Whether a block begins behind one character and at another one, or between them. */
function hasBreak({ breaks }: DraftText, before: number, after: number): boolean {
  return some({ start: before + 1, end: after + 1 }, (at) => breaks.has(at));
}

/** Places of characters, with the nearest ones that have a place. */
class Known {
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

/** Marks the characters of a range that are in one of the sentences. */
function markIn(marks: Uint8Array, { start, end }: Range, sentences: ReadonlySet<number>, { starts }: DraftText): void {
  for (const sentence of sentences) {
    const [from, to] = [Math.max(start, starts[sentence]!), Math.min(end, starts[sentence + 1]!)];
    if (from < to) marks.fill(1, from, to);
  }
}

function inverse(partners: Int32Array, length: number): Int32Array {
  const found = new Int32Array(length).fill(-1);
  partners.forEach((partner, at) => {
    if (partner >= 0) found[partner] = at;
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

function eachOf({ start, end }: Range, call: (at: number) => void): void {
  for (let at = start; at < end; at += 1) call(at);
}

function some({ start, end }: Range, test: (at: number) => boolean): boolean {
  for (let at = start; at < end; at += 1) if (test(at)) return true;
  return false;
}

function firstOf({ start, end }: Range, test: (at: number) => boolean): number | undefined {
  for (let at = start; at < end; at += 1) if (test(at)) return at;
  return undefined;
}

function lastOf({ start, end }: Range, test: (at: number) => boolean): number | undefined {
  for (let at = end - 1; at >= start; at -= 1) if (test(at)) return at;
  return undefined;
}

function every(range: Range, test: (at: number) => boolean): boolean {
  return !some(range, (at) => !test(at));
}
