/** An equal block that moved is a move, whatever new block stands in its old place. */
import { expect, it } from 'vitest';
import { changesOf, compare } from '../changes-of.ts';
import { inWords } from '../../../builders/changes-in-words.ts';

const words = (original: readonly string[], revised: readonly string[]): string[] =>
  inWords(changesOf(compare(original.join('\n\n'), revised.join('\n\n'), 'txt')));

it.each([
  [
    'a short new block at the end',
    ['Pay the rent today.', 'Water the plants.', 'Call the bank tomorrow morning at nine.'],
    ['Call the bank tomorrow morning at nine.', 'Pay the rent today.', 'Water the plants.', 'Buy milk.'],
    ['moved: Call the bank tomorrow morning at nine.', 'inserted: Buy milk.'],
  ],
  [
    'a short new block at the beginning',
    ['Call the bank tomorrow morning at nine.', 'Pay the rent today.', 'Water the plants.'],
    ['Buy milk.', 'Pay the rent today.', 'Water the plants.', 'Call the bank tomorrow morning at nine.'],
    ['moved: Call the bank tomorrow morning at nine.', 'inserted: Buy milk.'],
  ],
  [
    'a new block in the middle that resembles it',
    [
      'The seller bears the costs.',
      'The buyer inspects the goods on arrival.',
      'Nobody pays interest before the third reminder has arrived.',
      'The courts of Denmark decide.',
    ],
    [
      'The seller bears the costs.',
      'The buyer inspects the goods in the warehouse.',
      'Nobody pays interest before the third reminder has arrived.',
      'The buyer inspects the goods on arrival.',
      'The courts of Denmark decide.',
    ],
    ['moved: The buyer inspects the goods on arrival.', 'inserted: The buyer inspects the goods in the warehouse.'],
  ],
])('a moved block is no edited version of %s', (_, original, revised, expected) => {
  expect(words(original, revised)).toEqual(expected);
});

it.each([
  [
    'between two that changed places',
    ['Alpha para that is long enough.', 'Middle cat sits here quietly.', 'Gamma para that is long enough.'],
    ['Gamma para that is long enough.', 'Middle dog sits here quietly.', 'Alpha para that is long enough.'],
    ['moved: Gamma para that is long enough.', 'moved: Middle dog sits here quietly.', 'cat → dog'],
  ],
  [
    'of six words',
    [
      'Visitors always sign the register here.',
      'The seller bears all costs of the transport.',
      'The courts of Denmark decide.',
    ],
    [
      'The seller bears all costs of the transport.',
      'The courts of Denmark decide.',
      'Visitors always sign the register first.',
    ],
    ['moved: Visitors always sign the register here.', 'here → first'],
  ],
])('a short block that moved and was edited is a move with its edit, %s', (_, original, revised, expected) => {
  expect(words(original, revised)).toEqual(expected);
});

it.each([
  ['of few words', 'Clause 3 applies.', 'Clause 4 applies.'],
  ['of which much changed', 'Rent is due on Monday.', 'Rent was paid in cash.'],
])('a short block is no other one, %s', (_, gone, come) => {
  const stays = ['The seller bears all costs of the transport.', 'The courts of Denmark decide.'];
  expect(words([gone, ...stays], [...stays, come])).toEqual([`deleted: ${gone}`, `inserted: ${come}`]);
});
