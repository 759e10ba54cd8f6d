/**
 * Removes boundaries that Word cannot show: a paragraph cannot merge across a table, even if the table is deleted. The
 * text behind the table is instead deleted on one side of the table and inserted on the other. Both have the id of the
 * boundary.
 *
 *     [One. ]{+table+}{+¶+}[Two.]
 *     [One. {-Two.-}]{+table+}{+[Two.]+}
 */
import type { Block, Run, Side, TextBlock } from '../../../shared/document/model.ts';
import { joinRuns } from '../../../shared/document/runs.ts';
import { plainBlock } from '../../engine/changes/collect-changes.ts';

/** The blocks without a table before a piece of a text. It is the same list if there was none. */
export function partAtTables(blocks: readonly Block[]): readonly Block[] {
  let parted: Block[] | undefined;
  /** Index of the last text that is no piece behind a table, and whether a table has followed. */
  let text = -1;
  let isBehind = false;
  for (const [index, block] of blocks.entries()) {
    const boundary = block.kind === 'text' ? block.boundary : undefined;
    if (block.kind === 'table' && block.onlyIn !== undefined) isBehind = true;
    if (block.onlyIn !== undefined) continue;
    if (block.kind !== 'text' || boundary === undefined || boundary.changeId === null || !isBehind || text === -1) {
      [text, isBehind] = [block.kind === 'text' ? index : -1, false];
      continue;
    }
    parted ??= [...blocks];
    const { side, changeId } = boundary;
    const other: Side = side === 'revised' ? 'original' : 'revised';
    parted[index] = { ...plainBlock(block, side), path: block.path, onlyIn: { side, changeId } };
    const before = parted[text] as TextBlock;
    const tail = plainBlock(block, other).runs.map((run): Run => ({ ...run, edit: { side: other, changeId } }));
    parted[text] = { ...before, runs: joinRuns([...before.runs, ...tail]) };
  }
  return parted ?? blocks;
}
