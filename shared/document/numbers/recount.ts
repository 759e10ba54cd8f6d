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
  /** The last list of each key, and the number of its last block. */
  readonly #latest = new Map<string, { readonly list: CountedList; readonly level: number; readonly order: number }>();
  #order = 0;

  constructor(resets: Resets) {
    this.#resets = resets;
  }

  /** The label of the next block. `label` is the one of `counts` that holds. */
  next(label: CountedLabel, counts: BothCounts): string {
    const { list, key, numbers, between } = label;
    this.#beginOuter(label);
    const value = this.#valueOf(label);
    const lists = { original: counts.original?.list ?? null, revised: counts.revised?.list ?? null };
    this.#order += 1;
    this.#counters.set(list.root, { value, order: this.#order, lists });
    this.#latest.set(key, { list: list.root, level: label.level, order: this.#order });
    const outer = label.outer.map((each, at) => {
      const counter = each === null ? undefined : this.#counters.get(each.root);
      const shown = counter === undefined ? null : writeLike(numbers[at]!, { form: each!.form, value: counter.value });
      return shown ?? numbers[at]!;
    });
    const own = writeLike(numbers.at(-1)!, { form: list.form, value }) ?? numbers.at(-1)!;
    return between.map((text, at) => text + ([...outer, own][at] ?? '')).join('');
  }

  /** Outer levels that have no block yet count as begun: a bullet alone in 2. lets 2.2 come next. Outermost first. */
  begin(outer: readonly CountedLabel[]): void {
    for (const { list, key, level } of outer) {
      const last = this.#counters.get(list.root);
      if (last !== undefined && !this.#isReset({ key, level }, last)) continue;
      this.#begin(list.root);
      this.#latest.set(key, { list: list.root, level, order: this.#order });
    }
  }

  /** An outer level that has no block yet counts as begun: after 1.1 alone comes 2., and after 3. and (a) comes 3.2. */
  #beginOuter(label: CountedLabel): void {
    for (const outer of label.outer) {
      if (outer !== null && !this.#counters.has(outer.root)) this.#begin(outer.root);
    }
    for (const outer of this.#outerOf(label)) {
      const { list, level } = this.#latest.get(outer)!;
      const last = this.#counters.get(list);
      if (last === undefined || !this.#isReset({ key: outer, level }, last)) continue;
      this.#order += 1;
      this.#counters.set(list, { ...last, value: list.start, order: this.#order });
    }
  }

  #begin(list: CountedList): void {
    this.#order += 1;
    this.#counters.set(list, { value: list.start, order: this.#order, lists: { original: null, revised: null } });
  }

  /** Whether a block of an outer level lets a list begin anew since its last block. */
  #isReset(of: Pick<CountedLabel, 'key' | 'level'>, { order }: Counter): boolean {
    return this.#outerOf(of).some((outer) => this.#latest.get(outer)!.order > order);
  }

  /** The keys so far whose blocks let the lists of a key begin anew. By default each outer level does (17.9.10). */
  #outerOf({ key, level }: Pick<CountedLabel, 'key' | 'level'>): string[] {
    const known = this.#resets.get(key);
    if (known !== undefined) return [...known].filter((outer) => this.#latest.has(outer));
    return [...this.#latest].flatMap(([outer, latest]) => (latest.level < level ? [outer] : []));
  }

  #valueOf(label: CountedLabel): number {
    const { list, how, value, step } = label;
    const last = this.#counters.get(list.root);
    if (last === undefined) return how === 'counts' ? list.root.start : value;
    if (this.#isReset(label, last)) return list.root.start;
    // One document alone begins a list here. Where the other one has the block before, both lists are one.
    const before = last.lists[list.side];
    if (how === 'begins' && before !== null && before !== list) return value;
    return last.value + step;
  }
}
