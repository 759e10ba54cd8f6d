/**
 * Checks both round-trip invariants on the engine's own results. The engine is meant never to break one; the corpus
 * tests assert that.
 */
import type { Block, Side } from '../../../shared/document/model.ts';
import { PathPairs } from '../../../shared/document/path.ts';
import { sameContent } from '../../../shared/document/same-block.ts';
import { projected } from '../../../shared/fragment/project.ts';

/** Whether rejecting everything returns the original's blocks, and accepting everything the revised's. */
export function roundTrips(merged: readonly Block[], original: readonly Block[], revised: readonly Block[]): boolean {
  return (['original', 'revised'] as const).every((side) => {
    const paths = new PathPairs();
    const same = (x: Block, y: Block): boolean => x === y || (paths.areSame(x.path, y.path) && sameContent(x, y));
    return isSide(merged, side === 'original' ? original : revised, side, same);
  });
}

/**
 * Whether part of a merged list round-trips. Compares contents without paths, which depend on the blocks before the
 * part.
 */
export function contentsRoundTrip(
  merged: readonly Block[],
  original: readonly Block[],
  revised: readonly Block[],
): boolean {
  return isSide(merged, original, 'original', sameContent) && isSide(merged, revised, 'revised', sameContent);
}

function isSide(
  merged: readonly Block[],
  expected: readonly Block[],
  side: Side,
  same: (x: Block, y: Block) => boolean,
): boolean {
  let at = 0;
  for (const block of projected(merged, side)) {
    if (at === expected.length || !same(expected[at]!, block)) return false;
    at += 1;
  }
  return at === expected.length;
}
