import type { Block, TextBlock } from '../../shared/document/model.ts';
import type { Passage } from '../../shared/review-file/notes.ts';
import { wordingOf, type ChangeBundle } from './change-groups.ts';

/** A place where the revised document still has a wording that was replaced elsewhere. */
export interface UnreplacedPlace extends Passage {
  /** Index of the top-level block. */
  readonly block: number;
}

/** More places of one wording are not listed. */
const PLACES_MAX = 200;
/** Length of the quoted text around a place in UTF-16 units. */
const AROUND = 40;

/**
 * The places where the revised document still has the replaced wording of `repeated` bundles, by bundle key. Only
 * whole words count, and case does not.
 */
export function unreplacedPlaces(
  blocks: readonly Block[],
  bundles: readonly ChangeBundle[],
): ReadonlyMap<string, readonly UnreplacedPlace[]> {
  const keys = new Map<string, string[]>();
  for (const { kind, key, changes } of bundles) {
    const before = kind === 'repeated' ? wordingOf(changes[0]!)?.before : undefined;
    if (before === undefined || before === '') continue;
    const known = keys.get(before);
    if (known) known.push(key);
    else keys.set(before, [key]);
  }
  const found = new Map<string, UnreplacedPlace[]>();
  if (keys.size === 0) return found;
  const pattern = wordsPattern([...keys.keys()]);
  for (const [block, text] of revisedTexts(blocks)) {
    for (const { 0: quote, index } of text.matchAll(pattern)) {
      const end = index + quote.length;
      const place: UnreplacedPlace = {
        quote,
        before: text.slice(Math.max(0, index - AROUND), index),
        after: text.slice(end, end + AROUND),
        block,
      };
      for (const key of keys.get(quote.replace(/\s+/gu, ' ').toLowerCase()) ?? []) {
        const places = found.get(key);
        if (places === undefined) found.set(key, [place]);
        else if (places.length < PLACES_MAX) places.push(place);
      }
    }
  }
  return found;
}

/** Whole words, the longest first. */
function wordsPattern(wordings: readonly string[]): RegExp {
  const literal = wordings
    .toSorted((a, b) => b.length - a.length)
    .map((wording) => wording.replace(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`).replace(/ /gu, String.raw`\s+`));
  return new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}])(?:${literal.join('|')})(?![\p{L}\p{M}\p{N}])`, 'giu');
}

/** The text of each text block on the revised side, with the index of its top-level block. */
function revisedTexts(blocks: readonly Block[]): readonly (readonly [block: number, text: string])[] {
  const texts: [number, string][] = [];
  // Only nested tables recurse. The fragment scanner bounds their depth.
  const add = (block: Block, index: number): void => {
    if (block.onlyIn?.side === 'original') return;
    if (block.kind === 'text') texts.push([index, revisedText(block)]);
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
