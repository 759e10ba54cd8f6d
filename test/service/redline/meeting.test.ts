/** Revisions that meet at the end of a paragraph, paragraphs that become lines, and ids that two versions share. */
import { describe, expect, test } from 'vitest';
import { openWordPackage } from '../../../service/ooxml/package.ts';
import { writeRedline } from '../../../service/redline/write-redline.ts';
import { docx, r, wp } from '../../builders/docx.ts';
import { convertAll, hasLibreOffice, libreOfficeText } from '../../lab/quality/docx/libreoffice-text.ts';
import { innerXml, judge, STAMP } from './judge.ts';

/** LibreOffice reads the text of the original where it rejects all revisions, and of the revised where it accepts them. */
async function expectOfficeReads(bytes: Uint8Array, original: Uint8Array, revised: Uint8Array): Promise<void> {
  if (!hasLibreOffice()) return;
  const readings = [
    [
      { bytes, revisions: 'accept' },
      { bytes: revised, revisions: 'accept' },
    ],
    [
      { bytes, revisions: 'reject' },
      { bytes: original, revisions: 'accept' },
    ],
  ] as const;
  await convertAll(readings.flat());
  for (const [redline, own] of readings) expect(await libreOfficeText(redline)).toBe(await libreOfficeText(own));
}

const REST = wp('Second paragraph stays as it is.') + wp('Third paragraph.');

async function xmlOf(bytes: Uint8Array): Promise<string> {
  return innerXml((await openWordPackage(bytes)).document);
}

describe('text at the end of a paragraph, and paragraphs behind it, of one side', () => {
  test.each([
    ['one paragraph', wp('new item inserted here'), 3],
    ['two paragraphs', wp('new item inserted here') + wp('another item inserted'), 5],
    ['an empty paragraph', wp(''), 2],
  ])('keep the mark between them: %s', async (_, more, revisions) => {
    const [short, long] = [docx(wp('First one') + REST), docx(wp('First one, too') + more + REST)];
    for (const [before, after] of [
      [short, long],
      [long, short],
    ] as const) {
      const { bytes, counts } = await judge(before, after);
      const [insertions, deletions] = before === short ? [revisions, 0] : [0, revisions];
      expect(counts).toEqual({ insertions, deletions, moves: 0, formatChanges: 0 });
      await expectOfficeReads(bytes, before, after);
    }
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
    await expectOfficeReads(bytes, two(before), two(after));
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
