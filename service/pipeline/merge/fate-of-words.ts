/** What became of words that the second draft deleted, inserted, split or joined. Pure. */
import type { Side } from '../../../shared/document/model.ts';
import type { ChangeRange } from '../../redline/text/guide.ts';
import type { DraftText } from './align-drafts.ts';
import { eachOf, every, firstOf, lastOf, some, type Range } from './ranges.ts';
import { sentencesAround, type ThreeDrafts } from './three-drafts.ts';

/** What became of a change of the second draft in the third one. */
export type Fate = 'accepted' | 'changedBack' | 'changedFurther';

/** The words of a change, or of a part of it. */
export interface ChangeWords {
  /** Ranges of the first draft. */
  readonly deleted: readonly Range[];
  /** Ranges of the second draft. */
  readonly inserted: readonly Range[];
  readonly boundaries: readonly ChangeRange[];
  /** The ranges of its text, with what both sides have. */
  readonly moved: readonly ChangeRange[];
}

/** The fate of words; null: they do not tell. Text that is elsewhere has to have the fate of its words. */
export function fateOfWords(words: ChangeWords, drafts: ThreeDrafts): Fate | null {
  const own = fateOfOwn(words, drafts);
  const moved = fateOfMoved(words.moved, drafts);
  if (own === 'either') return moved;
  return own === null || moved === null || moved === own ? own : 'changedFurther';
}

/** The fate of what one draft alone has. Either: there is nothing, or the third draft has it of both. */
function fateOfOwn({ deleted, inserted, boundaries }: ChangeWords, drafts: ThreeDrafts): Fate | 'either' | null {
  const states = boundaries.map((boundary) => boundaryState(boundary, drafts));
  if (states.includes(null)) return null;
  const isAccepted =
    states.every((isKept) => isKept) &&
    inserted.every((range) => isWhole(range, drafts.secondInThird, drafts.second)) &&
    deleted.every((range) => every(range, (at) => isOut(at, drafts)));
  const isBack =
    states.every((isKept) => !isKept) &&
    inserted.every((range) => every(range, (at) => isGone(at, drafts))) &&
    deleted.every((range) => isWhole(range, drafts.firstInThird, drafts.first));
  if (isAccepted && isBack) return 'either';
  if (isAccepted)
    return deleted.some(
      (range) => !isAnswered(range, 'original', inserted, drafts) && hasOther(range, 'original', drafts),
    )
      ? 'changedFurther'
      : 'accepted';
  if (isBack)
    return inserted.some(
      (range) => !isAnswered(range, 'revised', deleted, drafts) && hasOther(range, 'revised', drafts),
    )
      ? 'changedFurther'
      : 'changedBack';
  return 'changedFurther';
}

/** Whether the change has words of the other side in the same sentence: what replaced the range tells its fate. */
function isAnswered(range: Range, side: Side, others: readonly Range[], drafts: ThreeDrafts): boolean {
  const { first, second, firstInSecond, secondInFirst } = drafts;
  const [own, other, partners] = side === 'original' ? [first, second, firstInSecond] : [second, first, secondInFirst];
  const sentences = new Set(others.map(({ start }) => other.sentenceOf[start]!));
  return some(
    sentencesAround(range, own),
    (at) => partners[at]! >= 0 && sentences.has(other.sentenceOf[partners[at]!]!),
  );
}

/** Whether the third draft does not have a character of the first one, or has it of the second one, too. */
export function isOut(at: number, { firstInThird, thirdInSecond }: ThreeDrafts): boolean {
  return (thirdInSecond[firstInThird[at]!] ?? 0) >= 0;
}

/** Whether the third draft does not have a character of the second one, or has it of the first one, too. */
export function isGone(at: number, { secondInThird, thirdInFirst }: ThreeDrafts): boolean {
  return (thirdInFirst[secondInThird[at]!] ?? 0) >= 0;
}

/**
 * Where the third draft has, or would have, a part of a sentence: between the words around it that the first two drafts
 * share. Null: it does not have these words in this order. Undefined: there are none, as around whole sentences.
 */
export function placeInThird({ start, end }: Range, side: Side, drafts: ThreeDrafts): Range | null | undefined {
  const { third } = drafts;
  const [draft, places, partners, shared] =
    side === 'original'
      ? [drafts.first, drafts.placeOfFirst, drafts.firstInSecond, drafts.sharedOfFirst]
      : [drafts.second, drafts.placeOfSecond, drafts.secondInFirst, drafts.sharedOfSecond];
  const { start: head, end: tail } = sentencesAround({ start, end }, draft);
  const isShared = (at: number): boolean => partners[at]! >= 0 && shared.has(draft.sentenceOf[at]!);
  const before = lastOf({ start: head, end: start }, isShared);
  const after = firstOf({ start: end, end: tail }, isShared);
  if (before === undefined && after === undefined) return undefined;
  const left = before === undefined ? undefined : places[before]!;
  const right = after === undefined ? undefined : places[after]!;
  if (left === -1 || right === -1) return null;
  const from = left === undefined ? third.starts[third.sentenceOf[right!]!]! : left + 1;
  const to = right ?? third.starts[third.sentenceOf[left!]! + 1]!;
  return to < from ? null : { start: from, end: to };
}

/**
 * Whether the third draft has other words in the place of a part of a sentence, or has not the rest of it. Never for
 * whole sentences.
 */
function hasOther(range: Range, side: Side, drafts: ThreeDrafts): boolean {
  const place = placeInThird(range, side, drafts);
  if (place === undefined) return false;
  return place === null || some(place, (at) => drafts.isNewText[at] === 1);
}

/** The fate of text that the second draft has elsewhere, by the order of the third one; null: that does not tell. */
function fateOfMoved(ranges: readonly ChangeRange[], drafts: ThreeDrafts): Fate | null {
  let [isAccepted, isBack] = [true, true];
  for (const { side, ...range } of ranges)
    eachOf(range, (at) => {
      const [first, second] = side === 'original' ? [at, drafts.firstInSecond[at]!] : [drafts.secondInFirst[at]!, at];
      if (first < 0 || second < 0) return;
      isAccepted &&= drafts.secondInOrder[second]! >= 0;
      isBack &&= drafts.firstInOrder[first]! >= 0;
    });
  if (isAccepted === isBack) return null;
  return isAccepted ? 'accepted' : 'changedBack';
}

/** Whether the boundary is as the second draft made it; null: the text beside it does not tell. */
function boundaryState({ side, start }: ChangeRange, drafts: ThreeDrafts): boolean | null {
  const [places, partners] =
    side === 'original' ? [drafts.placeOfFirst, drafts.firstInSecond] : [drafts.placeOfSecond, drafts.secondInFirst];
  const isShared = (at: number): boolean => (partners[at] ?? -1) >= 0;
  if (!isShared(start - 1) || !isShared(start)) return null;
  const [before, after] = [places[start - 1]!, places[start]!];
  if (before < 0 || after < before) return null;
  return hasBreak(drafts.third, before, after) === (side === 'revised');
}

/** Whether every character has a partner, and no sentence is parted there. */
function isWhole(range: Range, partners: Int32Array, { sentenceOf }: DraftText): boolean {
  return every(range, (at) => {
    const isInside = at > range.start && sentenceOf[at] === sentenceOf[at - 1];
    return partners[at]! >= 0 && (!isInside || partners[at] === partners[at - 1]! + 1);
  });
}

/** Whether a block begins behind one character and at another one, or between them. */
export function hasBreak({ breaks }: DraftText, before: number, after: number): boolean {
  return some({ start: before + 1, end: after + 1 }, (at) => breaks.has(at));
}
