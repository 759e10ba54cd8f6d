/** The last check of a DOCX: it holds for the written file, and names each place of a file that is something else. */
import { describe, expect, test } from 'vitest';
import { unzipSync } from 'fflate';
import type { LastCheck } from '../../../../shared/api/last-check.ts';
import type { Include } from '../../../../shared/api/include.ts';
import { changeIdsOf } from '../../../../shared/fragment/resolve.ts';
import { scanFragment } from '../../../../shared/fragment/scan.ts';
import { makeArtifact } from '../../../../service/exports/make-artifact.ts';
import { readDocx } from '../../../../service/formats/docx/read-docx.ts';
import { compareReadings } from '../../../../service/pipeline/compare/compare-readings.ts';
import { decideAll } from '../../../../service/pipeline/track-changes.ts';
import { checkDecidedDocx } from '../../../../service/witness/decided/check-decided-docx.ts';
import { archive, docx, picture, r, wp, type DocxParts } from '../../../builders/docx.ts';

interface Decided {
  readonly accept: readonly string[];
  readonly reject: readonly string[];
}

/** One comparison whose decisions are written and checked. */
async function caseOf(original: Uint8Array, revised: Uint8Array, include: readonly Include[] = []) {
  const options = { format: 'docx', mode: 'auto', attributeMode: 'semantic', include } as const;
  const { html } = compareReadings(
    await readDocx(original, { include }),
    await readDocx(revised, { include }),
    options,
  );
  const blocks = scanFragment(html);
  const write = async ({ accept, reject }: Decided, type: 'resolved_docx' | 'track_changes_docx' = 'resolved_docx') => {
    const made = await makeArtifact({
      ...{ type, format: 'docx', fallback: false, digests: null, options: { accept, reject } },
      ...{ title: '', html, original, revised, author: 'x', date: '2025-01-01T00:00:00Z' },
    });
    return made.bytes;
  };
  const check = (bytes: Uint8Array, decisions: Decided): Promise<LastCheck> =>
    checkDecidedDocx({
      ...{ bytes, blocks, decisions, include, sources: { original, revised } },
      reject: (file) => decideAll(file, 'reject'),
    });
  return { ids: changeIdsOf(blocks), write, check };
}

/** The file with other or further parts. */
const withParts = (bytes: Uint8Array, parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array =>
  archive({ ...unzipSync(bytes), ...parts });
const partOf = (bytes: Uint8Array, name: string): string => new TextDecoder().decode(unzipSync(bytes)[name]);

const HEADING = wp('Payment', '<w:pStyle w:val="Heading1"/>');
const agreement = (days: string, law: string, parts?: DocxParts): Uint8Array =>
  docx(
    HEADING +
      wp(`The tenant pays the rent within ${days} days.`) +
      wp('Law', '<w:pStyle w:val="Heading1"/>') +
      wp(`The law of ${law} applies.`),
    { styles: '<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style>', ...parts },
  );
const PAIR = [agreement('thirty', 'Utah'), agreement('sixty', 'Ohio')] as const;

describe('the last check of a DOCX', () => {
  test('holds for each mixture of decisions, final or with open changes', async () => {
    const { ids, write, check } = await caseOf(...PAIR);
    expect(ids).toHaveLength(2);
    const [days, law] = ids as [string, string];
    for (const decisions of [
      { accept: [days], reject: [law] },
      { accept: [law], reject: [days] },
      { accept: ids, reject: [] },
      { accept: [], reject: ids },
    ])
      expect(await check(await write(decisions), decisions)).toEqual({ exact: true, places: [] });
    for (const decisions of [
      { accept: [days], reject: [] },
      { accept: [], reject: [law] },
    ])
      expect(await check(await write(decisions, 'track_changes_docx'), decisions)).toEqual({ exact: true, places: [] });
  });

  test('names each change whose decision the file does not follow, with its section', async () => {
    const { ids, write, check } = await caseOf(...PAIR);
    const [days, law] = ids as [string, string];
    const file = await write({ accept: [days], reject: [law] });
    expect(await check(file, { accept: [law], reject: [days] })).toEqual({
      exact: false,
      places: [
        {
          ...{ changeId: days, kind: 'missing', side: 'original', text: 'thirty', section: 'Payment' },
          message: '“thirty” in Payment is missing in the file although you rejected its deletion.',
        },
        {
          ...{ changeId: days, kind: 'left', side: 'revised', text: 'sixty', section: 'Payment' },
          message: '“sixty” in Payment stands in the file although you rejected it.',
        },
        {
          ...{ changeId: law, kind: 'missing', side: 'revised', text: 'Ohio', section: 'Law' },
          message: '“Ohio” in Law is missing in the file although you accepted it.',
        },
        {
          ...{ changeId: law, kind: 'left', side: 'original', text: 'Utah', section: 'Law' },
          message: '“Utah” in Law stands in the file although you accepted its deletion.',
        },
      ],
    });
  });

  test('names what is formatted otherwise than decided', async () => {
    const text = (bold: string, style: string): Uint8Array =>
      docx(
        wp('Payment', '<w:pStyle w:val="Heading1"/>') +
          wp(r('The rent is ') + r('due at once', bold) + r('.')) +
          wp('Law', style) +
          wp('The law of Utah applies.'),
        { styles: '<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style>' },
      );
    const { ids, write, check } = await caseOf(text('', '<w:pStyle w:val="Heading1"/>'), text('<w:b/><w:i/>', ''));
    expect(ids).toHaveLength(2);
    const [accepted, rejected] = [
      { accept: ids, reject: [] },
      { accept: [], reject: ids },
    ];
    for (const decisions of [accepted, rejected])
      expect(await check(await write(decisions), decisions)).toEqual({ exact: true, places: [] });
    const messagesOf = async (file: Decided, decisions: Decided): Promise<string[]> =>
      (await check(await write(file), decisions)).places.map(({ kind, message }) => `${kind}: ${message}`);
    expect(await messagesOf(accepted, rejected)).toEqual([
      'format: “due at once” in Payment is bold and italic in the file, and plain in what you decided.',
      'format: “Law” in Payment is no heading in the file, and a heading of level 1 in what you decided.',
    ]);
    expect(await messagesOf(rejected, accepted)).toEqual([
      'format: “due at once” in Payment is plain in the file, and bold and italic in what you decided.',
      'format: “Law” in Payment is a heading of level 1 in the file, and no heading in what you decided.',
    ]);
  });

  test('finds a word that no change has, and a lost one', async () => {
    const { ids, write, check } = await caseOf(...PAIR);
    const decisions = { accept: ids, reject: [] };
    const file = await write(decisions);
    const damaged = partOf(file, 'word/document.xml').replace('tenant', 'landlord');
    const { places } = await check(withParts(file, { 'word/document.xml': damaged }), decisions);
    expect(places.map(({ message }) => message)).toEqual([
      '“tenant” in Payment is missing in the file, and no decision removes it.',
      '“landlord” in Payment stands in the file and is not in what you decided.',
    ]);
  });

  test('tells two paragraphs from one, and lost spaces from none', async () => {
    const { ids, write, check } = await caseOf(...PAIR);
    const decisions = { accept: ids, reject: [] };
    const file = await write(decisions);
    const body = partOf(file, 'word/document.xml');
    const joined = body.replace(
      '<w:t xml:space="preserve">Law</w:t>',
      '<w:t>Law</w:t></w:r></w:p><w:p><w:r><w:t>2</w:t>',
    );
    expect(joined).not.toBe(body);
    const { places } = await check(withParts(file, { 'word/document.xml': joined }), decisions);
    expect(places.map(({ message }) => message)).toContain(
      '“2” in Law stands in the file and is not in what you decided.',
    );
    const spaces = body.replace('The tenant', 'Thetenant');
    expect(
      (await check(withParts(file, { 'word/document.xml': spaces }), decisions)).places.map(({ text }) => text),
    ).toEqual(['The tenant', 'Thetenant']);
  });

  test.each([
    [
      'docProps/custom.xml',
      '<Properties><property name="Term"><lpwstr>due in sixty days</lpwstr></property></Properties>',
    ],
    ['customXml/item1.xml', '<terms><days note="sixty"/></terms>'],
    [
      'word/header7.xml',
      '<w:hdr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:p><w:r><w:t>six</w:t></w:r><w:r><w:t>ty</w:t></w:r></w:p></w:hdr>',
    ],
    ['word/embeddings/old.docx', docx(wp('within sixty days'))],
  ])('finds a rejected word in %s', async (name, content) => {
    const { ids, write, check } = await caseOf(...PAIR);
    const [days, law] = ids as [string, string];
    const decisions = { accept: [law], reject: [days] };
    const { exact, places } = await check(withParts(await write(decisions), { [name]: content }), decisions);
    expect({ exact, found: places.map(({ changeId, kind, side, text }) => ({ changeId, kind, side, text })) }).toEqual({
      exact: false,
      found: [{ changeId: days, kind: 'package', side: 'revised', text: 'sixty' }],
    });
    expect(places[0]!.message).toContain(name);
    expect(places[0]!.message).toMatch(/^“sixty” in Payment is still in .* although you rejected it\.$/u);
  });

  test('lets stay what the other document has anyway', async () => {
    const note = { files: { 'customXml/item1.xml': '<terms>sixty</terms>' } };
    const { ids, write, check } = await caseOf(agreement('thirty', 'Utah', note), agreement('sixty', 'Ohio'));
    const decisions = { accept: [ids[1]!], reject: [ids[0]!] };
    const file = withParts(await write(decisions), { 'customXml/item1.xml': '<terms>sixty</terms>' });
    expect((await check(file, decisions)).places).toEqual([]);
  });

  test('finds a rejected picture by its bytes', async () => {
    const png = (of: number): Uint8Array => new Uint8Array([0x89, 0x50, 0x4e, 0x47, of]);
    const side = (logo: number, days: string): Uint8Array =>
      docx(wp(r(`Due in ${days} days.`)) + wp(picture('logo')) + wp('End'), { images: { logo: png(logo) } });
    const { ids, write, check } = await caseOf(side(1, 'thirty'), side(2, 'sixty'), ['pictures']);
    expect(ids).toHaveLength(2);
    const decisions = { accept: [ids[0]!], reject: [ids[1]!] };
    const file = withParts(await write(decisions), { 'word/media/left.png': png(2) });
    const { places } = await check(file, decisions);
    expect(places.map(({ changeId, kind, message }) => ({ changeId, kind, message }))).toContainEqual({
      ...{ changeId: ids[1]!, kind: 'package' },
      message: 'A picture is still in the pictures of the file (word/media/left.png) although you rejected it.',
    });
  });

  test('finds a tracked change that is left in a final file', async () => {
    const { ids, write, check } = await caseOf(...PAIR);
    const decisions = { accept: ids, reject: [] };
    const file = await write(decisions);
    const body = partOf(file, 'word/document.xml').replace('<w:p>', '<w:p><w:del w:id="9"/>');
    const { places } = await check(withParts(file, { 'word/document.xml': body }), decisions);
    expect(places).toContainEqual({
      ...{ kind: 'left', text: '', section: '' },
      message: 'The file still holds a mark of a tracked change although every change is decided.',
    });
  });

  test('calls a file that cannot be read not checked', async () => {
    const { ids, check } = await caseOf(...PAIR);
    const { exact, places } = await check(new Uint8Array([1, 2, 3]), { accept: ids, reject: [] });
    expect(exact).toBe(false);
    expect(places).toEqual([
      {
        ...{ kind: 'unread', text: '', section: '' },
        message: 'The file could not be checked: it is not a readable ZIP archive.',
      },
    ]);
  });
});
