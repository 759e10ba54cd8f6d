/**
 * Entries of a table of contents, table of figures or index. These blocks end with page numbers that a program
 * computed. The page numbers are compared like any text. Their changes form one group.
 */
import type { Block, Run, Side, TextBlock } from './model.ts';
import { unmarkedEntries } from './unmarked-contents.ts';

/**
 * The attribute of a text block that is such an entry. `contents` ends with one page number, and `index` with a list of
 * page numbers. It is carried.
 */
export const CONTENTS = 'data-toc';

/** A page number with the number or letter of its chapter, if any: `12`, `xiv`, `A-3`, `4–6`. */
const PAGE = String.raw`(?:\p{Lu}[-–.])?(?:\p{Nd}+|[ivxlcdm]+|[IVXLCDM]+)(?:[-–.:](?:\p{Nd}+|[ivxlcdm]+))*`;
const ONE_PAGE = new RegExp(String.raw`(?<=\s)${PAGE}$`, 'u');
const SEVERAL_PAGES = new RegExp(String.raw`(?<=\s)(?:${PAGE}, ?)*${PAGE}$`, 'u');

/** Offset of the page numbers at the end of an entry's text, in UTF-16 units. Null if it does not end with any. */
export function pagesStart(text: string, kind: string): number | null {
  const pages = kind === 'index' ? SEVERAL_PAGES : kind === 'contents' ? ONE_PAGE : null;
  return pages?.exec(text)?.index ?? null;
}

/** Ids of the changes of a merged document that affect only page numbers of entries. */
export function pageNumberChanges(blocks: readonly Block[]): ReadonlySet<string> {
  const found = new Set<string>();
  addBlocks(blocks, unmarkedEntries(blocks), found);
  return found;
}

/** `unmarked`: entries of a file that does not say which texts are entries. */
function addBlocks(blocks: readonly Block[], unmarked: ReadonlySet<TextBlock>, found: Set<string>): void {
  for (const block of blocks) {
    if (block.kind === 'text') addText(block, unmarked.has(block), found);
    else if (block.kind === 'table')
      for (const { cells } of block.rows) for (const cell of cells) addBlocks(cell.blocks, unmarked, found);
  }
}

/** An edit is of one block. Text that joins two blocks is no page number. */
function addText({ attributes, carried, boundary, runs }: TextBlock, isUnmarked: boolean, found: Set<string>): void {
  const kinds = isUnmarked
    ? { original: 'contents', revised: 'contents' }
    : { original: (carried?.attributes ?? attributes)[CONTENTS], revised: attributes[CONTENTS] };
  if (kinds.original === undefined || kinds.revised === undefined || boundary !== undefined) return;
  const starts = {
    original: pagesStart(sideText(runs, 'original'), kinds.original),
    revised: pagesStart(sideText(runs, 'revised'), kinds.revised),
  };
  const at = { original: 0, revised: 0 };
  const others = new Set<string>();
  for (const { text, edit } of runs) {
    if (edit !== undefined && edit.changeId !== null) {
      const start = starts[edit.side];
      if (start !== null && at[edit.side] >= start) found.add(edit.changeId);
      else others.add(edit.changeId);
    }
    if (edit?.side !== 'revised') at.original += text.length;
    if (edit?.side !== 'original') at.revised += text.length;
  }
  for (const id of others) found.delete(id);
}

/** The text of one side. */
export function sideText(runs: readonly Run[], side: Side): string {
  let text = '';
  for (const run of runs) if (run.edit === undefined || run.edit.side === side) text += run.text;
  return text;
}
