import type { Block, TextBlock } from '../../shared/document/model.ts';
import type { Passage } from '../../shared/review-file/notes.ts';
import { placesOfWordings } from '../../shared/signals/repeated.ts';
import { wordingOf, type ChangeBundle } from './change-groups.ts';

/** A place where the revised document still has a wording that was replaced elsewhere. */
export interface UnreplacedPlace extends Passage {
  /** Index of the top-level block. */
  readonly block: number;
}

/**
 * The places where the revised document still has the replaced wording of `repeated` bundles, by bundle key. Only
 * whole words count, and case does not.
 */
export function unreplacedPlaces(
  blocks: readonly Block[],
  bundles: readonly ChangeBundle[],
): ReadonlyMap<string, readonly UnreplacedPlace[]> {
  const wordings = new Map<string, string>();
  for (const { kind, key, changes } of bundles) {
    const before = kind === 'repeated' ? wordingOf(changes[0]!)?.before : undefined;
    if (before !== undefined && before !== '') wordings.set(key, before);
  }
  const found = new Map<string, readonly UnreplacedPlace[]>();
  if (wordings.size === 0) return found;
  const places = placesOfWordings(revisedTexts(blocks), new Set(wordings.values()));
  for (const [key, before] of wordings) {
    const own = places.get(before);
    if (own !== undefined)
      found.set(
        key,
        own.map(({ from: { block }, ...place }) => ({ ...place, block })),
      );
  }
  return found;
}

/** The text of each text block on the revised side, with the index of its top-level block. */
function revisedTexts(blocks: readonly Block[]): readonly { readonly block: number; readonly text: string }[] {
  const texts: { block: number; text: string }[] = [];
  // Only nested tables recurse. The fragment scanner bounds their depth.
  const add = (block: Block, index: number): void => {
    if (block.onlyIn?.side === 'original') return;
    if (block.kind === 'text') texts.push({ block: index, text: revisedText(block) });
    if (block.kind !== 'table') return;
    for (const { onlyIn, cells } of block.rows) {
      if (onlyIn?.side === 'original') continue;
      for (const cell of cells) {
        if (cell.onlyIn?.side !== 'original') for (const inner of cell.blocks) add(inner, index);
      }
    }
  };
  for (const [index, block] of blocks.entries()) add(block, index);
  return texts;
}

function revisedText({ runs }: TextBlock): string {
  let text = '';
  for (const run of runs) if (run.edit?.side !== 'original') text += run.text;
  return text;
}
