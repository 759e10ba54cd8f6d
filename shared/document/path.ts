/** Paths: the containers around blocks. */

/**
 * Kinds of text beside the body: a comment, or a header or footer. These belong to a section's pages, its first page or
 * its even pages, or to a document without sections. Such a story follows the body. Its step is the outermost one.
 */
export const STORY_KINDS = [
  'header',
  'firstheader',
  'evenheader',
  'footer',
  'firstfooter',
  'evenfooter',
  'pageheader',
  'pagefooter',
  'comment',
] as const;
/** Kind of a story. */
export type StoryKind = (typeof STORY_KINDS)[number];

/**
 * Kind of a container around a block. `ul` and `ol` are an item of such a list. `dt` and `dd` are a term or description
 * of a definition list. `quote` is a quotation. `para` is a paragraph of plain-text lines. All others are stories.
 */
export type StepKind = 'ul' | 'ol' | 'dt' | 'dd' | 'quote' | 'para' | StoryKind;

/** One step of a block's path. */
export interface Step {
  readonly kind: StepKind;
  /**
   * True: the block begins this item. False: it continues the item of the block before it. Always false for `quote`.
   */
  readonly starts: boolean;
  /**
   * Number of an `ol` item that does not continue the numbering, or of a comment. For a header, number of its section
   * after the first. For a `pageheader` or `pagefooter`, number of its first page. Only a step that starts has it.
   * Carried, not compared.
   */
  readonly value?: number;
}

/**
 * The containers around a block: the innermost step, and the path to it. Blocks in the same containers share the outer
 * path. So memory for deeply nested lists is linear in their depth. A path has plain members only, because paths travel
 * between processes with their blocks.
 */
export interface Path {
  /** Number of containers. 0: the block is at the top level of a document or cell. */
  readonly length: number;
  readonly outer: Path | null;
  readonly step: Step | null;
  /** The outermost step. */
  readonly first: Step | null;
  /** Number of leading steps, from the outside in, that begin no item and have no number. */
  readonly goingOn: number;
}

/** The path of a block in no container. */
export const TOP: Path = { length: 0, outer: null, step: null, first: null, goingOn: 0 };

/** A path with one more container inside it. */
export function within(outer: Path, step: Step): Path {
  const { length, first, goingOn } = outer;
  const goesOn = goingOn === length && !step.starts && step.value === undefined;
  return { length: length + 1, outer, step, first: first ?? step, goingOn: goesOn ? goingOn + 1 : goingOn };
}

/** The path with these steps, from the outside in. */
export function pathOf(steps: Iterable<Step>, outer = TOP): Path {
  let path = outer;
  for (const step of steps) path = within(path, step);
  return path;
}

/** The steps from a depth on, from the outside in. `into`: memory to reuse for them. */
export function stepsOf(path: Path, from = 0, into?: Step[]): Step[] {
  const count = Math.max(0, path.length - from);
  const steps = into ?? new Array<Step>(count);
  // Popping keeps the memory; a length of 0 would release it.
  while (steps.length > count) steps.pop();
  for (let at = path; at.length > from; at = at.outer!) steps[at.length - from - 1] = at.step!;
  return steps;
}

/** The outermost `length` steps of a path. */
export function outerPath(path: Path, length: number): Path {
  let outer = path;
  while (outer.length > length) outer = outer.outer!;
  return outer;
}

/**
 * Number of outer steps that two paths share as objects. Further steps may be equal, too. The cost is linear in the
 * steps that they do not share.
 */
export function sharedSteps(x: Path, y: Path): number {
  let a = outerPath(x, y.length);
  let b = outerPath(y, x.length);
  while (a !== b && a.length > 0) {
    a = a.outer!;
    b = b.outer!;
  }
  return a.length;
}

/** Whether two paths have the same length, and `alike` holds for the steps of each depth. `alike` must be reflexive. */
export function areAlike(x: Path, y: Path, alike: (a: Step, b: Step) => boolean): boolean {
  if (x.length !== y.length) return false;
  for (let [a, b] = [x, y]; a !== b && a.length > 0; a = a.outer!, b = b.outer!)
    if (a.step !== b.step && !alike(a.step!, b.step!)) return false;
  return true;
}

/** Whether two paths have the same steps. */
export function samePath(x: Path, y: Path): boolean {
  return x === y || areAlike(x, y, sameStep);
}

function sameStep(a: Step, b: Step): boolean {
  return a.kind === b.kind && a.starts === b.starts && a.value === b.value;
}

/**
 * Compares the paths of two lists of blocks, pair after pair. Consecutive pairs mostly share their outer steps, which
 * are not compared again. Deeply nested lists therefore do not cost the square of their depth.
 */
export class PathPairs {
  /** The last two paths with the same steps. */
  #x = TOP;
  #y = TOP;

  /** Whether both paths have the same steps. */
  areSame(x: Path, y: Path): boolean {
    if (x === y) return true;
    if (x.length !== y.length) return false;
    for (let [a, b] = [x, y]; a !== b && a.length > 0 && (a !== this.#x || b !== this.#y); a = a.outer!, b = b.outer!)
      if (a.step !== b.step && !sameStep(a.step!, b.step!)) return false;
    this.#x = x.outer ?? x;
    this.#y = y.outer ?? y;
    return true;
  }
}

/** Whether two paths lead through containers of the same kinds. */
export function sameKinds(x: Path, y: Path): boolean {
  return areAlike(x, y, (a, b) => a.kind === b.kind);
}
