import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareDocuments } from '../../../service/engine/compare.ts';
import { BOTH_SIDES, type Block, type Run, type Side, type TextBlock } from '../../../shared/document/model.ts';
import { SideTexts, textNumbers, type MergedPlace } from '../../../shared/document/text-place.ts';
import { arbitraryDocument } from '../../builders/arbitrary-document.ts';
import { runsOf } from '../../seed/seed.ts';

const textsIn = (blocks: readonly Block[]): TextBlock[] =>
  blocks.flatMap((block) => {
    if (block.kind === 'text') return [block];
    return block.kind === 'table'
      ? block.rows.flatMap(({ cells }) => cells.flatMap((cell) => textsIn(cell.blocks)))
      : [];
  });

const wordsOf = (runs: readonly Run[]): string => runs.map(({ text, image }) => (image ? '' : text)).join('');

/** The words of a side between two places of a merged document. */
function between(blocks: readonly Block[], start: MergedPlace, end: MergedPlace, side: Side): string {
  const texts = textsIn(blocks);
  let words = '';
  for (const block of texts.slice(texts.indexOf(start.block), texts.indexOf(end.block) + 1)) {
    if (block.onlyIn && block.onlyIn.side !== side) continue;
    const [from, to] = [block === start.block ? start.offset : 0, block === end.block ? end.offset : Infinity];
    let at = 0;
    for (const { text, image, edit } of block.runs) {
      if (!image && (edit === undefined || edit.side === side))
        words += text.slice(Math.max(0, from - at), Math.max(0, to - at));
      at += text.length;
    }
  }
  return words;
}

test('the texts of each side, and all ranges in them, are found in a merged document', () => {
  fc.assert(
    fc.property(arbitraryDocument(), arbitraryDocument(), fc.nat(), fc.nat(), (original, revised, from, length) => {
      const { blocks } = compareDocuments(original, revised, { mode: 'word' });
      for (const side of BOTH_SIDES) {
        const texts = new SideTexts(blocks, side);
        const own = [...textNumbers(side === 'original' ? original.blocks : revised.blocks).keys()].map(wordsOf);
        expect(own.map((_, number) => texts.wordsAt(number))).toEqual(own);
        expect(texts.wordsAt(own.length)).toBe('');
        for (const [number, words] of own.entries()) {
          const first = from % words.length;
          const last = first + 1 + (length % (words.length - first));
          const [start, end] = [texts.place([number, first], 'start'), texts.place([number, last], 'end')];
          expect(between(blocks, start!, end!, side)).toBe(words.slice(first, last));
        }
      }
    }),
    { numRuns: runsOf(300) },
  );
});
