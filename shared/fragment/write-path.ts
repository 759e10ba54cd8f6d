import type { Path, Step, StepKind } from '../document/model.ts';
import { CONTAINERS } from './names.ts';
import { attribute, startTag } from './write-tag.ts';

function endOfItem(kind: StepKind): string {
  return `</${CONTAINERS[kind].item}>`;
}

function endOfList(kind: StepKind): string {
  const { list } = CONTAINERS[kind];
  return list ? `</${list}>` : '';
}

function startOfList(kind: StepKind): string {
  const { list } = CONTAINERS[kind];
  return list ? startTag(list) : '';
}

function startOfItem({ kind, starts, value }: Step): string {
  if (starts && value !== undefined) return writeStartOfItem(kind, starts, value);
  return (starts ? PLAIN_STARTS : CONTINUING_STARTS)[kind];
}

function writeStartOfItem(kind: StepKind, starts: boolean, value: number | undefined): string {
  const { item, itemClass } = CONTAINERS[kind];
  const continues = starts || kind === 'quote' ? undefined : '';
  return startTag(
    item,
    attribute('class', itemClass) + attribute('value', value) + attribute('data-continues', continues),
  );
}

function startsOfItems(starts: boolean): Readonly<Record<StepKind, string>> {
  const kinds = Object.keys(CONTAINERS) as StepKind[];
  return Object.fromEntries(kinds.map((kind) => [kind, writeStartOfItem(kind, starts, undefined)])) as Record<
    StepKind,
    string
  >;
}

/** Start tags of items without a number. */
const PLAIN_STARTS = startsOfItems(true);
const CONTINUING_STARTS = startsOfItems(false);

/** Whether a block with the path `next`, after one with the path `before`, begins an element at the top of their list. */
export function beginsElement([open]: Path, [next]: Path): boolean {
  if (open === undefined || next === undefined) return true;
  if (open.kind === next.kind && !next.starts) return false;
  const { list } = CONTAINERS[open.kind];
  return list === null || CONTAINERS[next.kind].list !== list;
}

/** The containers open around the block last written, in one list of blocks. */
export class OpenContainers {
  #path: Path = [];

  /** Whether `moveTo(path)` would end everything that is open: a block with this path begins an element of its own. */
  endsBefore(path: Path): boolean {
    return beginsElement(this.#path, path);
  }

  /** Tags that lead from the block before to one with this path. */
  moveTo(path: Path): string {
    const open = this.#path;
    if (open.length + path.length === 0) return '';
    this.#path = path;
    let shared = 0;
    const least = Math.min(open.length, path.length);
    while (shared < least && open[shared]!.kind === path[shared]!.kind && !path[shared]!.starts) shared++;
    // Same kinds down to here; the next item may still stand in the list that is open.
    const list = open[shared] && CONTAINERS[open[shared]!.kind].list;
    const sameList = list && path[shared] && CONTAINERS[path[shared]!.kind].list === list;
    let tags = '';
    for (let depth = open.length - 1; depth >= shared; depth--) {
      const { kind } = open[depth]!;
      tags += endOfItem(kind);
      if (depth > shared || !sameList) tags += endOfList(kind);
    }
    for (let depth = shared; depth < path.length; depth++) {
      const step = path[depth]!;
      if (depth > shared || !sameList) tags += startOfList(step.kind);
      tags += startOfItem(step);
    }
    return tags;
  }
}
