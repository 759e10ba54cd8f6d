/** The normal form of paths. */
import type { Block } from './model.ts';
import { outerPath, sharedSteps, stepsOf, TOP, within, type Path, type Step } from './path.ts';

/** Scratch memory for the steps of two paths that differ. */
const [OWN, BEFORE]: [Step[], Step[]] = [[], []];

/**
 * Normal form of a path after the previous one. From the first depth with another kind or an item start, every deeper
 * step starts an item, too. A quotation never starts one, and only a start has a number. Returns the same object if
 * the path is normal. The cost is linear in the steps that the two do not share.
 */
export function settlePath(previous: Path | undefined, path: Path): Path {
  const settled = previous === undefined ? 0 : Math.min(sharedSteps(previous, path), path.goingOn);
  const own = stepsOf(path, settled, OWN);
  const before = stepsOf(previous ?? TOP, settled, BEFORE);
  let fresh = previous === undefined;
  let result: Path | undefined;
  for (let at = 0; at < own.length; at += 1) {
    const step = own[at]!;
    if (step.kind !== before[at]?.kind || step.starts) fresh = true;
    const starts = fresh && step.kind !== 'quote';
    if (starts === step.starts && (starts || step.value === undefined)) {
      if (result !== undefined) result = within(result, step);
      continue;
    }
    const { kind, value } = step;
    result = within(
      result ?? outerPath(path, settled + at),
      starts && value !== undefined ? { kind, starts, value } : { kind, starts },
    );
  }
  return result ?? path;
}

/** The blocks of one list with their paths in normal form, as readers return them. Each cell has a list of its own. */
export function settlePaths(blocks: readonly Block[]): Block[] {
  let previous: Path | undefined;
  return blocks.map((block) => {
    const path = settlePath(previous, block.path);
    previous = path;
    return path === block.path ? block : { ...block, path };
  });
}
