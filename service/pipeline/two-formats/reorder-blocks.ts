/** Builds the blocks of a print anew, with its words in another order. */
import { textOf, type TextBlock } from '../../../shared/document/model.ts';
import { TOP } from '../../../shared/document/path.ts';
import type { Side } from './leaves.ts';
import type { PlacedBlock } from './placed-block.ts';
import { inNormalForm } from './reduce-blocks.ts';
import { runsBetween } from './runs-between.ts';

/** What is between a word and the word before it: nothing, or the end of a text. */
export type Joint = 'glue' | 'end';

/**
 * The blocks with their words in another order. A table with a word that leaves it, or comes into it, becomes
 * paragraphs.
 *
 * @param joints what is before a word, where it is not what the print has there
 */
export function reorderBlocks(own: Side, order: readonly number[], joints: ReadonlyMap<number, Joint>): PlacedBlock[] {
  const { blocks, leaves, words } = own;
  const starts = blockStarts(own);
  const built: PlacedBlock[] = [];
  let wordless = 0;
  const addWordless = (until: number): void => {
    for (; wordless < until; wordless += 1)
      if (starts[wordless] === starts[wordless + 1]) built.push(blocks[wordless]!);
  };
  for (let at = 0; at < order.length;) {
    const word = order[at]!;
    const { block } = leaves[words[word]!.block]!;
    addWordless(block);
    const [start, end] = [starts[block]!, starts[block + 1]!];
    if (word === start && isWhole(order, at, end - start, joints)) {
      built.push(blocks[block]!);
      at += end - start;
      continue;
    }
    let to = at + 1;
    while (
      to < order.length &&
      order[to] === order[to - 1]! + 1 &&
      !joints.has(order[to]!) &&
      isIn(own, order[to]!, word)
    )
      to += 1;
    const part = partOf(own, word, order[to - 1]! + 1);
    const last = built.at(-1)?.block;
    if (joints.get(word) === 'glue' && last?.kind === 'text')
      built.push({ ...built.pop()!, block: { ...last, runs: inNormalForm([[...last.runs, ...part.block.runs]]) } });
    else built.push(part);
    at = to;
  }
  addWordless(blocks.length);
  return built;
}

/** For each block, and after the last one, the number of its first word. */
function blockStarts({ blocks, leaves, words }: Side): number[] {
  const starts: number[] = [];
  let word = 0;
  for (let block = 0; block <= blocks.length; block += 1) {
    while (word < words.length && leaves[words[word]!.block]!.block < block) word += 1;
    starts.push(word);
  }
  return starts;
}

/** Whether so many words follow each other as they are printed. */
function isWhole(order: readonly number[], at: number, length: number, joints: ReadonlyMap<number, Joint>): boolean {
  for (let next = 0; next < length; next += 1)
    if (order[at + next] !== order[at]! + next || joints.has(order[at + next]!)) return false;
  return true;
}

function isIn({ words }: Side, word: number, other: number): boolean {
  return words[word]!.block === words[other]!.block;
}

/** The paragraph of printed words of one text, half-open. */
function partOf({ blocks, leaves, words }: Side, start: number, end: number): PlacedBlock<TextBlock> {
  const { block: index, start: offset } = words[start]!;
  const { text, block } = leaves[index]!;
  const [isFirst, isLast] = [words[start - 1]?.block !== index, words[end]?.block !== index];
  const slice = runsBetween(text, isFirst ? 0 : offset, isLast ? textOf(text).length : words[end]!.start);
  const part: TextBlock = { ...text, type: 'p', path: TOP, runs: inNormalForm([slice]) };
  return { ...blocks[block]!, block: part, labelled: isFirst && blocks[block]!.labelled === true };
}
