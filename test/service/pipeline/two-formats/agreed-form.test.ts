/** Two formats: what both state is compared, and nothing else is a change. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textOf, type Document } from '../../../../shared/document/model.ts';
import { resolve } from '../../../../shared/fragment/resolve.ts';
import { writeFragment } from '../../../../shared/fragment/write.ts';
import { SIDE_FORMATS, type SideFormat } from '../../../../shared/formats.ts';
import { measureEnvelope } from '../../../../service/formats/measure-envelope.ts';
import { readText } from '../../../../service/formats/read-text.ts';
import { agreedForm, type FormSide } from '../../../../service/pipeline/two-formats/agreed-form.ts';
import { compareReadings } from '../../../../service/pipeline/compare/compare-readings.ts';
import { arbitraryDocument } from '../../../builders/arbitrary-document.ts';
import { doc, h1, li, ol, p, path, strong, sup, table, td, tr, ul, link } from '../../../builders/document.ts';

const SIDES = fc.constantFrom<SideFormat>(...SIDE_FORMATS);
const sideOf = (format: SideFormat, document: Document): FormSide => ({
  format,
  document,
  envelope: measureEnvelope(document.blocks),
  ...(format === 'pdf' && { pageOfBlock: document.blocks.map(() => 1) }),
});
const ofBlocks = (format: SideFormat, blocks: Document['blocks']): FormSide => sideOf(format, { blocks, warnings: [] });
const htmlOf = (blocks: Document['blocks']): string => writeFragment(blocks);
const compare = (original: FormSide, revised: FormSide) => {
  const form = agreedForm(original, revised);
  const formats = { original: original.format, revised: revised.format };
  const options = { format: 'mixed', formats, mode: 'word', attributeMode: 'semantic' } as const;
  return { form, comparison: compareReadings(form.original, form.revised, options) };
};

describe('the agreed form of two documents', () => {
  test('keeps both invariants, whatever the formats and documents are', () => {
    fc.assert(
      fc.property(SIDES, SIDES, arbitraryDocument(), arbitraryDocument(), (a, b, original, revised) => {
        const { form, comparison } = compare(sideOf(a, original), sideOf(b, revised));
        expect(resolve(comparison.html, { reject: 'all' })).toBe(htmlOf(form.original.document.blocks));
        expect(resolve(comparison.html, { accept: 'all' })).toBe(htmlOf(form.revised.document.blocks));
        expect(comparison.degraded).toBe(0);
      }),
    );
  });

  test('of one document in two formats has no change', () => {
    fc.assert(
      fc.property(SIDES, SIDES, arbitraryDocument(), (a, b, document) => {
        fc.pre(a !== b);
        expect(compare(sideOf(a, document), sideOf(b, document)).comparison.summary.changeCount).toBe(0);
      }),
    );
  });

  test('does not depend on the order of the sides', () => {
    fc.assert(
      fc.property(SIDES, SIDES, arbitraryDocument(), arbitraryDocument(), (a, b, first, second) => {
        fc.pre(a !== b);
        const [there, back] = [
          agreedForm(sideOf(a, first), sideOf(b, second)),
          agreedForm(sideOf(b, second), sideOf(a, first)),
        ];
        expect(htmlOf(there.original.document.blocks)).toBe(htmlOf(back.revised.document.blocks));
        expect(htmlOf(there.revised.document.blocks)).toBe(htmlOf(back.original.document.blocks));
      }),
    );
  });
});

describe('what one format cannot state', () => {
  const rich = doc(
    h1('Terms'),
    ol(li('Goods'), li('Delivery')),
    ul(li('Late')),
    p('See ', strong('this'), link('https://x/', ' page')),
  );

  test.each<[string, SideFormat, Document['blocks'], readonly string[]]>([
    [
      'a page',
      'pdf',
      doc(
        p(strong('Terms')),
        p('1. Goods'),
        p('2. Delivery'),
        p('• Late'),
        p('See ', strong('this'), link('https://x/', ' page')),
      ),
      ['headings', 'lists', 'numbers and bullets'],
    ],
    [
      'a text',
      'txt',
      readText('Terms\n\n1. Goods\n2. Delivery\n\n• Late\n\nSee this\npage', 'txt').document.blocks,
      ['headings', 'lists', 'numbers and bullets', 'text formats', 'links'],
    ],
  ])('is no change, and is named once: %s', (_, format, blocks, named) => {
    const { form, comparison } = compare(ofBlocks('docx', rich), ofBlocks(format, blocks));
    expect(comparison.page(0, 9).changes).toEqual([]);
    expect(form.warnings).toHaveLength(1);
    expect(form.warnings[0]!.message).toContain(`not compared: ${named.join(', ')}.`);
  });

  test('a changed word beside it is one change', () => {
    const { comparison } = compare(
      ofBlocks('docx', rich),
      ofBlocks('txt', readText('Terms\n1. Goods\n2. Delay\n• Late\nSee this page', 'txt').document.blocks),
    );
    expect(comparison.summary).toMatchObject({ changeCount: 1, replacements: 1 });
  });

  test('a number of several levels, and a number in a merged paragraph, are no change before items and headings', () => {
    const original = ofBlocks(
      'docx',
      doc(h1('Scope of work'), ol(li('Goods are new'), li('Delivery is late')), p('The end')),
    );
    const printed = doc(p('Article 2.1 Scope of work'), p('(a) Goods are new (b) Delivery is late'), p('The end'));
    expect(compare(original, ofBlocks('pdf', printed)).comparison.summary.changeCount).toBe(0);
    const apart = doc(
      p('2.1'),
      p('Scope of work'),
      p('1.1.1'),
      p('Goods are new'),
      p('(b)'),
      p('Delivery is late'),
      p('The end'),
    );
    expect(compare(original, ofBlocks('pdf', apart)).comparison.summary.changeCount).toBe(0);
  });

  test('a number before a paragraph that has none is a change', () => {
    const { comparison } = compare(
      ofBlocks('docx', doc(p('Goods are new'))),
      ofBlocks('pdf', doc(p('1.1 Goods are new'))),
    );
    expect(comparison.summary.changeCount).toBe(1);
  });

  test('an initial is no number', () => {
    const { form } = compare(
      ofBlocks('docx', doc(ol(li('Goods')), p('A. Smith'))),
      ofBlocks('pdf', doc(p('1. Goods'), p('B. Smith'))),
    );
    expect(form.revised.document.blocks.map((block) => (block.kind === 'text' ? textOf(block) : ''))).toEqual([
      'Goods',
      'B. Smith',
    ]);
  });
});

describe('what a page only shows', () => {
  test('takes its paragraphs from the side that states them, where the words around are the same', () => {
    const original = ofBlocks('docx', doc(p('One two three four.'), p('Five six seven.'), p('Eight.')));
    const revised = ofBlocks('pdf', doc(p('One two'), p('three four. Five six'), p('seven.'), p('Eight.')));
    expect(compare(original, revised).comparison.summary.changeCount).toBe(0);
  });

  test('a table whose cells are printed as paragraphs is a table there too', () => {
    const cells = ['Item', 'Price', 'Apples', '3', 'Pears', '4'];
    const rows = [0, 2, 4].map((at) => tr(td(p(cells[at]!)), td(p(cells[at + 1]!))));
    const { comparison, form } = compare(
      ofBlocks('docx', doc(p('List'), table(...rows))),
      ofBlocks('pdf', doc(p('List'), ...cells.map((cell) => p(cell === '4' ? '5' : cell)))),
    );
    expect(comparison.summary).toMatchObject({ changeCount: 1, replacements: 1 });
    expect(form.revised.document.blocks.map(({ kind }) => kind)).toEqual(['text', 'table']);
    expect(form.warnings).toEqual([]);
  });

  test('a table on both sides stays one, with its new row', () => {
    const row = (...texts: string[]) => tr(...texts.map((text) => td(p(text))));
    const { comparison } = compare(
      ofBlocks('docx', doc(table(row('Item', 'Price'), row('Apples', '3')))),
      ofBlocks('pdf', doc(table(row('Item', 'Price'), row('Apples', '3'), row('Pears', '4')))),
    );
    expect(comparison.html).toContain('<table>');
    expect(comparison.summary.changeCount).toBe(1);
  });

  test.each<[string, Document['blocks'], Document['blocks']]>([
    ['numbers of notes', doc(p('The fee', sup('*'), ' is due.')), doc(p('The fee', sup('i'), ' is due.'))],
    ['stretched lines of Arabic', doc(p('أشكال التمييز')), doc(p('أشكال التـمـييز'))],
    ['shapes of Arabic letters', doc(p('سلام')), doc(p('\ufeb3\ufefc\ufee1'))],
    ['dots that lead to a page number', doc(p('Payment 12')), doc(p('Payment .............. 12'))],
  ])('%s are no change', (_, original, revised) => {
    expect(compare(ofBlocks('docx', original), ofBlocks('pdf', revised)).comparison.summary.changeCount).toBe(0);
  });

  test('five dots beside a word are a change between formats that are not printed', () => {
    const { comparison } = compare(ofBlocks('html', doc(p('Fee 12'))), ofBlocks('markdown', doc(p('Fee ........ 12'))));
    expect(comparison.summary.changeCount).toBe(1);
  });
});

describe('a header that a page prints', () => {
  const header = (text: string) => ({ ...p(text), path: path('header') });
  const changesOf = (stories: Document['blocks'], body: readonly string[], printed: readonly string[]) =>
    compare(
      ofBlocks('docx', [...doc(...body.map((text) => p(text))), ...stories]),
      ofBlocks('pdf', doc(...printed.map((text) => p(text)))),
    ).comparison.summary.changeCount;

  test('is no change, in one part or in several', () => {
    const body = ['The fee is due.', 'It is late.'];
    expect(changesOf([header('Draft agreement')], body, ['Draft agreement', ...body])).toBe(0);
    expect(changesOf([header('Draft agreement page 3')], body, ['Draft agreement', 'page 3', ...body])).toBe(0);
    expect(changesOf([header('Draft agreement page 3')], body, [...body, 'page 3', 'Draft agreement'])).toBe(0);
  });

  test('takes no title with it whose words it repeats', () => {
    const body = ['Request list', 'The fee is due.'];
    expect(changesOf([header('Example request list, version 1')], body, body)).toBe(0);
    expect(changesOf([header('Example Request list, version 1')], body, body)).toBe(0);
    expect(changesOf([header('Example Request list, version 1')], body, ['Requests', 'The fee is due.'])).toBe(1);
  });
});
