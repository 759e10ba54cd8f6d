import { describe, expect, it } from 'vitest';
import { PAGES, hashOf, routeOf, type Route } from '../../../renderer/app/routes.ts';

describe('routes', () => {
  const ALL: readonly Route[] = [
    ...PAGES.map((page) => ({ page })),
    { page: 'comparison', recentId: '17dcf9b1-966b-4862' },
    { page: 'sample' },
  ];

  it('each has an address that leads back to it, and no two the same', () => {
    for (const route of ALL) expect(routeOf(hashOf(route))).toEqual(route);
    expect(new Set(ALL.map(hashOf)).size).toBe(ALL.length);
    expect(hashOf({ page: 'start' })).toBe('');
  });

  it.each([
    ['#/editors', 'text'],
    ['#/keys', 'connections'],
    ['#/extensions', 'connections'],
  ])('%s still leads to what is now %s', (hash, page) => {
    expect(routeOf(hash)).toEqual({ page });
  });

  it.each([
    '#',
    '#/',
    '#/nowhere',
    '#/comparison',
    '#/comparison/',
    '#/comparison/a/b',
    '#/keys/1',
    '#/comparison/<x>',
  ])('%s leads to the start', (hash) => {
    expect(routeOf(hash)).toEqual({ page: 'start' });
  });
});
