import { flushSync } from 'svelte';
import { nextTurn } from '../document-view/in-slices.ts';
import type { Sheet } from '../document-view/sheets.ts';

/** A sheet and how it is shown. */
export interface SheetContent {
  readonly sheet: Sheet;
  readonly split: boolean;
  /** Changes that are out of view. */
  readonly hidden: ReadonlySet<string>;
  /** The runs that are unfolded, by their numbers in the plan; null: nothing is folded. */
  readonly unfolded: ReadonlySet<number> | null;
}

/** The place of a sheet on the page: what is to be there, and what is. */
class Place {
  shown: SheetContent | null = $state.raw(null);
  wanted: SheetContent;
  isNear = false;

  constructor(wanted: SheetContent) {
    this.wanted = wanted;
  }

  get isStale(): boolean {
    return !isSame(this.shown, this.wanted);
  }
}

function isSame(one: SheetContent | null, other: SheetContent): boolean {
  return (
    one !== null &&
    one.sheet === other.sheet &&
    one.split === other.split &&
    one.hidden === other.hidden &&
    one.unfolded === other.unfolded
  );
}

function segmentsIn({ sheet }: SheetContent): number {
  return sheet.stretches.reduce((sum, { segments }) => sum + segments.length, 0);
}

/** Segments that are put on the page at once, as they are wanted: nobody waits for them. */
const AT_ONCE = 500;
/** In milliseconds: how long sheets that nobody sees may keep the page from answering. */
const SLICE_MS = 12;

/**
 * Puts the sheets of a document on the page: those that are seen at once, all others soon after, a few at a time, so that
 * the whole is there for the browser's search, for a print and for a screen reader.
 */
export class SheetMounting {
  places: readonly Place[] = $state.raw([]);
  /** Whether every sheet is on the page as it is wanted. */
  isWhole = $state(false);
  #working = false;
  #ended = false;

  /** Says what is to be on the page. The first sheet is taken to be seen until the browser has said what is. */
  want(contents: readonly SheetContent[]): void {
    if (this.places.length !== contents.length) this.places = contents.map((content) => new Place(content));
    for (const [index, content] of contents.entries()) this.places[index]!.wanted = content;
    const stale = this.#stale();
    const isLittle = stale.reduce((sum, { wanted }) => sum + segmentsIn(wanted), 0) <= AT_ONCE;
    const isUnseen = !this.places.some(({ isNear }) => isNear);
    for (const place of stale) {
      if (isLittle || place.isNear || (isUnseen && place === this.places[0])) place.shown = place.wanted;
    }
    this.#goOn();
  }

  /** Puts these sheets on the page before any other. */
  hurry(indices: readonly number[]): void {
    for (const index of indices) this.#show(this.places[index]);
    this.#goOn();
  }

  /** Puts all of them on the page, and returns when they are there. */
  complete(): void {
    for (const place of this.#stale()) place.shown = place.wanted;
    flushSync();
    this.isWhole = true;
  }

  /** Whether a sheet is in the window or close to it. */
  near(index: number, isNear: boolean): void {
    const place = this.places[index];
    if (!place) return;
    place.isNear = isNear;
    if (isNear) this.#show(place);
  }

  /** Nothing is put on the page any more. */
  end(): void {
    this.#ended = true;
  }

  #show(place: Place | undefined): void {
    if (place?.isStale === true) place.shown = place.wanted;
  }

  #stale(): Place[] {
    return this.places.filter((place) => place.isStale);
  }

  #goOn(): void {
    this.isWhole = this.#stale().length === 0;
    if (this.isWhole || this.#working) return;
    this.#working = true;
    void this.#work();
  }

  async #work(): Promise<void> {
    await painted();
    while (!this.#ended && !this.isWhole) {
      const until = performance.now() + SLICE_MS;
      do {
        const place = this.places.find(({ isStale }) => isStale);
        if (!place) break;
        place.shown = place.wanted;
        flushSync();
      } while (performance.now() < until);
      this.isWhole = !this.places.some(({ isStale }) => isStale);
      await nextTurn();
    }
    this.#working = false;
  }
}

/** When what is there has been painted; at once on a page that is not seen. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 100);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}
