import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PageText, printPattern, type PrintedItem } from '../../../../renderer/app/page-view/find/page-text.ts';

/** Lines of a page, each of one item. */
const page = (...lines: readonly string[]): PrintedItem[] => lines.map((str) => ({ str, hasEOL: true }));

/** What is under each match: the text of its parts. */
function found(items: readonly PrintedItem[], wanted: string): string[] {
  const matches = new PageText(items).find(printPattern(wanted)!);
  return matches.map((parts) => parts.map(({ item, from, to }) => items[item]!.str.slice(from, to)).join('|'));
}

describe('text on a page', () => {
  test.each<[string, readonly string[], string, readonly string[]]>([
    ['in any case', ['The Fee is due.'], 'fee', ['Fee']],
    ['across a line end', ['The fee is', 'due soon.'], 'is  due', ['is|due']],
    ['a word that a hyphen divides', ['This agree-', 'ment ends.'], 'agreement', ['agree-|ment']],
    ['a hyphen of its own at a line end', ['A well-', 'known word.'], 'well-known', ['well-|known']],
    ['a soft hyphen at a line end', ['This agree\u00ad', 'ment ends.'], 'agreement', ['agree|ment']],
    ['a ligature by its letters', ['The oﬃce'], 'off', ['oﬃ']],
    ['letters by a ligature', ['The office'], 'oﬃce', ['office']],
    ['curled quotes and dashes', ['It’s “so” – now'], `it's "so" - now`, ['It’s “so” – now']],
    ['a composed letter by its parts', ['Café'], 'cafe\u0301', ['Café']],
    ['not a letter without its accent', ['Café'], 'cafe', []],
    ['Chinese across a line end', ['本合', '同有效'], '合同', ['合|同']],
    ['no words that only meet at a line end', ['to', 'day'], 'today', []],
    ['signs of patterns as they are', ['a (b) [c] 1+1 $2.00'], '(b) [c] 1+1 $2.00', ['(b) [c] 1+1 $2.00']],
    ['each of several', ['aa aa', 'aa'], 'aa', ['aa', 'aa', 'aa']],
  ])('is found: %s', (_name, lines, wanted, expected) => {
    expect(found(page(...lines), wanted)).toEqual(expected);
  });

  test('items of one line are continuous', () => {
    const items = ['The', ' ', 'f', 'ee'].map((str) => ({ str, hasEOL: false }));
    expect(found(items, 'the fee')).toEqual(['The| |f|ee']);
  });

  test('nothing visible is not searched', () => {
    for (const wanted of ['', '  ', '\u200b']) expect(printPattern(wanted)).toBeNull();
  });

  test('every word of a page is found at its own place, however the lines are broken', () => {
    const word = fc.stringMatching(/^[a-zA-Zäöüß0-9]{1,9}$/u);
    fc.assert(
      fc.property(fc.array(fc.array(word, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 5 }), (lines) => {
        const items = page(...lines.map((words) => words.join(' ')));
        const text = new PageText(items);
        for (const each of lines.flat()) {
          const pattern = printPattern(each)!;
          const matches = text.find(pattern);
          expect(matches.length).toBeGreaterThan(0);
          for (const parts of matches) {
            const under = parts.map(({ item, from, to }) => items[item]!.str.slice(from, to)).join('');
            expect(under.normalize('NFKC').toLowerCase()).toBe(each.normalize('NFKC').toLowerCase());
          }
        }
      }),
    );
  });
});
