import { ServiceError } from '../../../shared/errors.ts';
import type { Row } from '../../../shared/document/model.ts';
import type { Flow, TextContext } from './flow.ts';
import type { OpenStep } from './list-path.ts';
import { NamedElements, OpenKind } from './open-kinds.ts';
import { BUTTON_SCOPE, LIST_SCOPE, SCOPE, TABLE_SCOPE } from './tags.ts';
import type { TagTraits } from './tags.ts';

/** What an element is besides a place in the stack, and what therefore happens when it closes. */
export type ElementRole =
  | { readonly is: 'inline' }
  | { readonly is: 'step'; readonly step: OpenStep }
  | { readonly is: 'table'; readonly rows: Row[]; readonly captions: Flow[] }
  | { readonly is: 'row'; readonly cells: Row['cells'][number][] }
  | { readonly is: 'cell'; readonly header: boolean; readonly colspan: number; readonly rowspan: number }
  | { readonly is: 'caption' };

/** An open element. */
export interface OpenElement {
  readonly name: string;
  readonly traits: TagTraits;
  readonly role: ElementRole;
  /** Where its content goes. Of table, section and row: where the table stands, as browsers move stray content there. */
  readonly flow: Flow;
  readonly context: TextContext;
  /** Marks and link that it sets itself. */
  readonly marks: number;
  readonly href: string | null;
  /** Its content is not part of the document. */
  readonly dropped: boolean;
  onStack: boolean;
  /** Its index in the stack while it is there. */
  place: number;
}

/** What text has that stands at some place. */
export interface TextLook {
  readonly marks: number;
  readonly href: string | null;
  /** It is not part of the document. */
  readonly dropped: boolean;
}

const BARRIERS = [SCOPE, BUTTON_SCOPE, LIST_SCOPE, TABLE_SCOPE];
/** Special elements that an item goes on in. */
const ITEM_GOES_ON = new Set(['address', 'div', 'p']);

/** How many unclosed formatting elements of one kind go on into later blocks (HTML Standard, "Noah's Ark clause"). */
const SAME_FORMATTING_MAX = 3;
/** Limits of the adoption agency algorithm in the HTML Standard. */
const ADOPTION_ROUNDS = 8;
const ADOPTION_KEPT = 3;
/**
 * How many formatting elements are opened again in all. They count as tags do: a thousand left open cost every later
 * paragraph with a tag in it a thousand steps.
 */
const REOPENED_MAX = 4_000_000;

/**
 * The stack of open elements and the list of active formatting elements of the HTML Standard (13.2.4.2, 13.2.4.3), as
 * far as text, blocks and marks depend on them. No tree is built. `onClose` hears each element that leaves the stack,
 * before it does.
 */
export class OpenElements {
  readonly #stack: OpenElement[] = [];
  /** The elements of the stack that searches ask for, so that none walks past all others: two thousand may be open. */
  readonly #named = new NamedElements<OpenElement>();
  readonly #special = new OpenKind<OpenElement>();
  readonly #endsItem = new OpenKind<OpenElement>();
  readonly #barriers = BARRIERS.map((bit) => ({ bit, elements: new OpenKind<OpenElement>() }));
  /** Null is a marker: a cell, caption or object, whose formatting is its own. */
  readonly #formatting: (OpenElement | null)[] = [];
  readonly #markCounts = new Int32Array(8);
  readonly #links: OpenElement[] = [];
  #marks = 0;
  #dropped = 0;
  #openParagraphs = 0;
  #reopened = 0;
  /** Undefined where formatting elements have come or gone. */
  #waitingLook: TextLook | undefined;
  readonly #onClose: (element: OpenElement) => void;

  constructor(onClose: (element: OpenElement) => void) {
    this.#onClose = onClose;
  }

  get depth(): number {
    return this.#stack.length;
  }

  get top(): OpenElement | undefined {
    return this.#stack.at(-1);
  }

  /** Marks of text that stands here. */
  get marks(): number {
    return this.#marks;
  }

  /** Link of text that stands here: the innermost one. */
  get href(): string | null {
    return this.#links.at(-1)?.href ?? null;
  }

  /** Whether what stands here is not part of the document. */
  get isDropped(): boolean {
    return this.#dropped > 0;
  }

  at(index: number): OpenElement | undefined {
    return this.#stack[index];
  }

  push(element: OpenElement): void {
    this.#insert(this.#stack.length, element);
    if (element.name === 'p') this.#openParagraphs += 1;
  }

  pop(): void {
    const element = this.#stack.at(-1);
    if (!element) return;
    this.#onClose(element);
    this.#stack.pop();
    this.#left(element);
    if (element.name === 'p') this.#openParagraphs -= 1;
  }

  /** Pops until `length` elements are left. */
  popTo(length: number): void {
    while (this.#stack.length > length) this.pop();
  }

  /** Pops up to and with the topmost element of the name, which must be open. */
  popThrough(name: string): void {
    for (;;) {
      const found = this.top === undefined || this.top.name === name;
      this.pop();
      if (found) return;
    }
  }

  /** The topmost element of one of the names, with no barrier above it. */
  inScope(names: readonly string[], barrier: number): OpenElement | undefined {
    let found: OpenElement | undefined;
    for (const name of names) {
      const element = this.#named.top(name);
      if (element !== undefined && element.place > (found?.place ?? -1)) found = element;
    }
    return found !== undefined && this.#isInScope(found, barrier) ? found : undefined;
  }

  hasInScope(name: string, barrier: number): boolean {
    const element = this.#named.top(name);
    return element !== undefined && this.#isInScope(element, barrier);
  }

  #isInScope({ place }: OpenElement, barrier: number): boolean {
    return this.#barriers.every(({ bit, elements }) => (bit & barrier) === 0 || elements.topPlace <= place);
  }

  hasParagraphInButtonScope(): boolean {
    return this.#openParagraphs > 0 && this.hasInScope('p', SCOPE | BUTTON_SCOPE);
  }

  /** The item or description that a new one of these names ends: no block but `div`, `p`, `address` is open in it. */
  itemEndedBy(names: readonly string[]): OpenElement | undefined {
    const element = this.inScope(names, 0);
    return element !== undefined && element.place >= this.#endsItem.topPlace ? element : undefined;
  }

  /** Pops the elements whose end tag may be left out. */
  closeImplied(except?: string): void {
    while (this.top?.traits.impliedEnd && this.top.name !== except) this.pop();
  }

  /** An end tag without a rule of its own: closes its element unless a special one is open above it. */
  closeOrdinary(name: string): void {
    const element = this.#named.top(name);
    if (element === undefined || element.place < this.#special.topPlace) return;
    this.closeImplied(name);
    this.popTo(element.place);
  }

  pushFormatting(element: OpenElement): void {
    let same = 0;
    let first = -1;
    for (let i = this.#formatting.length - 1; i >= 0; i--) {
      const entry = this.#formatting[i];
      if (!entry) break;
      if (entry.name !== element.name || entry.marks !== element.marks || entry.href !== element.href) continue;
      same += 1;
      first = i;
    }
    if (same >= SAME_FORMATTING_MAX) this.#formatting.splice(first, 1);
    this.#formatting.push(element);
    this.push(element);
  }

  pushMarker(): void {
    this.#formatting.push(null);
    this.#waitingLook = undefined;
  }

  clearToMarker(): void {
    while (this.#formatting.length > 0 && this.#formatting.pop() !== null);
    this.#waitingLook = undefined;
  }

  /** Whether formatting elements wait to be opened again before the next text. */
  get needsReopening(): boolean {
    const last = this.#formatting.at(-1);
    return last != null && !last.onStack;
  }

  /**
   * The look of text that stands here once the waiting formatting elements are open again. A paragraph of text alone need
   * not open them.
   */
  get waitingLook(): TextLook {
    return (this.#waitingLook ??= this.#lookOfWaiting());
  }

  #lookOfWaiting(): TextLook {
    let [marks, dropped] = [0, false];
    let href: string | null = null;
    for (let i = this.#formatting.length - 1; i >= 0; i--) {
      const element = this.#formatting[i];
      if (!element || element.onStack) break;
      marks |= element.marks;
      href ??= element.href;
      dropped ||= element.dropped;
    }
    return { marks, href, dropped };
  }

  /** Opens again the formatting elements that a block's end closed before their own end tags. */
  reopenFormatting(clone: (element: OpenElement) => OpenElement): void {
    if (!this.needsReopening) return;
    let from = this.#formatting.length - 1;
    for (; from > 0; from--) {
      const before = this.#formatting[from - 1];
      if (!before || before.onStack) break;
    }
    this.#reopened += this.#formatting.length - from;
    if (this.#reopened > REOPENED_MAX) refuseReopening();
    for (let i = from; i < this.#formatting.length; i++) {
      const element = this.#formatting[i];
      if (!element) continue;
      const opened = clone(element);
      this.#formatting[i] = opened;
      this.push(opened);
    }
  }

  /** The active formatting element of the name since the last marker. */
  activeFormatting(name: string): OpenElement | undefined {
    for (let i = this.#formatting.length - 1; i >= 0; i--) {
      const entry = this.#formatting[i];
      if (!entry) return undefined;
      if (entry.name === name) return entry;
    }
    return undefined;
  }

  /**
   * The end tag of a formatting element: the adoption agency algorithm. What stands above the element stays open, and
   * its marks end here.
   */
  closeFormatting(name: string): void {
    const top = this.top;
    if (top?.name === name && !this.#formatting.includes(top)) {
      this.pop();
      return;
    }
    for (let round = 0; round < ADOPTION_ROUNDS; round++) {
      const element = this.activeFormatting(name);
      if (!element) {
        this.closeOrdinary(name);
        return;
      }
      if (!element.onStack) {
        this.#removeFormatting(element);
        return;
      }
      if (!this.#isInScope(element, SCOPE)) return;
      const at = element.place;
      let furthest = at + 1;
      while (furthest < this.#stack.length && !this.#stack[furthest]?.traits.special) furthest += 1;
      if (furthest === this.#stack.length) {
        this.popTo(at);
        this.#removeFormatting(element);
        return;
      }
      this.#adopt(at, furthest, element);
    }
  }

  /** Takes an element out of stack and list wherever it stands. */
  forget(element: OpenElement): void {
    this.#removeFormatting(element);
    if (element.onStack) this.#remove(this.#stack.lastIndexOf(element));
  }

  /** One round: the element moves into the first block above it; plain inline elements between the two close. */
  #adopt(at: number, furthest: number, element: OpenElement): void {
    let end = furthest;
    let kept = 0;
    for (let i = furthest - 1; i > at; i--) {
      const between = this.#stack[i];
      if (!between) continue;
      kept += 1;
      if (kept > ADOPTION_KEPT) this.#removeFormatting(between);
      if (this.#formatting.includes(between)) continue;
      this.#remove(i);
      end -= 1;
    }
    this.#remove(at);
    this.#insert(end, element);
  }

  #removeFormatting(element: OpenElement): void {
    const at = this.#formatting.lastIndexOf(element);
    if (at >= 0) this.#formatting.splice(at, 1);
    this.#waitingLook = undefined;
  }

  #insert(index: number, element: OpenElement): void {
    element.onStack = true;
    element.place = index;
    if (index === this.#stack.length) this.#stack.push(element);
    else {
      this.#stack.splice(index, 0, element);
      this.#placeFrom(index + 1);
    }
    const { name, traits } = element;
    this.#named.add(name, element);
    if (traits.special) {
      this.#special.add(element);
      if (!ITEM_GOES_ON.has(name)) this.#endsItem.add(element);
    }
    if (traits.barrier !== 0)
      for (const { bit, elements } of this.#barriers) if (traits.barrier & bit) elements.add(element);
    if (traits.formatting) this.#waitingLook = undefined;
    if (element.dropped) this.#dropped += 1;
    if (element.href !== null) this.#links.push(element);
    this.#count(element.marks, 1);
  }

  #remove(index: number): void {
    const [element] = this.#stack.splice(index, 1);
    this.#placeFrom(index);
    if (element) this.#left(element);
  }

  #placeFrom(index: number): void {
    for (let i = index; i < this.#stack.length; i++) this.#stack[i]!.place = i;
  }

  #left(element: OpenElement): void {
    element.onStack = false;
    const { name, traits } = element;
    this.#named.remove(name, element);
    if (traits.special) {
      this.#special.remove(element);
      if (!ITEM_GOES_ON.has(name)) this.#endsItem.remove(element);
    }
    if (traits.barrier !== 0)
      for (const { bit, elements } of this.#barriers) if (traits.barrier & bit) elements.remove(element);
    if (traits.formatting) this.#waitingLook = undefined;
    if (element.dropped) this.#dropped -= 1;
    if (element.href !== null) this.#links.splice(this.#links.lastIndexOf(element), 1);
    this.#count(element.marks, -1);
  }

  #count(marks: number, by: 1 | -1): void {
    for (let rest = marks; rest !== 0; rest &= rest - 1) {
      const bit = 31 - Math.clz32(rest & -rest);
      const count = (this.#markCounts[bit] ?? 0) + by;
      this.#markCounts[bit] = count;
      if (count === 0) this.#marks &= ~(1 << bit);
      else this.#marks |= 1 << bit;
    }
  }
}

function refuseReopening(): never {
  throw new ServiceError(
    'document_too_complex',
    `Formatting elements that were never closed go on into later blocks more than ${REOPENED_MAX} times. Close them, or ` +
      'compare the text alone (format txt).',
  );
}
