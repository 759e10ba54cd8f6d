/** Follows the changes of a second draft into a third one, whatever makes the comparisons. */
import type { Change } from '../../../shared/change/change.ts';
import type { DraftChanges } from '../../../shared/change/negotiation.ts';
import type { Block } from '../../../shared/document/model.ts';
import { followChanges } from './negotiation.ts';

/** Formats whose sides are read alike in every comparison. */
export const FOLLOWED_FORMATS: ReadonlySet<string> = new Set(['docx', 'html', 'markdown', 'txt']);

/** One comparison of two drafts. */
export interface DraftComparison {
  /** The merged document. */
  readonly blocks: readonly Block[];
  readonly changes: () => Iterable<Change>;
}

/**
 * The lists of three drafts. `compare` takes their numbers, from 0. The ids of changes belong to the comparisons of the
 * first two and of the last two drafts.
 */
export async function followDrafts(
  compare: (original: number, revised: number) => Promise<DraftComparison>,
): Promise<DraftChanges> {
  const firstToSecond = await compare(0, 1);
  const secondToThird = await compare(1, 2);
  const { added, parts, ...proposed } = followChanges({
    firstToSecond: firstToSecond.blocks,
    secondToThird: secondToThird.blocks,
    firstToThird: (await compare(0, 2)).blocks,
    thirdToFirst: (await compare(2, 0)).blocks,
    thirdToSecond: (await compare(2, 1)).blocks,
  });
  const named = (ids: readonly string[], { changes }: DraftComparison): Change[] => {
    const wanted = new Set(ids);
    return [...changes()].filter(({ id }) => wanted.has(id));
  };
  return {
    schemaVersion: 'diffsvc.negotiation.v1',
    accepted: named(proposed.accepted, firstToSecond),
    changedBack: named(proposed.changedBack, firstToSecond),
    changedFurther: named(proposed.changedFurther, firstToSecond),
    added: named(added, secondToThird),
    parts: [...parts],
  };
}
