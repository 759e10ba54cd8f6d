import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textOf, type Block, type Side } from '../../../shared/document/model.ts';
import { pathOf } from '../../../shared/document/path.ts';
import { settlePaths } from '../../../shared/document/settle-paths.ts';
import { project } from '../../../shared/fragment/project.ts';
import { changeIdsOf, resolve, resolveBlocks, type Decisions } from '../../../shared/fragment/resolve.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { FragmentPieces, wrapFragment, writeFragment } from '../../../shared/fragment/write.ts';
import { arbitraryDocument } from '../../builders/arbitrary-document.ts';
import { arbitraryMerged } from '../../builders/arbitrary-merged.ts';
import { parsedTags, parsedText, topLevelElements, writtenTags } from './parsed.ts';
import { runsOf } from '../../seed/seed.ts';

/** Shrinking a generated run of decisions may take long, so it is limited, too. */
const RUNS = { numRuns: runsOf(400), interruptAfterTimeLimit: 20_000 };

/** A merged document, and for each of its changes a verdict and the step in which it is decided. */
const decided = fc.tuple(arbitraryMerged(), fc.gen()).map(([blocks, gen]) => ({
  blocks,
  verdicts: changeIdsOf(blocks).map((id) => ({
    id,
    verdict: gen(() => fc.constantFrom('accept' as const, 'reject' as const, 'reject' as const, 'leave' as const)),
    step: gen(fc.nat, 3),
  })),
  rejectOnly: gen(fc.boolean),
}));

function decisionsOf(verdicts: readonly { id: string; verdict: 'accept' | 'reject' | 'leave' }[]): Decisions {
  const named = (wanted: string): string[] => verdicts.filter(({ verdict }) => verdict === wanted).map(({ id }) => id);
  return { accept: named('accept'), reject: named('reject') };
}

/** Whether a change can be decided after all others: the others do not remove its place. */
function survivesOthers(blocks: readonly Block[], verdicts: Parameters<typeof decisionsOf>[0], id: string): boolean {
  return changeIdsOf(resolveBlocks(blocks, decisionsOf(verdicts.filter((each) => each.id !== id)))).includes(id);
}

function allTextOf(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if (block.kind === 'text') return textOf(block);
      if (block.kind !== 'table') return '';
      return block.rows.flatMap(({ cells }) => cells.map((cell) => allTextOf(cell.blocks))).join('');
    })
    .join('');
}

describe('writing and scanning', () => {
  it('round-trips documents', () => {
    fc.assert(
      fc.property(arbitraryDocument(), ({ blocks }) => {
        expect(scanFragment(writeFragment(blocks))).toStrictEqual(blocks);
      }),
      RUNS,
    );
  });

  it('round-trips merged documents', () => {
    fc.assert(
      fc.property(arbitraryMerged(), (blocks) => {
        expect(scanFragment(writeFragment(blocks))).toStrictEqual(blocks);
      }),
      RUNS,
    );
  });

  it('writes HTML that a parser reads unchanged', () => {
    fc.assert(
      fc.property(arbitraryMerged(), (blocks) => {
        const fragment = writeFragment(blocks);
        expect(parsedTags(fragment)).toEqual(writtenTags(fragment));
      }),
      RUNS,
    );
  });

  it('refuses a fragment with any character dropped, unless that is another fragment', () => {
    fc.assert(
      fc.property(arbitraryMerged(3), fc.nat(), (blocks, at) => {
        const fragment = writeFragment(blocks);
        const cut = at % fragment.length;
        const damaged = fragment.slice(0, cut) + fragment.slice(cut + 1);
        let scanned: Block[];
        try {
          scanned = scanFragment(damaged);
        } catch (error) {
          expect(error).toMatchObject({ name: 'FragmentError' });
          expect((error as { offset: number }).offset).toBeLessThanOrEqual(damaged.length);
          return;
        }
        expect(writeFragment(scanned)).toBe(damaged);
      }),
      RUNS,
    );
  });
});

describe('resolving', () => {
  it('leaves no change and no note if everything is decided one way', () => {
    fc.assert(
      fc.property(arbitraryMerged(), fc.constantFrom<Side>('original', 'revised'), (blocks, side) => {
        const plain = project(blocks, side);
        expect(changeIdsOf(plain)).toEqual([]);
        expect(settlePaths(plain)).toStrictEqual(plain);
        expect(writeFragment(plain)).not.toMatch(/ data-(change|original|boundary|side|continues)/);
        expect(resolve(writeFragment(blocks), side === 'revised' ? { accept: 'all' } : { reject: 'all' })).toBe(
          writeFragment(plain),
        );
      }),
      RUNS,
    );
  });

  it('keeps exactly the text of the chosen side', () => {
    fc.assert(
      fc.property(arbitraryMerged(), fc.constantFrom<Side>('original', 'revised'), (blocks, side) => {
        const dropped = side === 'revised' ? 'del' : 'ins';
        expect(allTextOf(project(blocks, side))).toBe(parsedText(writeFragment(blocks), dropped));
      }),
      RUNS,
    );
  });

  it('does nothing without decisions', () => {
    fc.assert(
      fc.property(arbitraryMerged(), (blocks) => {
        const fragment = writeFragment(blocks);
        expect(resolve(fragment, {})).toBe(fragment);
        expect(resolve(fragment, { accept: [], reject: [] })).toBe(fragment);
      }),
      { ...RUNS, numRuns: runsOf(100) },
    );
  });

  it('leaves plain documents unchanged', () => {
    fc.assert(
      fc.property(arbitraryDocument(), ({ blocks }) => {
        expect(project(blocks, 'original')).toStrictEqual(blocks);
        expect(project(blocks, 'revised')).toStrictEqual(blocks);
      }),
      RUNS,
    );
  });

  it('makes a fragment of any mixture, with the undecided changes only', () => {
    fc.assert(
      fc.property(decided, ({ blocks, verdicts }) => {
        const result = resolve(writeFragment(blocks), decisionsOf(verdicts));
        const left = changeIdsOf(scanFragment(result));
        const undecided = verdicts.filter(({ verdict }) => verdict === 'leave').map(({ id }) => id);
        expect(undecided).toEqual(expect.arrayContaining(left));
        expect(parsedTags(result)).toEqual(writtenTags(result));
      }),
      RUNS,
    );
  });

  it('does not depend on the order or the grouping of decisions', () => {
    fc.assert(
      fc.property(decided, ({ blocks, verdicts: drawn, rejectOnly }) => {
        const turned = rejectOnly
          ? drawn.map((each) => ({ ...each, verdict: each.verdict === 'accept' ? ('reject' as const) : each.verdict }))
          : drawn;
        const verdicts = turned.filter((each) => each.verdict !== 'accept' || survivesOthers(blocks, turned, each.id));
        const fragment = writeFragment(blocks);
        const atOnce = resolve(fragment, decisionsOf(verdicts));
        let stepwise = fragment;
        for (const step of [0, 1, 2, 3]) {
          // Removing something in an earlier step also removed the rejected changes inside it.
          const left = new Set(changeIdsOf(scanFragment(stepwise)));
          stepwise = resolve(stepwise, decisionsOf(verdicts.filter((each) => each.step === step && left.has(each.id))));
        }
        expect(stepwise).toBe(atOnce);
      }),
      { ...RUNS, numRuns: runsOf(1500) },
    );
  });

  it('reads "all" as every id that the other list does not name', () => {
    fc.assert(
      fc.property(arbitraryMerged(), fc.nat(), (blocks, pick) => {
        const ids = changeIdsOf(blocks);
        fc.pre(ids.length > 0);
        const one = ids[pick % ids.length]!;
        const others = ids.filter((id) => id !== one);
        expect(resolveBlocks(blocks, { accept: 'all', reject: [one] })).toStrictEqual(
          resolveBlocks(blocks, { accept: others, reject: [one] }),
        );
        expect(resolveBlocks(blocks, { accept: [one], reject: 'all' })).toStrictEqual(
          resolveBlocks(blocks, { accept: [one], reject: others }),
        );
      }),
      RUNS,
    );
  });
});

describe('writing while the blocks come', () => {
  function piecesOf(blocks: readonly Block[]): { pieces: string[]; fragment: string } {
    const writer = new FragmentPieces();
    const pieces = blocks.map((block) => writer.add(block));
    pieces.push(writer.end());
    return { pieces: pieces.filter((piece) => piece !== ''), fragment: writer.fragment() };
  }

  it('emits the fragment in its top-level elements, each well-formed by itself', () => {
    fc.assert(
      fc.property(arbitraryMerged(), (blocks) => {
        const whole = writeFragment(blocks);
        const { pieces, fragment } = piecesOf(blocks);
        expect(fragment).toBe(whole);
        expect(wrapFragment(pieces.join(''))).toBe(whole);
        expect(pieces.length).toBe(topLevelElements(whole));
        for (const piece of pieces) expect(writeFragment(scanFragment(wrapFragment(piece)))).toBe(wrapFragment(piece));
      }),
      { ...RUNS, numRuns: runsOf(200) },
    );
  });

  it('emits a long element in parts with its blocks, each well-formed by itself', () => {
    const line = (at: number): Block => ({
      kind: 'text',
      type: 'line',
      path: pathOf([
        { kind: 'ul', starts: at % 3 === 0 },
        { kind: 'quote', starts: at === 0 },
      ]),
      attributes: {},
      runs: [{ text: `line ${at} ${'word '.repeat(20)}.`, marks: 0, href: null }],
    });
    const blocks = Array.from({ length: 900 }, (_, at) => line(at));
    const { pieces, fragment } = piecesOf(blocks);
    expect(fragment).toBe(writeFragment(blocks));
    expect(pieces.length).toBeGreaterThan(4);
    for (const piece of pieces) expect(piece.length).toBeLessThan(17_000);
    const texts = pieces.flatMap((piece) => scanFragment(wrapFragment(piece)).map((block) => allTextOf([block])));
    expect(texts).toEqual(blocks.map((block) => allTextOf([block])));
  });
});
