import { describe, expect, test } from 'vitest';
import type { StoredResult } from '../../extension/comparison/result.ts';
import { PanelSession, type PanelDeps } from '../../extension/panel/panel-session.svelte.ts';
import { reviewOfResult } from '../../extension/panel/review-of-result.ts';
import { NO_SIDES, type Pairing, type Sides } from '../../extension/storage/database.ts';
import { FIRST_SETTINGS } from '../../extension/storage/settings-form.ts';
import type { ReviewStorage } from '../../renderer/review/saved-review.ts';
import { capture } from './captures.ts';

const WINDOW = 3;
const READY: Sides = {
  ...NO_SIDES,
  original: capture('one', { id: 'first', takenAtMs: 1 }),
  revised: capture('two', { id: 'second', takenAtMs: 2 }),
};
const SUMMARY = {
  ...{ changeCount: 0, insertions: 0, deletions: 0, replacements: 0, formatChanges: 0 },
  ...{ linkChanges: 0, blockInsertions: 0, blockDeletions: 0 },
};

const NO_STORAGE: ReviewStorage = {
  length: 0,
  key: () => null,
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
};

function resultOf({ original, revised }: Sides): StoredResult {
  const about = (side: Sides['original']) => ({ ...side!, scope: 'whole' as const });
  return {
    sides: { original: about(original), revised: about(revised) },
    html: '<div class="diffsvc"><p>two</p></div>',
    summary: SUMMARY,
    format: 'html',
    fallback: false,
    sourcesDiffer: true,
    comparisonId: 'cmp_1',
    viewerUrl: null,
    embedUrl: null,
    articleMissing: false,
    digests: null,
  };
}

/** A panel in window 3 over stores in memory. `stored` may change as the background changes it. */
function panelWith(given: { sides?: Sides; pairing?: Pairing | null; result?: StoredResult | null } = {}) {
  const stored = {
    sides: given.sides ?? NO_SIDES,
    pairing: given.pairing === undefined ? { keyId: 'k', key: 'secret', port: 1 } : given.pairing,
    result: given.result ?? null,
  };
  const compared: Sides[] = [];
  /** Delays the reading of the stores, the storing of a result, and the comparison. */
  const gates: Record<'stores' | 'result' | 'comparison', Promise<unknown>> = {
    stores: Promise.resolve(),
    result: Promise.resolve(),
    comparison: Promise.resolve(),
  };
  const deps: PanelDeps = {
    database: {
      pairing: async () => {
        await gates.stores;
        return stored.pairing;
      },
      changeSides: (change) => Promise.resolve(void (stored.sides = change(stored.sides))),
      result: () => Promise.resolve(stored.result),
      setResult: async (result) => {
        await gates.result;
        stored.result = result;
      },
      snapshots: () => Promise.resolve([]),
      removeSnapshot: () => Promise.resolve(),
    },
    takeSides: () => {
      const compare = stored.sides.compareInWindow === WINDOW;
      if (compare) stored.sides = { ...stored.sides, compareInWindow: null };
      return Promise.resolve({ sides: stored.sides, compare });
    },
    loadSettings: () => Promise.resolve(FIRST_SETTINGS),
    saveSettings: () => Promise.resolve(),
    mayReach: () => Promise.resolve(true),
    checkService: () => Promise.resolve(),
    compare: async (_, sides) => {
      compared.push({ ...NO_SIDES, ...sides });
      await gates.comparison;
      return resultOf({ ...NO_SIDES, ...sides });
    },
    reviewOf: (result) => reviewOfResult(result, NO_STORAGE),
    readClipboard: () => Promise.resolve(null),
    countChanges: () => undefined,
  };
  return { session: new PanelSession(deps), stored, compared, gates };
}

/** Resolves after all pending promises. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('a comparison that a gesture asked for', () => {
  test('is made by a panel that opens later, once', async () => {
    const { session, compared } = panelWith({ sides: { ...READY, compareInWindow: WINDOW } });
    await session.load();
    expect(compared).toHaveLength(1);
    expect(session.view).toBe('result');
    await session.sidesChanged();
    expect(compared).toHaveLength(1);
  });

  test('is made although the gesture ends, and tells of it, while the panel is still loading', async () => {
    const { session, stored, compared, gates } = panelWith();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    gates.stores = promise;
    const loading = session.load();
    stored.sides = { ...READY, compareInWindow: WINDOW };
    const told = session.sidesChanged();
    resolve(undefined);
    await Promise.all([loading, told]);
    expect(compared).toHaveLength(1);
    expect(session.view).toBe('result');
  });

  test('is not ended by a second word of the same sides', async () => {
    const { session, stored, compared, gates } = panelWith();
    await session.load();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    gates.comparison = promise;
    stored.sides = { ...READY, compareInWindow: WINDOW };
    const told = Promise.all([session.sidesChanged(), session.sidesChanged()]);
    await expect.poll(() => compared.length).toBe(1);
    resolve(undefined);
    await told;
    expect(compared).toHaveLength(1);
    expect(session.view).toBe('result');
  });

  test('is made by a panel in which the reader does something else before it is told', async () => {
    const { session, stored, compared } = panelWith();
    await session.load();
    stored.sides = { ...READY, compareInWindow: WINDOW };
    await session.dismissFault();
    await session.sidesChanged();
    expect(compared).toHaveLength(1);
    expect(session.view).toBe('result');
  });

  test('is left to the panel of its own window', async () => {
    const { session, compared, stored } = panelWith({ sides: { ...READY, compareInWindow: WINDOW + 1 } });
    await session.load();
    expect(compared).toEqual([]);
    expect(session.view).toBe('sides');
    expect(stored.sides.compareInWindow).toBe(WINDOW + 1);
  });

  test('waits for the pairing', async () => {
    const { session, compared, stored } = panelWith({ sides: { ...READY, compareInWindow: WINDOW }, pairing: null });
    await session.load();
    expect(session.view).toBe('unpaired');
    stored.pairing = { keyId: 'k', key: 'secret', port: 1 };
    await session.afterPairing();
    expect(compared).toHaveLength(1);
  });

  test('ends one that runs, whose answer is then not shown', async () => {
    const { session, stored, compared, gates } = panelWith({ sides: { ...READY, compareInWindow: WINDOW } });
    const { promise, resolve } = Promise.withResolvers<undefined>();
    gates.comparison = promise;
    const loading = session.load();
    await expect.poll(() => session.view).toBe('comparing');
    const third = capture('three', { id: 'third', takenAtMs: 3 });
    stored.sides = { ...stored.sides, revised: third, compareInWindow: WINDOW };
    const told = session.sidesChanged();
    await expect.poll(() => compared.length).toBe(2);
    resolve(undefined);
    await Promise.all([loading, told]);
    expect(session.result?.sides.revised.takenAtMs).toBe(3);
  });
});

describe('what is shown', () => {
  test('is stored: a panel that is closed at once shows the same when it opens again', async () => {
    const { session, stored, gates } = panelWith({ sides: READY });
    await session.load();
    let storing = Promise.withResolvers<undefined>();
    gates.result = storing.promise;
    const comparing = session.compare();
    await nextTurn();
    expect([session.view, stored.result]).toEqual(['comparing', null]);
    storing.resolve(undefined);
    await comparing;
    expect([session.view, stored.result]).toEqual(['result', resultOf(READY)]);

    storing = Promise.withResolvers<undefined>();
    gates.result = storing.promise;
    const leaving = session.startAnew();
    await nextTurn();
    expect([session.view, stored.result]).toEqual(['result', resultOf(READY)]);
    storing.resolve(undefined);
    await leaving;
    expect([session.view, session.result, stored.result]).toEqual(['sides', null, null]);
  });

  test('is no result of a comparison that is cancelled while its result is being stored', async () => {
    const { session, gates } = panelWith({ sides: READY });
    await session.load();
    const storing = Promise.withResolvers<undefined>();
    gates.result = storing.promise;
    const comparing = session.compare();
    await nextTurn();
    session.cancel();
    storing.resolve(undefined);
    await comparing;
    expect([session.view, session.result, session.failure]).toEqual(['sides', null, null]);
  });

  test('is the comparison that was begun while the last result was being forgotten', async () => {
    const { session, stored, gates } = panelWith({ sides: READY, result: resultOf(READY) });
    await session.load();
    const storing = Promise.withResolvers<undefined>();
    gates.result = storing.promise;
    const leaving = session.startAnew();
    const comparison = Promise.withResolvers<undefined>();
    gates.comparison = comparison.promise;
    stored.sides = { ...stored.sides, compareInWindow: WINDOW };
    const told = session.sidesChanged();
    await expect.poll(() => session.view).toBe('comparing');
    storing.resolve(undefined);
    await leaving;
    expect(session.view).toBe('comparing');
    comparison.resolve(undefined);
    await told;
    expect([session.view, stored.result]).toEqual(['result', resultOf(READY)]);
  });

  test('stays after a snapshot or a fault, and goes when a side is another', async () => {
    const { session, stored } = panelWith({ sides: READY, result: resultOf(READY) });
    await session.load();
    expect(session.view).toBe('result');
    stored.sides = { ...stored.sides, fault: { kind: 'nothing-selected' } };
    await session.sidesChanged();
    expect(session.view).toBe('result');
    expect(session.sides.fault).not.toBeNull();
    await session.dismissFault();
    expect(session.sides.fault).toBeNull();
    stored.sides = { ...NO_SIDES, original: capture('new', { id: 'third' }) };
    await session.sidesChanged();
    expect(session.view).toBe('sides');
  });

  test('follows a pairing that is begun or ended in the options', async () => {
    const { session, stored } = panelWith();
    await session.load();
    stored.pairing = null;
    await session.pairingChanged();
    expect(session.view).toBe('unpaired');
    stored.pairing = { keyId: 'k', key: 'secret', port: 1 };
    await session.pairingChanged();
    expect(session.view).toBe('sides');
  });
});
