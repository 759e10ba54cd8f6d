// Hyphens and spaces where two lines join.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildLexicon, joinLines, measureLineEnds } from '../../../../../service/formats/pdf/across-sides/hyphens.ts';
import { corpusRoot } from '../../../../oracle/input-pairs.ts';
import { comparePdfs, toldChanges } from '../compare-pdfs.ts';

describe('joinLines', () => {
  const joined = (first: string, second: string, paragraphs: string[][]): string => {
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
      'the other side divides the word elsewhere',
      'business oper-',
      'ations',
      [
        ['our opera-', 'tions'],
        ['well-', 'known'],
      ],
      'business operations',
    ],
    [
      'a compound is divided at its hyphen alone',
      'the well-',
      'known case',
      [['a well-', 'known rule']],
      'the well-known case',
    ],
    [
      'an address that begins a line elsewhere',
      'at https://a.example/ter',
      'ms/index.html for',
      [['see', 'https://a.example/terms/index.html for it']],
      'at https://a.example/terms/index.html for',
    ],
    [
      'an address that is divided elsewhere',
      'at https://a.example/legal/',
      'terms.html for',
      [['see https://a.example/legal/te', 'rms.html for it']],
      'at https://a.example/legal/terms.html for',
    ],
    [
      'an address at the end of a sentence stays apart',
      'at https://a.example/legal/',
      'In any case',
      [['see the law']],
      'at https://a.example/legal/ In any case',
    ],
    [
      'a Latin word in Japanese text that occurs elsewhere',
      'とき、OS',
      'Sポリシー',
      [['とき、OSSポリシーに従って']],
      'とき、OSSポリシー',
    ],
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
    expect(joined(first, second, paragraphs)).toBe(expected);
  });
});

describe.each([
  ['hyphenated-line-ends-reflowed', ['sixty → ninety']],
  ['url-broken-in-word', ['five → six']],
])('the reported %s', (name, expected) => {
  const folder = join(corpusRoot() ?? '', 'reports', name);
  test.skipIf(!existsSync(folder))('has its change alone', async () => {
    const [original, revised] = ['original.pdf', 'revised.pdf'].map((file) => readFileSync(join(folder, file)));
    expect(toldChanges((await comparePdfs(original!, revised!)).changes)).toEqual(expected);
  });
});
