/**
 * Checks both laws of the fragment on the engine's own result, and takes apart whatever block breaks one. The engine
 * is meant never to need that; the tests on the corpus assert it.
 */
import type { Block, Side } from '../../shared/document/model.ts';
import { sameBlock } from '../../shared/document/same-block.ts';
import { project } from '../../shared/fragment/resolve.ts';

/** Merges two lists. No block of `apart` is paired with any other: it is deleted or inserted whole. */
export type Merge = (apart: ReadonlySet<Block>) => readonly Block[];

/** A merged list that keeps the laws, and how many blocks had to be taken apart for it. */
export interface LawfulMerge {
  readonly blocks: readonly Block[];
  readonly degraded: number;
}

/** Attempts at single blocks. A fault is a fault of the engine: more than a few at once mean that nothing can be trusted. */
const ATTEMPTS_MAX = 8;

/** @throws Error when even two lists of which nothing is paired break a law */
export function keepLaws(original: readonly Block[], revised: readonly Block[], merge: Merge): LawfulMerge {
  const apart = new Set<Block>();
  for (let attempt = 0; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const blocks = merge(apart);
    const fault = faultOf(blocks, original, 'original') ?? faultOf(blocks, revised, 'revised');
    if (fault === null) return { blocks, degraded: apart.size };
    if (apart.has(fault)) break;
    apart.add(fault);
  }
  const all = new Set([...original, ...revised]);
  const blocks = merge(all);
  if ((faultOf(blocks, original, 'original') ?? faultOf(blocks, revised, 'revised')) !== null)
    throw new Error('The law of the fragment does not hold for a comparison in which nothing is paired.');
  return { blocks, degraded: all.size };
}

/** The first block of a side that the merged list does not give back; null when it gives back all and no other. */
function faultOf(merged: readonly Block[], expected: readonly Block[], side: Side): Block | null {
  const projected = project(merged, side);
  for (const [index, block] of expected.entries()) {
    const given = projected[index];
    if (given === undefined || !sameBlock(block, given)) return block;
  }
  return projected.length === expected.length ? null : (expected.at(-1) ?? projected[0]!);
}
