/// <reference types="svelte" />
import { describe, expect, it } from 'vitest';
import {
  RECENTS_MAX,
  RECENTS_MAX_BYTES,
  earlierOf,
  shownOrder,
  type KeptReview,
  type Recent,
  type RecentContent,
} from '../../../renderer/app/recents/recent.ts';
import type { RecentsStore } from '../../../renderer/app/recents/recents-database.ts';
import { Recents } from '../../../renderer/app/recents/recents.svelte.ts';
import type { ContentAnchor } from '../../../renderer/review/content-anchors.ts';
import type { Pair } from '../../../renderer/app/comparison/pair.ts';
import type { Finished } from '../../../renderer/app/comparison/run-comparison.ts';
import type { DocumentInput } from '../../../renderer/files/read-input-file.ts';
import { appMessages } from '../../../renderer/strings/app.ts';

const side = (name: string | null) => ({ name, text: 'x', document: null, reference: null });
const pairOf = (a: string | null, b: string | null): Pair => ({ original: side(a), revised: side(b), format: 'auto' });
const FINISHED = { format: 'txt', html: '', summary: { changeCount: 3 } } as unknown as Finished;

/** The progress of a review without a decision. */
const NONE = { changes: 3, decided: 0 };
const NOT_COMPARED = { differs: true, items: [] };
const EQUAL = {
  ...{ format: 'html', html: '' },
  summary: { changeCount: 0 },
  outcome: { uncompared: NOT_COMPARED },
} as unknown as Finished;

/** A store in memory that can refuse. */
class MemoryStore implements RecentsStore {
  readonly recents = new Map<string, Recent>();
  readonly contents = new Map<string, RecentContent>();
  readonly reviews = new Map<string, KeptReview>();
  refuses = false;
  /** Bytes that fit; null: any number. */
  roomBytes: number | null = null;

  #go(): void {
    if (this.refuses) throw new Error('denied');
  }
  list = () => Promise.resolve().then(() => (this.#go(), [...this.recents.values()]));
  put = (recent: Recent, content: RecentContent) =>
    Promise.resolve().then(
      () => (
        this.#go(),
        this.#checkRoom(recent),
        this.recents.set(recent.id, recent),
        void this.contents.set(recent.id, content)
      ),
    );
  #checkRoom(added: Recent): void {
    const others = [...this.recents.values()].filter(({ id }) => id !== added.id);
    const sizeBytes = [added, ...others].reduce((sum, recent) => sum + (recent.sizeBytes ?? 0), 0);
    if (this.roomBytes !== null && sizeBytes > this.roomBytes) throw new DOMException('full', 'QuotaExceededError');
  }
  update = (recent: Recent, review?: KeptReview) =>
    Promise.resolve().then(() => {
      this.#go();
      if (!this.recents.has(recent.id)) return;
      this.recents.set(recent.id, recent);
      if (review !== undefined) this.reviews.set(review.id, review);
    });
  content = (id: string) => Promise.resolve().then(() => (this.#go(), this.contents.get(id) ?? null));
  review = (id: string) => Promise.resolve().then(() => (this.#go(), this.reviews.get(id) ?? null));
  remove = (ids: readonly string[]) =>
    Promise.resolve().then(() => {
      for (const id of ids) for (const store of [this.recents, this.contents, this.reviews]) store.delete(id);
    });
  clear = () => this.remove([...this.recents.keys()]);
}

function recentsOn(store: MemoryStore): Recents {
  let [now, count] = [0, 0];
  return new Recents(
    store,
    () => ++now,
    () => `id-${String(++count)}`,
  );
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('recent comparisons', () => {
  it('an entry without changes tells that something differs that was not compared', () => {
    const recents = recentsOn(new MemoryStore());
    expect(recents.add(pairOf('a', 'b'), EQUAL, null).differsElsewhere).toBe(true);
    expect(recents.add(pairOf('a', 'b'), FINISHED, null).differsElsewhere).toBe(false);
    expect(appMessages.changeCount(0, true)).toBe('No changes in what was compared');
    expect(appMessages.notReviewed(0, true)).not.toBe(appMessages.notReviewed(0, false));
  });

  it('are there again after a visit, pins first, then the latest', async () => {
    const store = new MemoryStore();
    const recents = recentsOn(store);
    const [a, b, c] = ['a', 'b', 'c'].map((name) => recents.add(pairOf(name, name), FINISHED, null));
    await recents.pin(a!.id, true);
    await recents.opened(b!.id, 3);
    const again = recentsOn(store);
    await again.load();
    expect(again.list.map(({ id }) => id)).toEqual([a!.id, b!.id, c!.id]);
    expect(await again.content(b!.id)).toMatchObject({ finished: FINISHED });
  });

  it('the oldest without a pin goes when there are too many, with its content and review', async () => {
    const store = new MemoryStore();
    const recents = recentsOn(store);
    const first = recents.add(pairOf('pinned', 'p'), FINISHED, null);
    await recents.pin(first.id, true);
    const second = recents.add(pairOf('old', 'o'), FINISHED, null);
    await recents.keepReview({ id: second.id, reviewer: '', finished: false, decisions: [] }, NONE);
    for (let at = 0; at < RECENTS_MAX; at += 1) recents.add(pairOf(`n${String(at)}`, 'n'), FINISHED, null);
    await settled();
    expect(recents.list).toHaveLength(RECENTS_MAX + 1);
    expect(recents.find(first.id)).toBeDefined();
    expect([store.recents, store.contents, store.reviews].map((one) => one.has(second.id))).toEqual([
      false,
      false,
      false,
    ]);
  });

  const large = (sizeBytes: number): Pair => {
    const document = { bytes: { byteLength: sizeBytes } as Uint8Array<ArrayBuffer> } as DocumentInput;
    return { ...pairOf('a', 'b'), original: { ...side('a'), text: '', document } };
  };

  it('the oldest go when all together are too large, but nothing that is pinned or decided here alone', async () => {
    const store = new MemoryStore();
    const recents = recentsOn(store);
    const quarter = RECENTS_MAX_BYTES / 4 - 8;
    const [pinned, decided, shared, plain] = [1, 2, 3, 4].map(() => recents.add(large(quarter), FINISHED, null).id);
    await settled();
    await recents.pin(pinned!, true);
    const kept = (id: string) => ({ id, reviewer: '', finished: false, decisions: [] });
    await recents.keepReview(kept(decided!), { changes: 3, decided: 1 });
    await recents.keepReview(kept(shared!), { changes: 3, decided: 1 });
    await recents.named(shared!, 'r'.repeat(64));
    expect(store.contents.size).toBe(4);
    const newest = recents.add(large(2 * quarter), FINISHED, null).id;
    await settled();
    expect(recents.list.map(({ id }) => id).sort()).toEqual([pinned, decided, newest].sort());
    expect([...store.contents.keys()].sort()).toEqual([pinned, decided, newest].sort());
    expect(store.contents.has(plain!)).toBe(false);
  });

  it('the oldest make room in a full browser, and it is told if that is not enough', async () => {
    const store = new MemoryStore();
    const recents = recentsOn(store);
    store.roomBytes = 250_000_000;
    const first = recents.add(large(100_000_000), FINISHED, null).id;
    const second = recents.add(large(100_000_000), FINISHED, null).id;
    await settled();
    const third = recents.add(large(100_000_000), FINISHED, null).id;
    await settled();
    expect([store.contents.has(first), store.contents.has(second), store.contents.has(third)]).toEqual([
      false,
      true,
      true,
    ]);
    expect(recents.fault).toBeNull();
    await recents.pin(second, true);
    recents.add(large(200_000_000), FINISHED, null);
    await settled();
    expect(recents.fault).toEqual({ kind: 'full', sizeBytes: 200_000_001 });
    expect(appMessages.recentsFault(recents.fault!)).toBe(
      'This browser has no room for the last comparison (191 MB). It lasts until the page is closed. Delete comparisons here, or files of this machine, then compare again.',
    );
    expect(store.contents.has(second)).toBe(true);
  });

  it('a page that is closed while a review is kept leaves the list and the review alike', async () => {
    const store = new MemoryStore();
    const recents = recentsOn(store);
    const { id } = recents.add(pairOf('a', 'b'), FINISHED, null);
    await settled();
    const decision = { anchor: {} as ContentAnchor, verdict: 'accepted', note: null } as const;
    const kept = recents.keepReview(
      { id, reviewer: '', finished: true, decisions: [decision] },
      { changes: 3, decided: 1 },
    );
    // Resolves after everything that has begun.
    await Promise.resolve();
    store.refuses = true;
    await kept;
    store.refuses = false;
    const again = recentsOn(store);
    await again.load();
    expect(await again.review(id)).toMatchObject({ decisions: [decision] });
    expect(again.find(id)).toMatchObject({ decided: 1, finished: true });
  });

  it('keeps all of what comes while something else is being kept', async () => {
    const store = new MemoryStore();
    const recents = recentsOn(store);
    const { id } = recents.add(pairOf('a', 'b'), FINISHED, null);
    const review = { id, reviewer: '', finished: true, decisions: [] };
    await Promise.all([recents.pin(id, true), recents.keepReview(review, NONE), recents.opened(id, 3)]);
    const again = recentsOn(store);
    await again.load();
    expect(again.find(id)).toMatchObject({ pinned: true, finished: true, openedAtMs: recents.find(id)!.openedAtMs });
    expect(recents.find(id)).toEqual(again.find(id));
  });

  it('a comparison that is made again keeps its place and its pin', async () => {
    const recents = recentsOn(new MemoryStore());
    const { id } = recents.add(pairOf('a', 'b'), FINISHED, null);
    await recents.pin(id, true);
    expect(recents.add(pairOf('a', 'b'), FINISHED, id)).toMatchObject({ id, pinned: true });
    expect(recents.list).toHaveLength(1);
  });

  it('a deleted comparison is put back as it was, with its content and review', async () => {
    const store = new MemoryStore();
    const recents = recentsOn(store);
    const { id } = recents.add(pairOf('a', 'b'), FINISHED, null);
    await recents.pin(id, true);
    await recents.keepReview({ id, reviewer: 'Ada', finished: true, decisions: [] }, NONE);
    const before = recents.find(id);
    const restore = await recents.remove(id);
    const afterwards = recentsOn(store);
    await afterwards.load();
    expect([recents.list, afterwards.list, await afterwards.content(id)]).toEqual([[], [], null]);
    await restore?.();
    const again = recentsOn(store);
    await again.load();
    expect([recents.find(id), again.find(id)]).toEqual([before, before]);
    expect(await again.content(id)).toMatchObject({ finished: FINISHED });
    expect(await again.review(id)).toMatchObject({ reviewer: 'Ada' });
    expect(await recents.remove('unknown')).toBeNull();
  });

  it('a browser that keeps nothing is said to, and the list goes on', async () => {
    const store = new MemoryStore();
    store.refuses = true;
    const recents = recentsOn(store);
    recents.add(pairOf('a', 'b'), FINISHED, null);
    await settled();
    expect([recents.list.length, recents.fault]).toEqual([1, { kind: 'refused', message: 'denied' }]);
  });

  it('the one before of the same documents is that of both names, opened last', () => {
    const recent = (id: string, originalName: string | null, openedAtMs: number) =>
      ({ id, originalName, revisedName: 'n', format: 'docx', openedAtMs, pinned: false }) as Recent;
    const list = [recent('1', 'o', 1), recent('2', 'o', 3), recent('3', 'o', 2), recent('4', 'x', 9)];
    expect(earlierOf(list, recent('', 'o', 0))?.id).toBe('2');
    expect(earlierOf(list, recent('', null, 0))).toBeNull();
    expect(shownOrder(list).map(({ id }) => id)).toEqual(['4', '2', '3', '1']);
  });
});
