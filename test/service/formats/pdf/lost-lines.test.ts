// Whatever a reader of pages leaves out: a line that one file has and the other lacks is always told.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { samenessOf } from '../../../../shared/change/uncompared.ts';
import { extractPages, type ExtractedPdf } from '../../../../service/formats/pdf/extract-pages.ts';
import { mapLineText } from '../../../../service/formats/pdf/across-sides/flow-text.ts';
import type { LayoutElement, PageLayout } from '../../../../service/formats/pdf/layout/layout.ts';
import type { TextLine } from '../../../../service/formats/pdf/lines/line-text.ts';
import { compareReadPair } from '../../../../service/pipeline/compare/compare-read-pair.ts';
import { corpusRoot } from '../../../oracle/input-pairs.ts';
import { randomPrint, withoutText } from '../../../oracle/pdf/random-print.ts';
import { printedPdf } from '../../../builders/printed-pdf.ts';
import { randomFrom, RUNS_ALL, sampleOf, SEED } from '../../../seed/seed.ts';

/** Baselines of the cells of one row differ by less than this (pt). */
const SAME_ROW = 4;
const [DOCUMENTS, LINES] = RUNS_ALL ? [30, 20] : [8, 10];

function sameness(original: ExtractedPdf, revised: ExtractedPdf): string {
  const { summary, uncompared } = compareReadPair(
    { original: { format: 'pdf', read: original }, revised: { format: 'pdf', read: revised } },
    { mode: 'word', attributeMode: 'semantic' },
  );
  return samenessOf(summary.changeCount, uncompared, false);
}

describe(`a line that is taken out is told (seed ${SEED})`, () => {
  test.each(Array.from({ length: DOCUMENTS }, (_, at) => at))('of printed document %i', async (at) => {
    const next = randomFrom(SEED * 1000 + at);
    const pages = randomPrint(next);
    const whole = await extractPages(printedPdf(pages));
    const places = pages.flatMap((texts, page) => texts.map((text, index) => ({ page, index, text })));
    for (let count = 0; count < LINES; count++) {
      const { page, index, text } = places[Math.floor(next() * places.length)]!;
      const rest = withoutText(pages, page, index);
      if (rest.every((texts) => texts.length === 0)) continue;
      const told = sameness(whole, await extractPages(printedPdf(rest)));
      expect(told, `page ${page + 1} without “${text.text}”`).not.toBe('no_differences');
    }
  });

  const folder = join(corpusRoot() ?? '', 'pdf', 'generated');
  test.skipIf(!existsSync(folder))('of generated documents of several producers', async () => {
    const { readdirSync } = await import('node:fs');
    for (const name of sampleOf(readdirSync(folder), 1 / 6)) {
      const whole = await extractPages(readFileSync(join(folder, name, 'original.pdf')));
      const next = randomFrom(SEED);
      for (let count = 0; count < LINES / 2; count++) {
        const page = whole.pages[Math.floor(next() * whole.pages.length)]!;
        const lines = page.regions.flatMap(({ elements }) => elements.flatMap(linesOf));
        const line = lines[Math.floor(next() * lines.length)];
        if (!line) continue;
        const rest = { ...whole, pages: whole.pages.map((each) => (each === page ? withoutLine(page, line) : each)) };
        expect(sameness(whole, rest), `${name}, page ${page.page} without “${line.text}”`).not.toBe('no_differences');
      }
    }
  });
});

function linesOf(element: LayoutElement): readonly TextLine[] {
  return element.kind === 'line' ? [element.line] : element.rows.flatMap((row) => row.flatMap(({ lines }) => lines));
}

function withoutLine(page: PageLayout, line: TextLine): PageLayout {
  const without = (element: LayoutElement): LayoutElement[] => {
    if (element.kind === 'line') return element.line === line ? [] : [element];
    const rows = element.rows.map((row) =>
      row.map((cell) => ({ ...cell, lines: cell.lines.filter((each) => each !== line) })),
    );
    const { lines, otherwise } = element;
    // A line of the page has the texts of all cells of a row.
    const lacking = (whole: readonly TextLine[]): TextLine[] =>
      whole.flatMap((each) => {
        if (Math.abs(each.y - line.y) > SAME_ROW) return [each];
        const rest = mapLineText(each, (text) => text.replace(line.text, ''));
        return rest.text.trim() === '' ? [] : [rest];
      });
    return [
      {
        ...element,
        rows,
        ...(lines && { lines: lacking(lines) }),
        ...(otherwise && { otherwise: lacking(otherwise) }),
      },
    ];
  };
  const regions = page.regions
    .map((region) => ({ ...region, elements: region.elements.flatMap(without) }))
    .filter(({ elements }) => elements.length > 0);
  return { ...page, regions };
}
