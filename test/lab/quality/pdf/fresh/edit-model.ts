import type { TrueChange } from '../../../../oracle/pdf/truth.ts';
import { makeParagraph, type FreshBlock, type FreshDocument, type FreshRun } from './model.ts';
import type { Random } from './random.ts';

/** An edited document, and its edits. */
export interface Edited {
  readonly document: FreshDocument;
  readonly changes: readonly TrueChange[];
}

/** Edits some of the blocks: replaces, inserts and deletes words and paragraphs, and changes cells. */
export function editDocument(document: FreshDocument, random: Random): Edited {
  const { script } = document;
  const changes: TrueChange[] = [];
  const blocks: FreshBlock[] = [];
  const strange = [...script.strange];
  // Each strange word is used once, so that no edit can be mistaken for another.
  const take = (): string | undefined => strange.splice(random.int(0, strange.length - 1), 1)[0];
  let untouched = 0;
  for (const block of document.blocks) {
    const here = untouched++ > 0 && random.chance(0.25) && strange.length > 0;
    if (!here || block.kind === 'heading' || block.kind === 'list' || block.kind === 'quote') {
      blocks.push(block);
      continue;
    }
    untouched = 0;
    if (block.kind === 'table') {
      const [row, column, word] = [
        random.int(1, block.rows.length - 1),
        random.int(0, block.rows[0]!.length - 1),
        take()!,
      ];
      changes.push({ type: 'replace', before: block.rows[row]![column]!, after: word });
      const rows = block.rows.map((cells, index) =>
        index === row ? cells.map((cell, at) => (at === column ? word : cell)) : cells,
      );
      blocks.push({ ...block, rows });
      continue;
    }
    const way = random.int(0, 4);
    const text = block.runs.map((run) => run.text).join('');
    if (way === 3) {
      changes.push({ type: 'block_delete', before: text });
      continue;
    }
    if (way === 4) {
      const fresh = makeParagraph(script, random);
      const marked = { ...fresh, runs: [{ text: `${take()!}${script.space}` }, ...fresh.runs] };
      changes.push({ type: 'block_insert', after: marked.runs.map((run) => run.text).join('') });
      blocks.push(block, marked);
      continue;
    }
    const edited = editWord(block.runs, way, take()!, script.space, random);
    if (edited.change) changes.push(edited.change);
    blocks.push({ ...block, runs: edited.runs });
  }
  return { document: { ...document, blocks }, changes };
}

function editWord(
  runs: readonly FreshRun[],
  way: number,
  word: string,
  space: string,
  random: Random,
): { runs: readonly FreshRun[]; change: TrueChange | null } {
  const at = random.int(0, runs.length - 1);
  const run = runs[at]!;
  const parts = space === '' ? run.text.split(/(?<=[\p{L}\p{N}]{4})/u) : run.text.split(' ');
  if (parts.length < 3) return { runs, change: null };
  const index = random.int(1, parts.length - 2);
  const old = parts[index]!;
  const change: TrueChange =
    way === 0
      ? { type: 'replace', before: old, after: word }
      : way === 1
        ? { type: 'insert', before: '', after: word }
        : { type: 'delete', before: old, after: '' };
  const put = way === 0 ? [word] : way === 1 ? [old, word] : [];
  const text = [...parts.slice(0, index), ...put, ...parts.slice(index + 1)].join(space);
  return { runs: runs.map((other, place) => (place === at ? { ...run, text } : other)), change };
}
