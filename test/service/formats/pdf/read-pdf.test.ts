// Whole hand-written files: the document has what a reader sees on the page.
import { describe, expect, test } from 'vitest';
import { writeFragment } from '../../../../shared/fragment/write.ts';
import { composeReadings, readPdf } from '../../../../service/formats/pdf/read-pdf.ts';
import { extractPages } from '../../../../service/formats/pdf/extract-pages.ts';
import { faultsOf } from '../normal-form.ts';
import { FIRST_FREE, plainPdf, showText, type PlainPage } from '../../../builders/plain-pdf.ts';

const html = (blocks: Parameters<typeof writeFragment>[0]): string =>
  writeFragment(blocks).replace(/^<div class="diffsvc">|<\/div>$/g, '');

/** A PDF with a changed page tree. Offsets stay the same. */
function withKids(kids: string, count: number): Uint8Array {
  const file = new TextDecoder().decode(plainPdf([{ content: showText('text', 72, 720) }]));
  const [stated] = /\/Count 1 \/Kids \[ 4 0 R \]/.exec(file)!;
  return new TextEncoder().encode(file.replace(stated, `/Count ${count} /Kids [ ${kids} ]`));
}

describe('readPdf', () => {
  test('reads a heading and a paragraph of two lines', async () => {
    const bytes = plainPdf([
      {
        content: [
          showText('Master agreement', 72, 760, 20),
          showText('The parties agree on what follows here, and they do so in a line that is as', 72, 720),
          showText('long as the page is wide, with an end.', 72, 706),
        ].join('\n'),
      },
    ]);
    const reading = await readPdf(bytes);
    expect(html(reading.document.blocks)).toBe(
      '<h1>Master agreement</h1><p>The parties agree on what follows here, and they do so in a line that is as long as the page is wide, with an end.</p>',
    );
    expect(faultsOf(reading.document.blocks)).toEqual([]);
    expect(reading).toMatchObject({ pageOfBlock: [1, 1], pageCount: 1, headersAndFooters: [] });
  });

  test.each([
    ['white on dark', '0 0 0.5 rg', '1 1 1 rg', '<p>Total amount</p>'],
    ['black on yellow', '1 1 0 rg', '0 0 0 rg', '<p><mark>Total amount</mark></p>'],
    ['black on grey', '0.4 0.4 0.4 rg', '0 0 0 rg', '<p><mark>Total amount</mark></p>'],
  ])('marks a filled line of text unless it is a band: %s', async (_name, fill, ink, expected) => {
    const bytes = plainPdf([{ content: `${fill} 72 717 70 14 re f ${ink} ${showText('Total amount', 72, 720)}` }]);
    expect(html((await readPdf(bytes)).document.blocks)).toBe(expected);
  });

  test('links the text under a web address, but not under a script', async () => {
    const bytes = plainPdf(
      [
        {
          content: `${showText('see the portal now', 72, 720)} ${showText('or run this', 72, 600)}`,
          entries: `/Annots [ ${FIRST_FREE} 0 R ${FIRST_FREE + 1} 0 R ]`,
        },
      ],
      [
        '<< /Type /Annot /Subtype /Link /Rect [ 113 717 147 731 ] /A << /S /URI /URI (https://example.org/a) >> >>',
        '<< /Type /Annot /Subtype /Link /Rect [ 72 597 140 611 ] /A << /S /URI /URI (javascript:alert\\(1\\)) >> >>',
      ],
    );
    const { document } = await readPdf(bytes);
    expect(html(document.blocks)).toBe(
      '<p>see the <a href="https://example.org/a">portal</a> now</p><p>or run this</p>',
    );
  });

  test('reads a form value that the page does not paint', async () => {
    const bytes = plainPdf(
      [{ content: showText('Name:', 72, 720), entries: `/Annots [ ${FIRST_FREE} 0 R ]` }],
      ['<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Ada Lovelace) /F 4 /Rect [ 110 714 300 734 ] >>'],
      `/AcroForm << /Fields [ ${FIRST_FREE} 0 R ] >>`,
    );
    const { document } = await readPdf(bytes);
    expect(html(document.blocks)).toBe('<p>Name: Ada Lovelace</p>');
  });

  test('reads invisible text, and lists the pages without text', async () => {
    const bytes = plainPdf([{ content: '' }, { content: `3 Tr ${showText('recognised words', 72, 720)}` }]);
    const { document, pageOfBlock } = await readPdf(bytes);
    expect(html(document.blocks)).toBe('<p>recognised words</p>');
    expect(pageOfBlock).toEqual([2]);
    expect(document.warnings).toMatchObject([{ code: 'pages_without_text' }]);
    expect(document.warnings[0]!.message).toContain('Page 1 of 2');
  });

  test.each([
    ['no PDF', new TextEncoder().encode('hello'), 'document_invalid'],
    ['nothing', new Uint8Array(), 'document_invalid'],
    ['a tree of pages that leads back into itself', withKids('2 0 R', 1), 'document_invalid'],
    ['fewer than no pages', withKids('6 0 R', -5), 'document_invalid'],
    ['only drawings', plainPdf([{ content: '0 0 100 100 re f' }]), 'document_not_searchable'],
  ])('refuses %s', async (_, bytes, code) => {
    await expect(readPdf(bytes)).rejects.toMatchObject({ name: 'ServiceError', code });
  });

  test('reads a PDF of more pages than can be rendered', async () => {
    const names = Array.from({ length: 1_001 }, (_, at) => `Clause ${at + 1} binds.`);
    const { document } = await readPdf(plainPdf(names.map((name) => ({ content: showText(name, 72, 720) }))));
    expect(html(document.blocks)).toMatch(/Clause 1 binds\..*Clause 1001 binds\./su);
  });

  test('warns if a page has more glyphs than the cap', async () => {
    const { document } = await readPdf(plainPdf([{ content: showText('abcdefgh', 72, 720) }]), { maxGlyphsPerPage: 3 });
    expect(html(document.blocks)).toBe('<p>abc</p>');
    expect(document.warnings).toMatchObject([{ code: 'pages_truncated' }]);
  });

  test("does not change the caller's bytes, and reads them twice with the same result", async () => {
    const bytes = plainPdf([{ content: showText('same in, same out', 72, 720) }]);
    const copy = bytes.slice();
    const first = await readPdf(bytes);
    expect(bytes).toEqual(copy);
    expect(await readPdf(bytes)).toEqual(first);
  });
});

describe('composeReadings', () => {
  test('removes a running header and the page numbers from both sides', async () => {
    const page = (text: string, number: number): { content: string } => ({
      content: [
        showText('Internal draft', 72, 815, 8),
        showText(text, 72, 700),
        showText(`- ${number} -`, 290, 20, 8),
      ].join(' '),
    });
    const original = await extractPages(plainPdf([page('First clause.', 1), page('Second clause.', 2)]));
    const revised = await extractPages(plainPdf([page('First clause.', 1)]));
    const readings = composeReadings([original, revised]);
    expect(readings.map((reading) => html(reading.document.blocks))).toEqual([
      '<p>First clause.</p><p>Second clause.</p>',
      '<p>First clause.</p>',
    ]);
    expect(readings[1]!.headersAndFooters.map((line) => line.text).sort()).toEqual(['- 1 -', 'Internal draft']);
  });
});

describe('a font that cannot be read', () => {
  const broken = '<< /Type /Font /Subtype /Type0 /BaseFont /Broken /Encoding /Identity-H /DescendantFonts [ null ] >>';
  const page = (content: string): PlainPage => ({
    content: `${showText('The fee is due', 72, 700)}\n${content}`,
    resources: `/Font << /F1 3 0 R /F2 ${FIRST_FREE} 0 R >>`,
  });
  const lost = 'BT /F2 12 Tf 72 600 Td <00410042> Tj ET';

  test('loses its text, and a warning names the pages', async () => {
    const { document } = await readPdf(plainPdf([page(''), page(lost), page(lost)], [broken]));
    expect(document.warnings).toEqual([
      {
        code: 'text_in_unreadable_font',
        message: expect.stringMatching(/^Pages 2–3 of 3 with text in a font/) as string,
      },
    ]);
  });

  test('that no text uses is not mentioned', async () => {
    expect((await readPdf(plainPdf([page('')], [broken]))).document.warnings).toEqual([]);
  });
});
