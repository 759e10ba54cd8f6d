/**
 * Labels as a page shows them. A list counts its items in the merged document, where both sides count together. The
 * blocks here state the labels of the two documents instead. They are for showing only: nothing resolves them.
 */
import { LABEL, withLabel } from '../../shared/document/label.ts';
import type { Block, Side, TextBlock } from '../../shared/document/model.ts';
import { shownLabels, type ShownLabels } from '../../shared/document/shown-labels.ts';

/** Whether the labels of the sides differ in a block that both have. */
export function isRelabelled({ original, revised }: ShownLabels, block: Block): boolean {
  return original !== revised && isOnBothSides(block);
}

function isOnBothSides({ onlyIn, ...block }: Block): boolean {
  return onlyIn === undefined && !(block.kind === 'text' && block.boundary);
}

/** Blocks that show the revised label and note the original's. A block of one side shows the label of that side. */
export function withLabelNotes(blocks: readonly Block[], labels: readonly ShownLabels[]): readonly Block[] {
  return mapTexts(blocks, labels, (block, own) => {
    if (own.original === own.revised) return block;
    if (!isOnBothSides(block)) return stating(block, own.revised ?? own.original);
    const layer = block.carried ?? { attributes: block.attributes, code: [], images: [] };
    return {
      ...stating(block, own.revised),
      carried: { ...layer, attributes: withLabel(layer.attributes, own.original ?? '') },
    };
  });
}

/** Blocks that show the labels of one side. */
export function withSideLabels(blocks: readonly Block[], labels: readonly ShownLabels[], side: Side): readonly Block[] {
  return mapTexts(blocks, labels, (block, own) => {
    if (own.original === own.revised) return block;
    const shown = stating(block, own[side]);
    const { carried } = block;
    if (carried === undefined || own[side] === null) return shown;
    return { ...shown, carried: { ...carried, attributes: withLabel(carried.attributes, own[side]) } };
  });
}

/** The block with a label; it shows nothing if its own label is another side's. */
function stating(block: TextBlock, label: string | null): TextBlock {
  const stated = block.attributes[LABEL];
  if (stated === (label ?? undefined)) return block;
  return { ...block, attributes: withLabel(block.attributes, label ?? '') };
}

/** Maps the text blocks, those in cells too. Unchanged blocks stay the same objects. Only nested tables recurse. */
function mapTexts(
  blocks: readonly Block[],
  labels: readonly ShownLabels[],
  map: (block: TextBlock, labels: ShownLabels) => TextBlock,
): readonly Block[] {
  return blocks.map((block, at) => {
    if (block.kind === 'text') return map(block, labels[at]!);
    if (block.kind !== 'table') return block;
    const rows = block.rows.map((row) => {
      const cells = row.cells.map((cell) => {
        const inside = mapTexts(cell.blocks, shownLabels(cell.blocks), map);
        return isSameList(inside, cell.blocks) ? cell : { ...cell, blocks: inside };
      });
      return isSameList(cells, row.cells) ? row : { ...row, cells };
    });
    return isSameList(rows, block.rows) ? block : { ...block, rows };
  });
}

function isSameList<T>(x: readonly T[], y: readonly T[]): boolean {
  return x.every((each, at) => each === y[at]);
}
