import type { Block, Side } from '../document/model.ts';
import { ItemStartCarryOver } from '../document/item-start-carry-over.ts';
import { hasChange } from './change-ids.ts';
import { decideAlone, decideBlocks, joinablePlaces } from './decide.ts';
import { Verdicts } from './decisions.ts';
import { Finish } from './finish.ts';
import { isPlain } from './is-plain.ts';

/** Everything accepted, and everything rejected. */
const VERDICTS: Readonly<Record<Side, Verdicts>> = {
  revised: new Verdicts(() => [], { accept: 'all' }),
  original: new Verdicts(() => [], { reject: 'all' }),
};

/** Whether a block is the same on both sides whatever surrounds it, except for its path. */
function passes(block: Block, isJoinable: boolean): boolean {
  if (isJoinable || block.kind === 'table') return false;
  return isPlain(block) && (block.kind !== 'text' || block.runs.length > 0);
}

/**
 * The blocks of one document of a merged one, in order. Everything is accepted (`revised`) or rejected (`original`), as
 * `resolveBlocks` returns them. Plain blocks pass straight through; only the stretches between them are decided. Item
 * starts are carried over through all of them.
 */
export function* projected(blocks: readonly Block[], side: Side): Generator<Block, void, undefined> {
  const verdicts = VERDICTS[side];
  const joinable = joinablePlaces(blocks);
  const carryOver = new ItemStartCarryOver();
  const finish = new Finish(side);
  for (let at = 0; at < blocks.length;) {
    const block = blocks[at]!;
    if (passes(block, joinable?.[at] ?? false)) {
      const path = carryOver.take(block.path);
      yield finish.block(path === block.path ? block : { ...block, path })!;
      at += 1;
      continue;
    }
    if (joinable === null) {
      const decided = decideAlone(block, verdicts, carryOver);
      const finished = decided && finish.block(settled(decided));
      if (finished !== null) yield finished;
      at += 1;
      continue;
    }
    const from = at;
    while (at < blocks.length && !passes(blocks[at]!, joinable[at]!)) at += 1;
    for (const decided of decideBlocks(blocks.slice(from, at), verdicts, carryOver)) {
      const finished = finish.block(settled(decided));
      if (finished !== null) yield finished;
    }
  }
}

/** The block, checked to have no undecided change. */
function settled(block: Block): Block {
  if (hasChange(block)) throw new Error('A change is left although all are decided.');
  return block;
}

/** The blocks of `projected` as a list. */
export function project(blocks: readonly Block[], side: Side): Block[] {
  return [...projected(blocks, side)];
}
