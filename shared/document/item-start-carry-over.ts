import { outerPath, stepsOf, within, type Path, type Step } from './path.ts';

/** The state of one kind prefix among removed blocks. */
interface Prefix {
  begins: boolean;
  /**
   * A block that stays had this prefix and did not take the item start. Whatever follows only seems to begin an item.
   */
  passed: boolean;
  readonly deeper: Map<string, Prefix>;
}

/**
 * Hands the item starts of removed blocks to the blocks after them.
 *
 * `[x][a, b]` without `a` is `[x][b]`: the item of `a` remains an item. A removed block therefore passes each of its
 * item starts to a later block. That is the next remaining block with the same container kinds down to that depth.
 *
 * Starts are kept by kind prefix. The result does not depend on the order in which blocks are removed. The cost is
 * linear in the lengths of the paths. The number of an item is carried content and disappears with its block. A block
 * with exact paths neither takes nor stops a start.
 */
export class ItemStartCarryOver {
  /** Created at the first removed block: most lists have none. */
  #root: Prefix | undefined;
  #empty = true;
  /** Scratch memory for the steps of a path. */
  readonly #steps: Step[] = [];

  /** Whether no removed block had an item start, so that every path stays as it is. */
  get isEmpty(): boolean {
    return this.#empty;
  }

  /** Records a removed block. */
  remove(path: Path): void {
    if (path.length === 0) return;
    let prefix: Prefix = (this.#root ??= { begins: false, passed: false, deeper: new Map() });
    for (const { kind, starts } of stepsOf(path, 0, this.#steps)) {
      let next: Prefix | undefined = prefix.deeper.get(kind);
      if (!next) {
        next = { begins: false, passed: false, deeper: new Map() };
        prefix.deeper.set(kind, next);
      }
      prefix = next;
      if (!starts) continue;
      prefix.begins = true;
      prefix.passed = false;
      this.#empty = false;
    }
  }

  /** Records a block with an exact path, which takes no start: see `hasPassed`. */
  pass(path: Path): void {
    this.#walk(path, (prefix) => (prefix.passed = true));
  }

  /** Whether a start that the path would take was already passed by another block that could have taken it. */
  hasPassed(path: Path): boolean {
    let passed = false;
    this.#walk(path, (prefix, { starts }) => (passed ||= prefix.begins && prefix.passed && !starts));
    return passed;
  }

  #walk(path: Path, visit: (prefix: Prefix, step: Step) => void): void {
    if (this.#empty) return;
    let prefix: Prefix | undefined = this.#root;
    for (const step of stepsOf(path, 0, this.#steps)) {
      prefix = prefix?.deeper.get(step.kind);
      if (prefix === undefined) return;
      visit(prefix, step);
    }
  }

  /** The path of a block that stays, with the starts that it takes. Returns the same object if it takes none. */
  take(path: Path): Path {
    return this.#inherit(path, true);
  }

  /** Like `take`, but leaves the starts to the blocks after it. */
  peek(path: Path): Path {
    return this.#inherit(path, false);
  }

  #inherit(path: Path, taking: boolean): Path {
    if (this.#empty) return path;
    let prefix: Prefix | undefined = this.#root;
    let result: Path | undefined;
    const steps = stepsOf(path, 0, this.#steps);
    for (let depth = 0; depth < steps.length; depth += 1) {
      const own = steps[depth]!;
      prefix = prefix?.deeper.get(own.kind);
      if (prefix?.begins === true && !own.starts)
        result = within(result ?? outerPath(path, depth), { kind: own.kind, starts: true });
      else if (result !== undefined) result = within(result, own);
      else if (prefix === undefined) break;
      if (taking && prefix !== undefined) prefix.begins = false;
    }
    return result ?? path;
  }
}
