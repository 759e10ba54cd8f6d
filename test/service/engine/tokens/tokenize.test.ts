import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenize } from '../../../../service/engine/tokens/tokenize.ts';

/** Start and end of each token. */
function rangesOf(text: string): (readonly [start: number, end: number])[] {
  const bounds = tokenize(text);
  return Array.from({ length: bounds.length / 2 }, (_, token) => [bounds[2 * token]!, bounds[2 * token + 1]!]);
}

function tokensOf(text: string): string[] {
  return rangesOf(text).map(([start, end]) => text.slice(start, end));
}

describe('tokenize', () => {
  it.each([
    ['words and punctuation', 'One, two: three.', ['One', ',', 'two', ':', 'three', '.']],
    [
      'numbers with separators',
      '1,000.50 2024-01-02 10:30 3/4 12kg 7%',
      ['1,000.50', '2024-01-02', '10:30', '3/4', '12kg', '7%'],
    ],
    [
      'signs with their number',
      'from -5 to +1.5, (\u22127), -€20, x -y 10-5 a+5',
      ['from', '-5', 'to', '+1.5', ',', '(', '\u22127', ')', ',', '-€20', ',', 'x', '-', 'y', '10-5', 'a', '+', '5'],
    ],
    [
      'numbers with the separators of Arabic',
      '\u0669\u066B\u0665 \u0661\u066C\u0660\u0660\u0660',
      ['\u0669\u066B\u0665', '\u0661\u066C\u0660\u0660\u0660'],
    ],
    ['addresses without a scheme', 'See www.example.org/a?b=1.', ['See', 'www.example.org/a?b=1', '.']],
    ['currency with its amount', '$1,000 €5 5.00€, $1$2', ['$1,000', '€5', '5.00€', ',', '$1', '$2']],
    ['parts per hundred and thousand', '7% 5‰', ['7%', '5‰']],
    [
      'numbers with spaces between groups of three digits',
      'um 1 130 000 Euro, 1\u202F000\u202F000 und 2\u00A0500,5 € bis 12 500.',
      ['um', '1 130 000', 'Euro', ',', '1\u202F000\u202F000', 'und', '2\u00A0500,5', '€', 'bis', '12 500', '.'],
    ],
    [
      'numbers apart that only follow each other',
      'in 2013 100, § 5 6 and a1 200 or 7 1000 or 7 100th or 101 102 103 104 105',
      'in 2013 100 , § 5 6 and a1 200 or 7 1000 or 7 100th or 101 102 103 104 105'.split(' '),
    ],
    [
      'abbreviations and names with stops in them',
      'the U.S. of example.org. End.Next',
      ['the', 'U.S', '.', 'of', 'example.org', '.', 'End', '.', 'Next'],
    ],
    [
      'URLs with the brackets that are their own',
      'See (https://a.example/Law_(principle)) and https://a.example/b).',
      ['See', '(', 'https://a.example/Law_(principle)', ')', 'and', 'https://a.example/b', ')', '.'],
    ],
    ['letters with marks that other scripts have, too', 'q\u0323\u0307 x\u0303y', ['q\u0323\u0307', 'x\u0303y']],
    ['a full stop after a number apart', 'of 2024. Then', ['of', '2024', '.', 'Then']],
    ['apostrophes and hyphens', "don't o’clock well-known", ["don't", 'o’clock', 'well-known']],
    [
      'URLs without the punctuation after them',
      'See https://a.example/b?c=1#d.',
      ['See', 'https://a.example/b?c=1#d', '.'],
    ],
    [
      'dates and codes, and years from and to apart',
      '2017-2018, (1999-2004) 2024-01-02 555-0199 12017-2018 2017-2018-2019 a2017-2018',
      ['2017', '-', '2018', ',', '(', '1999', '-', '2004', ')', '2024-01-02', '555-0199', '12017-2018'].concat(
        '2017-2018-2019',
        'a2017-2018',
      ),
    ],
    ['versions, apart from the name before them,', 'npm@10.2.0 a-b@1.0', ['npm', '@', '10.2.0', 'a-b', '@', '1.0']],
    ['e-mail addresses', '<first.last@mail.example.org>', ['<', 'first.last@mail.example.org', '>']],
    [
      'signs apart, where they are no part of a word',
      '{"a":1,"b/c":[2]}',
      ['{', '"', 'a', '"', ':', '1', ',', '"', 'b', '/', 'c', '"', ':', '[', '2', ']', '}'],
    ],
    [
      'signs apart, where the digits around them belong to words',
      "a1,b a1,2 7/x it's a@b a@b.c",
      ['a1', ',', 'b', 'a1,2', '7', '/', 'x', "it's", 'a', '@', 'b', 'a@b.c'],
    ],
    ['marks on ASCII letters, signs and spaces', 'e\u0301t !\u0301 \u0301 x', ['e\u0301t', '!\u0301', ' \u0301', 'x']],
    ['graphemes of several code points', '👩‍👩‍👧🇩🇪é', ['👩‍👩‍👧', '🇩🇪', 'é']],
    ['Chinese by words', '我爱北京', ['我', '爱', '北京']],
    ['mixed scripts', 'Tokyo東京Tower', ['Tokyo', '東京', 'Tower']],
  ])('keeps %s whole', (_, text, expected) => {
    expect(tokensOf(text)).toEqual(expected);
  });

  it('covers everything but white space, in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        let at = 0;
        for (const [start, end] of rangesOf(text)) {
          expect(text.slice(at, start).trim()).toBe('');
          expect(end).toBeGreaterThan(start);
          at = end;
        }
        expect(text.slice(at).trim()).toBe('');
      }),
    );
  });
});
