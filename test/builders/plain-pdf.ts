/** Writes small PDFs: the given objects, a cross-reference table and a trailer. */

/** One page: its content stream, and entries for its dictionary ("/Annots [ … ]"). */
export interface PlainPage {
  readonly content: string;
  readonly entries?: string;
  /** Resources beside the fonts ("/XObject << /Im1 4 0 R >>"). */
  readonly resources?: string;
  /** Fonts beside F1 ("/F2 4 0 R"). */
  readonly fonts?: string;
}

/** A PDF with these pages and the font Helvetica as /F1. Further objects are numbered from `FIRST_FREE`. */
export function plainPdf(pages: readonly PlainPage[], objects: readonly string[] = [], catalog = ''): Uint8Array {
  const first = FIRST_FREE + objects.length;
  const kids = pages.map((_, index) => `${first + 2 * index} 0 R`).join(' ');
  const bodies = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [ ${kids} ] /MediaBox [ 0 0 595 842 ] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...objects,
    ...pages.flatMap(({ content, entries = '', resources = '', fonts = '' }, index) => [
      `<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 3 0 R ${fonts === '' ? '' : `${fonts} `}>> ${resources} >> /Contents ${first + 2 * index + 1} 0 R ${entries} >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  let file = '%PDF-1.7\n';
  const offsets = bodies.map((body, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = bodies.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return new TextEncoder().encode(file);
}

/** Number of the first object of `objects`. */
export const FIRST_FREE = 4;

/** A stream object with these entries and this data. */
export function streamObject(entries: string, data: string): string {
  return `<< ${entries} /Length ${data.length} >>\nstream\n${data}\nendstream`;
}

/** A content stream that shows a line of text. y counts from the bottom. */
export function showText(text: string, x: number, y: number, size = 12): string {
  return `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`;
}
