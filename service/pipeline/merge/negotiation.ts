/** What became of the changes of a second draft in a third one. Pure. */
import type { Block } from '../../../shared/document/model.ts';
import { changeIdsOf } from '../../../shared/fragment/change-ids.ts';
import { decideThreeWay } from './decide-three-way.ts';
import { FollowedContent, type Fate } from './followed-content.ts';

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
}

/** What the place of a change tells. */
const PLACES = [
  ['reject', 'accepted'],
  ['accept', 'changedBack'],
  ['conflicts', 'changedFurther'],
] as const;

/**
 * Follows every change. Its words tell whether the third draft has what the second one made, or what the first one had.
 * The place of a change tells it where words do not: formats, links, rows without text, and words that both have.
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
  const content = new FollowedContent(redlines);
  const fates = new Map<string, Fate>();
  for (const [list, byPlace] of PLACES) for (const id of proposed[list]) fates.set(id, content.fateOf(id) ?? byPlace);
  const placed = new Set(answered.accept);
  const isOwn = (id: string): boolean => content.isNew(id) ?? content.endsOf(id).some((end) => placed.has(end));
  const inOrder = (blocks: readonly Block[], isListed: (id: string) => boolean): string[] =>
    changeIdsOf(blocks).filter(isListed);
  return {
    accepted: inOrder(firstToSecond, (id) => fates.get(id) === 'accepted'),
    changedBack: inOrder(firstToSecond, (id) => fates.get(id) === 'changedBack'),
    changedFurther: inOrder(firstToSecond, (id) => fates.get(id) === 'changedFurther'),
    added: inOrder(secondToThird, isOwn),
  };
}
