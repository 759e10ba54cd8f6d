import type { TagBlock } from '../paint/page-tags.ts';
import type { Word } from './words.ts';

/** Baselines of one line agree to this (em). */
const SAME_BASELINE = 0.1;
/** What follows on a line is no farther (em) from what stands before it than a wide space; cells and columns are. */
const NEXT_ON_LINE = 1;
/** ... and does not reach back into it by more than this (em). */
const OVERLAP = 0.3;

/**
 * Makes one block of blocks that are tagged one by one and stand behind each other on one line: a label and the field beside
 * it, the number at the end of an entry of a table of contents.
 *
 *     P "Field A:"   P "30 days"      →     P "Field A: 30 days"
 *
 * @param byId the words of the page by their marked-content id
 */
export function joinRunIns(tags: readonly TagBlock[], byId: ReadonlyMap<number, readonly Word[]>): TagBlock[] {
  const joined: TagBlock[] = [];
  let last: Word | null = null;
  for (const block of tags) {
    const words = block.mcids.flatMap((id) => byId.get(id) ?? []).filter((word) => !word.isSpace);
    const before = joined.at(-1);
    if (before && last && words.length > 0 && isOneKind(before, block) && follows(last, words[0]!))
      joined[joined.length - 1] = { ...before, mcids: [...before.mcids, ...block.mcids] };
    else joined.push(block);
    last = words.at(-1) ?? last;
  }
  return joined;
}

/** Only text of one role and one item, outside of tables, is joined. */
function isOneKind(a: TagBlock, b: TagBlock): boolean {
  return a.role === b.role && !a.cell && !b.cell && a.items.join() === b.items.join();
}

function follows(last: Word, next: Word): boolean {
  const size = Math.min(last.size, next.size);
  const gap = next.x0 - last.x1;
  return Math.abs(next.y - last.y) <= SAME_BASELINE * size && gap <= NEXT_ON_LINE * size && gap >= -OVERLAP * size;
}
