/** The head of a table on paper. Skipped where there is no browser. */
import { describe, expect } from 'vitest';
import { selfContainedPage } from '../../../../service/exports/pages/self-contained-page.ts';
import { extractPages } from '../../../../service/formats/pdf/extract-pages.ts';
import { ChromiumPrinter } from '../../../../service/pages/chromium-printer.ts';
import { findPrograms } from '../../../../service/pages/programs.ts';
import { costlyTest } from '../../../seed/costly-test.ts';

const programs = findPrograms(process.env);
/** Heights above the table at which its first row alone would have room on the page, in pixels. */
const HEIGHTS = [760, 820];

describe.skipIf(programs.browser === null)('a table at the foot of a page', () => {
  costlyTest('takes its first row to the next page with the second one', async () => {
    const rows = `<tr><td>Head</td></tr><tr><td>${Array.from({ length: 14 }, () => 'tall').join('<br>')}</td></tr>`;
    for (const height of HEIGHTS) {
      const body = `<div style="height: ${height}px"></div><div class="diffsvc"><table><tbody>${rows}</tbody></table></div>`;
      const style = '@page { margin: 18mm 16mm; size: A4; } body { margin: 0; }';
      const page = await selfContainedPage({ title: 'Table', style, body });
      const pdf = await new ChromiumPrinter(programs).print(page, new AbortController().signal);
      const { pages } = await extractPages(pdf);
      const isOn = pages.map((each) => JSON.stringify(each).includes('Head'));
      expect([height, isOn]).toEqual([height, [false, true]]);
    }
  });
});
