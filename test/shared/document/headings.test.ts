import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareText } from '../../../service/pipeline/compare/compare-text.ts';
import { headingsOf } from '../../../shared/document/headings.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';

/** The headings of a comparison, as level, number and text. */
function headings(original: string, revised = original): string[] {
  const { html } = compareText({ original, revised, format: 'html', mode: 'word' });
  return headingsOf(scanFragment(html)).map(({ level, label, text }) => [level, label, text].filter(Boolean).join(' '));
}

const clause = '<p>The supplier delivers the goods within ten days.</p>';

describe('the headings of a document', () => {
  it('are those that the document states', () => {
    expect(headings(`<h1>Terms</h1>${clause}<h2>Fee</h2><p><strong>Not this</strong></p>${clause}`)).toEqual([
      '1 Terms',
      '2 Fee',
    ]);
  });

  it('are short bold, underlined or capital paragraphs where it states none', () => {
    expect(
      headings(
        `<p><strong>Definitions</strong></p>${clause}<p><u>Delivery</u></p>${clause}<p>GOVERNING LAW</p>${clause}`,
      ),
    ).toEqual(['1 Definitions', '1 Delivery', '1 GOVERNING LAW']);
  });

  it('have the level of their number', () => {
    expect(
      headings(
        `<p><b>1. Supply</b></p><p><b>1.1 Goods</b></p>${clause}${clause}<p><b>Article 2. Price</b></p>${clause}${clause}` +
          `<p><b>2.1 Taxes</b></p>${clause}${clause}`,
      ),
    ).toEqual(['2 1. Supply', '3 1.1 Goods', '2 Article 2. Price', '3 2.1 Taxes']);
  });

  it('keep a lone title beside paragraphs that look like headings', () => {
    expect(headings(`<h1>Agreement</h1>${clause}<p><b>Fee</b></p>${clause}<p><b>Term</b></p>${clause}`)).toEqual([
      '1 Agreement',
      '1 Fee',
      '1 Term',
    ]);
  });

  it.each([
    ['bold names in a row', '<p><b>Ann</b></p><p><b>Bea</b></p><p><b>Cem</b></p><p><b>Dee</b></p>'],
    ['a bold word in a sentence', `<p><b>Note</b> that</p>${clause}`.repeat(4)],
    ['long bold text', `<p><b>${'all of this is emphasised '.repeat(5)}</b></p>${clause}`.repeat(4)],
    ['text in a table', `<table><tr><td><p><b>Fee</b></p></td></tr></table>${clause}`.repeat(4)],
    ['two of them', `<p><b>Fee</b></p>${clause}<p><b>Term</b></p>${clause}`],
  ])('are not: %s', (_, html) => {
    expect(headings(html)).toEqual([]);
  });

  it('say what the revised document says, and a deleted one what the original said', () => {
    const texts = (fee: string, end: string): string =>
      `<p><b>${fee}</b></p>${clause}<p><b>Term</b></p>${clause}<p><b>Law</b></p>${clause}${end}`;
    expect(headings(texts('Old fee', `<p><b>Notices</b></p>${clause}`), texts('New fee', ''))).toEqual([
      '1 New fee',
      '1 Term',
      '1 Law',
      '1 Notices',
    ]);
  });

  it('name blocks of the document, in order, whatever it holds', () => {
    const piece = fc.constantFrom(
      clause,
      '<p><b>Fee</b></p>',
      '<h2>Law</h2>',
      '<p>TERM</p>',
      '<ol><li><b>x y</b></ol>',
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const html = pieces.join('');
        const blocks = scanFragment(compareText({ original: html, revised: html, format: 'html', mode: 'word' }).html);
        const found = headingsOf(blocks).map(({ block }) => block);
        expect(found).toEqual([...new Set(found)].sort((a, b) => a - b));
        for (const block of found) expect(blocks[block]?.kind).toBe('text');
      }),
    );
  });
});
