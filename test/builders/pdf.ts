/** What a PDF is besides its text. */
export interface PdfTraits {
  /** Encrypted with a password that no one knows (ISO 32000-1, 7.6.3). */
  readonly locked?: boolean;
  /**
   * A Japanese font in place of Helvetica. Its codes are Shift JIS, and their map is not in the file (ISO 32000-1,
   * 9.7.5.2).
   */
  readonly shiftJis?: boolean;
}

const SHIFT_JIS_FONT =
  '<< /Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light /Encoding /90ms-RKSJ-H /DescendantFonts [' +
  '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin-Light /DW 1000 ' +
  '/CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> ' +
  '/FontDescriptor << /Type /FontDescriptor /FontName /Ryumin-Light /Flags 4 /FontBBox [0 -120 1000 880] ' +
  '/ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >> >>] >>';

/** A PDF with one line of text on each page, written by hand: header, objects, cross-reference table, trailer. */
export function pdf(lines: readonly string[], { locked = false, shiftJis = false }: PdfTraits = {}): Uint8Array {
  const pageNumbers = lines.map((_, index) => 4 + index * 2);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${lines.length} /Kids [${pageNumbers.map((number) => `${number} 0 R`).join(' ')}] >>`,
    shiftJis ? SHIFT_JIS_FONT : '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...lines.flatMap((line, index) => {
      const content = `BT /F1 12 Tf 72 720 Td (${line.replaceAll(/[\\()]/g, '\\$&')}) Tj ET`;
      const resources = '/MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >>';
      return [
        `<< /Type /Page /Parent 2 0 R ${resources} /Contents ${pageNumbers[index]! + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const filler = `<${'ab'.repeat(32)}>`;
  const standard = `<< /Filter /Standard /V 1 /R 2 /O ${filler} /U ${filler} /P -4 >>`;
  const encryption = locked ? ` /Encrypt ${standard} /ID [<00> <00>]` : '';
  const start = text.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${encryption} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
