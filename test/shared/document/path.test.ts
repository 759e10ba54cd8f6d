import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readText } from '../../../service/formats/read-text.ts';
import {
  areAlike,
  outerPath,
  pathOf,
  PathPairs,
  samePath,
  sharedSteps,
  stepsOf,
  TOP,
  within,
  type Path,
  type Step,
} from '../../../shared/document/path.ts';
import { settlePath } from '../../../shared/document/settle-paths.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { writeFragment } from '../../../shared/fragment/write.ts';
import { arbitraryPaths } from '../../builders/arbitrary-document.ts';
import { runsOf } from '../../seed/seed.ts';

const RUNS = { numRuns: runsOf(500), interruptAfterTimeLimit: 20_000 };

/** Consecutive paths whose neighbours share outer steps. */
const sequence = fc.integer({ min: 1, max: 12 }).chain(arbitraryPaths);

/** A path of the same steps that shares nothing. */
const apart = (path: Path): Path => pathOf(stepsOf(path).map((step) => ({ ...step })));

/** The normal form as its docstring defines it, step by step from the outermost. */
function settledSteps(previous: readonly Step[] | undefined, path: readonly Step[]): Step[] {
  let fresh = previous === undefined;
  return path.map(({ kind, starts, value }, depth) => {
    fresh ||= previous?.[depth]?.kind !== kind || starts;
    const begins = fresh && kind !== 'quote';
    return begins && value !== undefined ? { kind, starts: begins, value } : { kind, starts: begins };
  });
}

describe('a path', () => {
  test('has the steps that it is made of, from any depth on', () => {
    fc.assert(
      fc.property(sequence, fc.nat(6), (paths, from) => {
        const memory: Step[] = [];
        for (const path of paths) {
          const steps = stepsOf(path);
          expect(stepsOf(apart(path))).toEqual(steps);
          expect(stepsOf(path, 0, memory)).toEqual(steps);
          expect(steps).toHaveLength(path.length);
          expect(path.first).toBe(steps[0] ?? null);
          expect(path.step).toBe(steps.at(-1) ?? null);
          expect(stepsOf(path, from)).toEqual(steps.slice(from));
          expect(stepsOf(outerPath(path, from))).toEqual(steps.slice(0, from));
          const begun = steps.findIndex(({ starts, value }) => starts || value !== undefined);
          expect(path.goingOn).toBe(begun === -1 ? steps.length : begun);
        }
      }),
      RUNS,
    );
  });

  test('shares with another only what is equal', () => {
    fc.assert(
      fc.property(sequence, (paths) => {
        for (const x of paths) {
          for (const y of paths) {
            const shared = sharedSteps(x, y);
            expect(stepsOf(x).slice(0, shared)).toEqual(stepsOf(y).slice(0, shared));
            expect(sharedSteps(x, apart(y))).toBe(0);
          }
        }
      }),
      RUNS,
    );
  });

  test('is the same as another exactly when their steps are, whatever they share and whatever was asked before', () => {
    fc.assert(
      fc.property(sequence, sequence, fc.boolean(), (paths, others, isCopied) => {
        const pairs = new PathPairs();
        const against = isCopied ? [...paths.map(apart), ...others] : others;
        for (const [at, y] of against.entries()) {
          const x = paths[at % paths.length]!;
          const expected = JSON.stringify(stepsOf(x)) === JSON.stringify(stepsOf(y));
          expect(samePath(x, y)).toBe(expected);
          expect(pairs.areSame(x, y)).toBe(expected);
        }
      }),
      RUNS,
    );
  });

  test('is compared with another step by step', () => {
    const [x, y] = [pathOf([{ kind: 'ul', starts: true }]), pathOf([{ kind: 'ul', starts: false }])];
    expect(areAlike(x, y, (a, b) => a.kind === b.kind)).toBe(true);
    expect(areAlike(x, y, (a, b) => a.starts === b.starts)).toBe(false);
    expect(areAlike(x, TOP, () => true)).toBe(false);
    expect(areAlike(within(x, { kind: 'quote', starts: false }), x, () => true)).toBe(false);
  });
});

describe('the normal form', () => {
  test('depends on the steps only, whatever the paths share', () => {
    fc.assert(
      fc.property(sequence, (paths) => {
        let previous: Path | undefined;
        // Several blocks may have one path, and a path may continue what another begins.
        const continuing = ({ outer, step }: Path): Path =>
          outer === null || step === null ? TOP : within(outer, { kind: step.kind, starts: false });
        for (const path of paths.flatMap((each) => [each, each, continuing(each)])) {
          const settled = settlePath(previous, path);
          expect(stepsOf(settled)).toEqual(settledSteps(previous && stepsOf(previous), stepsOf(path)));
          expect(settlePath(previous, settled)).toBe(settled);
          previous = settled;
        }
      }),
      RUNS,
    );
  });
});

test('memory of deeply nested lists is linear in their depth, read from HTML and from a fragment', () => {
  const depth = 300;
  const html = `${'<ol><li>x'.repeat(depth)}${'<p>y</p></li></ol>'.repeat(depth)}`;
  const { blocks } = readText(html, 'html').document;
  for (const list of [blocks, scanFragment(writeFragment(blocks))]) {
    expect(list).toHaveLength(2 * depth);
    const seen = new Set<Path>();
    for (const { path } of list)
      for (let at: Path | null = path; at !== null && !seen.has(at); at = at.outer) seen.add(at);
    // The path of each block, and the paths of blocks that continue its items.
    expect(seen.size).toBeLessThan(5 * depth);
  }
});
