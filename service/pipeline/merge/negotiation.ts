/** What became of the changes of a second draft in a third one. Pure. */
import type { Block } from '../../../shared/document/model.ts';
import { decideThreeWay } from './decide-three-way.ts';

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
  /** Changes from the second draft to the third where the second one changed nothing. */
  readonly added: readonly string[];
}

/**
 * Follows every change by its place in the text. A change is accepted if the third draft differs from the first one
 * there, and not from the second. All drafts have to be read alike: `decideThreeWay` tells nothing apart otherwise.
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
  return {
    accepted: proposed.reject,
    changedBack: proposed.accept,
    changedFurther: proposed.conflicts,
    added: answered.accept,
  };
}
