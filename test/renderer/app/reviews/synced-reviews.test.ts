/// <reference types="svelte" />
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WindowIdentity } from '../../../../renderer/app/reviews/window-identity.ts';
import { appMessages } from '../../../../renderer/strings/app.ts';
import type { AppendRequest } from '../../../../shared/api/reviews.ts';
import { ServiceCallError } from '../../../../shared/client/service-call-error.ts';
import { SEED } from '../../../seed/seed.ts';
import { comparisonOf, TestBrowser, TestService, TestWindow } from './windows.ts';

const paragraphs = (count: number, word: string): string =>
  Array.from({ length: count }, (_, at) => `<p>Clause ${at} has the value ${word}${at} for now.</p>`).join('');

const EIGHT = comparisonOf(paragraphs(8, 'old'), paragraphs(8, 'new'));

let service: TestService;
let browser: TestBrowser;
let windows: TestWindow[] = [];
beforeEach(async () => {
  service = await TestService.open();
  browser = new TestBrowser();
  windows = [];
});
afterEach(async () => {
  for (const window of windows) window.close();
  await service.close();
});

type Early = Parameters<TestWindow['load']>[0];

async function opened(of = browser, comparison = EIGHT, early?: Early): Promise<TestWindow> {
  const window = new TestWindow(service, of, comparison);
  windows.push(window);
  await window.load(early);
  return window;
}

/** What the service has. */
async function stored(): Promise<readonly string[]> {
  const [listed] = (await service.reviews.list('account:owner', null, 1)).reviews;
  if (listed === undefined) return [];
  const { state } = await service.reviews.find('account:owner', listed.reviewId);
  return [...state.accepted.map((id) => `${id} accepted`), ...state.rejected.map((id) => `${id} rejected`)].sort();
}

async function allShow(expected: readonly string[]): Promise<void> {
  await vi.waitFor(
    async () => {
      for (const window of windows) expect(window.decided).toEqual(expected);
      expect(await stored()).toEqual(expected);
    },
    { timeout: 20_000, interval: 10 },
  );
}

const idOf = (at: number): string => `chg_00000${at}`;

describe('two windows on one comparison', () => {
  test('lose nothing of each other, and show each step of each other', async () => {
    const [one, two] = [await opened(), await opened()];
    for (const at of [1, 2, 3]) one.session.accept(idOf(at));
    two.session.reject(idOf(4));
    const all = ['chg_000001 accepted', 'chg_000002 accepted', 'chg_000003 accepted', 'chg_000004 rejected'];
    await allShow(all);
    await one.load();
    await allShow(all);
    // Another browser, such as the desktop, shows the same.
    await opened(new TestBrowser());
    await allShow(all);
  });

  test('ask about a change that both decided differently, and overwrite nothing', async () => {
    const [one, two] = [await opened(), await opened(new TestBrowser())];
    one.session.accept(idOf(1));
    await allShow(['chg_000001 accepted']);
    two.connect(false);
    two.session.reject(idOf(1));
    two.session.reject(idOf(2));
    expect(two.session.review.made.get(idOf(1))).toBe('rejected');
    one.session.reset(idOf(1));
    one.session.accept(idOf(1));
    one.session.reset(idOf(1));
    await vi.waitFor(async () => expect(await stored()).toEqual([]));
    two.connect(true);
    await allShow(['chg_000002 rejected']);
    expect(two.session.decided.conflicts).toEqual([
      { changeId: idOf(1), mine: 'rejected', theirs: null, by: '', theirsStand: true },
    ]);
    two.session.settle([idOf(1)], 'mine');
    await allShow(['chg_000001 rejected', 'chg_000002 rejected']);
    expect(two.session.decided.conflicts).toEqual([]);
  });

  test('undo their own last step, and only where its verdict still stands', async () => {
    const [one, two] = [await opened(), await opened()];
    one.session.accept(idOf(1));
    await allShow(['chg_000001 accepted']);
    two.session.accept(idOf(2));
    await allShow(['chg_000001 accepted', 'chg_000002 accepted']);
    one.session.undo();
    await allShow(['chg_000002 accepted']);
    one.session.redo();
    await allShow(['chg_000001 accepted', 'chg_000002 accepted']);
    two.session.reject(idOf(1));
    await allShow(['chg_000001 rejected', 'chg_000002 accepted']);
    one.session.undo();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await allShow(['chg_000001 rejected', 'chg_000002 accepted']);
    // After a reload each still undoes its own steps.
    await two.load();
    await allShow(['chg_000001 rejected', 'chg_000002 accepted']);
    await vi.waitFor(() => expect(two.session.review.past).toHaveLength(2));
    two.session.undo();
    two.session.undo();
    await allShow(['chg_000001 accepted']);
  });

  test('share notes, and the end of the review', async () => {
    const [one, two] = [await opened(), await opened(new TestBrowser())];
    one.session.notes.add({ kind: 'change', changeId: idOf(1) }, 'Why?');
    await vi.waitFor(() => expect(two.session.notes.onChanges.get(idOf(1))?.messages).toHaveLength(1));
    two.session.notes.add({ kind: 'change', changeId: idOf(1) }, 'Because.');
    await vi.waitFor(() =>
      expect(one.session.notes.onChanges.get(idOf(1))?.messages.map(({ text }) => text)).toEqual(['Why?', 'Because.']),
    );
    one.session.finishAnyway();
    await vi.waitFor(() => expect(two.session.review.phase).toBe('completed'));
    two.session.reopen();
    await vi.waitFor(() => expect(one.session.review.phase).toBe('active'));
  });
});

describe('what is decided before the service was asked', () => {
  /** A browser whose copy has the first change accepted, although another window took that back. */
  async function staleBrowser(): Promise<TestBrowser> {
    const away = new TestBrowser();
    const [one, two] = [await opened(), await opened(away)];
    one.session.accept(idOf(1));
    await allShow(['chg_000001 accepted']);
    await vi.waitFor(() => expect([...away.kept.values()][0]?.sharedAs).toBeDefined());
    two.close();
    windows = [one];
    one.session.reset(idOf(1));
    await allShow([]);
    return away;
  }

  test('joins what others decided, and brings nothing back that they took back', async () => {
    const two = await opened(await staleBrowser(), EIGHT, (session) => {
      expect(session.review.made.get(idOf(1))).toBe('accepted');
      session.accept(idOf(2));
      session.reject(idOf(3));
    });
    await allShow(['chg_000002 accepted', 'chg_000003 rejected']);
    expect(two.session.decided.conflicts).toEqual([]);
    two.session.undo();
    await allShow(['chg_000002 accepted']);
  });

  test('asks if another window decided the same change otherwise', async () => {
    const away = await staleBrowser();
    windows[0]!.session.reject(idOf(4));
    await allShow(['chg_000004 rejected']);
    const two = await opened(away, EIGHT, (session) => session.accept(idOf(4)));
    await allShow(['chg_000004 rejected']);
    expect(two.session.decided.conflicts).toEqual([
      { changeId: idOf(4), mine: 'accepted', theirs: 'rejected', by: '', theirsStand: true },
    ]);
  });

  test('is not lost if the page closes before the service answers', async () => {
    const away = await staleBrowser();
    const two = await opened(away, EIGHT, (session) => {
      windows.at(-1)!.connect(false);
      session.accept(idOf(5));
    });
    two.close();
    away.queues.clear();
    windows = [windows[0]!, await opened(away)];
    await vi.waitFor(async () => expect(await stored()).toContain('chg_000005 accepted'), { timeout: 20_000 });
  });
});

describe('a service that refuses', () => {
  const refused = (status: number, message: string) =>
    new ServiceCallError({ code: 'invalid_request', status, message });

  test('a step is named with its reason, the other steps go on, and it stays in this browser', async () => {
    const window = await opened();
    const isOn = (id: string) => (request: AppendRequest) =>
      request.operations.some(({ decisions = [] }) => decisions.some(({ changeIds }) => changeIds.includes(id)))
        ? refused(400, 'The review would have 9000000 characters.')
        : null;
    window.refusal = isOn(idOf(2));
    for (const at of [1, 2, 3]) window.session.accept(idOf(at));
    await vi.waitFor(async () => expect(await stored()).toEqual(['chg_000001 accepted', 'chg_000003 accepted']));
    const trouble = { kind: 'refused', steps: 1, reason: 'The review would have 9000000 characters.' } as const;
    await vi.waitFor(() => expect(window.open.trouble).toEqual(trouble));
    expect(appMessages.stepsWait(trouble)).toBe(
      'The service refused 1 step of yours: The review would have 9000000 characters. It is kept in this browser, and other windows do not show it. Open the comparison again to try once more.',
    );
    expect(window.decided).toContain('chg_000002 accepted');
    window.refusal = null;
    await window.load();
    await allShow(['chg_000001 accepted', 'chg_000002 accepted', 'chg_000003 accepted']);
    expect(window.open.trouble).toBeNull();
  });

  test.each([
    [401, 'signed_out', 'This page is no longer signed in.'],
    [507, 'failing', 'The service cannot take your decisions now: The disk is full.'],
  ] as const)('says why with status %i', async (status, kind, start) => {
    const window = await opened();
    window.refusal = () => refused(status, 'The disk is full.');
    window.session.accept(idOf(1));
    await vi.waitFor(() => expect(window.open.trouble).toMatchObject({ kind }));
    expect(appMessages.stepsWait(window.open.trouble!)).toContain(start);
    window.refusal = null;
    window.session.accept(idOf(2));
    await allShow(['chg_000001 accepted', 'chg_000002 accepted']);
    // The other window may hear of a step before the answer to it is here.
    await vi.waitFor(() => expect(window.open.trouble).toBeNull());
  });
});

describe('a duplicated tab', () => {
  test('is a window of its own, and a reloaded one is not', async () => {
    const held = new Set<string>();
    const locks = {
      request: (name: string, _: unknown, work: (lock: object | null) => unknown) => {
        if (held.has(name)) return Promise.resolve(work(null));
        held.add(name);
        return Promise.resolve(work({ name }));
      },
    } as unknown as LockManager;
    let made = 0;
    const tab = (storage: Map<string, string>, isReload = false, given: LockManager | null = locks) =>
      WindowIdentity.claim({
        storage: { getItem: (key) => storage.get(key) ?? null, setItem: (key, value) => void storage.set(key, value) },
        ...{ locks: given, isReload, newId: () => `w${String((made += 1))}` },
      });
    const first = new Map<string, string>();
    const one = await tab(first);
    one.inheritedTo('r', 3);
    const copy = new Map(first);
    const two = await tab(copy);
    expect([one.id, two.id, copy.get('diffsvc.window')]).toEqual(['w1', 'w2', 'w2']);
    // The copy begins its own history.
    expect([one.inheritedTo('r', 9), two.inheritedTo('r', 9)]).toEqual([3, 9]);
    held.clear();
    expect((await tab(first, true)).id).toBe('w1');
    expect((await tab(copy, true, null)).id).toBe('w2');
    expect((await tab(new Map(first), false, null)).id).toBe('w3');
  });
});

describe('a browser that decided before there was a service copy', () => {
  test('brings it there with its history, and loses nothing', async () => {
    const window = await opened();
    window.connect(false);
    window.session.accept(idOf(1));
    window.session.reject(idOf(2));
    window.session.notes.add({ kind: 'change', changeId: idOf(3) }, 'Ask the client.');
    window.close();
    browser.queues.clear();
    window.connect(true);
    await window.load();
    const all = ['chg_000001 accepted', 'chg_000002 rejected'];
    await allShow(all);
    const other = await opened(new TestBrowser());
    await allShow(all);
    expect(other.session.notes.onChanges.get(idOf(3))?.messages[0]?.text).toBe('Ask the client.');
    other.session.undo();
    await allShow(['chg_000001 accepted']);
  });

  test('brings the reviews of comparisons that are not open, too, once', async () => {
    const window = await opened();
    window.connect(false);
    window.session.accept(idOf(1));
    window.session.reject(idOf(2));
    window.session.undo();
    await new Promise((resolve) => setTimeout(resolve, 20));
    window.close();
    browser.queues.clear();
    windows = [];
    const other = comparisonOf('<p>Some other text.</p>', '<p>Some different text.</p>');
    for (let start = 0; start < 2; start += 1) {
      const next = await opened(browser, other);
      await vi.waitFor(async () => expect(await stored()).toEqual(['chg_000001 accepted']), { timeout: 20_000 });
      await vi.waitFor(() =>
        expect([...browser.kept.values()].some(({ sharedAs }) => sharedAs !== undefined)).toBe(true),
      );
      next.close();
    }
    const [moved] = (await service.reviews.list('account:owner', null, 1)).reviews;
    expect(moved).toMatchObject({ originalName: 'a.html', changes: 8, decided: 1 });
    const { operations } = await service.reviews.find('account:owner', moved!.reviewId);
    expect(operations.map(({ kind }) => kind)).toEqual(['step']);
  });

  test('brings it again if the service lost it', async () => {
    const window = await opened();
    window.session.accept(idOf(1));
    await allShow(['chg_000001 accepted']);
    window.close();
    await service.close();
    service = await TestService.open();
    windows = [];
    const again = await opened();
    expect(again.decided).toEqual(['chg_000001 accepted']);
    await allShow(['chg_000001 accepted']);
  });
});

describe('the next draft', () => {
  const draft = paragraphs(8, 'new').replace('new7', 'other7');

  test('finds its review by content and takes it over as the reader’s own, whatever the files are called', async () => {
    const window = await opened();
    for (const at of [1, 2]) window.session.accept(idOf(at));
    window.session.reject(idOf(8));
    window.session.notes.add({ kind: 'change', changeId: idOf(1) }, 'Agreed by phone.');
    await allShow(['chg_000001 accepted', 'chg_000002 accepted', 'chg_000008 rejected']);
    windows = [];
    const { pair, finished } = comparisonOf(paragraphs(8, 'old'), `<p>A preamble.</p>${draft}`);
    const names = { original: { ...pair.original, name: 'x' }, revised: { ...pair.revised, name: 'y' } };
    const next = await opened(new TestBrowser(), { pair: { ...pair, ...names }, finished });
    const earlier = await next.earlier();
    expect(earlier).toMatchObject({ originalName: 'a.html', revisedName: 'b.html', decided: 3 });
    expect(earlier?.record.decided.size).toBe(2);
    expect(earlier?.lost.map(({ anchor, verdict }) => [anchor.after, verdict])).toEqual([['new7', 'rejected']]);
    next.open.earlier = earlier;
    next.open.takeEarlier();
    expect(next.decided).toEqual(['chg_000002 accepted', 'chg_000003 accepted']);
    expect(next.session.decided.deciderOf('chg_000002')).toBeNull();
    expect(next.session.notes.onChanges.get('chg_000002')?.messages[0]?.text).toBe('Agreed by phone.');
    next.session.undo();
    expect(next.decided).toEqual([]);
    window.close();
  });

  test('finds nothing in the review of another document', async () => {
    const window = await opened();
    window.session.accept(idOf(1));
    await allShow(['chg_000001 accepted']);
    const other = comparisonOf('<p>Some other text.</p>', '<p>Some different text.</p>');
    expect(await (await opened(new TestBrowser(), other)).earlier()).toBeNull();
  });
});

describe('many windows', () => {
  test('end equal after random steps, reloads and an offline spell', async () => {
    const long = comparisonOf(paragraphs(40, 'old'), paragraphs(40, 'new'));
    const desktop = new TestBrowser();
    for (const of of [browser, browser, desktop]) await opened(of, long);
    const random = randomFrom(SEED);
    const ids = windows[0]!.session.changes.map(({ id }) => id);
    for (let at = 0; at < 200; at += 1) {
      const window = windows[random(windows.length)]!;
      const id = ids[random(ids.length)]!;
      if (random(12) === 0) await window.load();
      else if (random(8) === 0) window.session.undo();
      else if (random(2) === 0) window.session.accept(id);
      else window.session.reject(id);
      if (at === 60) windows[1]!.connect(false);
      if (at === 140) windows[1]!.connect(true);
      if (random(3) === 0) await new Promise((resolve) => setTimeout(resolve, random(6)));
    }
    await vi.waitFor(
      async () => {
        const all = await stored();
        expect(all.length).toBeGreaterThan(0);
        for (const window of windows) expect(window.decided).toEqual(all);
      },
      { timeout: 60_000, interval: 20 },
    );
    // Whoever asks again later sees the same, and nothing waits.
    await vi.waitFor(() => expect(windows.map(({ open }) => open.trouble)).toEqual([null, null, null]));
    await vi.waitFor(() => expect([...browser.queues.values(), ...desktop.queues.values()].flat()).toEqual([]));
  });
});

/** Whole numbers below a bound, the same for the same seed (mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
