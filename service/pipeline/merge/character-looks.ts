/** The look of each character of a draft: formatting, link, and what block it is in. Pure. */
import { directionsOf } from '../../../shared/document/direction.ts';
import { COMPARED_MARKS, type Block, type TextBlock } from '../../../shared/document/model.ts';
import { stepsOf } from '../../../shared/document/path.ts';
import { withoutSpace } from '../../redline/text/guide.ts';

/** What a change of looks concerns: marks of text, the destination of a link, a text block, or a table. */
export type LookSubject = 'marks' | 'link' | 'block' | 'table';

/** The look of a character, by subject. Equal values are equal looks. */
export type CharacterLook = Readonly<Record<LookSubject, string | number>>;

/** The looks of all characters that are not white space, as `draftText` counts them. */
export function characterLooks(blocks: readonly Block[], table = ''): CharacterLook[] {
  return blocks.flatMap((block): CharacterLook[] => {
    if (block.kind === 'table') {
      const own = `${table}>${containersOf(block)}${JSON.stringify(directionsOf(block.attributes ?? {}))}`;
      return block.rows.flatMap(({ cells }) => cells.flatMap((cell) => characterLooks(cell.blocks, own)));
    }
    if (block.kind !== 'text') return [];
    const of = `${block.type} ${containersOf(block)}${JSON.stringify(directionsOf(block.attributes))}`;
    return block.runs.flatMap(({ text, marks, href }) => {
      const look = { marks: marks & COMPARED_MARKS, link: href ?? '', block: of, table };
      return new Array<CharacterLook>(withoutSpace(text).length).fill(look);
    });
  });
}

/** The changes of looks in merged blocks, and what each one concerns. */
export function lookChanges(blocks: readonly Block[]): ReadonlyMap<string, LookSubject> {
  const found = new Map<string, LookSubject>();
  const note = (changeId: string | null | undefined, subject: LookSubject): void => {
    if (changeId != null) found.set(changeId, subject);
  };
  const read = (block: Block): void => {
    note(block.original?.changeId, block.kind === 'table' ? 'table' : 'block');
    if (block.kind === 'table') for (const { cells } of block.rows) for (const cell of cells) cell.blocks.forEach(read);
    if (block.kind !== 'text') return;
    for (const { format, link } of block.runs) {
      note(format?.changeId, 'marks');
      note(link?.changeId, 'link');
    }
  };
  blocks.forEach(read);
  return found;
}

/** The lists and quotations around a block, and whether it begins an item. */
function containersOf({ path }: Pick<TextBlock, 'path'>): string {
  return stepsOf(path)
    .map(({ kind, starts }) => `${kind}${starts ? '+' : ''}`)
    .join('/');
}
