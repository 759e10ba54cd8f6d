/** A section that ends on one side alone: its end is inserted or deleted, and the words of its paragraph stay. */
import { expect, test } from 'vitest';
import { docx, tbl, tc, tr, wp } from '../../builders/docx.ts';
import { judge, LONG, MORE } from './judge.ts';

const SECTION = '<w:sectPr><w:type w:val="nextPage"/><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>';
const LAST = '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>';

test.each([
  ['', LONG, LONG, wp(MORE), { insertions: 1, deletions: 1 }],
  [' of an edited paragraph', LONG, LONG.replace('Online', 'Offline'), wp(MORE), { insertions: 2, deletions: 2 }],
  [' before a table', LONG, LONG, tbl(tr([tc('cell')])) + wp(MORE), { insertions: 1, deletions: 1 }],
])('a section break%s is one mark of each side, whether it came or went', async (_, before, after, rest, marks) => {
  const without = docx(wp(before) + rest + LAST);
  const broken = docx(wp(after, SECTION) + rest + LAST);
  expect((await judge(without, broken)).counts).toEqual({ ...marks, moves: 0, formatChanges: 0 });
  const back = [docx(wp(after) + rest + LAST), docx(wp(before, SECTION) + rest + LAST)] as const;
  expect((await judge(back[1], back[0])).counts).toEqual({ ...marks, moves: 0, formatChanges: 0 });
});
