import type { Block, TextBlock } from '../../../shared/document/model.ts';
import { visitTexts, type MergedPlace } from '../../../shared/document/text-place.ts';

/** The text that both documents have. A place is the same on both sides if the same common text is before it. */
export class CommonText {
  /** Letters of common text before each text block that both documents have, and before the others. */
  readonly #before = new Map<TextBlock, number>();
  readonly #oneSided = new Set<TextBlock>();

  constructor(blocks: readonly Block[]) {
    let total = 0;
    visitTexts(blocks, null, (block, only) => {
      this.#before.set(block, total);
      if (only !== null) this.#oneSided.add(block);
      else total += commonLetters(block, Infinity);
    });
  }

  /** Whether a place of one side is the same as a place of the other. */
  isSamePlace(a: MergedPlace, b: MergedPlace): boolean {
    const moveId = a.block.onlyIn?.moveId;
    if (moveId !== undefined && moveId === b.block.onlyIn?.moveId) return a.offset === b.offset;
    return this.#lettersBefore(a) === this.#lettersBefore(b);
  }

  /** Whether two places are in one block, or in blocks of one side each, which replace each other. */
  isSameBlock({ block: a }: MergedPlace, { block: b }: MergedPlace): boolean {
    if (a.boundary !== undefined || b.boundary !== undefined) return true;
    const [isOwn, isOther] = [this.#oneSided.has(a), this.#oneSided.has(b)];
    return isOwn === isOther && (isOwn || a === b);
  }

  #lettersBefore({ block, offset }: MergedPlace): number {
    return (this.#before.get(block) ?? 0) + (this.#oneSided.has(block) ? 0 : commonLetters(block, offset));
  }
}

/** Letters of a block that both sides have, before an offset into its merged text. White space does not count. */
function commonLetters({ runs }: TextBlock, offset: number): number {
  let [at, letters] = [0, 0];
  for (const { text, edit } of runs) {
    if (at >= offset) break;
    if (edit === undefined) letters += text.slice(0, offset - at).replaceAll(/\s/gu, '').length;
    at += text.length;
  }
  return letters;
}
