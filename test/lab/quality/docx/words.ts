/** Words of a text, and how well two bags of them agree. */
import type { Block } from '../../../../shared/document/model.ts';

/**
 * Letters of one script or digits in a row: punctuation and white space are the business of other measures. `2πr` is
 * three words, as the parts of an equation are.
 */
const WORD = /\p{Script=Greek}+|[\p{N}]+|(?:(?!\p{Script=Greek})[\p{L}\p{M}])+/gu;

/** The words of a text in order. */
export function wordsOf(text: string): string[] {
  return text.normalize('NFKC').match(WORD) ?? [];
}

/** The words of a document: of its text blocks, tables included. */
export function wordsOfBlocks(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    switch (block.kind) {
      case 'text':
        return wordsOf(block.runs.map((run) => run.text).join(''));
      case 'table':
        return block.rows.flatMap((row) => row.cells.flatMap((cell) => wordsOfBlocks(cell.blocks)));
      default:
        return [];
    }
  });
}

/** Words that only one of two bags has, with how often. */
export interface Surplus {
  readonly word: string;
  readonly count: number;
}

/** Agreement of two bags of words. */
export interface Agreement {
  /** Harmonic mean of precision and recall, 0 to 1; 1 when both are empty. */
  readonly f1: number;
  readonly missing: readonly Surplus[];
  readonly extra: readonly Surplus[];
}

/** How well `found` agrees with `expected`. */
export function agreementOf(found: readonly string[], expected: readonly string[]): Agreement {
  const counts = new Map<string, number>();
  for (const word of expected) counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const word of found) counts.set(word, (counts.get(word) ?? 0) - 1);
  const missing: Surplus[] = [];
  const extra: Surplus[] = [];
  let lost = 0;
  for (const [word, count] of counts) {
    if (count > 0) {
      missing.push({ word, count });
      lost += count;
    } else if (count < 0) extra.push({ word, count: -count });
  }
  const total = found.length + expected.length;
  return { f1: total === 0 ? 1 : (2 * (expected.length - lost)) / total, missing, extra };
}
