/** The words of a document in their order, with their places. They serve to align two documents. */
import { MARKS, textOf, type Block, type TextBlock } from '../../../shared/document/model.ts';
import { diffSequences } from '../../engine/diff/diff-sequences.ts';
import type { MatchRun } from '../../engine/diff/match.ts';
import { Interner } from '../../engine/tokens/interner.ts';

/** Words, figures, and each other sign; scripts without spaces by their signs. */
const WORD =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]|[\p{L}\p{N}\p{M}_]+|\S/gu;

const RAISED = 1 << MARKS.indexOf('sup');

/** A word of a block. */
export interface Word {
  readonly text: string;
  /** Number of the text block, in the order of the list that was given. */
  readonly block: number;
  /** UTF-16 offset in the text of the block. */
  readonly start: number;
  /** Whether it is raised as a note number is. */
  readonly raised: boolean;
}

/** All words of text blocks. A raised number is a word of its own. */
export function wordsOf(blocks: readonly TextBlock[]): Word[] {
  const words: Word[] = [];
  blocks.forEach((block, index) => {
    let [start, part, raised] = [0, '', false];
    const take = (): void => {
      for (const found of part.matchAll(WORD))
        words.push({ text: found[0], block: index, start: start + found.index, raised });
      start += part.length;
      part = '';
    };
    for (const run of block.runs) {
      const isRaised = (run.marks & RAISED) !== 0;
      if (isRaised !== raised) take();
      raised = isRaised;
      part += run.text;
    }
    take();
  });
  return words;
}

/** Pairs of equal words, as ascending runs. `keyOf`: words with one key are equal. */
export function matchWords(
  a: readonly Word[],
  b: readonly Word[],
  keyOf = (word: Word): string => word.text,
): readonly MatchRun[] {
  const interner = new Interner();
  const number = (word: Word): number => interner.intern(keyOf(word));
  const [x, y] = [Int32Array.from(a, number), Int32Array.from(b, number)];
  return diffSequences(x, y, interner.size);
}

/** All text blocks of a block, in order. */
export function textsIn(block: Block): TextBlock[] {
  if (block.kind === 'text') return textOf(block) === '' ? [] : [block];
  if (block.kind !== 'table') return [];
  return block.rows.flatMap(({ cells }) => cells.flatMap(({ blocks }) => blocks.flatMap(textsIn)));
}
