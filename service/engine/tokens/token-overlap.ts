import type { TokenTable } from './token-table.ts';

/**
 * Weighs the tokens that two multisets share, ignoring case:
 *
 *     PRIVACY POLICY
 *     Privacy Policy     all of it
 *
 * The first multiset may be compared with many others. Its tokens are counted once.
 */
export class TokenOverlap {
  readonly #table: TokenTable;
  #held: readonly number[] = [];
  /** How often the held multiset has each folded token. */
  #counts = new Map<number, number>();

  constructor(table: TokenTable) {
    this.#table = table;
  }

  /** Weight of the common tokens. A token counts as often as both multisets have it. */
  shared(held: readonly number[], other: readonly number[]): number {
    const left = new Map<number, number>();
    const counts = this.#countsOf(held);
    let weight = 0;
    for (const token of other) {
      const folded = this.#table.foldedOf(token);
      const count = left.get(folded) ?? counts.get(folded) ?? 0;
      if (count === 0) continue;
      left.set(folded, count - 1);
      weight += this.#table.weightOf(folded);
    }
    return weight;
  }

  /** Weight of the tokens of `other` that the held multiset contains at all. */
  found(held: readonly number[], other: readonly number[]): number {
    const counts = this.#countsOf(held);
    let weight = 0;
    for (const token of other) if (counts.has(this.#table.foldedOf(token))) weight += this.#table.weightOf(token);
    return weight;
  }

  #countsOf(held: readonly number[]): ReadonlyMap<number, number> {
    if (held === this.#held) return this.#counts;
    this.#held = held;
    this.#counts = new Map();
    for (const token of held) {
      const folded = this.#table.foldedOf(token);
      this.#counts.set(folded, (this.#counts.get(folded) ?? 0) + 1);
    }
    return this.#counts;
  }
}
