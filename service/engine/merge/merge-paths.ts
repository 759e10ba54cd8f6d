/**
 * Assigns the paths of merged blocks. Whether a block starts an item depends on the blocks before it. A block of both
 * sides therefore gets special start flags. They are right for each side after the other side's blocks are removed. If
 * no such flags exist, both forms are noted, and the difference is a format change.
 */
import type { Block, Side } from '../../../shared/document/model.ts';
import {
  areAlike,
  PathPairs,
  pathOf,
  sameKinds,
  samePath,
  stepsOf,
  type Path,
  type Step,
} from '../../../shared/document/path.ts';
import { ItemStartCarryOver } from '../../../shared/document/item-start-carry-over.ts';
import type { ChangeIds } from './change-ids.ts';

/** A merged block with the blocks it came from. `block` still has the path of its own side. */
export interface MergedItem {
  readonly a?: Block;
  readonly b?: Block;
  readonly block: Block;
}

/**
 * Puts merged blocks into their final order with their final paths. Each follows as soon as the blocks before it are
 * known. Creates ids for format changes only.
 *
 * One-sided blocks between two matched blocks are sorted: blocks that continue an item precede blocks that start one.
 * So neither side splits an item of the other. If both sides start an item, the side whose item continues in the next
 * matched block comes last. Otherwise deletions come first. The order within a side stays.
 *
 *     [x]{-[y]-}{+x2+}       a new item deleted, a second paragraph of x inserted
 *     [x{+x2+}]{-[y]-}
 *     {-[y-}{+[z]+} same]    a new item deleted but for its end, another inserted
 *     {+[z]+}{-[y-} same]
 */
export class PathMerger {
  readonly #ids: ChangeIds;
  readonly #emit: (block: Block) => void;
  // Item starts that each side's remaining blocks take from the other side's, as `project` computes them.
  readonly #inOriginal = new ItemStartCarryOver();
  readonly #inRevised = new ItemStartCarryOver();
  // Item starts that images leave to the texts after them. An item that an image begins is also the text's item.
  readonly #pastOriginalImages = new ItemStartCarryOver();
  readonly #pastRevisedImages = new ItemStartCarryOver();
  readonly #pairs = new PathPairs();
  /** One-sided blocks since the last matched block. */
  #deleted: Block[] = [];
  #inserted: Block[] = [];

  /** `emit` receives the blocks in order. */
  constructor(ids: ChangeIds, emit: (block: Block) => void) {
    this.#ids = ids;
    this.#emit = emit;
  }

  add(item: MergedItem): void {
    // Blocks before a piece stay before it.
    const isPiece = item.block.kind === 'text' && item.block.boundary !== undefined;
    if (!isPiece && item.b === undefined) this.#deleted.push(item.block);
    else if (!isPiece && item.a === undefined) this.#inserted.push(item.block);
    else {
      this.#giveStanding(item);
      this.#emit(this.#merged(item));
    }
  }

  /** Call after the last item. */
  end(): void {
    this.#giveStanding(undefined);
  }

  #giveStanding(next: MergedItem | undefined): void {
    if (this.#deleted.length + this.#inserted.length === 0) return;
    emitSorted(this.#deleted, this.#inserted, next, (block, side) => this.#emit(this.#onlyIn(block, side)));
    this.#deleted = [];
    this.#inserted = [];
  }

  #onlyIn(block: Block, side: Side): Block {
    const isOriginal = side === 'original';
    const own = isOriginal ? this.#inOriginal : this.#inRevised;
    const other = isOriginal ? this.#inRevised : this.#inOriginal;
    pastImages(isOriginal ? this.#pastOriginalImages : this.#pastRevisedImages, block);
    other.remove(block.path);
    if (samePath(own.peek(block.path), block.path)) {
      own.take(block.path);
      return block;
    }
    // A mark without a change: this path takes no item start.
    own.pass(block.path);
    return { ...block, original: { changeId: null, path: block.path } };
  }

  #merged({ a, b, block }: MergedItem): Block {
    if (a === undefined || b === undefined) return this.#onlyIn(block, a === undefined ? 'revised' : 'original');
    const [inOriginal, inRevised] = [this.#inOriginal, this.#inRevised];
    const aCompared = pastImages(this.#pastOriginalImages, a);
    const bCompared = pastImages(this.#pastRevisedImages, b);
    if (block.original === undefined && inOriginal.isEmpty && inRevised.isEmpty && this.#pairs.areSame(a.path, b.path))
      return block;
    if (block.original?.changeId == null && sameKinds(a.path, b.path) && sameValues(a.path, b.path)) {
      const path = commonPath(a.path, b.path);
      const follows =
        samePath(inOriginal.peek(path), a.path) &&
        samePath(inRevised.peek(path), b.path) &&
        // An item that starts only because another one further up was removed is a change.
        !inOriginal.hasPassed(path) &&
        !inRevised.hasPassed(path) &&
        ((aCompared === a.path && bCompared === b.path) || sameStructure(aCompared, bCompared));
      if (follows) {
        inOriginal.take(path);
        inRevised.take(path);
        return path === block.path ? block : { ...block, path };
      }
    }
    inOriginal.pass(a.path);
    inRevised.pass(b.path);
    // Images are carried: their place is no change.
    const carried = block.kind === 'image' || sameStructure(aCompared, bCompared);
    const compared = block.original?.changeId ?? (carried ? null : this.#ids.next());
    return { ...block, path: b.path, original: { ...block.original, changeId: compared, path: a.path } };
  }
}

function pastImages(images: ItemStartCarryOver, { kind, path }: Block): Path {
  if (kind !== 'image') return images.take(path);
  images.remove(path);
  return path;
}

/**
 * Sorts and emits the one-sided blocks between two matched blocks, or between pieces of one block. `next` is the block
 * or piece after them.
 */
function emitSorted(
  deleted: readonly Block[],
  inserted: readonly Block[],
  next: MergedItem | undefined,
  emit: (block: Block, side: Side) => void,
): void {
  const [a, b] = [next?.a, next?.b];
  const originalGoesOn = a !== undefined && b !== undefined && startDepth(a) > startDepth(b);
  let i = 0;
  let j = 0;
  while (i < deleted.length && j < inserted.length) {
    const from = startDepth(deleted[i]!);
    const to = startDepth(inserted[j]!);
    const takeDeleted = from > to || (from === to && !(originalGoesOn && Number.isFinite(from)));
    if (takeDeleted) emit(deleted[i++]!, 'original');
    else emit(inserted[j++]!, 'revised');
  }
  for (; i < deleted.length; i += 1) emit(deleted[i]!, 'original');
  for (; j < inserted.length; j += 1) emit(inserted[j]!, 'revised');
}

/** Depth of the outermost item that the block starts; infinite if it starts none. */
function startDepth(block: Block): number {
  const depth = stepsOf(block.path).findIndex((step) => step.starts);
  return depth === -1 ? Infinity : depth;
}

/** The starts that two paths of the same kinds share. Returns either path itself if it equals the result. */
function commonPath(a: Path, b: Path): Path {
  if (areAlike(a, b, (own, other) => !other.starts || own.starts)) return b;
  if (areAlike(a, b, (own, other) => !own.starts || other.starts)) return a;
  const own = stepsOf(a);
  return pathOf(
    stepsOf(b).map((step, depth) => (step.starts && !own[depth]!.starts ? { kind: step.kind, starts: false } : step)),
  );
}

function sameValues(a: Path, b: Path): boolean {
  return areAlike(a, b, (x, y) => x.value === y.value);
}

/** Whether the compared properties are equal: kinds, levels and item starts. */
function sameStructure(a: Path, b: Path): boolean {
  return areAlike(a, b, (x: Step, y: Step) => x.kind === y.kind && x.starts === y.starts);
}
