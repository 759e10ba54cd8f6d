import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareDocuments } from '../../../service/engine/compare.ts';
import { PageSource } from '../../../service/engine/changes/page-source.ts';
import type { Block } from '../../../shared/document/model.ts';
import { project } from '../../../shared/fragment/project.ts';
import { changeIdsOf, resolve } from '../../../shared/fragment/resolve.ts';
import { writeFragment } from '../../../shared/fragment/write.ts';
import { arbitraryDocument } from '../../builders/arbitrary-document.ts';
import { runsOf } from '../../seed/seed.ts';

const HEAD = { format: 'html', engine: 'dom', fallback: false, attributeMode: 'semantic' } as const;

const pairs = fc.tuple(arbitraryDocument(), arbitraryDocument());
/** A document and an edited copy of it: blocks are dropped, doubled and moved, so that most of it aligns. */
const edited = fc
  .tuple(arbitraryDocument(), arbitraryDocument(), fc.array(fc.nat(), { maxLength: 6 }))
  .map(([base, other, picks]) => {
    const blocks: Block[] = [...base.blocks];
    for (const pick of picks) {
      const at = pick % (blocks.length + 1);
      const extra = other.blocks[pick % Math.max(1, other.blocks.length)];
      if (pick % 3 === 0) blocks.splice(at, 1);
      else if (pick % 3 === 1 && extra !== undefined) blocks.splice(at, 0, extra);
      else blocks.splice(at, 0, ...blocks.splice(pick % Math.max(1, blocks.length), 1));
    }
    return [base, { blocks: canonical(blocks), warnings: [] }] as const;
  });

/** Reader normal form of a list of blocks. */
function canonical(blocks: readonly Block[]): Block[] {
  return project(blocks, 'revised');
}

function pagesOf(blocks: readonly Block[]): PageSource {
  return new PageSource(blocks, { source: {}, revised: {} }, HEAD);
}

describe('round-trip invariants', () => {
  for (const [name, examples] of [
    ['unrelated documents', pairs],
    ['edited documents', edited],
  ] as const) {
    for (const mode of ['word', 'block'] as const) {
      it(`hold exactly for ${name} in ${mode} mode`, () => {
        fc.assert(
          fc.property(examples, ([original, revised]) => {
            const fragment = writeFragment(compareDocuments(original, revised, { mode }).blocks);
            expect(resolve(fragment, { reject: 'all' })).toBe(writeFragment(original.blocks));
            expect(resolve(fragment, { accept: 'all' })).toBe(writeFragment(revised.blocks));
          }),
          { numRuns: runsOf(300) },
        );
      });
    }
  }

  it('leave equal documents without a change', () => {
    fc.assert(
      fc.property(arbitraryDocument(), (document) => {
        const { blocks } = compareDocuments(document, document, { mode: 'word' });
        expect(changeIdsOf(blocks)).toEqual([]);
        expect(writeFragment(blocks)).toBe(writeFragment(document.blocks));
      }),
    );
  });
});

describe('structured changes', () => {
  it('name the same changes as the fragment, in its order', () => {
    fc.assert(
      fc.property(edited, ([original, revised]) => {
        const { blocks } = compareDocuments(original, revised, { mode: 'word' });
        const { changes } = pagesOf(blocks).page(0, 500);
        const ids = changeIdsOf(blocks).slice(0, 500);
        expect(changes.map((change) => change.id)).toEqual(ids);
        expect(ids).toEqual(ids.map((_, index) => `chg_${String(index + 1).padStart(6, '0')}`));
      }),
    );
  });

  it('take their texts from their blocks, and pages add up to the whole', () => {
    fc.assert(
      fc.property(edited, fc.integer({ min: 1, max: 9 }), ([original, revised], limit) => {
        const source = pagesOf(compareDocuments(original, revised, { mode: 'word' }).blocks);
        const collected = [];
        for (let offset: number | undefined = 0; offset !== undefined;) {
          const page = source.page(offset, limit);
          collected.push(...page.changes);
          for (const change of page.changes) {
            // The text of a row, a column or a table comes from several blocks.
            if (page.alignment!.filter((entry) => entry.changeIds?.includes(change.id)).length !== 1) continue;
            for (const { location, fragment, blocks } of [
              {
                location: 'sourceLocation' in change && change.sourceLocation,
                fragment: 'before' in change && change.before,
                blocks: page.source!.blocks,
              },
              {
                location: 'revisedLocation' in change && change.revisedLocation,
                fragment: 'after' in change && change.after,
                blocks: page.revised!.blocks,
              },
            ]) {
              if (!location || !fragment) continue;
              const block = blocks.find((candidate) => candidate.id === location.blockId)!;
              const { start, end } = location.charRange;
              // A boundary is between two blocks and in the text of neither.
              if (start === end && fragment.text === '\n') continue;
              expect([...block.text].slice(start, end).join('')).toBe(fragment.text);
            }
          }
          offset = page.nextOffset;
        }
        expect(collected).toEqual(source.page(0, 500).changes.slice(0, collected.length));
        expect(collected.length).toBe(source.totalChanges);
      }),
    );
  });

  it('have alignment segments that rebuild both texts', () => {
    fc.assert(
      fc.property(edited, ([original, revised]) => {
        const page = pagesOf(compareDocuments(original, revised, { mode: 'word' }).blocks).page(0, 500);
        for (const entry of page.alignment!) {
          const text = (dropped: string) =>
            entry.segments.flatMap(({ op, text: part }) => (op === dropped ? [] : [part])).join('');
          const source = page.source!.blocks.find((block) => block.id === entry.sourceBlockId);
          const after = page.revised!.blocks.find((block) => block.id === entry.revisedBlockId);
          if (source !== undefined) expect(text('insert')).toBe(source.text);
          if (after !== undefined) expect(text('delete')).toBe(after.text);
        }
      }),
    );
  });
});
