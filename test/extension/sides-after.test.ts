import { describe, expect, test } from 'vitest';
import { carryOutPair, sidesAfter } from '../../extension/background/carry-out.ts';
import { gestureOf, GESTURES } from '../../extension/background/gestures.ts';
import { addressOf } from '../../extension/capture/capture.ts';
import { NO_SIDES, type Sides } from '../../extension/storage/database.ts';
import { FIRST_SETTINGS, parsePort, parseSettings } from '../../extension/storage/settings-form.ts';
import { capture } from './captures.ts';

const first = capture('one', { id: 'first' });
const WINDOW = 7;
const second = capture('two', { id: 'second' });

describe('the sides after a gesture', () => {
  test('a new original begins anew', () => {
    const before = { ...NO_SIDES, original: second, revised: second, fault: { kind: 'unexpected' } as const };
    expect(sidesAfter(before, 'original', { capture: first }, WINDOW)).toEqual({ ...NO_SIDES, original: first });
  });

  test('a revised side keeps the original, for one comparison after the other', () => {
    const sides = sidesAfter({ ...NO_SIDES, original: first }, 'revised', { capture: second }, WINDOW);
    expect(sides).toEqual({ ...NO_SIDES, original: first, revised: second, compareInWindow: WINDOW });
  });

  test('a revised side without an original asks for no comparison, which would come at a surprising time', () => {
    const sides = sidesAfter(NO_SIDES, 'revised', { capture: second }, WINDOW);
    expect(sides).toEqual({ ...NO_SIDES, revised: second });
  });

  test('a new original takes back what was asked for before', () => {
    const before = { ...NO_SIDES, original: first, revised: second, compareInWindow: WINDOW };
    expect(sidesAfter(before, 'original', { capture: second }, WINDOW).compareInWindow).toBeNull();
    expect(sidesAfter(before, 'clipboard', { capture: second }, WINDOW).compareInWindow).toBeNull();
    expect(sidesAfter(before, 'snapshot', { capture: second }, WINDOW).compareInWindow).toBe(WINDOW);
  });

  test('the clipboard takes the place of the original', () => {
    const sides = sidesAfter({ ...NO_SIDES, original: first }, 'clipboard', { capture: second }, WINDOW);
    expect(sides).toEqual({ ...NO_SIDES, revised: second, originalFromClipboard: true });
  });

  test('the first look at an address has nothing to compare with, and says so until the next gesture', () => {
    const before = { ...NO_SIDES, original: first };
    const looked = sidesAfter(before, 'since', { capture: second }, WINDOW);
    expect(looked).toEqual({ ...before, firstLook: true });
    expect(sidesAfter(looked, 'snapshot', { capture: second }, WINDOW)).toEqual(before);
  });

  test('a later look is compared with the one before', () => {
    const sides = sidesAfter({ ...NO_SIDES, original: capture('other') }, 'since', { capture: second }, WINDOW, first);
    expect(sides).toEqual({ ...NO_SIDES, original: first, revised: second, compareInWindow: WINDOW });
  });

  test('a fault changes nothing but itself', () => {
    const before = { ...NO_SIDES, original: first };
    const fault = { kind: 'nothing-selected' } as const;
    expect(sidesAfter(before, 'original', { fault }, WINDOW)).toEqual({ ...before, fault });
    expect(sidesAfter({ ...before, fault }, 'snapshot', { capture: second }, WINDOW)).toEqual(before);
  });
});

describe('two tabs at once', () => {
  const storeOf = (sides: Sides) => {
    const kept = { sides };
    const changeSides = (change: (before: Sides) => Sides) => Promise.resolve(void (kept.sides = change(kept.sides)));
    return { kept, database: { changeSides } };
  };

  test('are the sides, and their comparison is asked for', async () => {
    const { kept, database } = storeOf({ ...NO_SIDES, revised: first });
    expect(await carryOutPair(database, { original: first, revised: second }, WINDOW)).toEqual({ kind: 'to-compare' });
    expect(kept.sides).toEqual({ ...NO_SIDES, original: first, revised: second, compareInWindow: WINDOW });
  });

  test('that cannot be read leave the sides as they are', async () => {
    const { kept, database } = storeOf({ ...NO_SIDES, original: first });
    const fault = { kind: 'not-two-tabs', selected: 1 } as const;
    expect(await carryOutPair(database, { fault }, WINDOW)).toEqual({ kind: 'failed', fault });
    expect(kept.sides).toEqual({ ...NO_SIDES, original: first, fault });
  });
});

test('a look is remembered under its address without the place inside the page', () => {
  expect(addressOf({ url: 'https://example.org/a?b=c#d' })).toBe('https://example.org/a?b=c');
  expect(addressOf({ url: 'https://example.org/a?b=c' })).toBe('https://example.org/a?b=c');
});

test('ids of gestures are known, and nothing else is', () => {
  for (const id of Object.keys(GESTURES)) expect(gestureOf(id)).not.toBeNull();
  for (const id of ['toString', '', 3, undefined, 'page']) expect(gestureOf(id)).toBeNull();
});

test.each([
  ['4870', 4870],
  [' 80 ', 80],
  ['65535', 65_535],
  ['65536', null],
  ['0', null],
  ['-1', null],
  ['1e3', null],
  ['', null],
])('the port of %j is %j', (text, port) => {
  expect(parsePort(text)).toBe(port);
});

test('settings that are not understood are as at first', () => {
  expect(parseSettings({})).toEqual(FIRST_SETTINGS);
  expect(parseSettings({ port: 'x', pageScope: 7, framed: 'yes' })).toEqual(FIRST_SETTINGS);
  const chosen = { port: 5000, pageScope: 'whole', framed: true };
  expect(parseSettings(chosen)).toEqual(chosen);
});
