/** Page numbers at the ends of entries, and the changes that affect nothing else. */
import { describe, expect, test } from 'vitest';
import { CONTENTS, pageNumberChanges, pagesStart } from '../../../shared/document/contents.ts';
import type { Block } from '../../../shared/document/model.ts';
import { del, ins, p } from '../../builders/document.ts';

test.each<[string, string, string | null]>([
  ['Scope 3', 'contents', '3'],
  ['Scope\t12', 'contents', '12'],
  ['Annex A-3', 'contents', 'A-3'],
  ['Preface xiv', 'contents', 'xiv'],
  ['Chapter 5 12', 'contents', '12'],
  ['Scope', 'contents', null],
  ['12', 'contents', null],
  ['apples, 3, 5–7, 9', 'index', '3, 5–7, 9'],
  ['Smith v Jones 3, 12', 'index', '3, 12'],
  ['Law of 2018, 12', 'contents', '12'],
  ['Scope 3', '', null],
])('the page numbers of %j (%s) are %j', (text, kind, pages) => {
  const start = pagesStart(text, kind);
  expect(start === null ? null : text.slice(start)).toBe(pages);
});

describe('changes of page numbers', () => {
  const entry = (kind: string | undefined, ...content: Parameters<typeof p>): Block => {
    const block = p(...content);
    return { ...block, attributes: kind === undefined ? {} : { [CONTENTS]: kind } };
  };
  test.each<[string, Block, string[]]>([
    ['a number', entry('contents', 'Scope ', del('c1', '3'), ins('c1', '12')), ['c1']],
    ['a digit', entry('contents', 'Scope 1', ins('c1', '2')), ['c1']],
    ['a number of an index', entry('index', 'apples, 3, ', del('c1', '5'), ins('c1', '6'), ', 9'), ['c1']],
    ['a title', entry('contents', del('c1', 'Scope'), ins('c1', 'Aim'), ' 3'), []],
    ['a title and a number', entry('contents', del('c1', 'Scope 3'), ins('c1', 'Aim 4')), []],
    ['a number of another block', entry(undefined, 'Scope ', del('c1', '3'), ins('c1', '12')), []],
    ['a number in the title', entry('contents', 'Part ', del('c1', '3'), ins('c1', '4'), ' 12'), []],
  ])('%s', (_, block, ids) => {
    expect([...pageNumberChanges([block])]).toEqual(ids);
  });
});
