import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textBlocksOf } from '../../../../service/engine/align/text-blocks-of.ts';
import { compareDocuments } from '../../../../service/engine/compare.ts';
import { flatBlocksOf, flatten } from '../../../../service/engine/fallback/flatten.ts';
import { readText } from '../../../../service/formats/read-text.ts';
import { textOf, type Block, type Document } from '../../../../shared/document/model.ts';
import { resolve } from '../../../../shared/fragment/resolve.ts';
import { scanFragment } from '../../../../shared/fragment/scan.ts';
import { writeFragment } from '../../../../shared/fragment/write.ts';
import { arbitraryDocument } from '../../../builders/arbitrary-document.ts';
import { runsOf } from '../../../seed/seed.ts';

const flat = (html: string): Document => flatten(readText(html, 'html').document);
const lines = (html: string): string[] => textBlocksOf(flat(html).blocks).map(textOf);

/** Every character of the texts in order, except white space and pictures. */
function lettersOf(blocks: readonly Block[]): string {
  return textBlocksOf(blocks)
    .map(textOf)
    .join('')
    .replace(/[\s\uFFFC]/gu, '');
}

describe('a flat document', () => {
  it('is in reader normal form, has every letter in its order, and is its own flat form', () => {
    fc.assert(
      fc.property(arbitraryDocument(), (document) => {
        const { blocks } = flatten(document);
        expect(lettersOf(blocks)).toBe(lettersOf(document.blocks));
        expect(scanFragment(writeFragment(blocks))).toEqual(blocks);
        expect(flatten({ blocks, warnings: [] }).blocks).toBe(blocks);
        expect(document.blocks.flatMap(flatBlocksOf)).toHaveLength(blocks.length);
      }),
      { numRuns: runsOf(500) },
    );
  });

  it('keeps the round trip exact', () => {
    fc.assert(
      fc.property(arbitraryDocument(), arbitraryDocument(), (one, two) => {
        const [original, revised] = [flatten(one), flatten(two)];
        const options = { mode: 'word', carriesLooks: true } as const;
        const fragment = writeFragment(compareDocuments(original, revised, options).blocks);
        expect(fragment).not.toContain('data-original-look');
        expect(resolve(fragment, { reject: 'all' })).toBe(writeFragment(original.blocks));
        expect(resolve(fragment, { accept: 'all' })).toBe(writeFragment(revised.blocks));
      }),
      { numRuns: runsOf(300) },
    );
  });

  it('has a row of a table as one line, its cells separated by tabs', () => {
    const html =
      '<table><caption>Fees</caption><tr><th>Item</th><th>Price</th></tr><tr><td><p>Main</p><p>part</p></td><td></td><td>5<br>euro</td></tr></table>';
    expect(lines(html)).toEqual(['Fees', 'Item\tPrice', 'Main part\t\t5 euro']);
    expect(writeFragment(flat(html).blocks)).toContain('<p class="line">Item\tPrice</p>');
  });

  it('keeps the paragraphs of a table that lays out a page', () => {
    const many = Array.from({ length: 20 }, (_, at) => `<p>Paragraph ${at}.</p>`).join('');
    expect(lines(`<table><tr><td>Menu</td><td>${many}</td></tr></table>`)).toHaveLength(21);
    expect(lines('<table><tr><td><h1>One</h1><p>Two</p></td></tr></table>')).toEqual(['One', 'Two']);
    const nested = '<table><tr><td>Side</td><td><table><tr><td>a</td><td>b</td></tr></table></td></tr></table>';
    expect(lines(nested)).toEqual(['Side', 'a\tb']);
  });

  it('keeps the numbers that the document shows', () => {
    const html = writeFragment(flat('<ol start="3"><li>one</li><li>two</li></ol><p>three</p>').blocks);
    expect(html).toContain('<p data-label="3.">one</p><p data-label="4.">two</p><p>three</p>');
  });

  it('keeps direction and images, and no heading, list, format or link', () => {
    const png = 'data:image/png;base64,iVBORw0KGgo=';
    const html = writeFragment(
      flat(
        `<h1 dir="rtl" lang="he">אחת</h1><ul><li><b>two</b> <a href="http://x/">three</a> <img src="${png}" alt="four"></li></ul><table dir="rtl"><tr><td>שש</td><td>seven<img src="${png}" alt="eight"></td></tr></table><p style="writing-mode: vertical-rl">漢字</p>`,
      ).blocks,
    );
    expect(html).toContain('<p dir="rtl">אחת</p>');
    expect(html).toContain('<p class="line" dir="rtl">שש\tseven</p>');
    expect(html).toContain('<p data-direction="vertical-rl">漢字</p>');
    expect(html.match(/<img/g)).toHaveLength(2);
    expect(html).not.toMatch(/<(?:h1|ul|li|strong|a|td)\b/);
  });
});
