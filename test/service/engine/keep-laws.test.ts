import { describe, expect, it } from 'vitest';
import { compareDocuments } from '../../../service/engine/compare.ts';
import { keepLaws } from '../../../service/engine/keep-laws.ts';
import type { Block, TextBlock } from '../../../shared/document/model.ts';
import { project } from '../../../shared/fragment/resolve.ts';

function text(value: string): TextBlock {
  return { kind: 'text', type: 'p', attributes: {}, path: [], runs: [{ text: value, marks: 0, href: null }] };
}

const original = ['One two three.', 'Four five six.', 'Seven eight nine.'].map(text);
const revised = ['One two three.', 'Four 5 six.', 'Seven eight 9.'].map(text);

/** The engine's result, in which the block of the original's `at` has lost its first run unless it is apart. */
function faulty(at: number) {
  return (apart: ReadonlySet<Block>): readonly Block[] => {
    const { blocks } = compareDocuments(
      { blocks: original, warnings: [] },
      { blocks: revised, warnings: [] },
      { mode: 'word' },
    );
    if (!apart.has(original[at]!))
      return blocks.map((block, index) =>
        index === at && block.kind === 'text' ? { ...block, runs: block.runs.slice(1) } : block,
      );
    const block = { ...original[at]!, standing: { side: 'original', changeId: 'x' } } as const;
    const other = { ...revised[at]!, standing: { side: 'revised', changeId: 'y' } } as const;
    return blocks.flatMap((merged, index) => (index === at ? [block, other] : [merged]));
  };
}

describe('a result that breaks a law', () => {
  it.each([0, 1, 2])('is mended by taking block %i apart', (at) => {
    const { blocks, degraded } = keepLaws(original, revised, faulty(at));
    expect(degraded).toBe(1);
    expect(project(blocks, 'original')).toStrictEqual(original);
    expect(project(blocks, 'revised')).toStrictEqual(revised);
  });

  it('is an error when nothing mends it', () => {
    expect(() => keepLaws(original, revised, () => [])).toThrow('nothing is paired');
  });

  it('is none of the engine’s', () => {
    const { degraded } = compareDocuments(
      { blocks: original, warnings: [] },
      { blocks: revised, warnings: [] },
      { mode: 'word' },
    );
    expect(degraded).toBe(0);
  });
});

it('pairs nothing that is apart, and still keeps the laws', () => {
  const apart = new Set<Block>([...original, ...revised]);
  // A merge that fails until everything is apart makes the engine pair nothing.
  const { degraded } = keepLaws(original, revised, (given) =>
    given.size < apart.size
      ? []
      : [
          ...original.map((block, index): Block => ({
            ...block,
            standing: { side: 'original', changeId: `a${index}` },
          })),
          ...revised.map((block, index): Block => ({ ...block, standing: { side: 'revised', changeId: `b${index}` } })),
        ],
  );
  expect(degraded).toBe(apart.size);
});
