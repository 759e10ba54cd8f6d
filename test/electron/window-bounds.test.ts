import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundsToOpen, LEAST_SIZE, type Bounds } from '../../electron/main/window/window-bounds.ts';

const LAPTOP = { x: 0, y: 25, width: 1_440, height: 875 };
const BESIDE = { x: 1_440, y: 0, width: 1_920, height: 1_080 };

describe('where the window opens', () => {
  it('is the middle of the first screen at the first start, and fits a small one', () => {
    expect(boundsToOpen(null, [LAPTOP, BESIDE])).toEqual({ x: 100, y: 33, width: 1_240, height: 860 });
    expect(boundsToOpen(null, [{ x: 0, y: 0, width: 800, height: 560 }])).toEqual({
      x: 0,
      y: 0,
      width: 800,
      height: 560,
    });
  });

  it('is where it was left', () => {
    for (const left of [
      { x: 1_500, y: 40, width: 1_000, height: 700 },
      // Partly beyond the edge, as a person may want it.
      { x: -500, y: 60, width: 1_000, height: 700 },
    ]) {
      expect(boundsToOpen(left, [LAPTOP, BESIDE])).toEqual(left);
    }
  });

  it('is the middle of a screen that is there, when the other is gone', () => {
    expect(boundsToOpen({ x: 1_500, y: 40, width: 1_000, height: 700 }, [LAPTOP])).toEqual({
      x: 220,
      y: 113,
      width: 1_000,
      height: 700,
    });
  });

  it('is smaller on a smaller screen', () => {
    const { width, height } = boundsToOpen({ x: 0, y: 30, width: 3_000, height: 2_000 }, [LAPTOP]);
    expect({ width, height }).toEqual({ width: 1_440, height: 875 });
  });

  it('can be reached by its title bar, whatever was left and whatever is there', () => {
    const bounds = (least: number): fc.Arbitrary<Bounds> =>
      fc.record({
        x: fc.integer({ min: -9_000, max: 9_000 }),
        y: fc.integer({ min: -9_000, max: 9_000 }),
        width: fc.integer({ min: least, max: 6_000 }),
        height: fc.integer({ min: least, max: 6_000 }),
      });
    fc.assert(
      fc.property(bounds(1), fc.array(bounds(600), { minLength: 1, maxLength: 4 }), (left, screens) => {
        const opened = boundsToOpen(left, screens);
        const isReachable = screens.some(
          (screen) =>
            Math.min(opened.x + opened.width, screen.x + screen.width) - Math.max(opened.x, screen.x) >= 120 &&
            opened.y >= screen.y - 0 &&
            opened.y + 32 <= screen.y + screen.height,
        );
        expect(isReachable).toBe(true);
        expect(opened.width).toBeGreaterThanOrEqual(LEAST_SIZE.width);
        expect(opened.height).toBeGreaterThanOrEqual(LEAST_SIZE.height);
      }),
    );
  });
});
