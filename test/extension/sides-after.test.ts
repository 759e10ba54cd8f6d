import { describe, expect, test } from 'vitest';
import { sidesAfter } from '../../extension/background/carry-out.ts';
import { gestureOf, GESTURES } from '../../extension/background/gestures.ts';
import { NO_SIDES } from '../../extension/storage/database.ts';
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

  test('a fault changes nothing but itself', () => {
    const before = { ...NO_SIDES, original: first };
    const fault = { kind: 'nothing-selected' } as const;
    expect(sidesAfter(before, 'original', { fault }, WINDOW)).toEqual({ ...before, fault });
    expect(sidesAfter({ ...before, fault }, 'snapshot', { capture: second }, WINDOW)).toEqual(before);
  });
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
