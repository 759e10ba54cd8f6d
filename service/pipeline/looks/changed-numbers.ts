/**
 * Lists the numbers before blocks that differ without a change: labels are carried. A number that moved because a
 * numbered block was inserted or deleted before it follows from that change, and is not listed.
 */
import type { InventoryItem } from '../../../shared/change/uncompared.ts';
import type { Block, Side } from '../../../shared/document/model.ts';
import { beginsSlide } from '../../../shared/document/slides.ts';
import { shownLabels, type ShownLabels } from '../../../shared/document/shown-labels.ts';
import { sha256 } from '../../sha256.ts';
import { startOf } from './start-of.ts';

/** The numbers of each side. */
export type ChangedNumbers = Readonly<Record<Side, readonly InventoryItem[]>>;

/** Bullets are no numbers: another bullet is another look. */
const NUMBER = /[\p{L}\p{N}]/u;
const NO_NUMBER = 'no number';

/** The numbers that differ, as one item on each side: the first one, and how many differ. */
export function changedNumbers(blocks: readonly Block[]): ChangedNumbers {
  const changed = [...unexplained(blocks)];
  const [first] = changed;
  if (first === undefined) return { original: [], revised: [] };
  const start = startOf(first.block);
  const item = (side: Side): InventoryItem => ({
    kind: 'number',
    where: changed.length === 1 ? `before “${start}”` : `from “${start}” on`,
    label: first.labels[side] ?? NO_NUMBER,
    sha256: sha256(changed.map(({ labels }) => labels[side] ?? '').join('\n')),
    count: changed.length,
  });
  return { original: [item('original')], revised: [item('revised')] };
}

interface Changed {
  readonly block: Block;
  readonly labels: ShownLabels;
}

function* unexplained(blocks: readonly Block[]): Generator<Changed> {
  const labels = shownLabels(blocks);
  /** Whether one side alone has a numbered block before this one. */
  let moved = false;
  for (const [at, block] of blocks.entries()) {
    if (beginsSlide(block)) {
      // The number of a slide follows from the slides before it. Other numbers begin anew on each slide.
      moved = false;
      continue;
    }
    const shown = labels[at]!;
    const { original, revised } = shown;
    if (block.kind === 'table')
      for (const { cells } of block.rows) for (const cell of cells) yield* unexplained(cell.blocks);
    const isOneSided = block.onlyIn !== undefined || (block.kind === 'text' && block.boundary !== undefined);
    if (isOneSided) moved ||= original !== null || revised !== null;
    else if (!moved && original !== revised && isNumber(shown) && !isChangedBlock(block))
      yield { block, labels: shown };
    // A block that became an item, or no longer is one, moves the numbers after it as well.
    if (!isOneSided && (original === null) !== (revised === null)) moved = true;
  }
}

function isNumber({ original, revised }: ShownLabels): boolean {
  return NUMBER.test(original ?? '') || NUMBER.test(revised ?? '');
}

/** Whether a change says that the block is of another kind or in another list. */
function isChangedBlock({ original }: Block): boolean {
  return original !== undefined && original.changeId !== null;
}
