/**
 * The diff core: sequences of integers in, runs of matches out. HTML blocks, words, table rows and text lines all use
 * it.
 *
 * The recipe: trim equal elements at both ends, then split at unique anchors. Without anchors, leave out elements of
 * one side only, then split at the middle of a shortest script. Pending regions wait on a stack.
 */
import { COST_MAX, MiddleSnake, StepCount } from './middle-snake.ts';
import { MatchCollector, type MatchRun } from './match.ts';
import { SharedElements } from './shared-elements.ts';
import { AnchorFinder, type WorthOf } from './unique-anchors.ts';

/**
 * How often a region may be split by anchors within anchors. Elements that become unique only in ever smaller regions
 * could otherwise cost a pass over the rest for each. Real texts need three or four levels.
 */
const ANCHOR_DEPTH_MAX = 12;
/** Depth of a region that is searched neither for anchors nor for elements of one side. */
const SNAKE_DEPTH = ANCHOR_DEPTH_MAX + 1;
/** Up to this total length of both sides, the search for a shortest script always ends before its limit. */
const SHORT_MAX = 2 * COST_MAX;

/**
 * Matches two sequences whose elements are at least 0 and below `vocabulary`. The number of steps is bounded by a
 * constant times the lengths. Below that bound, regions without anchors get a shortest script.
 *
 * @param steps counter of the whole comparison
 * @param worthOf gain of a pair; without it every pair counts the same
 */
export function diffSequences(
  a: Int32Array,
  b: Int32Array,
  vocabulary: number,
  steps = new StepCount(),
  worthOf?: WorthOf,
): readonly MatchRun[] {
  return diffFrom(0, a, b, vocabulary, steps, worthOf, undefined);
}

/**
 * `diffSequences` for a region. `startDepth`: how often the whole has been split by anchors, or `SNAKE_DEPTH`.
 * `snake` serves the whole diff.
 */
function diffFrom(
  startDepth: number,
  a: Int32Array,
  b: Int32Array,
  vocabulary: number,
  steps: StepCount,
  worthOf: WorthOf | undefined,
  snake: MiddleSnake | undefined,
): readonly MatchRun[] {
  const matches = new MatchCollector();
  // Created on demand: trimming alone settles most pairs.
  let anchors: AnchorFinder | undefined;
  // Pending regions, the next one on top: aStart, aEnd, bStart, bEnd, depth of anchoring.
  const stack: number[] = [0, a.length, 0, b.length, startDepth];
  while (stack.length > 0) {
    const depth = stack.pop()!;
    const bEnd = stack.pop()!;
    let bStart = stack.pop()!;
    const aEnd = stack.pop()!;
    let aStart = stack.pop()!;

    let prefix = 0;
    while (aStart + prefix < aEnd && bStart + prefix < bEnd && a[aStart + prefix] === b[bStart + prefix]) prefix += 1;
    matches.add(aStart, bStart, prefix);
    aStart += prefix;
    bStart += prefix;
    if (aStart === aEnd || bStart === bEnd) continue;

    let suffix = 0;
    while (aEnd - suffix > aStart && bEnd - suffix > bStart && a[aEnd - 1 - suffix] === b[bEnd - 1 - suffix])
      suffix += 1;
    if (suffix > 0) {
      // The suffix follows the rest of the region. It is pushed as a region of its own, which prefix trimming
      // consumes.
      stack.push(aEnd - suffix, aEnd, bEnd - suffix, bEnd, depth);
      if (aEnd - suffix > aStart && bEnd - suffix > bStart)
        stack.push(aStart, aEnd - suffix, bStart, bEnd - suffix, depth);
      continue;
    }

    const pairs =
      depth < ANCHOR_DEPTH_MAX
        ? (anchors ??= new AnchorFinder(vocabulary, worthOf)).find(a, b, aStart, aEnd, bStart, bEnd)
        : [];
    if (pairs === null) continue;
    if (pairs.length > 0) {
      let aRight = aEnd;
      let bRight = bEnd;
      for (let p = pairs.length - 2; p >= 0; p -= 2) {
        stack.push(pairs[p]!, aRight, pairs[p + 1]!, bRight, depth + 1);
        aRight = pairs[p]!;
        bRight = pairs[p + 1]!;
      }
      stack.push(aStart, aRight, bStart, bRight, depth + 1);
      continue;
    }

    if (aEnd - aStart === 1 && bEnd - bStart === 1) continue;
    if (depth < SNAKE_DEPTH && aEnd - aStart + (bEnd - bStart) > SHORT_MAX) {
      const shared = SharedElements.of(a.subarray(aStart, aEnd), b.subarray(bStart, bEnd), vocabulary);
      if (shared !== null) {
        snake ??= new MiddleSnake(steps);
        for (const run of diffFrom(SNAKE_DEPTH, shared.a, shared.b, vocabulary, steps, undefined, snake))
          for (let k = 0; k < run.length; k += 1)
            matches.add(aStart + shared.aAt[run.aStart + k]!, bStart + shared.bAt[run.bStart + k]!, 1);
        continue;
      }
    }
    const split = (snake ??= new MiddleSnake(steps)).split(a, b, aStart, aEnd, bStart, bEnd);
    stack.push(split.a, aEnd, split.b, bEnd, SNAKE_DEPTH);
    stack.push(aStart, split.a, bStart, split.b, SNAKE_DEPTH);
  }
  return matches.runs;
}
