import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffSequences } from '../../../../service/engine/diff/diff-sequences.ts';
import { StepCount } from '../../../../service/engine/diff/middle-snake.ts';

function longestCommonSubsequence(a: readonly number[], b: readonly number[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const x of a) {
    const next = [0];
    b.forEach((y, j) => next.push(x === y ? row[j]! + 1 : Math.max(row[j + 1]!, next[j]!)));
    row = next;
  }
  return row[b.length]!;
}

const sequence = (vocabulary: number, maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: vocabulary - 1 }), { maxLength });

function check(a: readonly number[], b: readonly number[], vocabulary: number): number {
  let aAt = 0;
  let bAt = 0;
  let matched = 0;
  for (const run of diffSequences(Int32Array.from(a), Int32Array.from(b), vocabulary)) {
    expect(run.aStart >= aAt && run.bStart >= bAt && run.length > 0).toBe(true);
    expect(a.slice(run.aStart, run.aStart + run.length)).toEqual(b.slice(run.bStart, run.bStart + run.length));
    aAt = run.aStart + run.length;
    bAt = run.bStart + run.length;
    matched += run.length;
  }
  expect(aAt <= a.length && bAt <= b.length).toBe(true);
  return matched;
}

describe('diffSequences', () => {
  it('matches equal elements only, ascending on both sides', () => {
    fc.assert(fc.property(sequence(6, 60), sequence(6, 60), (a, b) => void check(a, b, 6)));
    fc.assert(fc.property(sequence(60, 90), sequence(60, 90), (a, b) => void check(a, b, 60)));
  });

  it('finds a longest common subsequence where nothing is unique', () => {
    const doubled = (values: number[]) => [...values, ...values];
    fc.assert(
      fc.property(sequence(3, 20).map(doubled), sequence(3, 20).map(doubled), (a, b) => {
        const frame = (s: number[]) => [3, 3, ...s, 4, 4];
        // Doubled elements leave no anchors at the top. Anchors inside may cost a little, but never the ends.
        expect(check(frame(a), frame(b), 5)).toBeGreaterThanOrEqual(4);
        expect(check(frame(a), frame(b), 5)).toBeLessThanOrEqual(longestCommonSubsequence(frame(a), frame(b)));
      }),
    );
  });

  it('leaves equal sequences whole and different ones unmatched', () => {
    fc.assert(
      fc.property(sequence(5, 50), (a) => {
        expect(check(a, a, 5)).toBe(a.length);
      }),
    );
    expect(check([1, 2, 3], [4, 5, 6], 7)).toBe(0);
  });

  it('ends on inputs beyond the cost limit', () => {
    const a = Array.from({ length: 5_000 }, (_, i) => (i * 7919) % 13);
    const b = Array.from({ length: 5_000 }, (_, i) => (i * 104729 + 5) % 13);
    expect(check(a, b, 13)).toBeGreaterThan(1_000);
  });

  it('still matches elements after all its steps are used up', () => {
    let state = 7;
    const next = (): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * 50);
    };
    const noise = (): number[] => Array.from({ length: 30_000 }, next);
    // Random elements of 50 kinds have at most a quarter in common. Even in haste, more than a sixth is found.
    expect(check(noise(), noise(), 50)).toBeGreaterThan(5_000);
  });

  it('takes no more steps for many sequences without order than for one', () => {
    const steps = new StepCount();
    let state = 1;
    const next = (): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * 40);
    };
    const noise = (): Int32Array => Int32Array.from({ length: 2_000 }, next);
    for (let pair = 0; pair < 10; pair += 1) diffSequences(noise(), noise(), 40, steps);
    expect(steps.total).toBeGreaterThan(8_000_000);
    for (let pair = 0; pair < 40; pair += 1) diffSequences(noise(), noise(), 40, steps);
    // Forty sequences of 4,000 elements each: at most 80 steps for each element.
    expect(steps.total).toBeLessThan(12_000_000 + 40 * 4_000 * 80);
  });

  it('keeps all common elements, however many lie between elements of one side', () => {
    // No element is unique, and each stretch of one side is longer than the reach of one shortest-script search.
    const stretch = (from: number, length: number) => Array.from({ length }, (_, i) => from + (i % 40));
    const common = Array.from({ length: 6 }, (_, i) => stretch(i * 10, 90));
    const a = [...stretch(200, 3_000), ...common.flatMap((each) => [...each, ...stretch(200, 1_000)])];
    const b = [...stretch(300, 1_000), ...common.flatMap((each) => [...each, ...stretch(300, 2_000)])];
    expect(check(a, b, 400)).toBe(6 * 90);
  });

  it('matches long sequences with parts on one side only', () => {
    const long = fc.array(fc.integer({ min: 0, max: 29 }), { minLength: 600, maxLength: 900 });
    fc.assert(
      fc.property(long, long, (a, b) => {
        // Each element occurs twice in a row, so that none is an anchor. The other side lacks a third of the kinds.
        const twice = (values: number[], foreign: number) =>
          values.flatMap((value) => (value % 3 === 0 ? [value + foreign, value + foreign] : [value, value]));
        const [x, y] = [twice(a, 30), twice(b, 60)];
        expect(check(x, y, 90)).toBeLessThanOrEqual(longestCommonSubsequence(x, y));
      }),
      { numRuns: 5 },
    );
  });
});
