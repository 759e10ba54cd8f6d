import { preservesSpace, textOf } from '../../../shared/document/model.ts';
import type { Block, Run, TextBlock } from '../../../shared/document/model.ts';
import { settlePaths } from '../../../shared/document/settle-paths.ts';

/** What of a document is not in reader normal form (`readText`), in words; empty when all is. */
export function faultsOf(blocks: readonly Block[]): string[] {
  const faults: string[] = [];
  if (JSON.stringify(settlePaths(blocks)) !== JSON.stringify(blocks)) faults.push('paths are not settled');
  for (const block of blocks) {
    if (block.kind === 'text') faults.push(...faultsOfText(block));
    if (block.kind !== 'table') continue;
    if (block.rows.length === 0) faults.push('a table without rows');
    for (const row of block.rows) {
      if (row.cells.length === 0) faults.push('a row without cells');
      for (const cell of row.cells) faults.push(...faultsOf(cell.blocks));
    }
  }
  return faults;
}

function faultsOfText(block: TextBlock): string[] {
  const faults: string[] = [];
  const text = textOf(block);
  const say = (fault: string): void => void faults.push(`${block.type} ${JSON.stringify(block.runs)}: ${fault}`);
  if (/^\p{White_Space}*$/u.test(text) && block.type !== 'line') say('blank');
  if (text.includes('\r') && block.type !== 'code-line') say('carriage return');
  if (text !== text.normalize('NFC') && block.type !== 'code-line') say('not in NFC');
  if (text === '') say('empty');
  for (const run of block.runs) if (run.text === '' && !run.image) say('empty run');
  const texts = block.runs.filter((run) => !run.image);
  for (let i = 1; i < block.runs.length; i++) {
    const [a, b] = [block.runs[i - 1]!, block.runs[i]!];
    if (!a.image && !b.image && a.marks === b.marks && a.href === b.href) say('neighbours of one format');
  }
  if (block.type === 'pre' && text.endsWith('\n')) say('line feed at the end');
  if (preservesSpace(block.type)) return faults;
  if (/^\p{White_Space}|\p{White_Space}$/u.test(text)) say('white space at an edge');
  if (/\p{White_Space}/u.test(text.replace(/[ \n]/g, ''))) say('other white space than U+0020');
  if (/ {2}| \n|\n /.test(text)) say('white space not collapsed');
  faultsOfGaps(texts, say);
  return faults;
}

/** Every white-space gap must have what its neighbours have in common. */
function faultsOfGaps(runs: readonly Run[], say: (fault: string) => void): void {
  const letters = runs.flatMap((run) => [...run.text].map((text) => ({ ...run, text })));
  const isSpace = (at: number): boolean => /[ \n]/.test(letters[at]?.text ?? '');
  for (let i = 0; i < letters.length; i++) {
    if (!isSpace(i)) continue;
    let [before, after] = [i, i];
    while (isSpace(before)) before -= 1;
    while (isSpace(after)) after += 1;
    const [left, gap, right] = [letters[before], letters[i], letters[after]];
    if (!left || !gap || !right) continue;
    if (gap.marks !== (left.marks & right.marks)) say('marks of a gap');
    if (gap.href !== (left.href === right.href ? left.href : null)) say('link of a gap');
  }
}
