/** An object, an array or a member of JSON that only one side has is one change, with all its lines. */
import { expect, it } from 'vitest';
import { resolve } from '../../../../shared/fragment/resolve.ts';
import { changesOf, compare } from '../changes-of.ts';
import { inWords } from '../../../builders/changes-in-words.ts';

const words = (original: unknown, revised: unknown): string[] =>
  inWords(changesOf(compare(JSON.stringify(original), JSON.stringify(revised), 'json')));

const tenant = { id: 1, name: 'Anna', address: { street: 'Lake Street 5', town: 'Bern' } };
const guest = { id: 2, name: 'Ben', nights: [3, 4] };

it.each([
  [
    'an item of an array',
    [tenant, { id: 9, name: 'Zoe' }],
    [tenant, guest, { id: 9, name: 'Zoe' }],
    ['inserted:   { /     "id": 2, /     "name": "Ben", /     "nights": [ /       3, /       4 /     ] /   },'],
  ],
  [
    'a member that is an object',
    { a: 1, tenant, z: 1 },
    { a: 1, z: 1 },
    [
      'deleted:   "tenant": { /     "address": { /       "street": "Lake Street 5", /       "town": "Bern" /     }, /     ' +
        '"id": 1, /     "name": "Anna" /   },',
    ],
  ],
  [
    'a member that is an array, and one that is not',
    { a: 1, z: 1 },
    { a: 1, b: 2, c: [7], z: 1 },
    ['inserted:   "b": 2,', 'inserted:   "c": [ /     7 /   ],'],
  ],
])('is one change: %s', (_, original, revised, expected) => {
  expect(words(original, revised)).toEqual(expected);
});

it('is decided as a whole', () => {
  const { html } = compare(JSON.stringify([tenant, tenant]), JSON.stringify([tenant, guest, tenant]), 'json');
  const ids = changesOf(compare(JSON.stringify([tenant, tenant]), JSON.stringify([tenant, guest, tenant]), 'json')).map(
    ({ id }) => id,
  );
  expect(ids).toHaveLength(1);
  expect(resolve(html, { reject: ids })).not.toContain('Ben');
  expect(resolve(html, { accept: ids })).toContain('Ben');
});

it('is one move, with its edits as changes of their own', () => {
  const items = (address: string) => ({ ...tenant, address: { ...tenant.address, street: address } });
  expect(words([items('Lake Street 5'), guest, { id: 9 }], [guest, { id: 9 }, items('Lake Street 7')])).toEqual([
    'moved:   { /     "address": { /       "street": "Lake Street 5", /       "town": "Bern" /     }, /     "id": 1, /     ' +
      '"name": "Anna" /   },',
    '"Lake Street 5" → "Lake Street 7"',
    'deleted: ,',
    'inserted: ,',
  ]);
});
