/** What the PDF reader lists beside the text: each thing alone, equal where it looks equal, different where it differs. */
import { bothSides } from '../../../../shared/formats.ts';
import { describe, expect, test } from 'vitest';
import type { Uncompared } from '../../../../shared/change/uncompared.ts';
import { describeDifferences } from '../../../../shared/change/describe-uncompared.ts';
import { extractPages } from '../../../../service/formats/pdf/extract-pages.ts';
import { compareFiles } from '../../../../service/pipeline/compare/compare-files.ts';
import { FIRST_FREE, plainPdf, type PlainPage, showText, streamObject } from '../../../builders/plain-pdf.ts';

const TEXT = showText('see the picture below', 72, 700);
const OBJECT = `${FIRST_FREE} 0 R`;

/** A picture of one row of grey pixels, in hexadecimal digits. */
const pixels = (hex: string, entries = ''): string =>
  streamObject(
    `/Type /XObject /Subtype /Image /Width ${hex.length / 2} /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /ASCIIHexDecode ${entries}`,
    `${hex}>`,
  );
const pictured = (
  hex: string,
  { place = '100 0 0 50 72 600', text = TEXT, before = [] as string[], entries = '' } = {},
): Uint8Array =>
  plainPdf(
    [
      {
        content: `${text}\nq ${place} cm /Im1 Do Q`,
        resources: `/XObject << /Im1 ${FIRST_FREE + before.length} 0 R >>`,
      },
    ],
    [...before, pixels(hex, entries)],
  );
const painted = (content: string, page: Partial<PlainPage> = {}, objects: readonly string[] = []): Uint8Array =>
  plainPdf([{ content: `${TEXT}\n${content}`, ...page }], objects);
const annotated = (annotation: string): Uint8Array =>
  painted('', { entries: `/Annots [ ${OBJECT} ]` }, [`<< /Type /Annot ${annotation} >>`]);
const field = (entries: string): Uint8Array =>
  plainPdf(
    [{ content: TEXT, entries: `/Annots [ ${OBJECT} ]` }],
    [`<< /Type /Annot /Subtype /Widget /Rect [ 72 500 272 520 ] ${entries} >>`],
    `/AcroForm << /Fields [ ${OBJECT} ] >>`,
  );

interface Compared {
  readonly changes: number;
  readonly uncompared: Uncompared | undefined;
  readonly sameness: string;
}
async function compared(original: Uint8Array, revised: Uint8Array): Promise<Compared> {
  const { summary, uncompared, sameness } = await compareFiles({
    formats: bothSides('pdf'),
    original,
    revised,
    mode: 'word',
    attributeMode: 'semantic',
  });
  return { changes: summary.changeCount, uncompared, sameness };
}
async function differences(original: Uint8Array, revised: Uint8Array): Promise<string[]> {
  const { changes, uncompared, sameness } = await compared(original, revised);
  expect(changes).toBe(0);
  const sentences = uncompared ? describeDifferences(uncompared) : [];
  expect(sameness === 'no_differences_in_compared_content').toBe(sentences.length > 0);
  return sentences;
}

describe('a picture', () => {
  const PLACE = 'Picture on page 1, after “see the picture below” differs.';
  test('that is another one differs', async () => {
    expect(await differences(pictured('ff00'), pictured('ff01'))).toEqual([PLACE]);
  });
  test('is equal under another object number, name and place', async () => {
    const other = pictured('ff00', {
      before: ['<< /Nothing true >>'],
      place: '100 0 0 50 90 550',
      entries: '/Name /Other /LastModified (D:20240101)',
    });
    expect(await differences(pictured('ff00'), other)).toEqual([]);
  });
  test('that is larger, turned, masked or cut differs', async () => {
    const plain = pictured('ff00');
    expect(await differences(plain, pictured('ff00', { place: '120 0 0 50 72 600' }))).toEqual([PLACE]);
    expect(await differences(plain, pictured('ff00', { place: '-100 0 0 50 172 600' }))).toEqual([PLACE]);
    expect(await differences(plain, pictured('ff00', { place: '100 0 0 50 550 600' }))).toEqual([PLACE]);
    const masked = (hex: string): Uint8Array =>
      pictured('ff00', { before: [pixels(hex)], entries: `/SMask ${FIRST_FREE} 0 R` });
    expect(await differences(masked('00'), masked('00'))).toEqual([]);
    expect(await differences(masked('00'), masked('01'))).toEqual([PLACE]);
  });
  test('that is missing or repeated is named', async () => {
    const none = painted('');
    expect(await differences(pictured('ff00'), none)).toEqual([
      PLACE.replace('differs', 'is only in the original document'),
    ]);
    expect(await differences(none, pictured('ff00'))).toEqual([
      PLACE.replace('differs', 'is only in the revised document'),
    ]);
  });
  test('that no page shows is not listed', async () => {
    expect((await extractPages(pictured('ff00', { place: '100 0 0 50 72 2000' }))).inventory).toEqual([]);
    expect((await extractPages(painted('', {}, [pixels('ff')]))).inventory).toEqual([]);
  });
  test('inside the content differs', async () => {
    const inline = (digits: string): Uint8Array =>
      painted(`q 50 0 0 50 72 600 cm\nBI /W 2 /H 1 /BPC 8 /CS /G /F /AHx\nID ${digits}>\nEI\nQ`);
    expect(await differences(inline('ff00'), inline('ff00'))).toEqual([]);
    expect(await differences(inline('ff00'), inline('ff01'))).toEqual([PLACE]);
  });
  test('of a file that cannot be amended is listed without its place', async () => {
    const broken = (hex: string): Uint8Array =>
      Buffer.from(
        Buffer.from(pictured(hex))
          .toString('latin1')
          .replace(/startxref\n\d+/, 'startxref\n0'),
        'latin1',
      );
    expect(await differences(broken('ff00'), broken('ff00'))).toEqual([]);
    expect(await differences(broken('ff00'), broken('ff01'))).toEqual(['Picture differs.']);
  });
});

describe('a drawing', () => {
  const DIFFERS = ['Vector drawing on page 1 differs.'];
  const curve = (x: number, y: number, pen = ''): string =>
    `${pen} ${x} ${y} m ${x + 50} ${y} ${x + 50} ${y + 40} ${x} ${y + 40} c S`;
  test('that is moved as a whole is equal', async () => {
    expect(await differences(painted(curve(100, 300)), painted(curve(130, 250)))).toEqual([]);
    expect(await differences(painted(curve(100, 300)), painted(`q 1 0 0 1 50 50 cm ${curve(50, 250)} Q`))).toEqual([]);
  });
  test.each([
    ['shape', curve(100, 300), '100 300 m 150 300 150 330 100 340 c S'],
    ['colour', curve(100, 300, '1 0 0 RG'), curve(100, 300, '0 0 1 RG')],
    ['line width', curve(100, 300), curve(100, 300, '4 w')],
    ['dash', curve(100, 300), curve(100, 300, '[3 2] 0 d')],
    ['filling', curve(100, 300), curve(100, 300).replace('S', 'B')],
    ['number', curve(100, 300), `${curve(100, 300)} ${curve(200, 300)}`],
    ['clip', curve(100, 300), `q 100 300 20 20 re W n ${curve(100, 300)} Q`],
    ['bar of a chart', '100 300 30 80 re f', '100 300 30 90 re f'],
  ])('with another %s differs', async (_, original, revised) => {
    expect(await differences(painted(original), painted(original))).toEqual([]);
    expect(await differences(painted(original), painted(revised))).toEqual(DIFFERS);
  });
  test('of very many paths differs by its last one', async () => {
    const dense = (last: string): Uint8Array =>
      painted(`${Array.from({ length: 20_010 }, (_, at) => `${at % 500} 9 m ${at % 400} 99 l S`).join('\n')}\n${last}`);
    expect(await differences(dense(curve(100, 300)), dense(curve(100, 301)))).toEqual(DIFFERS);
  });
  test('is not a white page, and not what is clipped away', async () => {
    const page = await extractPages(plainPdf([{ content: `1 g 0 0 595 842 re f 0 g ${TEXT}` }]));
    expect(page.inventory).toEqual([]);
    expect((await extractPages(painted(`q 0 0 9 9 re W n ${curve(100, 300)} Q`))).inventory).toEqual([]);
  });
  test('is not an underline, nor the lines of a ruled table', async () => {
    const cells = [100, 200].flatMap((x) => [520, 500].map((y) => showText(`cell ${x} ${y}`, x + 5, y + 5, 9)));
    const lines = [
      ...[100, 200, 300].map((x) => `${x} 500 m ${x} 540 l S`),
      ...[500, 520, 540].map((y) => `100 ${y} m 300 ${y} l S`),
    ];
    const { inventory, pages } = await extractPages(painted([...cells, ...lines].join('\n')));
    expect(JSON.stringify(pages)).toContain('"kind":"table"');
    expect(inventory).toEqual([]);
    const marked = await extractPages(
      painted(`${lines.map((line) => `/Artifact BMC ${line} EMC`).join('\n')}\n${cells.join('\n')}`),
    );
    expect(marked.inventory).toEqual([]);
    expect((await extractPages(painted('72 698 m 181 698 l S'))).inventory).toEqual([]);
  });
  test('filled with a pattern or shading is equal at each reading', async () => {
    const shaded = (end: string): Uint8Array =>
      painted('q 100 100 50 50 re W n /Sh1 sh Q', { resources: `/Shading << /Sh1 ${OBJECT} >>` }, [
        `<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [ 100 100 150 150 ] /Function << /FunctionType 2 /N 1 /Domain [ 0 1 ] /C0 [ 0 0 0 ] /C1 [ ${end} ] >> >>`,
      ]);
    expect(await differences(shaded('1 0 0'), shaded('1 0 0'))).toEqual([]);
    expect(await differences(shaded('1 0 0'), shaded('0 1 0'))).toEqual(DIFFERS);
    const tiled = (size: number): Uint8Array =>
      painted('/Pattern cs /P1 scn 100 100 50 50 re f', { resources: `/Pattern << /P1 ${OBJECT} >>` }, [
        streamObject(
          '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [ 0 0 10 10 ] /XStep 10 /YStep 10 /Resources << /Font << /F1 3 0 R >> >>',
          `0 0 ${size} ${size} re f BT /F1 5 Tf (x) Tj ET`,
        ),
      ]);
    expect(await differences(tiled(4), tiled(4))).toEqual([]);
    expect(await differences(tiled(4), tiled(5))).toEqual(DIFFERS);
  });
});

describe('an annotation', () => {
  const note = (entries: string): Uint8Array => annotated(`/Subtype /Text /Rect [ 300 690 320 710 ] ${entries}`);
  test('with other words differs', async () => {
    expect(await differences(note('/Contents (agreed)'), note('/Contents (not agreed)'))).toEqual([
      'Annotation on page 1: “note: agreed” became “note: not agreed”.',
    ]);
  });
  test('is equal with another name and time', async () => {
    expect(
      await differences(
        note('/Contents (agreed) /NM (a1) /M (D:20230101)'),
        note('/Contents (agreed) /NM (b2) /M (D:20240101)'),
      ),
    ).toEqual([]);
  });
  test('that is a stamp differs by its appearance', async () => {
    const stamp = (color: string): Uint8Array =>
      painted('', { entries: `/Annots [ ${FIRST_FREE + 1} 0 R ]` }, [
        streamObject('/Type /XObject /Subtype /Form /BBox [ 0 0 50 20 ]', `${color} rg 0 0 50 20 re f`),
        `<< /Type /Annot /Subtype /Stamp /F 4 /Rect [ 300 600 350 620 ] /AP << /N ${OBJECT} >> >>`,
      ]);
    expect(await differences(stamp('1 0 0'), stamp('1 0 0'))).toEqual([]);
    expect(await differences(stamp('1 0 0'), stamp('0 1 0'))).toEqual([
      'Annotation on page 1, after “see the picture below” (stamp) differs.',
    ]);
  });
  test('that links a place without text differs, and a link of text is compared', async () => {
    const link = (url: string, rect: string): Uint8Array =>
      annotated(`/Subtype /Link /Rect [ ${rect} ] /A << /S /URI /URI (${url}) >>`);
    const [aside, over] = ['300 300 400 340', '70 695 200 712'];
    expect(await differences(link('https://a.example/', aside), link('https://b.example/', aside))).toEqual([
      'Annotation on page 1, after “see the picture below”: “https://a.example/” became “https://b.example/”.',
    ]);
    const { changes, uncompared } = await compared(link('https://a.example/', over), link('https://b.example/', over));
    expect(changes).toBeGreaterThan(0);
    expect(uncompared).toBeUndefined();
  });
});

describe('a form field', () => {
  const text = (value: string, more = ''): Uint8Array => field(`/FT /Tx /T (amount) /V (${value}) ${more}`);
  test('whose value is shown is compared as text', async () => {
    const { changes, uncompared } = await compared(text('10'), text('20'));
    expect(changes).toBe(1);
    expect(uncompared).toBeUndefined();
  });
  test('whose page shows an outdated value is listed', async () => {
    const outdated = (value: string): Uint8Array =>
      plainPdf(
        [{ content: `${TEXT}\n${showText('10', 80, 505)}`, entries: `/Annots [ ${OBJECT} ]` }],
        [`<< /Type /Annot /Subtype /Widget /Rect [ 72 500 272 520 ] /FT /Tx /T (amount) /V (${value}) >>`],
        `/AcroForm << /Fields [ ${OBJECT} ] >>`,
      );
    expect(await differences(outdated('10'), outdated('20'))).toEqual([
      'Form field on page 1 (amount) is only in the revised document.',
    ]);
    expect(await differences(outdated('20'), outdated('30'))).toEqual(['Form field on page 1 (amount) differs.']);
  });
  test('for a password is never read', async () => {
    expect(await differences(text('secret', '/Ff 8192'), text('other', '/Ff 8192'))).toEqual([]);
  });
});

describe('other content', () => {
  test('attached files differ by their content', async () => {
    const attached = (data: string): Uint8Array =>
      plainPdf(
        [{ content: TEXT }],
        [
          streamObject('/Type /EmbeddedFile /Params << /ModDate (D:20240101) >>', data),
          `<< /Type /Filespec /F (prices.csv) /UF (prices.csv) /EF << /F ${OBJECT} >> >>`,
        ],
        `/Names << /EmbeddedFiles << /Names [ (prices.csv) ${FIRST_FREE + 1} 0 R ] >> >>`,
      );
    expect(await differences(attached('a,1'), attached('a,1'))).toEqual([]);
    expect(await differences(attached('a,1'), attached('a,2'))).toEqual(['Attachment (prices.csv) differs.']);
  });
  test('a page without text differs by its painting', async () => {
    const scanned = (hex: string): Uint8Array =>
      plainPdf(
        [{ content: TEXT }, { content: 'q 595 0 0 842 0 0 cm /Im1 Do Q', resources: `/XObject << /Im1 ${OBJECT} >>` }],
        [pixels(hex)],
      );
    expect(await differences(scanned('00'), scanned('00'))).toEqual([]);
    expect(await differences(scanned('00'), scanned('01'))).toEqual(['Page without text (page 2) differs.']);
  });
  test('text outside the page is listed', async () => {
    const marked = (job: string): Uint8Array => painted(showText(job, 300, 1000));
    expect(await differences(marked('job 1'), marked('job 2'))).toEqual([
      'Text outside the page on page 1: “job 1” became “job 2”.',
    ]);
  });
});
