/** Divides a change whose parts have different fates: by sentences, and by the changed words of a sentence. Pure. */
import { spacedText } from './align-drafts.ts';
import { fateOfWords, isGone, isOut, placeInThird, type ChangeWords, type Fate } from './fate-of-words.ts';
import { eachOf, extend, some, type Range } from './ranges.ts';
import { Known, type ThreeDrafts } from './three-drafts.ts';

/** A part of a change with a fate of its own. */
export interface FatedPart {
  readonly fate: Fate;
  /** What it is in the first draft and in the second one, with the words between; empty or null: nothing. */
  readonly first: Range | null;
  readonly second: Range | null;
  /** What the third draft has in the place of something that it changed further; null: that place is unknown. */
  readonly now: string | null;
}

/** A part of a change of words. */
export interface FatedWords extends FatedPart {
  readonly words: ChangeWords;
}

/** Words between two characters that the first two drafts share, in one sentence. */
interface Unit {
  readonly deleted: readonly Range[];
  readonly inserted: readonly Range[];
  /** The last shared character before it, as a place of the second draft; -1 for none. */
  readonly gap: number;
  /** The sentence of the second draft that it is a part of; null: it is a whole sentence of either draft. */
  readonly sentence: number | null;
}

interface FatedUnit {
  readonly unit: Unit;
  readonly fate: Fate;
}

const NOTHING: Range = { start: 0, end: 0 };

/** Divides the changes of three drafts. */
export class DividedChanges {
  readonly #drafts: ThreeDrafts;
  readonly #first: Known;
  readonly #second: Known;

  constructor(drafts: ThreeDrafts) {
    this.#drafts = drafts;
    this.#first = new Known(drafts.firstInSecond);
    this.#second = new Known(drafts.secondInFirst);
  }

  /** The parts of a change that was changed further, in their order. One part: it is so as a whole. */
  partsOf(words: ChangeWords): readonly FatedWords[] {
    const parts: FatedWords[] = [];
    let last: Unit | undefined;
    for (const { unit, fate } of this.#fates(this.#units(words))) {
      const part = this.#partOf(unit, fate);
      const before = parts.at(-1);
      const isNear = last?.gap === unit.gap || (unit.sentence !== null && last?.sentence === unit.sentence);
      if (before?.fate === fate && isNear) parts[parts.length - 1] = joined(before, part);
      else parts.push(part);
      last = unit;
    }
    const first = words.deleted.length === 0 ? null : hull(words.deleted);
    const second = words.inserted.length === 0 ? null : hull(words.inserted);
    const isOne = new Set(parts.map(({ fate }) => fate)).size < 2;
    const found = isOne ? [{ fate: 'changedFurther' as const, words, first, second, now: null }] : parts;
    return found.map((part) => {
      // A change that only deletes or only inserts has nothing on the other side.
      const own = { ...part, first: first && part.first, second: second && part.second };
      return { ...own, now: part.fate === 'changedFurther' ? this.#nowOf(own) : null };
    });
  }

  /** What the third draft has between the words around a part, or of a whole sentence. */
  #nowOf({ first, second }: FatedPart): string | null {
    const { third, firstInThird, secondInThird } = this.#drafts;
    const own = { first: first ?? NOTHING, second: second ?? NOTHING };
    const place =
      own.second.start < own.second.end
        ? placeInThird(own.second, 'revised', this.#drafts)
        : own.first.start < own.first.end
          ? placeInThird(own.first, 'original', this.#drafts)
          : null;
    if (place === null) return null;
    if (place !== undefined) return spacedText(third, place);
    const found: number[] = [];
    eachOf(own.first, (at) => found.push(firstInThird[at]!));
    eachOf(own.second, (at) => found.push(secondInThird[at]!));
    const sentences = [...new Set(found.filter((at) => at >= 0).map((at) => third.sentenceOf[at]!))];
    if (sentences.length !== 1) return null;
    return spacedText(third, { start: third.starts[sentences[0]!]!, end: third.starts[sentences[0]! + 1]! });
  }

  /** Words by the sentences that they are in and the shared characters that they are between. */
  #units({ deleted, inserted }: ChangeWords): Unit[] {
    const { first, second, firstInSecond, sharedOfFirst, sharedOfSecond } = this.#drafts;
    const pieces: (Unit & { readonly at: number })[] = [];
    for (const range of deleted.flatMap((each) => bySentence(each, first.sentenceOf))) {
      const { before, after } = this.#first.around(range);
      const own = first.sentenceOf[range.start]!;
      const beside = [before, after].find((at) => sharedOfFirst.has(own) && first.sentenceOf[at] === own);
      const gap = before < 0 ? -1 : firstInSecond[before]!;
      const sentence = beside === undefined ? null : second.sentenceOf[firstInSecond[beside]!]!;
      pieces.push({ deleted: [range], inserted: [], gap, sentence, at: gap + 1 });
    }
    for (const range of inserted.flatMap((each) => bySentence(each, second.sentenceOf))) {
      const own = second.sentenceOf[range.start]!;
      const gap = this.#second.around(range).before;
      pieces.push({
        deleted: [],
        inserted: [range],
        gap,
        sentence: sharedOfSecond.has(own) ? own : null,
        at: range.start,
      });
    }
    const keyOf = ({ sentence, gap }: Unit, at: number): string => (sentence === null ? `${at}` : `${sentence} ${gap}`);
    return [...Map.groupBy(pieces.entries(), ([at, piece]) => keyOf(piece, at)).values()]
      .map((entries) => {
        const own = entries.map(([, piece]) => piece);
        const { gap, sentence, at } = own.at(-1)!;
        const all = { deleted: own.flatMap((each) => each.deleted), inserted: own.flatMap((each) => each.inserted) };
        return { ...all, gap, sentence, at };
      })
      .sort((a, b) => a.at - b.at);
  }

  #fates(units: readonly Unit[]): FatedUnit[] {
    return units.flatMap((unit) => {
      const fate = fateOfWords(wordsOf(unit), this.#drafts);
      if (fate === null) return [];
      return fate === 'changedFurther' ? this.#byState(unit) : [{ unit, fate }];
    });
  }

  /** Words of a sentence of which the third draft has some of the first draft and some of the second, and no others. */
  #byState(unit: Unit): readonly FatedUnit[] {
    const { deleted, inserted, sentence } = unit;
    const whole: FatedUnit[] = [{ unit, fate: 'changedFurther' }];
    if (sentence === null) return whole;
    const place =
      inserted.length > 0
        ? placeInThird(hull(inserted), 'revised', this.#drafts)
        : placeInThird(hull(deleted), 'original', this.#drafts);
    if (place == null || some(place, (at) => this.#drafts.isNewText[at] === 1)) return whole;
    const isNeutral = (at: number, partners: Int32Array, isLost: boolean): boolean => isLost && partners[at]! >= 0;
    const ofFirst = runsOf(deleted, (at) => {
      const isLost = isOut(at, this.#drafts);
      return isNeutral(at, this.#drafts.firstInThird, isLost) ? null : isLost ? 'accepted' : 'changedBack';
    });
    const ofSecond = runsOf(inserted, (at) => {
      const isLost = isGone(at, this.#drafts);
      return isNeutral(at, this.#drafts.secondInThird, isLost) ? null : isLost ? 'changedBack' : 'accepted';
    });
    const hasAny =
      ofFirst.some(({ fate }) => fate === 'changedBack') || ofSecond.some(({ fate }) => fate === 'accepted');
    const found = hasAny
      ? zipped(ofFirst, ofSecond).map(({ fate, ...own }) => ({ fate, unit: { ...unit, ...own } }))
      : [];
    return found.length > 1 ? found : whole;
  }

  #partOf(unit: Unit, fate: Fate): FatedWords {
    const { deleted, inserted } = unit;
    const place = this.#placeOf(unit);
    return {
      fate,
      words: wordsOf(unit),
      first: deleted.length > 0 ? hull(deleted) : place && { start: place.first, end: place.first },
      second: inserted.length > 0 ? hull(inserted) : place && { start: place.second, end: place.second },
      now: null,
    };
  }

  /** The place of a part of a sentence: behind the shared character before it, or at the one behind it. */
  #placeOf({ gap, sentence }: Unit): { readonly first: number; readonly second: number } | null {
    const { secondInFirst, second } = this.#drafts;
    if (sentence === null) return null;
    if (gap >= 0 && second.sentenceOf[gap] === sentence) return { first: secondInFirst[gap]! + 1, second: gap + 1 };
    const next = this.#second.around({ start: gap + 1, end: gap + 1 }).after;
    return { first: secondInFirst[next]!, second: next };
  }
}

/** A run of characters with one fate. */
interface Run extends Range {
  readonly fate: Fate;
}

/** Runs of characters by their fate. Those that tell nothing (null) are of the run around them. */
function runsOf(ranges: readonly Range[], fateOf: (at: number) => Fate | null): Run[] {
  const runs: Run[] = [];
  for (const range of ranges)
    eachOf(range, (at) => {
      const fate = fateOf(at);
      const last = runs.at(-1);
      if (fate === null) return;
      if (last?.fate === fate) runs[runs.length - 1] = { fate, start: last.start, end: at + 1 };
      else runs.push({ fate, start: at, end: at + 1 });
    });
  return runs;
}

/** The runs of both drafts in one order: those of one fate that follow the same runs are what replaced each other. */
function zipped(
  first: readonly Run[],
  second: readonly Run[],
): { readonly fate: Fate; readonly deleted: readonly Range[]; readonly inserted: readonly Range[] }[] {
  const found = [];
  for (let [i, j] = [0, 0]; i < first.length || j < second.length;) {
    const [x, y] = [first[i], second[j]];
    const areBoth = x !== undefined && y?.fate === x.fate;
    // Fates take turns, so the next run has the other one.
    const [own, other] = areBoth
      ? [x, y]
      : y === undefined || (x && i + 1 < first.length)
        ? [x, undefined]
        : [undefined, y];
    found.push({ fate: (own ?? other)!.fate, deleted: own ? [own] : [], inserted: other ? [other] : [] });
    if (own !== undefined) i += 1;
    if (other !== undefined) j += 1;
  }
  return found;
}

function wordsOf({ deleted, inserted }: Unit): ChangeWords {
  return { deleted, inserted, boundaries: [], moved: [] };
}

function joined(a: FatedWords, b: FatedWords): FatedWords {
  const [x, y] = [a.words, b.words];
  const words = { deleted: [...x.deleted, ...y.deleted], inserted: [...x.inserted, ...y.inserted] };
  return {
    fate: a.fate,
    now: null,
    words: { ...words, boundaries: [], moved: [] },
    first: a.first && b.first ? hull([a.first, b.first]) : (a.first ?? b.first),
    second: a.second && b.second ? hull([a.second, b.second]) : (a.second ?? b.second),
  };
}

/** The least range that has all of the ranges. */
function hull(ranges: readonly Range[]): Range {
  return { start: Math.min(...ranges.map(({ start }) => start)), end: Math.max(...ranges.map(({ end }) => end)) };
}

function bySentence(range: Range, sentenceOf: Int32Array): Range[] {
  const pieces: Range[] = [];
  eachOf(range, (at) => {
    const isNext = at > range.start && sentenceOf[at] !== sentenceOf[at - 1];
    if (isNext) pieces.push({ start: at, end: at + 1 });
    else extend(pieces, at);
  });
  return pieces;
}
