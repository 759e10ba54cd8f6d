/** Places the cards of comments and the signs of notes in the margin of a document. */

/** A card, and where it would like to be. Lengths are in pixels from the start of the paper. */
export interface WantedCard {
  readonly key: string | number;
  /** The height of what it is about. */
  readonly top: number;
  readonly height: number;
}

/**
 * The tops of cards that stand below each other without overlap, by their keys. Cards keep the order of their wanted
 * places; those of one place keep the order of the list. The active card stands where it wants, if the cards before it
 * have room above it. No card begins before the start of the paper.
 *
 * @param gap least distance between two cards
 * @param active key of the card that the reader opened; null: none
 */
export function stackCards(
  wanted: readonly WantedCard[],
  gap: number,
  active: string | number | null = null,
): ReadonlyMap<string | number, number> {
  const cards = wanted.toSorted((a, b) => a.top - b.top);
  const tops = cards.map(({ top }) => top);
  const at = cards.findIndex(({ key }) => key === active);
  // Cards before the active one make room for it upwards.
  let next = cards[at]?.top ?? 0;
  for (let index = at - 1; index >= 0; index -= 1) {
    next = Math.min(cards[index]!.top, next - gap - cards[index]!.height);
    tops[index] = next;
  }
  let end = 0;
  for (const [index, { height }] of cards.entries()) {
    const top = Math.max(tops[index] ?? 0, end);
    tops[index] = top;
    end = top + height + gap;
  }
  return new Map(cards.map(({ key }, index) => [key, tops[index]!]));
}
