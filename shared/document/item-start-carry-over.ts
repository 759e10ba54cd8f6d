import { outerPath, stepsOf, within, type Path, type Step } from './path.ts';

/** One kind prefix among removed blocks. */
interface Prefix {
  begins: boolean;
  /** A block that stays could have begun here and did not: what follows only seems to begin something. */
  passed: boolean;
  readonly deeper: Map<string, Prefix>;
}

/**
 * The item beginnings that removed blocks leave to the blocks after them.
 *
 * `[x][a, b]` without `a` is `[x][b]`: the item of `a` stays an item of its own. So a removed block hands each of its
 * beginnings to the next block that stays and has the same kinds down to that depth. Beginnings are kept by kind
 * prefix, which makes the result independent of the order in which blocks are removed, and the whole linear in the
 * paths' lengths. The number of an item is carried and goes with its block. A block with exact paths takes no part: it
 * takes nothing and lets everything pass.
 */
export class ItemStartCarryOver {
  /** Made with the first removed block: most lists have none. */
  #root: Prefix | undefined;
  #empty = true;
  /** Scratch memory for the steps of a path. */
  readonly #steps: Step[] = [];

  /** Whether no removed block has had a beginning, so that every path stays as it is. */
  get isEmpty(): boolean {
    return this.#empty;
  }

  /** Notes a removed block. */
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

  /** Notes a block with an exact path, which takes nothing: see `hasPassed`. */
  pass(path: Path): void {
    this.#walk(path, (prefix) => (prefix.passed = true));
  }

  /** Whether what the path would inherit comes from before another block that could have inherited it and did not. */
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

  /** The path of a block that stays, with what it inherits. The same object when that is nothing. */
  take(path: Path): Path {
    return this.#inherit(path, true);
  }

  /** The same, but leaves the beginnings to the blocks after it. */
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
