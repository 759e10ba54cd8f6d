import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeDifferences } from '../../../../shared/change/describe-uncompared.ts';
import { compareFiles } from '../../../../service/pipeline/compare/compare-files.ts';
import { docx, wp } from '../../../builders/docx.ts';
import { drawnPdf } from '../../../builders/drawn-pdf.ts';

async function compared(format: 'html' | 'docx' | 'pdf', original: Uint8Array, revised: Uint8Array) {
  const formats = { original: format, revised: format };
  const result = await compareFiles({ formats, original, revised, mode: 'word', attributeMode: 'semantic' });
  return { changes: result.summary.changeCount, told: result.uncompared ? describeDifferences(result.uncompared) : [] };
}

const html = (original: string, revised: string) =>
  compared('html', new TextEncoder().encode(original), new TextEncoder().encode(revised));

describe('numbers that differ without a change', () => {
  it.each([
    ['<ol>', '<ol start=5>', '2 numbers from “a” on: “1.” became “5.”.'],
    ['<ol>', '<ol type=a>', '2 numbers from “a” on: “1.” became “a.”.'],
    ['<ol>', '<ol reversed>', '2 numbers from “a” on: “1.” became “2.”.'],
  ])('%s and %s are told with the first number and how many differ', async (one, other, sentence) => {
    const items = '<li>a</li><li>b</li></ol>';
    expect(await html(one + items, other + items)).toEqual({ changes: 0, told: [sentence] });
  });

  it('are told of an item alone, in a cell, and of a heading whose number appears', async () => {
    const cell = (value: string) => `<table><tr><td>x</td><td><ol><li value=${value}>a</li></ol></td></tr></table>`;
    expect((await html(cell('1'), cell('2'))).told).toEqual(['Number before “a”: “1.” became “2.”.']);
    const numbering = (text: string) =>
      `<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="${text}"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`;
    const styles =
      '<w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>';
    const file = (text: string) =>
      docx(`<w:p><w:pPr><w:pStyle w:val="H"/></w:pPr><w:r><w:t>Scope</w:t></w:r></w:p>${wp('It is wide.')}`, {
        ...{ numbering: numbering(text), styles },
      });
    const found = await compared('docx', file('%1.'), file('Part %1'));
    expect(found).toEqual({ changes: 0, told: ['Number before “Scope”: “1.” became “Part 1”.'] });
  });

  it('are told of a PDF, which states them as words', async () => {
    const file = (first: number) =>
      drawnPdf([
        {
          content: ['The terms are these.', `${first}. The fee is due in full.`, `${first + 1}. The term is one year.`]
            .map((line, at) => `BT /F1 10 Tf 72 ${700 - 14 * at} Td (${line}) Tj ET`)
            .join('\n'),
        },
      ]);
    const { told } = await compared('pdf', file(1), file(3));
    expect(told).toEqual(['2 numbers from “The fee is due in full.” on: “1.” became “3.”.']);
  });

  it('are not told where an inserted item moved them, nor where a change says so', async () => {
    const inserted = await html('<ol><li>a</li><li>b</li></ol>', '<ol><li>new words</li><li>a</li><li>b</li></ol>');
    expect(inserted).toEqual({ changes: 1, told: [] });
    expect((await html('<ol><li>a</li></ol>', '<p>a</p>')).told).toEqual([]);
    expect((await html('<ul><li>a</li></ul>', '<ul><li>a</li></ul>')).told).toEqual([]);
  });

  it('are told exactly if the lists of two equal texts count from different numbers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 4 }),
        async (words, one, other) => {
          const list = (start: number) =>
            `<p>x</p><ol start=${start}>${words.map((word) => `<li>${word}</li>`).join('')}</ol>`;
          const { changes, told } = await html(list(one), list(other));
          expect(changes).toBe(0);
          expect(told.length).toBe(one === other ? 0 : 1);
          if (one !== other && words.length > 1) expect(told[0]).toContain(`${words.length} numbers from`);
        },
      ),
    );
  });
});
