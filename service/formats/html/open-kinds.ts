/** What stands in the stack of open elements. */
interface Placed {
  /** Its index there. */
  readonly place: number;
}

/** The open elements of one kind in the order of the stack. */
export class OpenKind<Element extends Placed> {
  readonly #elements: Element[] = [];

  get top(): Element | undefined {
    return this.#elements.at(-1);
  }

  /** Place of the topmost one in the stack; -1: there is none. */
  get topPlace(): number {
    return this.#elements.at(-1)?.place ?? -1;
  }

  /** Takes an element that has its place. Nearly always it is the topmost. */
  add(element: Element): void {
    let at = this.#elements.length;
    while (at > 0 && this.#elements[at - 1]!.place > element.place) at -= 1;
    if (at === this.#elements.length) this.#elements.push(element);
    else this.#elements.splice(at, 0, element);
  }

  remove(element: Element): void {
    if (this.#elements.at(-1) === element) this.#elements.pop();
    else this.#elements.splice(this.#elements.lastIndexOf(element), 1);
  }
}

/** The open elements by their names. */
export class NamedElements<Element extends Placed> {
  readonly #kinds = new Map<string, OpenKind<Element>>();

  top(name: string): Element | undefined {
    return this.#kinds.get(name)?.top;
  }

  add(name: string, element: Element): void {
    let kind = this.#kinds.get(name);
    if (kind === undefined) this.#kinds.set(name, (kind = new OpenKind()));
    kind.add(element);
  }

  remove(name: string, element: Element): void {
    this.#kinds.get(name)?.remove(element);
  }
}
