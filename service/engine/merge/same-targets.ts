/**
 * Compares links inside a page by what they point to. Ids are often made anew, as in `#section-12` and `#section-13`.
 * A place is known by its text and by the number of its occurrence among equal texts. Two places with different texts
 * are the same if the alignment pairs their blocks.
 */
import { textOf, type Block, type Run } from '../../../shared/document/model.ts';
import { nameOfTarget, type LinkTargets } from '../../../shared/document/link-targets.ts';
import type { Aligned } from '../align/align-items.ts';

/** Whether addresses of both sides lead to the same place. */
export class SameTargets {
  readonly #original: LinkTargets;
  readonly #revised: LinkTargets;
  /** For the name of a block whose text was edited, the name of its partner. */
  readonly #edited = new Map<string, string>();

  constructor(original: LinkTargets, revised: LinkTargets) {
    this.#original = original;
    this.#revised = revised;
  }

  /**
   * Learns which blocks with different names are two states of one block. A heading and its entry in a table of contents
   * have one name, so every block of a name must have the same new name.
   */
  learn(aligned: readonly Aligned[], a: readonly Block[], b: readonly Block[]): void {
    const [became, was] = [new Map<string, string | null>(), new Map<string, string | null>()];
    for (const [before, after] of namesOfPairs(aligned, a, b)) {
      if (before === after) continue;
      note(became, before, after);
      note(was, after, before);
    }
    if (became.size === 0) return;
    for (const [before, after] of namesOfPairs(aligned, a, b)) {
      if (before !== after) continue;
      if (became.has(before)) became.set(before, null);
      if (was.has(after)) was.set(after, null);
    }
    for (const [before, after] of became)
      if (after !== null && was.get(after) === before) this.#edited.set(before, after);
  }

  /** Whether the two addresses lead to the same place. False if one leads to no known place. */
  areSame(original: string, revised: string): boolean {
    const [was, is] = [this.#original.byHref.get(original), this.#revised.byHref.get(revised)];
    if (was === undefined || is === undefined) return false;
    const { names: before } = this.#original;
    const { names: after } = this.#revised;
    if (was.name !== is.name) {
      if (this.#edited.get(was.name) === is.name)
        return was.occurrence === is.occurrence && before.get(was.name) === after.get(is.name);
      return original === revised && !after.has(was.name) && !before.has(is.name);
    }
    if (before.get(was.name) !== after.get(is.name)) return original === revised;
    return was.occurrence === is.occurrence;
  }

  /** Whether an address leads to a place on both sides, and to another one on each. */
  isMoved(href: string): boolean {
    return this.#original.byHref.has(href) && this.#revised.byHref.has(href) && !this.areSame(href, href);
  }
}

/** Notes the other name of a name; null if it has several. */
function note(names: Map<string, string | null>, name: string, other: string): void {
  const known = names.get(name);
  names.set(name, known === undefined || known === other ? other : null);
}

/** The names of each pair of texts. */
function* namesOfPairs(
  aligned: readonly Aligned[],
  a: readonly Block[],
  b: readonly Block[],
): Generator<readonly [before: string, after: string]> {
  for (const { a: i, b: j } of aligned) {
    if (i === undefined || j === undefined) continue;
    const [x, y] = [a[i]!, b[j]!];
    if (x.kind === 'text' && y.kind === 'text') yield [nameOfTarget(textOf(x)), nameOfTarget(textOf(y))];
  }
}

/** The addresses that lead to another place on each side, in sorted order. */
export function allMovedTargets({ original, revised }: { original: LinkTargets; revised: LinkTargets }): string[] {
  const targets = new SameTargets(original, revised);
  return [...original.byHref.keys()].filter((href) => targets.isMoved(href)).sort();
}

/** The addresses of links that both sides have without a change, and that lead to another place, in sorted order. */
export function movedTargets(blocks: readonly Block[], targets: SameTargets): string[] {
  const moved = new Set<string>();
  collectMoved(blocks, targets, moved);
  return [...moved].sort();
}

/** Recurses over nested tables. */
function collectMoved(blocks: readonly Block[], targets: SameTargets, moved: Set<string>): void {
  for (const block of blocks) {
    if (block.onlyIn !== undefined) continue;
    if (block.kind === 'text') {
      const carried = block.carried?.links ?? [];
      let next = 0;
      let at = 0;
      for (const run of block.runs) {
        while (next < carried.length && carried[next]![1] <= at) next += 1;
        const end = run.edit?.side === 'revised' ? at : at + run.text.length;
        const isCarried = next < carried.length && carried[next]![0] < end;
        if (isKept(run) && !isCarried && targets.isMoved(run.href!)) moved.add(run.href!);
        at = end;
      }
    } else if (block.kind === 'image') {
      if (block.href !== undefined && block.carried === undefined && targets.isMoved(block.href)) moved.add(block.href);
    } else if (block.kind === 'table') {
      for (const row of block.rows) {
        if (row.onlyIn !== undefined) continue;
        for (const cell of row.cells) if (cell.onlyIn === undefined) collectMoved(cell.blocks, targets, moved);
      }
    }
  }
}

/** Whether both sides have a run with the link that it shows. */
function isKept({ href, edit, link }: Run): boolean {
  return href !== null && edit === undefined && link === undefined;
}
