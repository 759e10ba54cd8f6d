/** Counts the labels of a document anew, as a word processor does. */
import type { Side } from '../model.ts';
import type { CountedLabel, CountedList, Resets } from './counted-side.ts';
import { writeLike } from './numerals.ts';

/** How both sides of a merged document count a block. */
export type BothCounts = Readonly<Record<Side, CountedLabel | null>>;

/** A list while it is counted. */
interface Counter {
  readonly value: number;
  readonly order: number;
  /** The lists of its last block on both sides. */
  readonly lists: Readonly<Record<Side, CountedList | null>>;
}

/** Counts the labels of one document after another. */
export class Recount {
  readonly #resets: Resets;
  readonly #counters = new Map<CountedList, Counter>();
  readonly #latest = new Map<string, number>();
  #order = 0;

  constructor(resets: Resets) {
    this.#resets = resets;
  }

  /** The label of the next block. `label` is the one of `counts` that holds. */
  next(label: CountedLabel, counts: BothCounts): string {
    const { list, key, numbers, between } = label;
    const value = this.#valueOf(label);
    const lists = { original: counts.original?.list ?? null, revised: counts.revised?.list ?? null };
    this.#order += 1;
    this.#counters.set(list.root, { value, order: this.#order, lists });
    this.#latest.set(key, this.#order);
    const outer = label.outer.map((each, at) => {
      const counter = each === null ? undefined : this.#counters.get(each.root);
      const shown = counter === undefined ? null : writeLike(numbers[at]!, { form: each!.form, value: counter.value });
      return shown ?? numbers[at]!;
    });
    const own = writeLike(numbers.at(-1)!, { form: list.form, value }) ?? numbers.at(-1)!;
    return between.map((text, at) => text + ([...outer, own][at] ?? '')).join('');
  }

  #valueOf({ list, key, how, value, step }: CountedLabel): number {
    const last = this.#counters.get(list.root);
    if (last === undefined) return how === 'counts' ? list.root.start : value;
    const resets = this.#resets.get(key) ?? [];
    for (const outer of resets)
      if ((this.#latest.get(outer) ?? 0) > last.order) return how === 'anew' ? value : list.root.start;
    // One document alone begins a list here. Where the other one has the block before, both lists are one.
    const before = last.lists[list.side];
    if (how === 'begins' && before !== null && before !== list) return value;
    return last.value + step;
  }
}
