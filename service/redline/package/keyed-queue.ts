/** Values under keys. Each value is taken once and in order. */
export class KeyedQueue<Key, Value> {
  readonly #rows: Map<Key, Value[]>;

  constructor(values: Iterable<Value>, keyOf: (value: Value, index: number) => Key) {
    this.#rows = Map.groupBy(values, keyOf);
    for (const row of this.#rows.values()) row.reverse();
  }

  /** The next value under a key; undefined if none is left. */
  take(key: Key): Value | undefined {
    return this.#rows.get(key)?.pop();
  }
}
