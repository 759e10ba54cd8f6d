import type { TagBlock } from '../paint/page-tags.ts';
import type { Word } from './words.ts';

/** Baselines of one line differ by at most this (em). */
const SAME_BASELINE = 0.1;
/** The gap to the text before is at most a wide space (em). Gaps between cells and columns are wider. */
const NEXT_ON_LINE = 1;
/** The text overlaps the text before by at most this (em). */
const OVERLAP = 0.3;

/**
 * Joins consecutive tagged blocks on one line. Examples are a label and its field, or an entry of a table of contents
 * and its number.
 *
 *     P "Field A:"   P "30 days"      →     P "Field A: 30 days"
 *
 * @param byId the words of the page by marked-content id
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

/** Blocks are joined only if they have one role, belong to one item and are outside tables. */
function isOneKind(a: TagBlock, b: TagBlock): boolean {
  return a.role === b.role && !a.cell && !b.cell && a.items.join() === b.items.join();
}

function follows(last: Word, next: Word): boolean {
  const size = Math.min(last.size, next.size);
  const gap = next.x0 - last.x1;
  return Math.abs(next.y - last.y) <= SAME_BASELINE * size && gap <= NEXT_ON_LINE * size && gap >= -OVERLAP * size;
}
