import type { Block } from '../../../shared/document/model.ts';

const FOLDED: Readonly<Record<string, string>> = {
  '\u00ad': '',
  '“': '"',
  '”': '"',
  '’': "'",
  '‘': "'",
  '—': '-',
  '–': '-',
  '‐': '-',
  '‑': '-',
};

/** Words and punctuation as `pdf_score.py` counts them: NFKC, quotes and dashes folded, ideographs one by one. */
export function wordsOf(text: string): string[] {
  const folded = text.normalize('NFKC').replace(/[\u00ad“”’‘—–‐‑]/g, (character) => FOLDED[character]!);
  const words: string[] = [];
  for (const [word] of folded.matchAll(/[\p{L}\p{N}_]+|[^\p{L}\p{N}\s_]/gu)) {
    if (/[\u3040-\u9fff]/.test(word)) words.push(...word);
    else if (!/^[•◦▪·●○*|]$/.test(word)) words.push(word);
  }
  return words;
}

/** F1 of two bags of words. */
export function bagF1(predicted: readonly string[], expected: readonly string[]): number {
  if (predicted.length === 0 && expected.length === 0) return 1;
  const hit = predicted.length - missingFrom(predicted, expected).length;
  const precision = predicted.length > 0 ? hit / predicted.length : 0;
  const recall = expected.length > 0 ? hit / expected.length : 0;
  return precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0;
}

/** The words of one bag that the other lacks, with their multiplicity. */
export function missingFrom(words: readonly string[], other: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const word of other) left.set(word, (left.get(word) ?? 0) + 1);
  return words.filter((word) => {
    const count = left.get(word) ?? 0;
    if (count > 0) left.set(word, count - 1);
    return count === 0;
  });
}

/** Text of all blocks, one line for each. */
export function textOfBlocks(blocks: readonly Block[]): string {
  const lines: string[] = [];
  for (const block of blocks) {
    if (block.kind === 'text') lines.push(block.runs.map((run) => run.text).join(''));
    if (block.kind === 'table')
      for (const row of block.rows) for (const cell of row.cells) lines.push(textOfBlocks(cell.blocks));
  }
  return lines.join('\n');
}
