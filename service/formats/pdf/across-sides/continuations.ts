import { CONTEXT_WORDS, LineWords, placeAt } from './break-contexts.ts';
import { startsNote } from '../blocks/footnotes.ts';
import type { FlowBlock, Paragraph } from '../blocks/paragraphs.ts';
import {
  asPart,
  cellPlaces,
  columnOf,
  continuesCell,
  continuesTable,
  joinTables,
  type Answers,
} from './table-continuations.ts';
import { lineGroupsOf } from './flow-text.ts';
import { INDENT, LOWER_CASE, nextWordFits, SENTENCE_END } from '../lines/line-fit.ts';
import { listMarker } from '../lines/list-marker.ts';

/** Largest ratio of the sizes of two parts of one paragraph. */
const SAME_SIZE = 1.06;

/**
 * Joins paragraphs and tables that a column or page break divides. It joins paragraphs whose sentence continues, and
 * tables with the same columns.
 *
 *     page 1: "The Supplier shall"   page 2: "deliver the goods."   →   one paragraph
 *
 * If the page leaves a paragraph open, the other side decides: does it have both parts in one?
 */
export function joinContinuations(sides: readonly (readonly FlowBlock[])[]): FlowBlock[][] {
  const lineWords = new LineWords();
  const contexts = sides.map((blocks) => breakContexts(blocks, lineWords));
  return sides.map((blocks, side) => {
    const others = sides.filter((_, index) => index !== side);
    const answers = others.map((other) => findContexts(other, contexts[side]!, lineWords));
    const joined: FlowBlock[] = [];
    for (const block of blocks) {
      const last = joined.at(-1);
      if (last?.kind === 'table' && block.kind === 'table' && continuesTable(last, block)) {
        joined[joined.length - 1] = joinTables(last, block, answers, lineWords);
      } else if (
        last?.kind === 'table' &&
        block.kind === 'paragraph' &&
        continuesCell(last, block, answers, lineWords)
      ) {
        joined[joined.length - 1] = joinTables(last, asPart(last, block), answers, lineWords);
      } else if (
        last?.kind === 'paragraph' &&
        block.kind === 'paragraph' &&
        continuesParagraph(last, block, answers, lineWords)
      ) {
        const { left, right } = block;
        joined[joined.length - 1] = { ...last, lines: [...last.lines, ...block.lines], left, right };
      } else joined.push(block);
    }
    return joined;
  });
}

/** Keys of the places at which columns and pages of a document break. */
function breakContexts(blocks: readonly FlowBlock[], lineWords: LineWords): Set<string> {
  const keys = new Set<string>();
  blocks.forEach((block, index) => {
    const previous = blocks[index - 1];
    if (previous?.kind === 'paragraph' && block.kind === 'paragraph' && isBroken(previous, block))
      keys.add(lineWords.placeBetween(previous.lines, block.lines));
    if (previous?.kind === 'table' && block.kind === 'table' && continuesTable(previous, block))
      for (const key of cellPlaces(previous, block, lineWords)) keys.add(key);
    if (previous?.kind === 'table' && block.kind === 'paragraph' && columnOf(previous, block) >= 0)
      for (const key of cellPlaces(previous, asPart(previous, block), lineWords)) keys.add(key);
  });
  return keys;
}

function findContexts(blocks: readonly FlowBlock[], wanted: ReadonlySet<string>, lineWords: LineWords): Answers {
  const answers = new Map<string, 'inside' | 'between'>();
  if (wanted.size === 0) return answers;
  let previous: Paragraph | null = null;
  for (const block of blocks) {
    // Words before the break: a cell may have only one, a paragraph has more.
    const least = block.kind === 'table' ? 1 : CONTEXT_WORDS;
    for (const lines of lineGroupsOf(block)) {
      const words = lineWords.of(lines);
      for (let at = least; at < words.length; at++) {
        const key = placeAt(words, at);
        if (wanted.has(key)) answers.set(key, 'inside');
      }
    }
    if (block.kind === 'table') {
      previous = null;
      continue;
    }
    // A break of this document proves nothing about the other one.
    if (previous && !isBroken(previous, block)) {
      const key = lineWords.placeBetween(previous.lines, block.lines);
      if (wanted.has(key) && !answers.has(key)) answers.set(key, 'between');
    }
    previous = block;
  }
  return answers;
}

function isBroken(a: Paragraph, b: Paragraph): boolean {
  const [last, first] = [a.lines.at(-1)!, b.lines[0]!];
  // Two tagged blocks on one page are two blocks.
  if (a.page === b.page && last.tag && first.tag) return false;
  return a.page !== b.page || first.y <= last.y;
}

function continuesParagraph(a: Paragraph, b: Paragraph, answers: readonly Answers[], lineWords: LineWords): boolean {
  const last = a.lines.at(-1)!;
  const first = b.lines[0]!;
  // Within a column, `findParagraphs` has already decided.
  if (!isBroken(a, b)) return false;
  if (last.tag && first.tag && last.tag.role !== first.tag.role) return false;
  const [small, large] = [Math.min(last.size, first.size), Math.max(last.size, first.size)];
  if (large > SAME_SIZE * small || last.rightToLeft !== first.rightToLeft) return false;
  if (last.leads || startsNote(first)) return false;
  const key = lineWords.placeBetween(a.lines, b.lines);
  const verdicts = answers.map((answer) => answer.get(key));
  if (verdicts.includes('inside')) return true;
  // Bold may end with the line inside a paragraph, but a heading ends there too.
  if (verdicts.includes('between') || last.bold !== first.bold || nextWordFits(last, first, a)) return false;
  if (listMarker(first.text)) return false;
  if (LOWER_CASE.test(first.text) && !SENTENCE_END.test(last.text)) return true;
  if (isIndented(b)) return false;
  return !SENTENCE_END.test(last.text);
}

/** Whether the first line of the paragraph is indented more than the second. */
function isIndented({ lines }: Paragraph): boolean {
  const [first, second] = lines;
  if (!first || !second) return false;
  const indent = first.rightToLeft ? second.x1 - first.x1 : first.x0 - second.x0;
  return indent > INDENT * first.size;
}
