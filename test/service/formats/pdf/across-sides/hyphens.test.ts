// Hyphens and spaces where two lines join.
import { describe, expect, test } from 'vitest';
import { buildLexicon, joinLines, measureLineEnds } from '../../../../../service/formats/pdf/across-sides/hyphens.ts';

describe('joinLines', () => {
  const join = (first: string, second: string, paragraphs: string[][]): string => {
    const all = [...paragraphs, [first, second]];
    const lexicon = buildLexicon(all);
    const { drop, between } = joinLines(first, second, lexicon, measureLineEnds(all, lexicon));
    return first.slice(0, first.length - drop) + between + second;
  };
  const divided = [['the agree-', 'ment is an agreement']];

  test.each([
    ['the joined word occurs elsewhere', 'this agree-', 'ment', [['an agreement']], 'this agreement'],
    ['the hyphenated word occurs elsewhere', 'a long-', 'term plan', [['long-term, and longterm']], 'a long-term plan'],
    ['a word with its stem occurs', 'proac-', 'tively done', [['a proactive approach']], 'proactively done'],
    ['an unknown word, in a document that divides words', 'confiden-', 'tiality', divided, 'confidentiality'],
    ['an unknown word, in a document that does not', 'real-', 'time', [['plain text']], 'real-time'],
    ['two known words form a compound', 'well-', 'known', [...divided, ['known well']], 'well-known'],
    ['a soft hyphen is always dropped', 'real\u00ad', 'time', [['plain']], 'realtime'],
    ['a hyphen before a capital stays', 'GitHub-', 'Owned', divided, 'GitHub-Owned'],
    ['a hyphen after a number stays', '30-', 'day', divided, '30-day'],
    ['a hyphen before "and" stays, with a space', 'pre-', 'and post-paid', divided, 'pre- and post-paid'],
    ['without a hyphen a space is inserted', 'one', 'two', [], 'one two'],
    [
      'Korean words join if the whole word occurs elsewhere',
      '완전',
      '한 합의',
      [['완전한 합의, 완전한']],
      '완전한 합의',
    ],
    [
      'otherwise Korean words keep their space',
      '이전의',
      '모든',
      [['이전의 모든 합의와 모든 이전의 것']],
      '이전의 모든',
    ],
  ])('%s', (_, first, second, paragraphs, expected) => {
    expect(join(first, second, paragraphs)).toBe(expected);
  });
});
