import { flushSync } from 'svelte';
import type { Side } from '../../shared/document/model.ts';
import { nextTurn } from '../document-view/in-slices.ts';
import type { FoldedRows, RowFolds } from '../document-view/row-folds.ts';
import type { Sheet } from '../document-view/sheets.ts';

/** A sheet and how it is shown. */
export interface SheetContent {
  readonly sheet: Sheet;
  readonly split: boolean;
  /** The one side that is shown; null: both, or the redline. */
  readonly side: Side | null;
  /** Hidden changes. */
  readonly hidden: ReadonlySet<string>;
  /** The unfolded runs. Null: nothing is folded. */
  readonly unfolded: ReadonlySet<Fold> | null;
  /** The foldable rows of tables. */
  readonly rowFolds: RowFolds;
  /** Whether it is for paper, where nothing scrolls. */
  readonly printed: boolean;
}

/** A foldable run: of blocks, by its number in the plan, or of rows of a table. */
export type Fold = number | FoldedRows;

/** The state of one sheet: the wanted content and the mounted content. */
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
    one.side === other.side &&
    one.hidden === other.hidden &&
    one.unfolded === other.unfolded &&
    one.rowFolds === other.rowFolds &&
    one.printed === other.printed
  );
}

function segmentsIn({ sheet }: SheetContent): number {
  return sheet.stretches.reduce((sum, { segments }) => sum + segments.length, 0);
}

/** Number of segments that are mounted at once without waiting. */
const AT_ONCE = 500;
/** The longest time in milliseconds that invisible sheets may block the page. */
const SLICE_MS = 12;

/**
 * Mounts the sheets of a document: visible ones at once, all others soon after in small groups. So the browser's
 * search, printing and screen readers find the whole document.
 */
export class SheetMounting {
  places: readonly Place[] = $state.raw([]);
  /** Whether every sheet shows its wanted content. */
  isWhole = $state(false);
  #working = false;
  #ended = false;

  /** Sets the wanted content. The first sheet counts as visible until the browser reports visibility. */
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

  /** Mounts these sheets before any other. */
  hurry(indices: readonly number[]): void {
    for (const index of indices) this.#show(this.places[index]);
    this.#goOn();
  }

  /** Mounts all sheets, and resolves when they are mounted. */
  complete(): void {
    for (const place of this.#stale()) place.shown = place.wanted;
    flushSync();
    this.isWhole = true;
  }

  /** Whether a sheet is in the viewport or close to it. */
  near(index: number, isNear: boolean): void {
    const place = this.places[index];
    if (!place) return;
    place.isNear = isNear;
    if (isNear) this.#show(place);
  }

  /** Stops mounting. */
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

/** Resolves after the current content was painted; at once on a hidden page. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 100);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}
