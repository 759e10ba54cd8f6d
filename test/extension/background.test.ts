/** The background with a browser of the test's own: who may ask it, and what a tab can do to the gestures after it. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NO_SIDES, type Sides } from '../../extension/storage/database.ts';

const ORIGIN = 'chrome-extension://abcdefghijklmnopabcdefghijklmnop/';
const OWN = { id: 'own', url: `${ORIGIN}popup/popup.html` };
/** Where the tabs of the browser are, and what they answer. */
const tabs = new Map<number, () => Promise<unknown>>();
const content = (title: string) => ({
  type: 'content',
  ...{ title, url: 'https://example.org/', markup: '<p>text</p>', isPlainText: false, unreadFrames: [] },
});

type Listener = (...given: unknown[]) => unknown;
const browser = vi.hoisted(() => {
  const heard = new Map<string, Listener>();
  const event = (name: string) => ({ addListener: (listener: Listener) => void heard.set(name, listener) });
  return { heard, event, titles: [] as string[], sides: undefined as Sides | undefined };
});

vi.mock('../../extension/storage/database.ts', async (original) => ({
  ...(await original<object>()),
  Database: class {
    changeSides(change: (sides: Sides) => Sides): Promise<void> {
      browser.sides = change(browser.sides!);
      return Promise.resolve();
    }
  },
}));

vi.mock('webextension-polyfill', () => ({
  default: {
    runtime: {
      id: 'own',
      getURL: (path: string) => ORIGIN + path,
      onInstalled: browser.event('installed'),
      onMessage: browser.event('message'),
      sendMessage: () => Promise.resolve(),
    },
    contextMenus: { onClicked: browser.event('menu') },
    commands: { onCommand: browser.event('command') },
    action: {
      setBadgeBackgroundColor: () => Promise.resolve(),
      setBadgeText: () => Promise.resolve(),
      setTitle: ({ title }: { title: string }) => Promise.resolve(void browser.titles.push(title)),
    },
    tabs: {
      get: (id: number) => (tabs.has(id) ? Promise.resolve({ id, windowId: 1 }) : Promise.reject(new Error('No tab'))),
      query: () => Promise.resolve([...tabs.keys()].map((id, index) => ({ id, index, windowId: 1 }))),
      highlight: () => Promise.reject(new Error('No tab')),
    },
    scripting: {
      executeScript: async ({ target, files }: { target: { tabId: number }; files?: unknown }) => {
        const answer = tabs.get(target.tabId);
        if (answer === undefined) throw new Error('No tab');
        return files === undefined ? [{ result: await answer() }] : [];
      },
    },
  },
}));

/** Sends a message as the browser passes it on. Undefined: nobody answers it. */
async function send(message: unknown, sender: object): Promise<unknown> {
  return await browser.heard.get('message')!(message, sender);
}
const press = (command: string, id: number) => browser.heard.get('command')!(command, { id, windowId: 1 });
const take = (tabId: number, role = 'original') => ({ type: 'capture', tabId, part: 'page', role });

beforeEach(async () => {
  vi.useFakeTimers();
  tabs.clear();
  browser.sides = NO_SIDES;
  vi.resetModules();
  await import('../../extension/background/main.ts');
});
afterEach(() => void vi.useRealTimers());

describe('a message', () => {
  test.each<[string, object]>([
    ['of a script in a tab', { id: 'own', url: 'https://example.org/', tab: { id: 1 } }],
    ['of a page whose address names the extension', { id: 'own', url: `https://example.org/?${ORIGIN}` }],
    ['of an address that begins alike', { id: 'own', url: `${ORIGIN.slice(0, -1)}.example.org/` }],
    ['of another extension', { id: 'other', url: 'chrome-extension://ponmlkjihgfedcbaponmlkjihgfedcba/' }],
    ['of another extension that claims the address', { id: 'other', url: OWN.url }],
    ['without a sender', {}],
  ])('%s captures nothing', async (_, sender) => {
    tabs.set(1, () => Promise.resolve(content('One')));
    expect(await send(take(1), sender)).toBeUndefined();
    await vi.runAllTimersAsync();
    expect(browser.sides).toBe(NO_SIDES);
  });

  test.each<unknown>([
    ...[null, 'capture', 7, [], {}, { type: 'capture' }, { type: '__proto__' }, { type: 'toString' }],
    ...[take(-1), take(1.5), take(Number.NaN), { ...take(1), tabId: '1' }, take(1, '__proto__'), take(1, 'pairing')],
    ...[
      { ...take(1), part: ['page'] },
      { ...take(1), role: { toString: () => 'original' } },
    ],
    { ...take(1), type: 'capture\0' },
  ])('of another shape captures nothing: %j', async (message) => {
    tabs.set(1, () => Promise.resolve(content('One')));
    expect(await send(message, OWN)).toBeUndefined();
    await vi.runAllTimersAsync();
    expect(browser.sides).toBe(NO_SIDES);
  });

  test('of a page of the extension captures the tab', async () => {
    tabs.set(1, () => Promise.resolve(content('One')));
    await send({ ...take(1), more: 'x'.repeat(1_000_000) }, OWN);
    expect(browser.sides).toMatchObject({ original: { title: 'One' }, fault: null });
  });
});

describe('a tab', () => {
  test.each<unknown>([
    ...[null, undefined, [], 'content', { type: 'content' }, { ...content('x'), markup: 7 }],
    ...[
      { ...content('x'), title: 'x'.repeat(9_000) },
      { ...content('x'), unreadFrames: Array(101).fill('a') },
    ],
    ...[
      { ...content('x'), unreadFrames: [{ toString: () => 'a' }] },
      { type: 'pdf-file', dataBase64: '' },
    ],
  ])('that answers %j gets a message of its own', async (answer) => {
    tabs.set(1, () => Promise.resolve(answer));
    await send(take(1), OWN);
    expect(browser.sides).toEqual({ ...NO_SIDES, fault: { kind: 'unexpected' } });
  });

  test('that never answers gets a message, and keeps no other tab waiting', async () => {
    tabs.set(1, () => new Promise(() => undefined));
    tabs.set(2, () => Promise.resolve(content('Two')));
    press('page-original', 1);
    press('page-revised', 2);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(browser.sides).toMatchObject({ revised: { title: 'Two' } });
    expect(browser.titles.some((title) => title.includes('did not answer within 25 seconds'))).toBe(true);
  });

  test.each(['page-original', 'page-pair'])(
    'that was closed meanwhile is not reported as a full disk: %s',
    async (command) => {
      press(command, 9);
      await vi.runAllTimersAsync();
      expect(browser.sides).toEqual({ ...NO_SIDES, fault: { kind: 'not-readable', url: '' } });
    },
  );

  test('of two that was closed before it came to the front gets a message', async () => {
    tabs.set(1, () => Promise.resolve(content('One')));
    tabs.set(2, () => Promise.reject(new Error('No access')));
    press('page-pair', 1);
    await vi.runAllTimersAsync();
    expect(browser.sides).toEqual({ ...NO_SIDES, fault: { kind: 'not-readable', url: '' } });
  });
});
