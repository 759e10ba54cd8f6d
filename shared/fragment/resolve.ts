import type { Block } from '../document/model.ts';
import { changeIdsOf, hasChange } from './change-ids.ts';
import { decideBlocks } from './decide.ts';
import { Verdicts, type Decisions } from './decisions.ts';
import { finishBlocks } from './finish.ts';
import { scanFragment } from './scan.ts';
import { writeFragment } from './write.ts';

export { changeIdsOf, type Decisions };

/**
 * A merged document with decisions applied. What is left undecided keeps its notes; when nothing is, the result is a
 * plain document in the readers' normal form. The order and the grouping of decisions do not matter.
 *
 * A change inside something that a decision removes goes with it, and can no longer be decided.
 *
 * @throws ResolveError
 */
export function resolveBlocks(blocks: readonly Block[], decisions: Decisions): Block[] {
  const verdicts = new Verdicts(() => changeIdsOf(blocks), decisions);
  if (!verdicts.any) return [...blocks];
  const decided = decideBlocks(blocks, verdicts);
  if (decided.some(hasChange)) return decided;
  return finishBlocks(decided, verdicts.accepting ? 'revised' : 'original');
}

/**
 * The law of the fragment: accepting all gives exactly the canonical HTML of the revised document, rejecting all that
 * of the original, and any mixture a fragment again (docs/fragment.md). Works on the string as the service returned it.
 *
 * @throws FragmentError when the string is not a fragment, ResolveError when the decisions do not fit it
 */
export function resolve(fragment: string, decisions: Decisions): string {
  return writeFragment(resolveBlocks(scanFragment(fragment), decisions));
}
