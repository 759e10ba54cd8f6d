/** What became of the changes of a second draft in a third one. Pure. */
import type { ChangePart } from '../../../shared/change/negotiation.ts';
import type { Block } from '../../../shared/document/model.ts';
import { changeIdsOf } from '../../../shared/fragment/change-ids.ts';
import { spacedText } from './align-drafts.ts';
import { decideThreeWay } from './decide-three-way.ts';
import type { Fate } from './fate-of-words.ts';
import { FollowedContent, type Followed } from './followed-content.ts';
import { FollowedLooks } from './followed-looks.ts';
import { ThreeDrafts } from './three-drafts.ts';

/** The redlines between three drafts, as merged blocks. */
export interface DraftRedlines {
  readonly firstToSecond: readonly Block[];
  readonly firstToThird: readonly Block[];
  readonly secondToThird: readonly Block[];
  readonly thirdToFirst: readonly Block[];
  readonly thirdToSecond: readonly Block[];
}

/** Ids of changes. The first three lists divide the changes from the first draft to the second. */
export interface Negotiation {
  /** The third draft has what the second one made. */
  readonly accepted: readonly string[];
  /** The third draft has what the first one had. */
  readonly changedBack: readonly string[];
  /** The third draft has something else there. */
  readonly changedFurther: readonly string[];
  /** Changes from the second draft to the third that have something which neither earlier draft says of that place. */
  readonly added: readonly string[];
  /** The parts of the changes that were changed further, in their order. */
  readonly parts: readonly ChangePart[];
}

/** What the place of a change tells. */
const PLACES = [
  ['reject', 'accepted'],
  ['accept', 'changedBack'],
  ['conflicts', 'changedFurther'],
] as const;

/**
 * Follows every change. Its words and looks tell whether the third draft has what the second one made, or what the first
 * one had. The place of a change tells it where they do not: rows without text, and words that both have.
 */
export function followChanges(redlines: DraftRedlines): Negotiation {
  const { firstToSecond, firstToThird, secondToThird, thirdToFirst, thirdToSecond } = redlines;
  const proposed = decideThreeWay({
    baseToOurs: thirdToFirst,
    baseToTheirs: thirdToSecond,
    oursToTheirs: firstToSecond,
  });
  const answered = decideThreeWay({
    baseToOurs: firstToSecond,
    baseToTheirs: firstToThird,
    oursToTheirs: secondToThird,
  });
  const drafts = new ThreeDrafts(redlines);
  const content = new FollowedContent(drafts, secondToThird);
  const looks = new FollowedLooks(drafts, redlines);
  const follow = (id: string): Followed | null => (drafts.isSound ? (content.follow(id) ?? looks.follow(id)) : null);
  const isNew = (id: string): boolean | null => (drafts.isSound ? (content.isNew(id) ?? looks.isNew(id)) : null);

  const followed = new Map<string, Followed>();
  for (const [list, fate] of PLACES)
    for (const id of proposed[list]) followed.set(id, follow(id) ?? { fate, parts: [] });
  const placed = new Set(answered.accept);
  const isOwn = (id: string): boolean => isNew(id) ?? content.endsOf(id).some((end) => placed.has(end));
  const ids = changeIdsOf(firstToSecond);
  const withFate = (fate: Fate): string[] => ids.filter((id) => followed.get(id)?.fate === fate);
  return {
    accepted: withFate('accepted'),
    changedBack: withFate('changedBack'),
    changedFurther: withFate('changedFurther'),
    added: changeIdsOf(secondToThird).filter(isOwn),
    parts: ids.flatMap((changeId) =>
      followed.get(changeId)!.parts.map(({ fate, first, second, now }): ChangePart => {
        const before = first === null ? '' : spacedText(drafts.first, first);
        const after = second === null ? '' : spacedText(drafts.second, second);
        const texts = { ...(before !== '' && { before }), ...(after !== '' && { after }) };
        return { changeId, fate, ...texts, ...(now !== null && { now }) };
      }),
    ),
  };
}
