/** Lists that a document names and does not define. */
import { describe, expect, test } from 'vitest';
import { writeRedline } from '../../../service/redline/write-redline.ts';
import { docx, wp, type DocxParts } from '../../builders/docx.ts';
import { breachesOf } from '../../oracle/redline/judge-redline.ts';
import { STAMP } from './judge.ts';

describe('a redline gives a list that is named and not defined no definition of the other document', () => {
  const inList = (text: string, id: number): string =>
    wp(text, `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${id}"/></w:numPr>`);
  const list = (id: number, text: string): string =>
    `<w:abstractNum w:abstractNumId="${id}"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="${text}"/></w:lvl></w:abstractNum>`;
  const lists = (definitions: Readonly<Record<number, string>>, names = definitions): DocxParts => ({
    numbering:
      Object.entries(definitions)
        .map(([id, text]) => list(Number(id), text))
        .join('') +
      Object.keys(names)
        .map((id) => `<w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`)
        .join(''),
  });
  const cases: Record<string, readonly [DocxParts, number, DocxParts, number]> = {
    'the original defines it': [lists({ 1: '%1.', 2: '%1)' }), 2, lists({ 1: '%1.' }), 2],
    'the revised has no lists at all': [lists({ 2: '%1)' }), 2, {}, 2],
    'the revised defines it and the original does not': [lists({ 1: '%1.' }), 2, lists({ 1: '%1.', 2: '%1)' }), 2],
    'another list comes in under the id that it has in the original': [lists({ 1: '%1.' }), 2, lists({ 5: '§%1' }), 5],
    'another list comes in under the id that it has in the revised': [
      lists({ 1: '%1.' }),
      1,
      lists({ 1: '%1.', 7: '%1)' }),
      2,
    ],
    'its definition is missing': [lists({ 1: '%1.', 2: '%1)' }), 2, lists({ 1: '%1.' }, { 1: '', 2: '' }), 2],
    'there is none under 0, whatever is defined': [lists({ 0: '%1.', 1: '%1)' }), 1, lists({ 0: '%1)' }), 0],
  };
  test.each(Object.entries(cases))('%s', async (_, [parts, id, others, otherId]) => {
    const text = (listed: number): string => inList('some words', listed) + inList('and more', 1);
    const [original, revised] = [docx(text(id), parts), docx(text(otherId), others)];
    for (const [a, b] of [
      [original, revised],
      [revised, original],
    ] as const)
      expect(await breachesOf(a, b, await writeRedline(a, b, STAMP))).toEqual([]);
  });
});
