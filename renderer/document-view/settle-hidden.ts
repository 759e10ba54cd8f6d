import type { Block } from '../../shared/document/model.ts';
import { changeIdsOf } from '../../shared/fragment/change-ids.ts';
import { decideBlocks } from '../../shared/fragment/decide.ts';
import { Verdicts } from '../../shared/fragment/decisions.ts';

/**
 * The merged document with the hidden changes shown in the reading that holds, without a mark. A rejected one is shown
 * as the original has it, any other as the revised document has it. So no text is missing. Notes on labels stay. The
 * result is for showing only: nothing resolves it.
 *
 * @param hidden ids of hidden changes; ids that the document does not have are ignored
 * @param isRejected whether a hidden change was rejected
 */
export function settleHidden(
  blocks: readonly Block[],
  hidden: ReadonlySet<string>,
  isRejected: (changeId: string) => boolean,
): readonly Block[] {
  const changeIds = changeIdsOf(blocks);
  const settled = changeIds.filter((id) => hidden.has(id));
  if (settled.length === 0) return blocks;
  const decisions = { accept: settled.filter((id) => !isRejected(id)), reject: settled.filter(isRejected) };
  return decideBlocks(blocks, new Verdicts(() => changeIds, decisions, 'kept'));
}
