/** The text of a printed redline, line by line, as pdf.js gives it. Its own reading of columns and tables is not used. */
import { openPdf } from '../../formats/pdf/paint/open-pdf.ts';

/** The lines of all pages, in the order in which they are painted. @throws ServiceError */
export async function printedLines(bytes: Uint8Array): Promise<string[]> {
  const pdf = await openPdf(bytes);
  try {
    const lines: string[] = [];
    for (let number = 1; number <= pdf.document.numPages; number += 1) {
      const page = await pdf.document.getPage(number);
      const { items } = await page.getTextContent({ disableNormalization: false });
      let line = '';
      for (const item of items) {
        if (!('str' in item)) continue;
        line += item.str;
        if (!item.hasEOL) continue;
        lines.push(line);
        line = '';
      }
      lines.push(line);
      page.cleanup();
    }
    return lines;
  } finally {
    await pdf.close();
  }
}
