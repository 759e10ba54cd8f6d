/** Short neighbours that all changed are pairs with their edited versions. */
import { expect, it } from 'vitest';
import { changesOf, compare } from '../changes-of.ts';
import { inWords } from '../../../builders/changes-in-words.ts';

const page = (lines: readonly string[]): string =>
  `<p>This paragraph stays as it is.</p>${lines.map((line) => `<p>${line}</p>`).join('')}<p>And so does this one.</p>`;
const words = (original: readonly string[], revised: readonly string[]): string[] =>
  inWords(changesOf(compare(page(original), page(revised))));

it.each([
  [
    'with page numbers in the place of a message',
    ['1) 介绍 Error! Bookmark not defined.', '2) 定义 Error! Bookmark not defined.'],
    ['1) 介绍 3', '2) 定义 4'],
    ['Error! Bookmark not defined. → 3', 'Error! Bookmark not defined. → 4'],
  ],
  [
    'in Korean',
    ['용어 및 정의', '본 문서의 목적을 위해 다음 용어 및 정의가 적용된다.'],
    ['용어와 정의', '이 문서의 목적을 위해 다음과 같은 용어와 정의를 적용한다.'],
    ['용어 및 → 용어와', '본 → 이', '다음 용어 및 정의가 적용된다 → 다음과 같은 용어와 정의를 적용한다'],
  ],
  [
    'in Finnish, with an inserted one between',
    ['Vuokranantajan velvollisuudet', 'Irtisanomisajasta sopiminen'],
    ['Vuokranantajalle velvollisuuksia', 'Maksut', 'Irtisanomisajoista sovitaan'],
    [
      'Vuokranantajan velvollisuudet → Vuokranantajalle velvollisuuksia',
      'inserted: Maksut',
      'Irtisanomisajasta sopiminen → Irtisanomisajoista sovitaan',
    ],
  ],
  [
    'in Japanese',
    ['契約の解除について', '支払の方法および期限'],
    ['契約解除', '支払方法と支払期限'],
    ['deleted: の', 'deleted: について', 'deleted: の', 'および → と支払'],
  ],
])('short neighbours are pairs %s', (_, original, revised, expected) => {
  expect(words(original, revised)).toEqual(expected);
});

it('neighbours that have nothing in common are no pairs', () => {
  expect(words(['Fees and costs', 'Duties of the buyer'], ['Liability', 'Final provisions'])).toEqual([
    'deleted: Fees and costs',
    'deleted: Duties of the buyer',
    'inserted: Liability',
    'inserted: Final provisions',
  ]);
});

it('a table that ends both sides of a gap is the same one, if it shares a phrase', () => {
  const table = (text: string): string => `<table><tr><td>474</td><td>${text}</td></tr></table>`;
  const old = table(
    'The amounts due shall bear interest from the fourth month of each financial year at three per cent per annum, and at ' +
      'six per cent from the seventh month.',
  );
  const edited = table(
    'The amounts due shall bear interest in accordance with the procedure of the Council that the rules of the Union state.',
  );
  const changes = inWords(changesOf(compare(`<p>Before.</p>${old}`, `<p>Before.</p><p>MOD 3</p>${edited}`)));
  expect(changes[0]).toBe('inserted: MOD 3');
  expect(changes.slice(1).every((change) => change.includes(' → '))).toBe(true);
});
