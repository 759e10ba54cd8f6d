import { expect, it } from 'vitest';
import { withoutUndefined } from '../../shared/without-undefined.ts';

it('leaves out what is undefined, and keeps every other value in its order', () => {
  const members = withoutUndefined({ b: null, a: undefined, d: 0, c: '', e: false, f: [undefined] });
  expect(Object.keys(members)).toEqual(['b', 'd', 'c', 'e', 'f']);
  expect(JSON.stringify(members)).toBe('{"b":null,"d":0,"c":"","e":false,"f":[null]}');
});
