/**
 * Takes back boundaries that Word could not: no paragraph joins another one behind a table, even if the table goes as well. The text
 * behind is then deleted before the table and inserted behind it, or the other way round, under the id of the boundary.
 *
 *     [One. ]{+table+}{+¶+}[Two.]
 *     [One. {-Two.-}]{+table+}{+[Two.]+}
 */
import type { Block, Run, Side, TextBlock } from '../../shared/document/model.ts';
import { joinRuns } from '../../shared/document/runs.ts';
import { plainBlock } from '../engine/changes/collect-changes.ts';

/** The blocks in which no table stands before a piece of a text. The list itself where none does. */
export function partAtTables(blocks: readonly Block[]): readonly Block[] {
  let parted: Block[] | undefined;
  /** The last text that is no piece behind a table, by index, and whether a table has come since. */
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
