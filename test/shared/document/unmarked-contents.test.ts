/** Page numbers of a table of contents that no attribute marks are one group of changes. */
import { expect, it } from 'vitest';
import { changesOf, compare } from '../../service/engine/changes-of.ts';

const page = (entries: readonly string[], rest: readonly string[]): string =>
  [...entries, ...rest].map((text) => `<p>${text}</p>`).join('');
const grouped = (original: string, revised: string): (string | undefined)[] =>
  changesOf(compare(original, revised)).map(({ group }) => group);
const HEADINGS = ['1 Scope', '2 Payment', '3 Notice', '4 Courts', 'The notice is thirty days.'];

it.each([
  [
    'that repeat headings',
    ['1 Scope 3', '2 Payment 5', '3 Notice 9', '4 Courts 9'],
    ['1 Scope 3', '2 Payment 6', '3 Notice 11', '4 Courts 12'],
    3,
  ],
  [
    'with dots',
    ['Scope ..... 3', 'Fees . . . . 5', 'Term ...... 9', 'Law ..... 9'],
    ['Scope ..... 4', 'Fees . . . . 5', 'Term ...... 10', 'Law ..... 10'],
    3,
  ],
  [
    'beside a new one',
    ['1 Scope 3', '2 Payment 5', '3 Notice 9', '4 Courts 9'],
    ['1 Scope 3', '2 Payment 5', '3 Notice 10', '3a Pets 10', '4 Courts 11'],
    2,
  ],
])('page numbers of entries %s are a group', (_, before, after, count) => {
  const groups = grouped(page(before, HEADINGS), page(after, HEADINGS));
  expect(groups.filter((group) => group === 'table_of_contents')).toHaveLength(count);
});

it.each([
  ['three entries', ['1 Scope 3', '2 Payment 5', '3 Notice 9'], ['1 Scope 4', '2 Payment 6', '3 Notice 10'], HEADINGS],
  [
    'numbers that do not ascend',
    ['Rent 900', 'Heating 85', 'Water 30', 'Garage 60'],
    ['Rent 950', 'Heating 95', 'Water 35', 'Garage 65'],
    ['Rent', 'Heating', 'Water', 'Garage'],
  ],
  [
    'ascending amounts without a heading',
    ['Water 30', 'Garage 60', 'Heating 85', 'Rent 900'],
    ['Water 35', 'Garage 65', 'Heating 95', 'Rent 950'],
    HEADINGS,
  ],
])('%s are no table of contents', (_, before, after, rest) => {
  expect(new Set(grouped(page(before, rest), page(after, rest)))).toEqual(new Set([undefined]));
});
