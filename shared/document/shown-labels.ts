/** The labels that both documents of a comparison show, those that lists count by themselves included. */
import { ItemNumbers } from './item-numbers.ts';
import { ItemStartCarryOver } from './item-start-carry-over.ts';
import { labelOf, originalLabelOf, ownLabel } from './label.ts';
import type { Block, Side } from './model.ts';
import { TOP, type Path } from './path.ts';
import { settlePath } from './settle-paths.ts';

/** The labels of a block on both sides. Null: that side does not have the block, or shows no number before it. */
export interface ShownLabels {
  readonly original: string | null;
  readonly revised: string | null;
}

const NONE: ShownLabels = { original: null, revised: null };

/**
 * The labels of the blocks of one merged list, in order. Each is a stated label, or the number that a numbered list
 * shows by itself. Plain bullets are none. Numbers count on each side without what only the other side has.
 */
export function shownLabels(blocks: readonly Block[]): readonly ShownLabels[] {
  const [original, revised] = [new SideLabels('original'), new SideLabels('revised')];
  return blocks.map((block) => {
    const labels = { original: original.next(block), revised: revised.next(block) };
    return labels.original === null && labels.revised === null ? NONE : labels;
  });
}

/** The labels of one side. Removed blocks leave their item starts to the blocks after them. */
class SideLabels {
  readonly #side: Side;
  readonly #numbers = new ItemNumbers();
  readonly #carryOver = new ItemStartCarryOver();
  #previous: Path = TOP;

  constructor(side: Side) {
    this.#side = side;
  }

  next(block: Block): string | null {
    const isOriginal = this.#side === 'original';
    const boundary = block.kind === 'text' ? block.boundary?.side : undefined;
    if ((block.onlyIn?.side ?? boundary ?? this.#side) !== this.#side) {
      this.#carryOver.remove(block.path);
      return null;
    }
    const own = (isOriginal ? block.original?.path : undefined) ?? block.path;
    const path = settlePath(this.#previous, block.original === undefined ? this.#carryOver.take(own) : own);
    const number = path.length + this.#previous.length === 0 ? 0 : this.#numbers.next(path);
    this.#previous = path;
    const stated = block.kind !== 'text' ? undefined : isOriginal ? originalLabelOf(block) : labelOf(block);
    if (stated !== undefined) return stated === '' ? null : stated;
    const { step } = path;
    return step?.kind === 'ol' && step.starts ? ownLabel('ol', number) : null;
  }
}
