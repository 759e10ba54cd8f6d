import { degrees, PDFDocument, PDFName, PDFString, StandardFonts, type PDFPage } from '@cantoo/pdf-lib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INCLUDES } from '../../../../shared/api/include.ts';
import { scanFragment } from '../../../../shared/fragment/scan.ts';
import { countedChanges } from '../../../../service/exports/marked-pages/closing-page.ts';
import { applyMatrix, placePage } from '../../../../service/exports/marked-pages/page-matrix.ts';
import { writeMarkedPages, type MarkedPagesTask } from '../../../../service/exports/marked-pages/write-marked-pages.ts';
import { openPdf } from '../../../../service/formats/pdf/paint/open-pdf.ts';
import { compareFiles } from '../../../../service/pipeline/compare/compare-files.ts';
import { findPageMarks } from '../../../../service/pipeline/page-marks/find-page-marks.ts';
import { pdf } from '../../../builders/pdf.ts';

/** A PDF of these lines, one a page, which the test may complete. */
async function drawn(
  lines: readonly string[],
  complete: (page: PDFPage, document: PDFDocument) => unknown = () => undefined,
): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const font = await document.embedFont(StandardFonts.TimesRoman);
  for (const line of lines) {
    const page = document.addPage([400, 500]);
    page.drawText(line, { x: 40, y: 420, size: 14, font });
    await complete(page, document);
  }
  return await document.save();
}

async function taskOf(
  original: Uint8Array,
  revised: Uint8Array,
  rest: Partial<MarkedPagesTask> = {},
): Promise<MarkedPagesTask> {
  const { html } = await compareFiles({
    formats: { original: 'pdf', revised: 'pdf' },
    ...{ original, revised, mode: 'word', attributeMode: 'semantic', include: INCLUDES, complexity: 'extended' },
  });
  return {
    pdfs: { original, revised },
    found: await findPageMarks({ original, revised, formats: PDFS, html }),
    layout: 'side_by_side',
    changes: countedChanges(scanFragment(html)),
    verdictOf: () => null,
    title: 'Lease → Lease',
    ...rest,
  };
}

interface ReadPage {
  readonly text: string;
  readonly view: readonly number[];
  readonly links: readonly { readonly url?: string; readonly dest?: unknown; readonly rect: readonly number[] }[];
}

async function read(bytes: Uint8Array): Promise<ReadPage[]> {
  const opened = await openPdf(bytes);
  const pages: ReadPage[] = [];
  for (let number = 1; number <= opened.document.numPages; number++) {
    const page = await opened.document.getPage(number);
    const { items } = await page.getTextContent();
    const links = (await page.getAnnotations()).filter(({ subtype }) => subtype === 'Link');
    const text = items.map((item) => ('str' in item ? item.str : '')).join(' ');
    pages.push({ text: text.replace(/\s+/g, ' '), view: page.view, links });
  }
  await opened.close();
  return pages;
}

/** The operators of a page's own content: the marks are there, the sources are forms. */
async function operatorsOf(bytes: Uint8Array, at: number): Promise<string> {
  const page = (await PDFDocument.load(bytes)).getPages()[at]!;
  const { decodePDFRawStream, PDFRawStream } = await import('@cantoo/pdf-lib');
  const stream = page.doc.context.lookup(page.node.get(PDFName.of('Contents')));
  if (!(stream instanceof PDFRawStream)) throw new Error('no content');
  return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
}

const PDFS = { original: 'pdf', revised: 'pdf' } as const;
const PAIR = [await drawn(['The fee of 100 is due.']), await drawn(['The fee of 900 is due.'])] as const;
const [GREEN, RED] = ['0.0392 0.4196 0.2157 RG', '0.6588 0.1529 0.1098 RG'];

describe('writeMarkedPages', () => {
  it('has both pages side by side with their text, their marks, and a page about the marks', async () => {
    const bytes = await writeMarkedPages(await taskOf(...PAIR));
    const pages = await read(bytes);
    expect(pages).toHaveLength(2);
    expect(pages[0]!.text).toContain('The fee of 100 is due.');
    expect(pages[0]!.text).toContain('The fee of 900 is due.');
    expect(pages[0]!.text).toContain('Original, page 1 of 1');
    expect(pages[0]!.view).toEqual([0, 0, 812, 520]);
    expect(pages[1]!.text).toContain('The comparison has 1 change. Every change is marked.');
    const operators = await operatorsOf(bytes, 0);
    expect([operators.split(RED).length, operators.split(GREEN).length]).toEqual([2, 2]);
  });

  it('begins each page in black, so that text without a colour is not white on its ground', async () => {
    const operators = await operatorsOf(await writeMarkedPages(await taskOf(...PAIR)), 0);
    expect(operators.match(/1 1 1 rg [^\n]*\n[^\n]*\n\/[OR]1 Do/gu)).toEqual([
      expect.stringMatching(/\n0 g\n\/O1 Do$/u),
      expect.stringMatching(/\n0 g\n\/R1 Do$/u),
    ]);
  });

  it('says which pages were not compared, on the page and at the end', async () => {
    const picture = (width: number) => (_: PDFPage, document: PDFDocument) =>
      document.addPage([400, 500]).drawRectangle({ x: 20, y: 20, width, height: 90 });
    const pair = [
      await drawn(['The fee is due.'], picture(50)),
      await drawn(['The fee is due.'], picture(70)),
    ] as const;
    const pages = await read(await writeMarkedPages(await taskOf(...pair)));
    expect(pages[0]!.text).not.toContain('Not compared');
    expect(pages[1]!.text).toContain('Original, page 2 of 2. Not compared: it has no text. It differs.');
    expect(pages[2]!.text).toContain('and different: these pages of the revised: 2');
  });

  it('has the pages one after the other, in their own size', async () => {
    const pages = await read(await writeMarkedPages(await taskOf(...PAIR, { layout: 'one_after_the_other' })));
    expect(pages.map(({ text }) => /100|900/.exec(text)?.[0])).toEqual(['100', '900', undefined]);
    expect(pages[0]!.view).toEqual([0, 0, 400, 520]);
  });

  it('makes the same bytes of the same input, and others of another decision', async () => {
    const task = await taskOf(...PAIR);
    const [first, second] = [await writeMarkedPages(task), await writeMarkedPages(await taskOf(...PAIR))];
    expect(Buffer.compare(first, second)).toBe(0);
    const decided = await writeMarkedPages({ ...task, verdictOf: () => 'accepted' });
    expect(Buffer.compare(first, decided)).not.toBe(0);
    expect(await operatorsOf(decided, 0)).toContain('/DiffsvcQuiet gs');
    expect(await operatorsOf(first, 0)).not.toContain('/DiffsvcQuiet gs');
  });

  it('keeps links to the web and to pages, and drops programs', async () => {
    const withLinks = (word: string) =>
      drawn([`The fee of ${word} is due.`, 'The end.'], (page, document) => {
        const { context } = document;
        const add = (entries: object): void =>
          page.node.addAnnot(
            context.register(context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [40, 400, 140, 430], ...entries })),
          );
        const [first] = document.getPages();
        add({ A: { S: 'URI', URI: PDFString.of('https://example.org/a(b)') } });
        add({ A: { S: 'URI', URI: PDFString.of('javascript:alert(1)') } });
        add({ A: { S: 'Launch', F: PDFString.of('calc.exe') } });
        add({ Dest: [first!.ref, 'XYZ', 10, 300, 0] });
      });
    const task = await taskOf(await withLinks('100'), await withLinks('900'));
    const pages = await read(await writeMarkedPages(task));
    const [sheet, second] = pages;
    expect(sheet!.links.map(({ url }) => url)).toEqual([
      'https://example.org/a(b)',
      undefined,
      'https://example.org/a(b)',
      undefined,
    ]);
    expect(sheet!.links[0]!.rect).toEqual([40, 400, 140, 430]);
    expect(sheet!.links[2]!.rect).toEqual([452, 400, 552, 430]);
    const revised = second!.links[3]!.dest as unknown[];
    expect(revised.slice(1)).toEqual([{ name: 'XYZ' }, 422, 300, null]);
    const opened = await openPdf(await writeMarkedPages(task));
    expect(await opened.document.getPageIndex(revised[0] as never)).toBe(0);
    await opened.close();
  });

  it('paints the values of form fields', async () => {
    const withField = (value: string) =>
      drawn(['The tenant signs here.'], (page, document) => {
        const field = document.getForm().createTextField('name');
        field.setText(value);
        field.addToPage(page, { x: 40, y: 300, width: 200, height: 20 });
      });
    const task = await taskOf(await withField('Ada'), await withField('Grace'));
    const [sheet] = await read(await writeMarkedPages(task));
    expect(sheet!.text).toContain('Ada');
    expect(sheet!.text).toContain('Grace');
  });

  it('keeps hidden layers hidden', async () => {
    const layered = (word: string) =>
      drawn([`The fee of ${word} is due.`], (page, document) => {
        const { context, catalog } = document;
        const layer = context.register(context.obj({ Type: 'OCG', Name: PDFString.of('draft') }));
        catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: [layer], D: { OFF: [layer] } }));
        page.node.Resources()!.set(PDFName.of('Properties'), context.obj({ L: layer }));
      });
    const bytes = await writeMarkedPages(await taskOf(await layered('100'), await layered('900')));
    const opened = await openPdf(bytes);
    const config = await opened.document.getOptionalContentConfig();
    const groups = [...config].map(([, group]) => group as { name: string; visible: boolean });
    expect(groups.map(({ name, visible }) => [name, visible])).toEqual([
      ['draft', false],
      ['draft', false],
    ]);
    await opened.close();
  });

  it('opens a PDF that only restricts copying, and says which side needs a password', async () => {
    const document = await PDFDocument.load(PAIR[1]);
    document.encrypt({ ownerPassword: 'owner', userPassword: '', permissions: { copying: false } });
    const restricted = await document.save();
    const [sheet] = await read(await writeMarkedPages(await taskOf(PAIR[0], restricted)));
    expect(sheet!.text).toContain('The fee of 900 is due.');

    const task = await taskOf(...PAIR);
    const pdfs = { original: PAIR[0], revised: pdf(['x'], { locked: true }) };
    await expect(writeMarkedPages({ ...task, pdfs })).rejects.toMatchObject({
      code: 'document_encrypted',
      details: { side: 'revised' },
      message: expect.stringContaining('without protection'),
    });
  });

  it('refuses what is no PDF, or another one', async () => {
    const task = await taskOf(...PAIR);
    for (const other of [Buffer.from('no PDF'), await drawn(['One.', 'Two.'])])
      await expect(writeMarkedPages({ ...task, pdfs: { ...task.pdfs, original: other } })).rejects.toMatchObject({
        code: 'document_invalid',
        details: { side: 'original' },
      });
  });

  it('names the changes that have no place', async () => {
    const task = await taskOf(...PAIR);
    const lost = { changeId: 'chg_000001', side: 'original', reason: 'not_printed', text: 'lost' } as const;
    const pages = await read(await writeMarkedPages({ ...task, found: { ...task.found, unplaced: [lost] } }));
    expect(pages.at(-1)!.text).toContain('Their text is not found on the pages: 1');
  });
});

describe('placePage', () => {
  it('places every point as pdf.js shows it', async () => {
    const box = fc.tuple(
      fc.integer({ min: -50, max: 50 }),
      fc.integer({ min: -50, max: 50 }),
      fc.integer({ min: 10, max: 700 }),
      fc.integer({ min: 10, max: 700 }),
    );
    await fc.assert(
      fc.asyncProperty(
        box,
        fc.constantFrom(0, 90, 180, 270),
        fc.constantFrom(1, 2.5),
        async ([x, y, width, height], rotation, unit) => {
          const document = await PDFDocument.create();
          const page = document.addPage();
          page.setMediaBox(x, y, width, height);
          page.setRotation(degrees(rotation));
          page.node.set(PDFName.of('UserUnit'), document.context.obj(unit));
          const opened = await openPdf(await document.save());
          const viewport = (await opened.document.getPage(1)).getViewport({ scale: 1 });
          await opened.close();
          const place = placePage({ box: [x, y, x + width, y + height], rotation }, unit, 0, 0);
          expect([place.width, place.height]).toEqual([viewport.width, viewport.height]);
          const point = [x + width / 3, y + height / 5] as const;
          const [shownX, shownY] = viewport.convertToViewportPoint(...point) as [number, number];
          const [ownX, ownY] = applyMatrix(place.matrix, ...point);
          expect(ownX).toBeCloseTo(shownX, 6);
          expect(ownY).toBeCloseTo(viewport.height - shownY, 6);
        },
      ),
      { numRuns: 30 },
    );
  });
});
