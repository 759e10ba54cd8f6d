/** Items of several owners, who take turns. An owner with a hundred items keeps another one waiting for one item only. */
export class FairQueue<Item> {
  /** The owner whose turn is next comes first. Nobody is here without an item. */
  readonly #turns = new Map<string, Item[]>();
  #length = 0;

  /** Number of waiting items. */
  get length(): number {
    return this.#length;
  }

  /** Appends an item. An owner without another one takes the last turn. */
  push(owner: string, item: Item): void {
    const own = this.#turns.get(owner);
    if (own === undefined) this.#turns.set(owner, [item]);
    else own.push(item);
    this.#length += 1;
  }

  /** The owner with the smallest load; of several, the one whose turn is first. Undefined: nobody waits. */
  next(loadOf: (owner: string) => number): string | undefined {
    const loads = Array.from(this.#turns.keys(), (owner) => ({ owner, load: loadOf(owner) }));
    const least = Math.min(...loads.map(({ load }) => load));
    return loads.find(({ load }) => load === least)?.owner;
  }

  /** Removes and returns the earliest item of an owner who waits. The owner then takes the last turn. */
  take(owner: string): Item {
    const own = this.#turns.get(owner)!;
    const item = own.shift()!;
    this.#turns.delete(owner);
    if (own.length > 0) this.#turns.set(owner, own);
    this.#length -= 1;
    return item;
  }

  /** Removes an item of an owner. False: it does not wait. */
  remove(owner: string, item: Item): boolean {
    const own = this.#turns.get(owner);
    const at = own?.indexOf(item) ?? -1;
    if (own === undefined || at < 0) return false;
    own.splice(at, 1);
    if (own.length === 0) this.#turns.delete(owner);
    this.#length -= 1;
    return true;
  }
}
