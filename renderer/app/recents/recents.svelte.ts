import { unitCountsOf } from '../../../shared/change/unit-counts.ts';
import { sizeOf as sizeOfSide, type Pair } from '../comparison/pair.ts';
import type { Finished } from '../comparison/run-comparison.ts';
import {
  firstToGo,
  shownOrder,
  surplusOf,
  type KeptReview,
  type Recent,
  type RecentContent,
  type ReviewProgress,
} from './recent.ts';
import type { RecentsStore } from './recents-database.ts';

/** `full`: this browser has no room, for something of a size in bytes. `refused`: it stores nothing. */
export type RecentsFault =
  { readonly kind: 'full'; readonly sizeBytes: number } | { readonly kind: 'refused'; readonly message: string };

/** The recent comparisons for the pages. Without storage they last as long as the page. */
export class Recents {
  /** In display order. */
  list: readonly Recent[] = $state.raw([]);
  /** Why something is not stored; null if storing works. */
  fault: RecentsFault | null = $state.raw(null);

  readonly #store: RecentsStore;
  readonly #now: () => number;
  readonly #newId: () => string;
  /** Entries that are being stored. They are not shown yet. */
  #coming: readonly Recent[] = [];

  constructor(store: RecentsStore, now: () => number, newId: () => string) {
    this.#store = store;
    this.#now = now;
    this.#newId = newId;
  }

  /** Reads the list. */
  async load(): Promise<void> {
    await this.#guarded(async () => {
      this.list = shownOrder(await this.#store.list());
    });
  }

  /** Adds a new comparison while it is being stored. `replacing` names an entry whose place and pin it takes. */
  add(pair: Pair, finished: Finished, replacing: string | null): Recent {
    const before = this.find(replacing ?? '');
    const now = this.#now();
    const recent: Recent = {
      id: before?.id ?? this.#newId(),
      originalName: pair.original.name,
      revisedName: pair.revised.name,
      format: finished.format,
      changes: unitCountsOf(finished.summary).total,
      sizeBytes: sizeOf(pair, finished),
      differsElsewhere: finished.outcome?.uncompared?.differs === true,
      decided: 0,
      finished: false,
      pinned: before?.pinned ?? false,
      comparedAtMs: now,
      openedAtMs: now,
    };
    this.#put(recent);
    void this.#keepContent(recent, { id: recent.id, pair, finished }).then(() => this.#dropSurplus());
    return recent;
  }

  /** Stores a comparison. If the browser is full, the oldest ones make room. */
  async #keepContent(recent: Recent, content: RecentContent): Promise<void> {
    await this.#guarded(async () => {
      for (;;) {
        try {
          await this.#store.put(recent, content);
          return;
        } catch (fault) {
          const oldest = isFull(fault) ? firstToGo(this.list, recent.id) : undefined;
          if (oldest === undefined) throw fault;
          this.list = without(this.list, oldest.id);
          await this.#store.remove([oldest.id]);
        }
      }
    }, recent.sizeBytes);
  }

  find(id: string): Recent | undefined {
    return this.list.find((recent) => recent.id === id);
  }

  /** The content of a recent comparison; null if it is gone. */
  async content(id: string): Promise<RecentContent | null> {
    return (await this.#guarded(() => this.#store.content(id))) ?? null;
  }

  /** Replaces the content of a recent comparison, for example after the service compared it again. */
  async replaceContent(id: string, content: RecentContent): Promise<void> {
    const recent = this.#comingOf(id) ?? this.find(id);
    if (recent) await this.#keepContent({ ...recent, sizeBytes: sizeOf(content.pair, content.finished) }, content);
  }

  async review(id: string): Promise<KeptReview | null> {
    return (await this.#guarded(() => this.#store.review(id))) ?? null;
  }

  /** Stores a review and its progress together, so that the list never shows another state. */
  async keepReview(review: KeptReview, progress: ReviewProgress): Promise<void> {
    await this.#update(review.id, { ...progress, finished: review.finished }, review);
  }

  /** Records the review of a comparison at the service. */
  async named(id: string, reviewId: string): Promise<void> {
    if ((this.#comingOf(id) ?? this.find(id))?.reviewId !== reviewId) await this.#update(id, { reviewId });
  }

  /** Shows how far reviews are that other windows go on with. */
  async followed(reviews: readonly { reviewId: string; decided: number; finished: boolean }[]): Promise<void> {
    for (const { reviewId, decided, finished } of reviews) {
      const recent = this.list.find((each) => each.reviewId === reviewId);
      if (recent === undefined || (recent.decided === decided && recent.finished === finished)) continue;
      await this.#update(recent.id, { decided, finished });
    }
  }

  /** Records that it was opened, and how many changes it has. Earlier versions counted both ends of a move. */
  async opened(id: string, changes: number): Promise<void> {
    await this.#update(id, { openedAtMs: this.#now(), changes });
  }

  async pin(id: string, pinned: boolean): Promise<void> {
    await this.#update(id, { pinned });
    await this.#dropSurplus();
  }

  /**
   * The entry leaves the list after it left the browser. So a reader who then closes the page has deleted it. The
   * result puts it back as it was; null if there is nothing to put back.
   */
  async remove(id: string): Promise<(() => Promise<void>) | null> {
    const recent = this.#comingOf(id) ?? this.find(id);
    const [content, review] = await Promise.all([this.content(id), this.review(id)]);
    await this.#guarded(() => this.#store.remove([id]));
    this.list = without(this.list, id);
    this.#coming = without(this.#coming, id);
    if (recent === undefined || content === null) return null;
    return async () => {
      await this.#guarded(async () => {
        await this.#store.put(recent, content);
        if (review !== null) await this.#store.update(recent, review);
      });
      this.#put(recent);
    };
  }

  /** Forgets all of them, pinned ones too. */
  async clear(): Promise<void> {
    await this.#guarded(() => this.#store.clear());
    this.list = [];
    this.#coming = [];
  }

  /**
   * Begins at once, because the page may be closed at any time. The list shows the entry when it is stored. The store
   * keeps the order.
   */
  async #update(id: string, change: Partial<Recent>, review?: KeptReview): Promise<void> {
    const recent = this.#comingOf(id) ?? this.find(id);
    if (!recent) return;
    const next = { ...recent, ...change };
    this.#coming = [...without(this.#coming, id), next];
    await this.#guarded(() => this.#store.update(next, review));
    // Otherwise a newer state will be shown when it is stored, or the comparison is gone.
    if (this.#comingOf(id) === next && this.find(id)) this.#put(next);
  }

  #comingOf(id: string): Recent | undefined {
    return this.#coming.find((recent) => recent.id === id);
  }

  #put(recent: Recent): void {
    this.#coming = without(this.#coming, recent.id);
    this.list = shownOrder([...without(this.list, recent.id), recent]);
  }

  async #dropSurplus(): Promise<void> {
    const surplus = surplusOf(this.list).map(({ id }) => id);
    if (surplus.length === 0) return;
    this.list = this.list.filter(({ id }) => !surplus.includes(id));
    await this.#guarded(() => this.#store.remove(surplus));
  }

  /**
   * A browser may refuse to store anything, as in private windows, or it may be full. The application continues
   * without.
   */
  async #guarded<T>(work: () => Promise<T>, sizeBytes = 0): Promise<T | undefined> {
    try {
      const result = await work();
      this.fault = null;
      return result;
    } catch (fault) {
      const message = fault instanceof Error ? fault.message : String(fault);
      this.fault = isFull(fault) ? { kind: 'full', sizeBytes } : { kind: 'refused', message };
      return undefined;
    }
  }
}

/** Whether the browser has no room left. */
function isFull(fault: unknown): boolean {
  return fault instanceof Error && fault.name === 'QuotaExceededError';
}

/** Bytes of a comparison: its documents and its redline. */
function sizeOf({ original, revised }: Pair, { html }: Finished): number {
  return sizeOfSide(original) + sizeOfSide(revised) + html.length;
}

function without(recents: readonly Recent[], id: string): readonly Recent[] {
  return recents.filter((recent) => recent.id !== id);
}
