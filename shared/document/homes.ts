/** Where a reader looks for a comment or a note: at the words that it is about, or at its sign. */
import { commentsOf, shownAnchor, type Comment } from './comments-of.ts';
import type { Block, TextBlock } from './model.ts';
import { notesOf, type Note } from './notes-of.ts';

/** What a block beside the text belongs to. */
export interface Home {
  readonly comment: Comment | null;
  readonly note: Note | null;
  /** Index of the top-level block with the anchor or the sign; null: the document does not show it. */
  readonly block: number | null;
}

/** The homes of the blocks of comments and notes, by the indexes of these blocks. */
export function homesOf(blocks: readonly Block[]): ReadonlyMap<number, Home> {
  const [comments, notes] = [commentsOf(blocks), notesOf(blocks)];
  const homes = new Map<number, Home>();
  if (comments.length === 0 && notes.length === 0) return homes;
  const indexes = topLevelIndexes(blocks);
  const add = ({ from, to }: Comment | Note, home: Home): void => {
    for (let at = from; at < to; at += 1) homes.set(at, home);
  };
  for (const comment of comments) {
    const block = shownAnchor(comment)?.start.block;
    add(comment, { comment, note: null, block: (block && indexes.get(block)) ?? null });
  }
  for (const note of notes) {
    const block = (note.signs.revised ?? note.signs.original)?.block;
    add(note, { comment: null, note, block: (block && indexes.get(block)) ?? null });
  }
  return homes;
}

/** The index of the top-level block that each text block is in. */
export function topLevelIndexes(blocks: readonly Block[]): ReadonlyMap<TextBlock, number> {
  const indexes = new Map<TextBlock, number>();
  for (const [index, top] of blocks.entries()) {
    const pending: Block[] = [top];
    for (let block = pending.pop(); block; block = pending.pop()) {
      if (block.kind === 'text') indexes.set(block, index);
      if (block.kind === 'table')
        for (const { cells } of block.rows) for (const cell of cells) pending.push(...cell.blocks);
    }
  }
  return indexes;
}
