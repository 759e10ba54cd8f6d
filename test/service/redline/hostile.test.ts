/**
 * Small files that would cost a redline far more than their size. The result is right, and no larger than necessary.
 */
import { describe, expect, test } from 'vitest';
import { readDocx } from '../../../service/formats/docx/read-docx.ts';
import { readArchive } from '../../../service/ooxml/read-archive.ts';
import { resolvePackage } from '../../../service/redline/verify/resolve-package.ts';
import { writeRedline } from '../../../service/redline/write-redline.ts';
import { docx as packed, r, wp, type DocxParts } from '../../builders/docx.ts';
import { judge, STAMP } from './judge.ts';
import { costlyTest } from '../../seed/costly-test.ts';

/** A DOCX whose archive is not compressed. */
const docx = (body: string, parts: DocxParts = {}): Uint8Array => packed(body, { ...parts, stored: true });
const many = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_, at) => of(at)).join('');
const control = (content: string): string => `<w:sdt><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
const nested = (levels: number, text: string): string =>
  '<w:tbl><w:tblPr/><w:tblGrid/><w:tr><w:tc>'.repeat(levels) + wp(text) + '</w:tc></w:tr></w:tbl>'.repeat(levels);

describe('a redline of a hostile pair', () => {
  costlyTest('pairs thousands of content controls that only one side has', async () => {
    const side = (odd: number) =>
      docx(wp(many(4_000, (at) => (at % 2 === odd ? control(r(`w${at} `)) : r(`w${at} `)))));
    expect((await judge(side(0), side(1))).degradedBlocks).toBe(0);
  });

  costlyTest('takes thousands of content controls apart that overlap', async () => {
    const words = Array.from({ length: 3_000 }, (_, at) => r(`w${at} `));
    const pairs = (from: number): string =>
      words.slice(0, from).join('') +
      many(words.length / 2 - from, (at) => control(words.slice(from + 2 * at, from + 2 * at + 2).join(''))) +
      words.slice(words.length - from).join('');
    await judge(docx(wp(pairs(0))), docx(wp(pairs(1))));
  });

  test('merges a dozen tables in each other in detail, and replaces what differs deeper down', async () => {
    expect((await judge(docx(nested(10, 'one two')), docx(nested(10, 'one three')))).degradedBlocks).toBe(0);
    expect((await judge(docx(nested(60, 'one two')), docx(nested(60, 'one three')))).degradedBlocks).toBe(1);
  });

  test('does without a deep stack for as many levels as a part may have', async () => {
    const deep = nested(320, 'one two');
    const { counts } = await writeRedline(docx(deep), docx(nested(320, 'one three')), STAMP);
    expect(counts.insertions).toBeGreaterThan(0);
    expect((await writeRedline(docx(wp('a')), docx(deep), STAMP)).counts.insertions).toBeGreaterThan(0);
  });

  costlyTest('deletes more blocks than fit on a stack', async () => {
    const { bytes } = await writeRedline(docx('<w:p/>'.repeat(130_000)), docx(wp('x')), STAMP);
    // It repeats itself a thousand times over, and is still an archive that is read again.
    expect((await readArchive(bytes)).some(({ name }) => name === 'word/document.xml')).toBe(true);
  });

  test('refuses more different objects than it can tell apart, with the limit', async () => {
    const symbols = many(131_100, (at) => `<w:sym w:font="f${at}" w:char="F000"/>`);
    await expect(writeRedline(docx(wp('a')), docx(wp(`<w:r>${symbols}</w:r>`)), STAMP)).rejects.toMatchObject({
      code: 'document_too_complex',
      details: { limit: 131_069 },
    });
  });

  test('knows a long address by its digest, however many links lead there', async () => {
    const links = (text: string) =>
      docx(wp(many(3_000, (at) => `<w:hyperlink r:id="l">${r(`${text}${at} `)}</w:hyperlink>`)), {
        links: { l: `http://x/${'a'.repeat(200_000)}` },
      });
    const { bytes } = await writeRedline(links('a'), links('b'), STAMP);
    const written = (await readArchive(bytes)).reduce((sum, entry) => sum + entry.bytes.byteLength, 0);
    expect(written).toBeLessThan(2_500_000);
  });

  costlyTest('brings a note in once that many references name', async () => {
    const note = many(200, (at) => wp(`a paragraph of the note ${at}`));
    const revised = docx(wp(many(500, () => `<w:r><w:footnoteReference w:id="1"/></w:r>`)), {
      footnotes: `<w:footnote w:id="1">${note}</w:footnote>`,
    });
    const { bytes } = await writeRedline(docx(wp('a')), revised, STAMP);
    const notes = (await readArchive(bytes)).find(({ name }) => name === 'word/footnotes.xml');
    expect(
      Buffer.from(notes!.bytes)
        .toString()
        .match(/<w:footnote /g),
    ).toHaveLength(1);
  });

  costlyTest('reads thousands of bookmarks, of which each covers the whole text', async () => {
    const all = (text: string) =>
      docx(
        many(3_000, (at) => `<w:bookmarkStart w:id="${at}" w:name="b${at}"/>`) +
          wp(many(3_000, (at) => r(`${text}${at} `))) +
          many(3_000, (at) => `<w:bookmarkEnd w:id="${at}"/>`),
      );
    await judge(all('a'), all('b'));
  });

  test('keeps fields in the instructions of each other whole', async () => {
    const begin = '<w:r><w:fldChar w:fldCharType="begin"/></w:r>';
    const end = '<w:r><w:fldChar w:fldCharType="end"/></w:r>';
    const code = (text: string): string => `<w:r><w:instrText>${text}</w:instrText></w:r>`;
    const side = (text: string) =>
      docx(wp(many(2_000, (at) => begin + code(`IF ${at}`)) + code(text) + end.repeat(2_000)));
    await judge(side('PAGE'), side('DATE'));
  });

  test('compares a text with the white space that is trimmed in the middle of it', async () => {
    const space = ' '.repeat(200_000);
    const side = (text: string) => docx(wp(`<w:r><w:t>a${space}b${space}</w:t></w:r>${r(text)}`));
    const { bytes, counts } = await writeRedline(side('c'), side('d'), STAMP);
    expect(counts).toMatchObject({ insertions: 1, deletions: 1 });
    expect((await readDocx(await resolvePackage(bytes, 'original'))).document).toEqual(
      (await readDocx(side('c'))).document,
    );
  });

  costlyTest('finds the first of thousands of like permissions', async () => {
    const permissions = (from: number) =>
      docx(
        wp(
          many(
            5_000,
            (at) => `<w:permStart w:id="${at + from}" w:edGrp="everyone"/>${r('x')}<w:permEnd w:id="${at + from}"/>`,
          ),
        ),
      );
    expect((await writeRedline(permissions(0), permissions(9_000), STAMP)).warnings).toEqual([]);
  });
});

test('accepting all revisions leaves a document in the document alone', async () => {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  const tracked = docx(`<w:altChunk r:id="c"/><w:p><w:ins w:id="1" w:author="a">${r('new')}</w:ins></w:p>`, {
    files: {
      'word/inner.docx': docx(wp('inner')),
      'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="c" Type="${office}/aFChunk" Target="inner.docx"/></Relationships>`,
      '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="docx" ContentType="${main}"/><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
    },
  });
  const accepted = await readArchive(await resolvePackage(tracked, 'revised'));
  const text = Buffer.from(accepted.find(({ name }) => name === 'word/document.xml')!.bytes).toString();
  expect(text).toContain('new');
  expect(text).not.toContain('<w:ins');
});
