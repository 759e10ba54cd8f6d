/** A page with a content stream. Its one font, F1, is Courier. */
export interface DrawnPage {
  readonly content: string;
  /** Clockwise turn in degrees; absent: 0. */
  readonly rotation?: number;
  /** The visible box in points: left, bottom, right, top. Absent: letter. */
  readonly box?: readonly number[];
}

/** A PDF with these pages, written by hand. */
export function drawnPdf(pages: readonly DrawnPage[]): Uint8Array {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${4 + at * 2} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
    ...pages.flatMap(({ content, rotation = 0, box = [0, 0, 612, 792] }, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [${box.join(' ')}] /Rotate ${rotation} /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + at * 2} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
