import { sharedSteps, stepsOf, TOP, type Path, type Step } from './path.ts';

/** Scratch memory for the steps of two paths that differ. */
const [OWN, BEFORE]: [Step[], Step[]] = [[], []];

/** Called for each item of an `ol` that begins. `counted`: the number that it has by counting on. */
export type ItemVisitor = (depth: number, step: Step, counted: number) => void;

/**
 * Counts the items of numbered lists as a browser does. Neighbouring lists of one kind are one list. Each list counts
 * from 1, and a stated number goes on from there. Takes the settled paths of one list of blocks in order.
 */
export class ItemNumbers {
  #previous: Path = TOP;
  /** The numbers of the items that contain the block before, by depth. */
  readonly #numbers: number[] = [];

  /** Number of the innermost item that the next block is in; 0 if that is no item of an `ol`. */
  next(path: Path, visit?: ItemVisitor): number {
    const numbers = this.#numbers;
    const from = Math.min(sharedSteps(this.#previous, path), path.goingOn);
    const own = stepsOf(path, from, OWN);
    const before = stepsOf(this.#previous, from, BEFORE);
    this.#previous = path;
    let shared = true;
    for (let at = 0; at < own.length; at += 1) {
      const step = own[at]!;
      shared &&= before[at]?.kind === step.kind;
      let number = shared ? numbers[from + at]! : 0;
      if (step.kind === 'ol' && step.starts) {
        number += 1;
        visit?.(from + at, step, number);
        number = step.value ?? number;
      }
      numbers[from + at] = number;
      if (step.starts) shared = false;
    }
    return path.length === 0 ? 0 : numbers[path.length - 1]!;
  }
}
