/** How one document counts its labels: which blocks share a list, and where a list begins anew. */
import type { Side } from '../model.ts';
import type { LabelParts } from './label-parts.ts';
import { numeralsIn, type Numeral, type NumeralForm } from './numerals.ts';

/** Most kinds of labels of one document. Labels of further kinds are not counted. */
const KEYS_MAX = 400;

/** A list: blocks that one document counts together. Lists of both documents that share a block are one list. */
export class CountedList {
  #same: CountedList | null = null;
  readonly side: Side;
  readonly form: NumeralForm;
  #start: number;

  constructor(side: Side, { form, value }: Numeral) {
    this.side = side;
    this.form = form;
    this.#start = value;
  }

  /** The list that stands for this one. */
  get root(): CountedList {
    let root = this.#same;
    if (root === null) return this;
    while (root.#same !== null) root = root.#same;
    return root;
  }

  /** The lowest number that it begins with. It begins higher behind an item of an inner level. */
  get start(): number {
    return this.root.#start;
  }

  /** Notes a number that the list begins anew with. */
  beginsWith(value: number): void {
    const { root } = this;
    root.#start = Math.min(root.#start, value);
  }

  /** Makes this list and another one the same. */
  join(other: CountedList): void {
    const [own, root] = [this.root, other.root];
    if (own === root) return;
    root.beginsWith(own.#start);
    own.#same = root;
  }
}

/** The place of a label in its list. */
interface Place {
  readonly list: CountedList;
  readonly value: number;
  /** `begins`: it is the first of its list. `anew`: an outer number lets the list begin anew. Else the number counts on. */
  readonly how: 'begins' | 'anew' | 'counts';
  /** By how much a number that counts on is higher than the one before. */
  readonly step: number;
}

/** A label of a list. */
export interface CountedLabel extends LabelParts, Place {
  /** The lists of the outer numbers; null for a number that no block before it has. */
  readonly outer: readonly (CountedList | null)[];
}

/** The keys whose blocks let the lists of a key begin anew; no entry: no document shows it. */
export type Resets = Map<string, Set<string>>;

/** The last label of a key, and its number among all labels. */
interface Latest {
  readonly label: CountedLabel;
  readonly order: number;
}

/** Reads the labels of one document in order. */
export class SideCount {
  readonly #side: Side;
  readonly #resets: Resets;
  readonly #latest = new Map<string, Latest>();
  /** The only list of each key; null: there are several. */
  readonly #only = new Map<string, CountedList | null>();
  #order = 0;

  /** `resets` may be shared by both documents. */
  constructor(side: Side, resets: Resets) {
    this.#side = side;
    this.#resets = resets;
  }

  /** The next label of the document; null: it is not counted. */
  next(parts: LabelParts): CountedLabel | null {
    const { key } = parts;
    if (!this.#latest.has(key) && this.#latest.size >= KEYS_MAX) return null;
    const label = { ...parts, outer: this.#outerOf(parts), ...this.#placeOf(parts) };
    this.#latest.set(key, { label, order: (this.#order += 1) });
    const only = this.#only.get(key);
    if (only === undefined) this.#only.set(key, label.list);
    else if (only !== label.list) this.#only.set(key, null);
    return label;
  }

  /** The lists of the keys that have a single one. */
  onlyLists(): ReadonlyMap<string, CountedList> {
    return new Map([...this.#only].flatMap(([key, list]) => (list === null ? [] : [[key, list]])));
  }

  /** The last labels of the levels outside a level, outermost first, each behind the one that it is in. */
  around(level: number): readonly CountedLabel[] {
    if (level === 0) return [];
    const around: CountedLabel[] = [];
    for (const { label } of [...this.#latest.values()].sort((x, y) => y.order - x.order)) {
      if (label.level < (around[0]?.level ?? level)) around.unshift(label);
    }
    return around;
  }

  #placeOf({ key, level, numbers }: LabelParts): Place {
    const meanings = numeralsIn(numbers.at(-1)!);
    const before = this.#latest.get(key);
    if (before === undefined) return this.#begin(meanings[0]!);
    const { list, value: last, numbers: lastNumbers } = before.label;
    const own =
      meanings.find(({ form, value }) => form === list.form && value === last + 1) ??
      meanings.find(({ value }) => value === list.start) ??
      meanings.find(({ form }) => form === list.form) ??
      meanings[0]!;
    if (own.form !== list.form) return this.#begin(own);
    const outerSince = [...this.#latest].filter(([, { label, order }]) => label.level < level && order > before.order);
    const isSameInside = numbers.slice(0, -1).every((number, at) => number === lastNumbers[at]);
    if (own.value > last && (isSameInside || outerSince.length === 0)) {
      if (outerSince.length > 0) this.#resets.set(key, this.#resets.get(key) ?? new Set());
      return { list, value: own.value, how: 'counts', step: own.value - last };
    }
    if (outerSince.length === 0) return this.#begin(own);
    const resets = this.#resets.get(key) ?? new Set();
    for (const [outer] of outerSince) resets.add(outer);
    this.#resets.set(key, resets);
    list.beginsWith(own.value);
    return { list, value: own.value, how: 'anew', step: 1 };
  }

  #begin(numeral: Numeral): Place {
    return { list: new CountedList(this.#side, numeral), value: numeral.value, how: 'begins', step: 1 };
  }

  /** The lists of the outer numbers: those of the last blocks of outer levels, each after the one that it is in. */
  #outerOf({ key, level, numbers }: LabelParts): (CountedList | null)[] {
    let around = 0;
    return numbers.slice(0, -1).map((_, at) => {
      let found: Latest | null = null;
      for (const [other, latest] of this.#latest) {
        const own = latest.label.numbers;
        // "1.1" is not the 1 of "1.2(a)", because a number is around its own last one.
        const from = at + 1 - own.length;
        const isAround = from >= 0 && own.every((each, index) => each === numbers[from + index]);
        const isOuter = other !== key && latest.label.level < level && isAround;
        if (isOuter && latest.order > (found?.order ?? around)) found = latest;
      }
      around = found?.order ?? around;
      return found?.label.list ?? null;
    });
  }
}
