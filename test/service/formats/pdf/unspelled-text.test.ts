// Letters that a page draws although the file has no text for them.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { textOf } from '../../../../shared/document/model.ts';
import { readPdf } from '../../../../service/formats/pdf/read-pdf.ts';
import { corpusRoot } from '../../../oracle/input-pairs.ts';
import { FIRST_FREE, plainPdf, streamObject } from '../../../builders/plain-pdf.ts';
import { comparePdfs, toldChanges } from './compare-pdfs.ts';

/** A map from the codes of printable letters to themselves, and from some codes to another text. */
function map(others: Readonly<Record<string, string>>): string {
  const entries = Object.entries(others).map(
    ([letter, hex]) => `<${letter.charCodeAt(0).toString(16).padStart(2, '0')}> <${hex}>`,
  );
  return streamObject(
    '',
    `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <20> <7E> <0020> endbfrange ${entries.length} beginbfchar ${entries.join(' ')} endbfchar endcmap end end`,
  );
}

/** A page with a text in a font with this map. */
const page = (text: string, others: Readonly<Record<string, string>>): Uint8Array =>
  plainPdf(
    [{ content: `BT /F2 11 Tf 1 0 0 1 72 730 Tm (${text}) Tj ET`, fonts: `/F2 ${FIRST_FREE + 1} 0 R` }],
    [
      map(others),
      `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode ${FIRST_FREE} 0 R >>`,
    ],
  );

/** A page in a font of drawn letters: code 1 is a square, 2 an upright line, 3 a space. */
const drawn = (codes: string): Uint8Array =>
  plainPdf(
    [
      {
        content: `BT /F1 12 Tf 1 0 0 1 72 700 Tm (see) Tj ET BT /F2 12 Tf 1 0 0 1 72 650 Tm <${codes}> Tj ET`,
        fonts: `/F2 ${FIRST_FREE + 3} 0 R`,
      },
    ],
    [
      streamObject('', '800 0 d0 100 0 600 600 re f'),
      streamObject('', '800 0 d0 300 0 100 600 re f'),
      streamObject('', '800 0 d0'),
      `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 800 800] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 1 /LastChar 3 /Widths [800 800 800] /Encoding << /Type /Encoding /Differences [1 /a1 /a2 /a3] >> /CharProcs << /a1 ${FIRST_FREE} 0 R /a2 ${FIRST_FREE + 1} 0 R /a3 ${FIRST_FREE + 2} 0 R >> /Resources << >> >>`,
    ],
  );

const ZERO = { NUL: '0000', space: '0020', 'a no-break space': '00A0', 'the replacement character': 'FFFD' };

describe.each(Object.entries(ZERO))('digits that the map of a font calls %s', (_, hex) => {
  const digits = Object.fromEntries([...'0123456789'].map((digit) => [digit, hex]));

  test('are one letter each, and the file is warned of', async () => {
    const { document } = await readPdf(page('Pay 500 euros now.', digits));
    expect(document.blocks.map((block) => (block.kind === 'text' ? textOf(block) : ''))).toEqual([
      'Pay ��� euros now.',
    ]);
    expect(document.warnings.map(({ code }) => code)).toEqual(['text_not_spelled']);
  });

  test('differ if others are drawn', async () => {
    const { changes, listed, comparison } = await comparePdfs(
      page('Pay 500 euros now.', digits),
      page('Pay 600 euros now.', digits),
    );
    expect(changes).toEqual([]);
    expect(listed).toEqual(['Text that the file does not spell on page 1 (Pay ��� euros now.) differs.']);
    expect(comparison.sameness).toBe('no_differences_in_compared_content');
  });

  test('are equal if the same are drawn', async () => {
    const { listed } = await comparePdfs(page('Pay 500 euros now.', digits), page('Pay 500 euros now.', digits));
    expect(listed).toEqual([]);
  });
});

test('a digit without a text beside others with one is told', async () => {
  const { changes, listed } = await comparePdfs(
    page('Pay 500 euros now.', { 5: '0000' }),
    page('Pay 550 euros now.', { 5: '0000' }),
  );
  expect(changes).toHaveLength(1);
  expect(listed).toEqual([
    'Text that the file does not spell on page 1: “Pay �00 euros now.” became “Pay ��0 euros now.”.',
  ]);
});

test.each(['0000', '0020'])('a space that draws nothing is a space, also if its text is %s', async (hex) => {
  const { document } = await readPdf(page('Pay 500 euros.', { ' ': hex }));
  expect(document.warnings).toEqual([]);
});

test('drawn letters of a font without a map are warned of, and compared by their drawing', async () => {
  const { document } = await readPdf(drawn('0102'));
  expect(document.warnings.map(({ code }) => code)).toEqual(['text_not_spelled']);
  expect((await readPdf(drawn('0303'))).document.warnings).toEqual([]);
  expect((await comparePdfs(drawn('0102'), drawn('0201'))).listed).toEqual([
    'Text that the file does not spell on page 1 (��) differs.',
  ]);
});

describe('digits in private codes', () => {
  const codes = (from: number): Readonly<Record<string, string>> =>
    Object.fromEntries([...'0123456789'].map((digit, at) => [digit, (from + at).toString(16)]));

  test('keep their codes, and the file is warned of', async () => {
    const { changes, comparison } = await comparePdfs(
      page('Pay 500 euros now.', codes(0xe030)),
      page('Pay 600 euros now.', codes(0xe030)),
    );
    expect(toldChanges(changes)).toEqual(['\ue035 → \ue036']);
    expect(comparison.warnings.map(({ code }) => code)).toEqual(['text_in_private_codes', 'text_in_private_codes']);
    expect(comparison.warnings[0]!.message).toMatch(/^Page 1 of 1 with words in private codes\./);
  });

  test('differ if others are drawn for the same codes', async () => {
    const { changes, listed } = await comparePdfs(
      page('Pay 500 euros now.', { 5: 'e035' }),
      page('Pay 600 euros now.', { 6: 'e035' }),
    );
    expect(changes).toEqual([]);
    expect(listed).toEqual(['Drawing of a letter that reads the same on page 1 (\ue035 in “\ue03500”) differs.']);
  });

  test('of old-style figures and small capitals are read', async () => {
    const oldStyle = { ...codes(0xf730), A: 'f761', B: 'f762' };
    const { document } = await readPdf(page('Pay 500 AB now.', oldStyle));
    expect(document.blocks.map((block) => (block.kind === 'text' ? textOf(block) : ''))).toEqual(['Pay 500 ab now.']);
    expect(document.warnings).toEqual([]);
  });

  test('of a sign that stands alone are no words', async () => {
    expect((await readPdf(page('A see page 4', { A: 'e041' }))).document.warnings).toEqual([]);
  });
});

describe.each(['null-digit-changes', 'digits-mapped-to-null'])('the reported %s', (name) => {
  const folder = join(corpusRoot() ?? '', 'reports', name);
  test.skipIf(!existsSync(folder))('is told', async () => {
    const [original, revised] = ['original.pdf', 'revised.pdf'].map((file) => readFileSync(join(folder, file)));
    const { comparison, listed } = await comparePdfs(original!, revised!);
    expect(listed).toHaveLength(1);
    expect(comparison.sameness).not.toBe('no_differences');
  });
});
