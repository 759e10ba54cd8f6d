import { sharedSteps, stepsOf, TOP, type Path, type Step, type StepKind } from '../document/path.ts';
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

/**
 * Whether a block begins an element at the top of its list. The block has the path `next` and follows one with the path
 * `before`.
 */
export function beginsElement({ first: open }: Path, { first: next }: Path): boolean {
  if (open === null || next === null) return true;
  if (open.kind === next.kind && !next.starts) return false;
  const { list } = CONTAINERS[open.kind];
  return list === null || CONTAINERS[next.kind].list !== list;
}

/** The open containers around the last written block, in one list of blocks. */
export class OpenContainers {
  #path: Path = TOP;
  /** Scratch memory for the steps that end, and those that begin. */
  readonly #ending: Step[] = [];
  readonly #coming: Step[] = [];

  /** Whether `moveTo(path)` would end everything that is open: a block with this path begins an element of its own. */
  endsBefore(path: Path): boolean {
    return beginsElement(this.#path, path);
  }

  /** Tags that lead from the previous block to one with this path. */
  moveTo(path: Path): string {
    const open = this.#path;
    if (open.length + path.length === 0) return '';
    this.#path = path;
    const from = Math.min(sharedSteps(open, path), path.goingOn);
    const ending = stepsOf(open, from, this.#ending);
    const coming = stepsOf(path, from, this.#coming);
    let shared = 0;
    const least = Math.min(ending.length, coming.length);
    while (shared < least && ending[shared]!.kind === coming[shared]!.kind && !coming[shared]!.starts) shared++;
    // The kinds are equal down to here; the next item may still belong to the open list.
    const list = ending[shared] && CONTAINERS[ending[shared]!.kind].list;
    const sameList = list && coming[shared] && CONTAINERS[coming[shared]!.kind].list === list;
    let tags = '';
    for (let at = ending.length - 1; at >= shared; at--) {
      const { kind } = ending[at]!;
      tags += endOfItem(kind);
      if (at > shared || !sameList) tags += endOfList(kind);
    }
    for (let at = shared; at < coming.length; at++) {
      const step = coming[at]!;
      if (at > shared || !sameList) tags += startOfList(step.kind);
      tags += startOfItem(step);
    }
    return tags;
  }
}
