import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareDocuments } from '../../../../service/engine/compare.ts';
import { roundTrips } from '../../../../service/engine/merge/round-trips.ts';
import { ChangeIds } from '../../../../service/engine/merge/change-ids.ts';
import { mergedBlocks } from '../../../../service/engine/merge/merge-blocks.ts';
import type { MergeContext } from '../../../../service/engine/merge/merge-context.ts';
import { Vocabulary } from '../../../../service/engine/tokens/vocabulary.ts';
import type { Block, Cell, TextBlock } from '../../../../shared/document/model.ts';
import { TOP } from '../../../../shared/document/path.ts';
import { arbitraryDocument } from '../../../builders/arbitrary-document.ts';

function text(value: string): TextBlock {
  return { kind: 'text', type: 'p', attributes: {}, path: TOP, runs: [{ text: value, marks: 0, href: null }] };
}

function table(...cells: string[]): Block {
  const cellOf = (value: string): Cell => ({ header: false, colspan: 1, rowspan: 1, blocks: [text(value)] });
  return { kind: 'table', path: TOP, rows: [{ section: 'body', cells: cells.map(cellOf) }] };
}

const original = [text('One two three.'), table('Four', 'five'), text('Six seven eight.')];
const revised = [text('One 2 three.'), table('Four', '5'), text('Six seven 8.')];

function contextWith(mergeCellBlocks: MergeContext['mergeCellBlocks'], pairing = true): MergeContext {
  const vocabulary = new Vocabulary();
  return {
    vocabulary,
    ids: new ChangeIds(),
    faults: { count: 0 },
    pairing,
    swapped: false,
    wholeBlocks: false,
    carriesLooks: false,
    mergeCellBlocks,
  };
}

describe('a pair whose merged block does not round-trip', () => {
  it('is replaced whole, and counted', () => {
    // Cells that lose the text of the original.
    const context = contextWith((_, b) => b);
    const merged = mergedBlocks(original, revised, context, { pairLeftovers: false, checkPairs: true });
    expect(context.faults.count).toBe(1);
    expect(merged.map(({ onlyIn }) => onlyIn?.side)).toEqual([undefined, 'original', 'revised', undefined]);
    expect(roundTrips(merged, original, revised)).toBe(true);
  });

  it('never comes from the engine itself', () => {
    const document = (blocks: readonly Block[]) => ({ blocks, warnings: [] });
    expect(compareDocuments(document(original), document(revised), { mode: 'word' }).degraded).toBe(0);
  });
});

it('round-trips when nothing is paired', () => {
  fc.assert(
    fc.property(arbitraryDocument(), arbitraryDocument(), (x, y) => {
      const context = contextWith(() => [], false);
      const merged = mergedBlocks(x.blocks, y.blocks, context, { pairLeftovers: false, checkPairs: true });
      expect(roundTrips(merged, x.blocks, y.blocks)).toBe(true);
    }),
  );
});

it('detects missing, added and altered blocks', () => {
  const blocks = [text('One.'), text('Two.')];
  expect(roundTrips(blocks, blocks, blocks)).toBe(true);
  expect(roundTrips(blocks.slice(1), blocks, blocks)).toBe(false);
  expect(roundTrips([...blocks, text('Three.')], blocks, blocks)).toBe(false);
  expect(roundTrips([text('One.'), text('Three.')], blocks, blocks)).toBe(false);
});
