/** What the reader sees of a document. */
import { isWithin } from './is-within.ts';

/** In milliseconds: a change on its way into view counts as shown. A reader who presses a key then has asked for it. */
const COMING_MS = 1_000;

/** The document on the page. */
export interface SightGround {
  readonly paper: HTMLElement | undefined;
  readonly elementsOf: (changeId: string) => readonly HTMLElement[];
}

/** Tells whether the window shows a change, or soon will, because the reader asked for it. */
export class ReaderSight {
  readonly #ground: () => SightGround;
  /** When the current change was last asked for, and when the reader last scrolled away, in milliseconds. */
  #askedAt = -Infinity;
  #leftAt = -Infinity;

  constructor(ground: () => SightGround) {
    this.#ground = ground;
  }

  /** The reader asked for the current change. */
  asked(): void {
    this.#askedAt = performance.now();
  }

  /** The reader scrolled away. */
  left(): void {
    this.#leftAt = performance.now();
  }

  /** Whether the window shows one of these changes. */
  shows(changeIds: readonly string[]): boolean {
    if (this.#askedAt > this.#leftAt && performance.now() - this.#askedAt < COMING_MS) return true;
    const { elementsOf } = this.#ground();
    const frame = { top: this.insetOf('--top-height'), bottom: innerHeight - this.insetOf('--foot-height') };
    return changeIds.some((id) => elementsOf(id).some((each) => isWithin(each, frame)));
  }

  /** In pixels: a height that the frame states, of what lies over an edge of the document. */
  insetOf(name: '--top-height' | '--foot-height'): number {
    const { paper } = this.#ground();
    return Number.parseFloat(paper ? getComputedStyle(paper).getPropertyValue(name) : '') || 0;
  }
}
