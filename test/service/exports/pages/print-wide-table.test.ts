/** A table that is wider than the paper, printed and read back. Skipped where there is no browser. */
import { describe, expect } from 'vitest';
import { writePage } from '../../../../service/exports/pages/write-page.ts';
import { readPdf } from '../../../../service/formats/pdf/read-pdf.ts';
import { writeFragment } from '../../../../shared/fragment/write.ts';
import { ChromiumPrinter } from '../../../../service/pages/chromium-printer.ts';
import { findPrograms } from '../../../../service/pages/programs.ts';
import { compareText } from '../../../../service/pipeline/compare/compare-text.ts';
import { costlyTest } from '../../../seed/costly-test.ts';

const programs = findPrograms(process.env);
const COLUMNS = 14;
const ROWS = 12;

/** Long words, each of them only in its cell. */
function wordAt(row: number, column: number): string {
  return `r${row}c${column}Verantwortungsbereichsleitung`;
}

function tableWith(wordOf: (row: number, column: number) => string): string {
  const rowOf = (row: number, tag: string): string =>
    `<tr>${Array.from({ length: COLUMNS }, (_, column) => `<${tag}>${wordOf(row, column)}</${tag}>`).join('')}</tr>`;
  const body = Array.from({ length: ROWS - 1 }, (_, row) => rowOf(row + 1, 'td')).join('');
  const merged = `<tr><td>mergedStart</td><td colspan="${COLUMNS - 1}">mergedWide</td></tr>`;
  const tall = `<tr><td rowspan="2">tallFirst</td><td rowspan="2">tallSecond</td><td colspan="${COLUMNS - 2}">upper</td></tr><tr><td colspan="${COLUMNS - 2}">lower</td></tr>`;
  return `<table><thead>${rowOf(0, 'th')}</thead><tbody>${body}${merged}${tall}</tbody></table>`;
}

/** The text of the printed page as the PDF reader reads it, without the ends of lines inside words. */
async function textPrinted(fragment: string): Promise<string> {
  const pdf = await new ChromiumPrinter(programs).print(
    await writePage('Wide', fragment, '1 change', {}),
    new AbortController().signal,
  );
  const { document } = await readPdf(pdf);
  return writeFragment(document.blocks)
    .replaceAll(/<[^>]*>/g, (tag) => (tag.startsWith('</t') ? '|' : ''))
    .replaceAll(/[\s\u200B]/gu, '');
}

describe.skipIf(programs.browser === null)('a table of 14 columns on paper', () => {
  costlyTest('keeps the text of every cell, and of every change', async () => {
    const { html } = compareText({
      original: tableWith(wordAt),
      revised: tableWith((row, column) => (row === 3 && column === 12 ? 'r3c12Replaced' : wordAt(row, column))),
      format: 'html',
      mode: 'auto',
    });
    const text = await textPrinted(html);
    const missing: string[] = [];
    for (let row = 0; row < ROWS; row += 1) {
      for (let column = 0; column < COLUMNS; column += 1) {
        if (!text.includes(wordAt(row, column))) missing.push(wordAt(row, column));
      }
    }
    for (const word of ['r3c12Replaced', 'mergedStart', 'mergedWide', 'tallFirst', 'tallSecond', 'upper', 'lower']) {
      if (!text.includes(word)) missing.push(word);
    }
    expect(missing).toEqual([]);
  });
});
