/** The relationship says how a part is used: content types and names that say otherwise change nothing. */
import { describe, expect, test } from 'vitest';
import { closedCopy } from '../../../service/ooxml/closed-copy.ts';
import { readArchive } from '../../../service/ooxml/read-archive.ts';
import { readDocx } from '../../../service/formats/docx/read-docx.ts';
import { verifyRedline } from '../../../service/pipeline/verify-result.ts';
import { decideAll } from '../../../service/pipeline/track-changes.ts';
import { resolvePackage } from '../../../service/redline/verify/resolve-package.ts';
import { writeRedline } from '../../../service/redline/write-redline.ts';
import { INCLUDES } from '../../../shared/api/include.ts';
import { docx, picture, r, wp } from '../../builders/docx.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const STAMP = { author: 'A', date: '2026-01-31T00:00:00Z' };
/** Bytes that are no XML in any encoding. */
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff, 0xfe, 0x3c, 0x80);
const SECTION = '<w:sectPr><w:headerReference w:type="default" r:id="head"/></w:sectPr>';

const typesOf = (...entries: readonly string[]): string =>
  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${entries.join('')}</Types>`;
const byExtension = (extension: string, type: string): string =>
  `<Default Extension="${extension}" ContentType="${type}"/>`;
const ofPart = (name: string, type: string): string => `<Override PartName="/${name}" ContentType="${type}"/>`;

/** Tables of content types that lie about the picture, about the XML parts, or say nothing. */
const TABLES: Readonly<Record<string, string>> = {
  'a default makes pictures a document': typesOf(
    byExtension('png', `${WORD}.document.main+xml`),
    byExtension('xml', 'application/xml'),
  ),
  'a default makes pictures headers': typesOf(byExtension('png', `${WORD}.header+xml`)),
  'the picture is said to be a footer': typesOf(ofPart('word/media/image.png', `${WORD}.footer+xml`)),
  'the picture is said to be XML': typesOf(byExtension('png', 'application/xml'), byExtension('xml', 'image/png')),
  'XML parts are said to be pictures': typesOf(
    ofPart('word/document.xml', 'image/png'),
    ofPart('word/head.xml', 'image/png'),
    ofPart('word/media/image.png', `${WORD}.comments+xml`),
  ),
  'nothing is said': typesOf(),
};

const file = (types: string, text: string, pictureName = 'word/media/image.png'): Uint8Array =>
  docx(wp(text) + wp(picture('image')) + SECTION, {
    headers: { head: wp(`<w:ins w:id="90" w:author="x">${r(`${text} head`)}</w:ins>${r('held')}`) },
    files: {
      '[Content_Types].xml': types,
      [pictureName]: PNG,
      'word/_rels/document.xml.rels':
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
        `<Relationship Id="head" Type="${OFFICE}/header" Target="head.xml"/>` +
        `<Relationship Id="image" Type="${OFFICE}/image" Target="/${pictureName}"/></Relationships>`,
    },
  });

const partOf = async (bytes: Uint8Array, name: string): Promise<string> =>
  Buffer.from((await readArchive(bytes)).find((part) => part.name === name)!.bytes).toString();

describe.each(Object.entries(TABLES))('a document in which %s', (_, types) => {
  test('is read, compared, verified, accepted and rejected', async () => {
    const [original, revised] = [file(types, 'one'), file(types, 'two')];
    const { document } = await readDocx(revised, { include: INCLUDES });
    expect(JSON.stringify(document.blocks)).toContain('two head');
    const redline = await writeRedline(original, revised, STAMP);
    expect((await verifyRedline({ original, revised }, redline.bytes)).filter(({ holds }) => !holds)).toEqual([]);
    expect(await partOf(await decideAll(redline.bytes, 'accept'), 'word/document.xml')).toContain('two');
    expect(await partOf(await decideAll(redline.bytes, 'reject'), 'word/document.xml')).toContain('one');
  });

  test('has the revisions of its header resolved', async () => {
    const accepted = await partOf(await resolvePackage(file(types, 'one'), 'revised'), 'word/head.xml');
    expect(accepted).toContain('one head');
    expect(accepted).not.toContain('w:ins');
    const rejected = await partOf(await resolvePackage(file(types, 'one'), 'original'), 'word/head.xml');
    expect(rejected).not.toContain('one head');
  });
});

test.each(['word/picture.xml', 'word/charts/picture.xml', 'word/diagrams/data.xml', 'word/glossary/document.xml'])(
  'a picture named %s is a picture',
  async (name) => {
    const types = typesOf(byExtension('xml', 'application/xml'));
    const [original, revised] = [file(types, 'one', name), file(types, 'two', name)];
    await closedCopy(original);
    const { bytes } = await writeRedline(original, revised, STAMP);
    expect((await verifyRedline({ original, revised }, bytes)).filter(({ holds }) => !holds)).toEqual([]);
  },
);

test('a closed copy closes the main part and the headers wherever they are', async () => {
  const reading = wp('<w:r><w:instrText>INCLUDETEXT "http://x"</w:instrText></w:r>');
  const base = docx('', { headers: { head: reading } });
  const parts = await readArchive(base);
  const bytesOf = (name: string): Uint8Array => parts.find((part) => part.name === name)!.bytes;
  const rels = (...entries: readonly string[]): string =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries.join('')}</Relationships>`;
  const copy = await closedCopy(
    docx(reading, {
      files: {
        'other/main.bin': Buffer.from(bytesOf('word/document.xml')),
        'other/head.bin': Buffer.from(bytesOf('word/head.xml')),
        '_rels/.rels': rels(`<Relationship Id="a" Type="${OFFICE}/officeDocument" Target="other/main.bin"/>`),
        'other/_rels/main.bin.rels': rels(`<Relationship Id="b" Type="${OFFICE}/header" Target="head.bin"/>`),
      },
    }),
  );
  expect(await partOf(copy, 'other/head.bin')).not.toContain('INCLUDETEXT');
});
