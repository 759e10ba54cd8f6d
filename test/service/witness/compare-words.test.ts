import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareWords } from '../../../service/witness/compare-words.ts';
import { wordsOf, type Word } from '../../../service/witness/words.ts';

const words = (text: string, place: Partial<Word> = {}): Word[] =>
  wordsOf(text).map((word) => ({ text: word, ...place }));
const compare = (ours: readonly Word[], theirs: readonly Word[]) => {
  const { oursOnly, otherOnly, ...counts } = compareWords(ours, theirs);
  return { ours: oursOnly.map(({ word }) => word), other: otherOnly.map(({ word }) => word), ...counts };
};

describe('the comparison of two readings', () => {
  test('lists a word that only one reader has, with the words around it and its page', () => {
    const theirs = words('The monthly fee is due on the first day.', { page: 3 });
    const ours = theirs.filter(({ text }) => text !== 'fee');
    expect(compareWords(ours, theirs).otherOnly).toEqual([
      { word: 'fee', place: 'The monthly [fee] is due on the', page: 3 },
    ]);
    expect(compareWords(theirs, ours).oursOnly).toEqual([
      { word: 'fee', place: 'The monthly [fee] is due on the', page: 3 },
    ]);
  });

  test('lists a word that stands once more in the other reading, though ours has it elsewhere', () => {
    expect(compare(words('pay the fee'), words('the fee: pay the fee'))).toMatchObject({ other: ['the', 'fee:'] });
  });

  test('finds no difference in the order of parts, and counts the words', () => {
    expect(compare(words('one two three four five'), words('four five one two three'))).toMatchObject({
      ...{ ours: [], other: [], both: 5, otherOrder: 2 },
    });
  });

  test('does not let a word of another page stand for a lost one', () => {
    const theirs = [...words('the fee', { page: 1 }), ...words('end of page', { page: 2 })];
    const ours = [...words('the', { page: 1 }), ...words('end of page fee', { page: 2 })];
    expect(compare(ours, theirs)).toMatchObject({ ours: ['fee'], other: ['fee'] });
  });

  test('looks for a word on every page that its block may reach', () => {
    const ours = [...words('x y', { page: 1, lastPage: 2 }), ...words('end', { page: 2 })];
    const theirs = [...words('x', { page: 1 }), ...words('end y', { page: 2 })];
    expect(compare(ours, theirs)).toMatchObject({ ours: [], other: [], otherOrder: 1 });
  });

  test('takes the same letters with other spaces as the same words, but not other letters', () => {
    expect(compare(words('the C O N T R A C T is'), words('the CONTRACT is'))).toMatchObject({ ours: [], other: [] });
    expect(compare(words('a b c new york x'), words('newyork a b c x'))).toMatchObject({ ours: [], other: [] });
    expect(compare(words('the contact is'), words('the CONTRACT is'))).toMatchObject({ other: ['CONTRACT'] });
  });

  test('joins a word that is broken by a hyphen only where the other reader ends a line', () => {
    const broken = (...end: [Partial<Word>?]): Word[] => [...words('an'), ...words('agree-', ...end), ...words('ment')];
    expect(compare(words('an agreement'), broken({ breaks: true }))).toMatchObject({ ours: [], other: [] });
    expect(compare(words('an agree-ment'), broken({ breaks: true }))).toMatchObject({ ours: [], other: [] });
    expect(compare(words('an agreement'), broken())).toMatchObject({ other: ['agree-'] });
  });

  test('takes a private-use character as the character at its place, and never as none', () => {
    expect(compare(words('a • b'), words('a \uf0b7 b'))).toMatchObject({ ours: [], other: [] });
    expect(compare(words('a b'), words('a \uf0b7 b'))).toMatchObject({ other: ['\uf0b7'] });
  });

  test('counts our words with one more piece, and none that lack a letter', () => {
    expect(compare(words('see (§5.1) there'), words('see (§) there'))).toMatchObject({ other: [], longer: 1 });
    expect(compare(words('see (5.1) there'), words('see (§5) there'))).toMatchObject({ other: ['(§5)'] });
  });

  test('knows the markers of list items, and lists them elsewhere', () => {
    const item = [{ text: 'first', startsItem: true } as const, { text: 'item' }];
    expect(compare(item, words('(a) first item'))).toMatchObject({ other: [], listMarkers: 1 });
    expect(compare(words('first item'), words('(a) first item'))).toMatchObject({ other: ['(a)'], listMarkers: 0 });
    expect(compare(item, words('Clause first item'))).toMatchObject({ other: ['Clause'] });
  });

  test('knows what ours left out, on its page alone', () => {
    const header = words('Draft 7', { page: 2, leftOut: true });
    const ours = [...words('one', { page: 1 }), ...words('two', { page: 2 }), ...header];
    const theirs = (page: number): Word[] => [
      ...words('one', { page: 1 }),
      ...words('Draft 7', { page }),
      ...words('two', { page: 2 }),
    ];
    expect(compare(ours, theirs(2))).toMatchObject({ ours: [], other: [], leftOut: 2 });
    expect(compare(ours, theirs(1))).toMatchObject({ other: ['Draft', '7'], leftOut: 0 });
  });

  // No word here is a part of another or of several.
  const reading = fc.array(
    fc.integer({ min: 0, max: 30 }).map((number): Word => ({ text: `<${number}>` })),
    { maxLength: 200 },
  );
  test('lists exactly the words that were taken away, each as often', () => {
    fc.assert(
      fc.property(reading, fc.infiniteStream(fc.boolean()), (theirs, coins) => {
        const taken: string[] = [];
        const ours = theirs.filter(({ text }) => {
          const stays = coins.next().value as boolean;
          if (!stays) taken.push(text);
          return stays;
        });
        const { other, ours: own } = compare(ours, theirs);
        expect(own).toEqual([]);
        expect(other.toSorted()).toEqual(taken.toSorted());
        expect(compare(theirs, ours)).toMatchObject({ other: [], both: ours.length });
      }),
    );
  });

  test('finds a reading equal to itself in any order', () => {
    fc.assert(
      fc.property(
        reading.chain((theirs) =>
          fc.tuple(fc.constant(theirs), fc.shuffledSubarray(theirs, { minLength: theirs.length })),
        ),
        ([theirs, shuffled]) => {
          expect(compare(shuffled, theirs)).toMatchObject({ both: theirs.length });
          expect(compare(theirs, theirs)).toMatchObject({ ours: [], other: [], otherOrder: 0 });
        },
      ),
    );
  });
});

describe('the words of a text', () => {
  test.each([
    ['ligatures and full-width letters', 'eﬃcient ＡＢ', ['efficient', 'AB']],
    [
      'soft hyphens, joiners and marks of direction',
      'agree\u00adment \u202bab\u202c a\u200db',
      ['agreement', 'ab', 'ab'],
    ],
    ['leaders', 'Scope ........ 4 ____ 5', ['Scope', '4', '5']],
    ['scripts without spaces', '第一条 fee', ['第', '一', '条', 'fee']],
    ['boxes', '☒ ☑ ☐', ['☑', '☑', '☐']],
  ])('have one form of %s', (_, text, expected) => expect(wordsOf(text)).toEqual(expected));

  test('keep hyphens, signs and case', () => {
    expect(wordsOf('re-sign § 5 € Fee fee. a..b')).toEqual(['re-sign', '§', '5', '€', 'Fee', 'fee.', 'a..b']);
  });
});
