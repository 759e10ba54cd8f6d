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
