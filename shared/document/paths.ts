import type { Block, Path, Step } from './model.ts';

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
export class Inheritance {
  /** Made with the first removed block: most lists have none. */
  #root: Prefix | undefined;
  #empty = true;

  /** Whether no removed block has had a beginning, so that every path stays as it is. */
  get isEmpty(): boolean {
    return this.#empty;
  }

  /** Notes a removed block. */
  remove(path: Path): void {
    if (path.length === 0) return;
    let prefix: Prefix = (this.#root ??= { begins: false, passed: false, deeper: new Map() });
    for (const { kind, starts } of path) {
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
    for (const step of path) {
      prefix = prefix?.deeper.get(step.kind);
      if (prefix === undefined) return;
      visit(prefix, step);
    }
  }

  /** The path of a block that stays, with what it inherits. The same array when that is nothing. */
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
    let result: Step[] | undefined;
    for (let depth = 0; depth < path.length; depth++) {
      const own = path[depth]!;
      prefix = prefix?.deeper.get(own.kind);
      if (!prefix) break;
      if (prefix.begins && !own.starts) {
        result ??= path.slice();
        result[depth] = { kind: own.kind, starts: true };
      }
      if (taking) prefix.begins = false;
    }
    return result ?? path;
  }
}

/**
 * Normal form of one path after another: from the first depth where the kinds differ or an item begins, every deeper
 * item begins too; a quotation never does, and only a beginning has a number. The same array when it is settled. `kept`: so
 * many steps are known to go on from those of the path before.
 */
export function settlePath(previous: Path | undefined, path: Path, kept = 0): Path {
  let fresh = previous === undefined;
  let result: Step[] | undefined;
  // The step that was found to go on last: in a deep path most are the same object, and need no second look.
  let continuing: Step | undefined;
  for (let depth = kept; depth < path.length; depth++) {
    const own = path[depth]!;
    if (!fresh && own === previous![depth] && (own === continuing || (!own.starts && own.value === undefined))) {
      continuing = own;
      continue;
    }
    if (own.kind !== previous?.[depth]?.kind || own.starts) fresh = true;
    const starts = fresh && own.kind !== 'quote';
    if (starts === own.starts && (starts || own.value === undefined)) continue;
    result ??= path.slice();
    result[depth] = starts && own.value !== undefined ? { ...own, starts } : { kind: own.kind, starts };
  }
  return result ?? path;
}

/**
 * The blocks of one list with their paths in normal form, as readers give them. Cells are lists of their own. `kept`, where it
 * is known: how many steps of each block's path go on from those of the block before, so that lists nested deep do not cost
 * the square of their depth; 0 for the first block.
 */
export function settlePaths(blocks: readonly Block[], kept: readonly number[] = []): Block[] {
  let previous: Path | undefined;
  return blocks.map((block, index) => {
    const path = settlePath(previous, block.path, kept[index]);
    previous = path;
    return path === block.path ? block : { ...block, path };
  });
}
