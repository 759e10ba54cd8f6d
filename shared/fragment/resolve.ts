import type { Block } from '../document/model.ts';
import { changeIdsOf, hasChange } from './change-ids.ts';
import { decideBlocks } from './decide.ts';
import { Verdicts, type Decisions } from './decisions.ts';
import { finishBlocks } from './finish.ts';
import { scanFragment } from './scan.ts';
import { writeFragment } from './write.ts';

export { changeIdsOf, type Decisions };

/**
 * A merged document with decisions applied. Undecided changes keep their notes. If none is left, the result is a
 * plain document in the normal form of readers. The order and the grouping of decisions do not matter.
 *
 * Deciding to remove something also removes the changes inside it, which can no longer be decided.
 *
 * @param changeIds the changes of `blocks`, for callers that know them already
 * @throws ResolveError
 */
export function resolveBlocks(
  blocks: readonly Block[],
  decisions: Decisions,
  changeIds: () => readonly string[] = () => changeIdsOf(blocks),
): Block[] {
  const verdicts = new Verdicts(changeIds, decisions);
  if (!verdicts.any) return [...blocks];
  const decided = decideBlocks(blocks, verdicts);
  if (decided.some(hasChange)) return decided;
  return finishBlocks(decided, verdicts.accepting ? 'revised' : 'original');
}

/**
 * Resolves a fragment under the round-trip invariants (docs/fragment.md). Accepting everything returns exactly the
 * canonical HTML of the revised document. Rejecting everything returns the original's. Any mixture returns a fragment
 * again. Works on the string as the service returned it.
 *
 * @throws FragmentError if the string is not a fragment, ResolveError if the decisions do not fit it
 */
export function resolve(fragment: string, decisions: Decisions): string {
  return writeFragment(resolveBlocks(scanFragment(fragment), decisions));
}
