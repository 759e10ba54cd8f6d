/** What became of changed links and formatting, by the looks of the same characters in all three drafts. Pure. */
import { characterLooks, lookChanges, type CharacterLook, type LookSubject } from './character-looks.ts';
import type { Guide } from '../../redline/text/guide.ts';
import type { Followed } from './followed-content.ts';
import type { FatedPart } from './divide-change.ts';
import type { Fate } from './fate-of-words.ts';
import { eachOf, type Range } from './ranges.ts';
import { inverse, type NextRedlines, type ThreeDrafts } from './three-drafts.ts';

/** A change of looks: its subject, and its ranges of the revised side. */
interface LookChange {
  readonly subject: LookSubject;
  readonly ranges: readonly Range[];
}

/**
 * Follows changes of links and of formatting. A character with the look of the second draft has it accepted, one with
 * the look of the first draft has it changed back, and one with another look has it changed further.
 */
export class FollowedLooks {
  readonly #drafts: ThreeDrafts;
  readonly #proposed: ReadonlyMap<string, LookChange>;
  readonly #answered: ReadonlyMap<string, LookChange>;
  readonly #first: readonly CharacterLook[];
  readonly #second: readonly CharacterLook[];
  readonly #third: readonly CharacterLook[];
  /** The characters of the third draft in the second one, by their redline. */
  readonly #thirdInSecond: Int32Array;

  constructor(drafts: ThreeDrafts, { firstToSecond, secondToThird }: NextRedlines) {
    this.#drafts = drafts;
    this.#proposed = changesOf(lookChanges(firstToSecond), drafts.proposed);
    this.#answered = changesOf(lookChanges(secondToThird), drafts.answered);
    this.#first = characterLooks(drafts.blocks.first);
    this.#second = characterLooks(drafts.blocks.second);
    this.#third = characterLooks(drafts.blocks.third);
    this.#thirdInSecond = inverse(drafts.answered.partners, drafts.third.text.length);
  }

  /** What became of a change of the second draft; null: it is not of looks alone, or has no text. */
  follow(changeId: string): Followed | null {
    const { secondInFirst, secondInThird } = this.#drafts;
    const change = this.#proposed.get(changeId);
    if (change === undefined) return null;
    const { subject } = change;
    const places = placesOf(change).filter((at) => {
      const was = this.#first[secondInFirst[at]!]?.[subject];
      return was !== undefined && was !== this.#second[at]![subject];
    });
    if (places.length === 0) return null;
    const parts: FatedPart[] = [];
    for (const at of places) {
      const first = secondInFirst[at]!;
      const now = this.#third[secondInThird[at]!]?.[subject];
      if (now === undefined) continue;
      const isBack = now === this.#first[first]![subject];
      const fate: Fate = now === this.#second[at]![subject] ? 'accepted' : isBack ? 'changedBack' : 'changedFurther';
      const destination = subject === 'link' && fate === 'changedFurther' ? `${now}` : null;
      const part = parts.at(-1);
      if (part?.fate === fate && part.now === destination) parts[parts.length - 1] = withNext(part, first, at);
      else parts.push({ fate, first: rangeAt(first), second: rangeAt(at), now: destination });
    }
    // Text that the third draft left out has no look.
    const fates = new Set(parts.map(({ fate }) => fate));
    const fate = fates.size === 1 ? parts[0]!.fate : 'changedFurther';
    return { fate, parts: fate === 'changedFurther' ? parts : [] };
  }

  /** Whether a change of the third draft concerns what the second one left as it was; null: as for `follow`. */
  isNew(changeId: string): boolean | null {
    const change = this.#answered.get(changeId);
    if (change === undefined) return null;
    const { subject } = change;
    const places = placesOf(change)
      .map((at) => [this.#thirdInSecond[at]!, this.#third[at]![subject]] as const)
      .filter(([second, is]) => second >= 0 && this.#second[second]![subject] !== is)
      .map(([second]) => second);
    if (places.length === 0) return null;
    const known = places.filter((second) => this.#drafts.secondInFirst[second]! >= 0);
    // The first draft has no look of text that the second one added.
    if (known.length === 0) return true;
    return known.some((second) => {
      const first = this.#first[this.#drafts.secondInFirst[second]!]!;
      return first[subject] === this.#second[second]![subject];
    });
  }
}

function placesOf({ ranges }: LookChange): number[] {
  const places: number[] = [];
  for (const range of ranges) eachOf(range, (at) => places.push(at));
  return places;
}

function rangeAt(at: number): Range {
  return { start: at, end: at + 1 };
}

function changesOf(subjects: ReadonlyMap<string, LookSubject>, { ranges }: Guide): ReadonlyMap<string, LookChange> {
  const byId = Map.groupBy(ranges, ({ changeId }) => changeId);
  return new Map(
    [...subjects].map(([changeId, subject]): [string, LookChange] => {
      const own = (byId.get(changeId) ?? []).filter(({ side }) => side === 'revised');
      return [changeId, { subject, ranges: own }];
    }),
  );
}

function withNext(part: FatedPart, first: number, second: number): FatedPart {
  return {
    ...part,
    first: { start: part.first!.start, end: first + 1 },
    second: { start: part.second!.start, end: second + 1 },
  };
}
