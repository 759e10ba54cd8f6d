/** Revisions that meet at the end of a paragraph, paragraphs that become lines, and ids that two versions share. */
import { describe, expect, test } from 'vitest';
import { openWordPackage } from '../../../service/ooxml/package.ts';
import { writeRedline } from '../../../service/redline/write-redline.ts';
import { docx, r, wp } from '../../builders/docx.ts';
import { convertAll, hasLibreOffice, libreOfficeText } from '../../lab/quality/docx/libreoffice-text.ts';
import { innerXml, judge, STAMP } from './judge.ts';

const REST = wp('Second paragraph stays as it is.') + wp('Third paragraph.');

async function xmlOf(bytes: Uint8Array): Promise<string> {
  return innerXml((await openWordPackage(bytes)).document);
}

describe('text at the end of a paragraph, and paragraphs behind it, of one side', () => {
  /** Whether the mark of the first paragraph goes with them. */
  const sharesMark = (xml: string, kind: 'ins' | 'del'): boolean =>
    new RegExp(`<w:p>(?:<w:pPr>)?<w:pPr><w:rPr><w:${kind} [^>]*/></w:rPr></w:pPr><w:r>`).test(xml);

  test.each([
    ['one paragraph', wp('new item inserted here')],
    ['two paragraphs', wp('new item inserted here') + wp('another item inserted')],
    ['an empty paragraph', wp('')],
  ])('are one revision with the mark between them: %s', async (_, more) => {
    const [before, after] = [docx(wp('First one') + REST), docx(wp('First one, too') + more + REST)];
    expect(sharesMark(await xmlOf((await judge(before, after)).bytes), 'ins')).toBe(true);
    expect(sharesMark(await xmlOf((await judge(after, before)).bytes), 'del')).toBe(true);
  });

  test('keep the mark of the first where the last has another form', async () => {
    const { bytes, counts } = await judge(
      docx(wp('First one', '<w:jc w:val="center"/>') + REST),
      docx(wp('First one, too', '<w:jc w:val="center"/>') + wp('new item inserted here') + REST),
    );
    expect(sharesMark(await xmlOf(bytes), 'ins')).toBe(false);
    expect(counts).toEqual({ insertions: 3, deletions: 0, moves: 0, formatChanges: 0 });
  });
});

describe('insertions on both sides of a mark that stays', () => {
  const LATER = '2026-01-31T00:02:00Z';
  /** Times and texts of the insertions. */
  const timesIn = (xml: string): string[] =>
    [...xml.matchAll(/<w:ins [^>]*w:date="([^"]*)"[^>]*>.*?<w:t[^>]*>([^<]*)/g)].map(
      ([, date, text]) => `${date} ${text}`,
    );
  const two = ([first, second]: readonly [string, string]): Uint8Array => docx(wp(first) + wp(second) + REST);

  test.each([
    [
      'at an end and at a start',
      ['First stays', 'second stays'],
      ['First stays, new', 'Now second stays'],
      [`${STAMP.date} , new`, `${LATER} Now `],
    ],
    [
      'apart',
      ['First stays', 'second stays'],
      ['New: First stays', 'second stays, too'],
      [`${STAMP.date} New: `, `${STAMP.date} , too`],
    ],
  ] as const)('have two times where they meet: %s', async (_, before, after, times) => {
    const { bytes } = await judge(two(before), two(after));
    expect(timesIn(await xmlOf(bytes))).toEqual(times);
    if (!hasLibreOffice()) return;
    for (const [revisions, own] of [
      ['accept', after],
      ['reject', before],
    ] as const) {
      const conversions = [
        { bytes, revisions },
        { bytes: two(own), revisions: 'accept' as const },
      ] as const;
      await convertAll(conversions);
      expect(await libreOfficeText(conversions[0])).toBe(await libreOfficeText(conversions[1]));
    }
  });
});

test.each([
  ['two paragraphs', ['Anna Example', 'Lake Street 5']],
  ['three paragraphs', ['Anna Example', 'Lake Street 5', '3000 Bern']],
  ['short ones', ['A', 'B']],
])('paragraphs that become lines of one are marked at their ends alone: %s', async (_, lines) => {
  const apart = docx(lines.map((line) => wp(line)).join('') + REST);
  const together = docx(wp(lines.map((line) => r(line)).join('<w:r><w:br/></w:r>')) + REST);
  const ends = lines.length - 1;
  const marks = { insertions: ends, deletions: ends, moves: 0, formatChanges: 0 };
  expect((await judge(apart, together)).counts).toEqual(marks);
  expect((await judge(together, apart)).counts).toEqual(marks);
});

test.each([
  ['a replaced paragraph', ['Wholly old words stay in this one.'], ['Nothing common at all now today.']],
  ['a split paragraph', ['The first half. The second half.'], ['The first half.', 'The second half.']],
  [
    'a moved paragraph',
    ['One paragraph that moves far down.', 'Two', 'Three'],
    ['Two', 'Three', 'One paragraph that moves far down.'],
  ],
])('the ids of paragraphs stay unique: %s', async (_, before, after) => {
  const document = (texts: readonly string[]): Uint8Array =>
    docx(
      texts
        .map((text, at) => wp(text).replace('<w:p>', `<w:p w14:paraId="0000000${at + 1}" w14:textId="77777777">`))
        .join('') + REST,
    );
  const ids = (await xmlOf((await judge(document(before), document(after))).bytes)).match(/w14:paraId="\w+"/g) ?? [];
  expect(ids.length).toBeGreaterThan(0);
  expect(new Set(ids).size).toBe(ids.length);
});

test('a header that no section refers to may be no XML', async () => {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const files = {
    'word/media/x.png': new TextEncoder().encode('\x89PNG'),
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rIdH" Type="${office}/header" Target="media/x.png"/></Relationships>`,
  };
  const { counts } = await writeRedline(
    docx(wp('A red body.'), { files }),
    docx(wp('A green body.'), { files }),
    STAMP,
  );
  expect(counts).toEqual({ insertions: 1, deletions: 1, moves: 0, formatChanges: 0 });
});
