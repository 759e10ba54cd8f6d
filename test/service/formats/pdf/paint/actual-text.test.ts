// Replacement text of marked content: moved into the names of marked content, and read in place of the glyphs.
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { actualTextOf } from '../../../../../service/formats/pdf/amend/actual-text.ts';
import { FileObjects } from '../../../../../service/formats/pdf/amend/file-objects.ts';
import { nameContent } from '../../../../../service/formats/pdf/amend/name-content.ts';
import { readPdf } from '../../../../../service/formats/pdf/read-pdf.ts';

/** A PDF of one page with a Flate-compressed content stream. */
function packedPdf(content: string, trailer = ''): Uint8Array {
  const packed = deflateSync(Buffer.from(content, 'latin1'));
  const bodies = [
    Buffer.from('<</Type/Catalog/Pages 2 0 R>>'),
    Buffer.from('<</Type/Pages/Count 1/Kids[4 0 R]/MediaBox[0 0 595 842]>>'),
    Buffer.from('<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>'),
    Buffer.from('<</Type/Page/Parent 2 0 R/Resources<</Font<</F1 3 0 R>>>>/Contents 5 0 R>>'),
    Buffer.concat([
      Buffer.from(`<</Filter/FlateDecode/Length ${packed.length}>>\nstream\n`),
      packed,
      Buffer.from('\nendstream'),
    ]),
  ];
  let file = Buffer.from('%PDF-1.7\n');
  const offsets = bodies.map((body, index) => {
    const offset = file.length;
    file = Buffer.concat([file, Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 6\n0000000000 65535 f \n${table}trailer\n<</Size 6/Root 1 0 R${trailer}>>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.concat([file, Buffer.from(end)]);
}

const textOf = async (content: string): Promise<string> => {
  const { document } = await readPdf(packedPdf(content));
  return document.blocks
    .flatMap((block) => (block.kind === 'text' ? block.runs : []))
    .map((run) => run.text)
    .join('');
};
/** Whether the file stays as it is. */
const isUnchanged = (bytes: Uint8Array): boolean => {
  const objects = new FileObjects(bytes);
  return nameContent(objects).bytes === objects.file;
};
const line = (inner: string): string => `BT /F1 12 Tf 1 0 0 1 50 700 Tm ${inner} ET`;

describe('replacement text', () => {
  test.each([
    ['in hexadecimal', '(na) Tj /Span<</ActualText<FEFF00EF>>>\nBDC (i) Tj EMC (ve) Tj', 'naïve'],
    ['in a string with other entries', '(co) Tj /Span <</Lang (en) /ActualText (-) >> BDC (+) Tj EMC (op) Tj', 'co-op'],
    ['for several glyphs', '(x) Tj /Span<</ActualText<FEFF0E33>>> BDC (a) Tj (b) Tj EMC (y) Tj', 'xำy'],
    ['that the glyphs say too', '(see ) Tj /Span<</ActualText(this)>> BDC (this) Tj EMC ( text) Tj', 'see this text'],
    [
      'of a place where no word is divided',
      '(notwith) Tj /Span<</ActualText<FEFF00AD>>> BDC [( ) 278] TJ EMC (standing) Tj',
      'notwithstanding',
    ],
    ['of an artifact stays out', '(a) Tj /Artifact<</ActualText(q)>> BDC EMC (b) Tj', 'ab'],
    ['that is empty, which says nothing', '(a) Tj /Span<</ActualText()>> BDC (-) Tj EMC (b) Tj', 'a-b'],
  ])('%s', async (_, content, expected) => {
    expect(await textOf(line(content))).toBe(expected);
  });

  test('does not change files without it, encrypted files and files that are no PDF', () => {
    const plain = packedPdf(line('(text) Tj'));
    expect(isUnchanged(plain)).toBe(true);
    const encrypted = packedPdf(line('/Span<</ActualText(q)>> BDC (a) Tj EMC'), '/Encrypt 9 0 R');
    expect(isUnchanged(encrypted)).toBe(true);
    const noise = Buffer.from('startxref 5 %%EOF stream endstream');
    expect(isUnchanged(noise)).toBe(true);
  });

  test('only appends to the file', () => {
    const bytes = packedPdf(line('/Span<</ActualText(q)>> BDC (a) Tj EMC'));
    const changed = Buffer.from(nameContent(new FileObjects(bytes)).bytes);
    expect(changed.subarray(0, bytes.length).equals(Buffer.from(bytes))).toBe(true);
    expect(changed.length).toBeGreaterThan(bytes.length);
  });

  test('is recognised by the name', () => {
    expect(actualTextOf('ActualText.00410301')).toBe('A\u0301');
    expect(actualTextOf('Span')).toBeNull();
  });
});
