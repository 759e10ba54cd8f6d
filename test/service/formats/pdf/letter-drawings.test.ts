// Letters that read the same on both sides and are drawn differently.
import { describe, expect, test } from 'vitest';
import { FIRST_FREE, plainPdf, streamObject } from '../../../builders/plain-pdf.ts';
import { comparePdfs } from './compare-pdfs.ts';

/** A page in a font whose map says that some letters read as others. */
const page = (text: string, reads: Readonly<Record<string, string>> = {}, font = 'Helvetica'): Uint8Array => {
  const hex = (letter: string): string => letter.charCodeAt(0).toString(16).padStart(2, '0');
  const entries = Object.entries(reads).map(([drawn, read]) => `<${hex(drawn)}> <00${hex(read)}>`);
  const map = `begincmap /CMapType 2 def 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <20> <7E> <0020> endbfrange ${entries.length > 0 ? `${entries.length} beginbfchar ${entries.join(' ')} endbfchar` : ''} endcmap`;
  return plainPdf(
    [
      { content: 'BT /F1 11 Tf 1 0 0 1 72 700 Tm (The price stays.) Tj ET' },
      {
        content: `BT /F2 11 Tf 1 0 0 1 72 730 Tm (${text}) Tj ET`,
        fonts: `/F2 ${FIRST_FREE + 1} 0 R`,
      },
    ],
    [
      streamObject('', map),
      `<< /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding /WinAnsiEncoding /ToUnicode ${FIRST_FREE} 0 R >>`,
    ],
  );
};

describe('an amount that reads the same', () => {
  test.each([
    ['a 6 drawn for a 5', 'Pay 600 euros.', { 6: '5' }, '5 in “500”'],
    ['an 8 drawn for a 5', 'Pay 800 euros.', { 8: '5' }, '5 in “500”'],
    ['an s drawn for a 5', 'Pay s00 euros.', { s: '5' }, '5 in “500”'],
  ])('and has %s is told', async (_, drawn, reads, letter) => {
    const { changes, listed, comparison } = await comparePdfs(page('Pay 500 euros.'), page(drawn, reads));
    expect(changes.filter(({ type }) => type !== 'replace')).toEqual([]);
    expect(listed).toContain(`Drawing of a letter that reads the same on page 2 (${letter}) differs.`);
    expect(comparison.sameness).not.toBe('no_differences');
  });

  test('and is drawn alike has no difference', async () => {
    const { listed } = await comparePdfs(page('Pay 500 euros.'), page('Pay 500 euros.', { 7: '1' }));
    expect(listed).toEqual([]);
  });

  test('and is set in another font has no difference in its letters', async () => {
    const { listed } = await comparePdfs(page('Pay 500 euros.'), page('Pay 500 euros.', {}, 'Times-Roman'));
    expect(listed.filter((told) => told.includes('reads the same'))).toEqual([]);
  });
});

test('a font of one name with other letters throughout is another font', async () => {
  const turned = Object.fromEntries([...'abcdefghijklm'].map((letter, at) => ['nopqrstuvwxyz'[at]!, letter]));
  const { listed } = await comparePdfs(
    page('a bed, a cab, a flag', {}, 'Courier'),
    page('n orq, n pno, n synt', turned, 'Courier'),
  );
  expect(listed).toEqual([]);
});
