import type { Row } from '../../../shared/document/model.ts';
import type { Flow, TextContext } from './flow.ts';
import type { OpenStep } from './list-path.ts';
import { BUTTON_SCOPE, SCOPE } from './tags.ts';
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
}

/** How many unclosed formatting elements of one kind go on into later blocks (HTML Standard, "Noah's Ark clause"). */
const SAME_FORMATTING_MAX = 3;
/** Limits of the adoption agency algorithm in the HTML Standard. */
const ADOPTION_ROUNDS = 8;
const ADOPTION_KEPT = 3;

/**
 * The stack of open elements and the list of active formatting elements of the HTML Standard (13.2.4.2, 13.2.4.3), as
 * far as text, blocks and marks depend on them. No tree is built. `onClose` hears each element that leaves the stack,
 * before it does.
 */
export class OpenElements {
  readonly #stack: OpenElement[] = [];
  /** Null is a marker: a cell, caption or object, whose formatting is its own. */
  readonly #formatting: (OpenElement | null)[] = [];
  readonly #markCounts = new Int32Array(8);
  readonly #links: OpenElement[] = [];
  #marks = 0;
  #dropped = 0;
  #openParagraphs = 0;
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

  /** Index of the topmost element that `wanted` accepts with no barrier above it; -1: none. */
  findInScope(wanted: (element: OpenElement) => boolean, barrier: number): number {
    for (let i = this.#stack.length - 1; i >= 0; i--) {
      const element = this.#stack[i];
      if (!element || wanted(element)) return i;
      if (element.traits.barrier & barrier) return -1;
    }
    return -1;
  }

  hasInScope(name: string, barrier: number): boolean {
    return this.findInScope((element) => element.name === name, barrier) >= 0;
  }

  hasParagraphInButtonScope(): boolean {
    return this.#openParagraphs > 0 && this.hasInScope('p', SCOPE | BUTTON_SCOPE);
  }

  /** Pops the elements whose end tag may be left out. */
  closeImplied(except?: string): void {
    while (this.top?.traits.impliedEnd && this.top.name !== except) this.pop();
  }

  /** An end tag without a rule of its own: closes its element unless a special one is open above it. */
  closeOrdinary(name: string): void {
    for (let i = this.#stack.length - 1; i >= 0; i--) {
      const element = this.#stack[i];
      if (!element) return;
      if (element.name === name) {
        this.closeImplied(name);
        this.popTo(i);
        return;
      }
      if (element.traits.special) return;
    }
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
  }

  clearToMarker(): void {
    while (this.#formatting.length > 0 && this.#formatting.pop() !== null);
  }

  /** Whether formatting elements wait to be opened again before the next text. */
  get needsReopening(): boolean {
    const last = this.#formatting.at(-1);
    return last != null && !last.onStack;
  }

  /** Opens again the formatting elements that a block's end closed before their own end tags. */
  reopenFormatting(clone: (element: OpenElement) => OpenElement): void {
    if (!this.needsReopening) return;
    let from = this.#formatting.length - 1;
    for (; from > 0; from--) {
      const before = this.#formatting[from - 1];
      if (!before || before.onStack) break;
    }
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
      const at = this.findInScope((open) => open === element, SCOPE);
      if (at < 0) return;
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
  }

  #insert(index: number, element: OpenElement): void {
    if (index === this.#stack.length) this.#stack.push(element);
    else this.#stack.splice(index, 0, element);
    element.onStack = true;
    if (element.dropped) this.#dropped += 1;
    if (element.href !== null) this.#links.push(element);
    this.#count(element.marks, 1);
  }

  #remove(index: number): void {
    const [element] = this.#stack.splice(index, 1);
    if (element) this.#left(element);
  }

  #left(element: OpenElement): void {
    element.onStack = false;
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
