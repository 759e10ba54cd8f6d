/** Finds the notes that one side has, each with the sign in the text that leads to it. */
import { BOTH_SIDES, type Block, type Side, type TextBlock } from '../document/model.ts';
import { noteIn } from '../document/notes.ts';
import { SideTexts, type TextPlace } from '../document/text-place.ts';
import { changeIdsOf } from './change-ids.ts';

/** The changes of each note that only one side has, and those of its sign. */
export function notesOfOneSide(blocks: readonly Block[]): Set<string>[] {
  const notes = BOTH_SIDES.flatMap((side) => notesOf(blocks, side));
  if (notes.length === 0) return [];
  const around = new Map<TextBlock, readonly string[]>();
  addAround(blocks, [], around);
  const texts = { original: new SideTexts(blocks, 'original'), revised: new SideTexts(blocks, 'revised') };
  return notes.map(({ side, sign, changeIds }) => {
    const place = sign && texts[side].place(sign, 'start');
    if (place) for (const id of changesAt(place.block, place.offset, around)) changeIds.add(id);
    return changeIds;
  });
}

interface Note {
  readonly side: Side;
  readonly sign: TextPlace | undefined;
  readonly changeIds: Set<string>;
}

/** The notes that only this side has. Notes are items of a list at the top level. */
function notesOf(blocks: readonly Block[], side: Side): Note[] {
  const notes: Note[] = [];
  let current: Note | null = null;
  for (const block of blocks) {
    if (block.onlyIn?.side !== side) {
      current = null;
      continue;
    }
    const facts = block.kind === 'text' ? noteIn(block.attributes) : null;
    if (facts !== null) notes.push((current = { side, sign: facts.sign, changeIds: new Set() }));
    else if (block.path.first?.starts !== false) current = null;
    if (current !== null) for (const id of changeIdsOf([block])) current.changeIds.add(id);
  }
  return notes;
}

/** The changes that insert or delete the text at an offset into the merged text of a block. */
function changesAt(
  block: TextBlock,
  offset: number,
  around: ReadonlyMap<TextBlock, readonly string[]>,
): readonly string[] {
  let end = 0;
  for (const { text, edit } of block.runs) {
    end += text.length;
    if (offset >= end) continue;
    return edit !== undefined && edit.changeId !== null ? [edit.changeId] : (around.get(block) ?? []);
  }
  return [];
}

/** Notes the changes of the blocks, rows and cells around each text. Only nested tables recurse. */
function addAround(
  blocks: readonly Block[],
  outer: readonly string[],
  around: Map<TextBlock, readonly string[]>,
): void {
  const inside = (ids: readonly string[], note: { readonly changeId: string | null } | undefined): readonly string[] =>
    note === undefined || note.changeId === null ? ids : [...ids, note.changeId];
  for (const block of blocks) {
    const own = inside(outer, block.onlyIn);
    if (block.kind === 'text') around.set(block, own);
    if (block.kind !== 'table') continue;
    for (const row of block.rows)
      for (const cell of row.cells) addAround(cell.blocks, inside(inside(own, row.onlyIn), cell.onlyIn), around);
  }
}
