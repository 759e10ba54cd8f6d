import type { OpenElement } from './open-elements.ts';

/** The open elements of one kind in the order of the stack. */
export class OpenKind {
  readonly #elements: OpenElement[] = [];

  get top(): OpenElement | undefined {
    return this.#elements.at(-1);
  }

  /** Place of the topmost one in the stack; -1: there is none. */
  get topPlace(): number {
    return this.#elements.at(-1)?.place ?? -1;
  }

  /** Takes an element that has its place. Nearly always it is the topmost. */
  add(element: OpenElement): void {
    let at = this.#elements.length;
    while (at > 0 && this.#elements[at - 1]!.place > element.place) at -= 1;
    if (at === this.#elements.length) this.#elements.push(element);
    else this.#elements.splice(at, 0, element);
  }

  remove(element: OpenElement): void {
    if (this.#elements.at(-1) === element) this.#elements.pop();
    else this.#elements.splice(this.#elements.lastIndexOf(element), 1);
  }
}

/** The open elements by their names. */
export class NamedElements {
  readonly #kinds = new Map<string, OpenKind>();

  top(name: string): OpenElement | undefined {
    return this.#kinds.get(name)?.top;
  }

  add(name: string, element: OpenElement): void {
    let kind = this.#kinds.get(name);
    if (kind === undefined) this.#kinds.set(name, (kind = new OpenKind()));
    kind.add(element);
  }

  remove(name: string, element: OpenElement): void {
    this.#kinds.get(name)?.remove(element);
  }
}
