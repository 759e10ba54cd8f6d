import { describe, expect, it } from 'vitest';
import { describeDifferences } from '../../../shared/change/describe-uncompared.ts';
import { compareFiles } from '../../../service/pipeline/compare-files.ts';
import { docx, wp } from '../../builders/docx.ts';

const run = (text: string, properties = ''): string =>
  `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (runs: string, properties = ''): string =>
  `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${runs}</w:p>`;
const PLAIN = paragraph(run('The fee is due.'));

async function compared(original: Uint8Array, revised: Uint8Array, attributeMode = 'semantic' as const) {
  const formats = { original: 'docx', revised: 'docx' } as const;
  const { summary, uncompared, sameness } = await compareFiles({
    ...{ formats, original, revised, mode: 'word', attributeMode },
  });
  return { changes: summary.changeCount, sameness, told: uncompared ? describeDifferences(uncompared) : [] };
}

describe('two DOCX with equal text', () => {
  it.each([
    ['a colour', paragraph(run('The fee is ') + run('due.', '<w:color w:val="FFFFFF"/>'))],
    ['a size', paragraph(run('The fee is due.', '<w:sz w:val="8"/>'))],
    ['capitals', paragraph(run('The fee is due.', '<w:caps/>'))],
    ['hidden letters', paragraph(run('The fee is ') + run('due.', '<w:vanish/>'))],
    ['an alignment', paragraph(run('The fee is due.'), '<w:jc w:val="right"/>')],
    ['a page break', paragraph('<w:r><w:br w:type="page"/></w:r>' + run('The fee is due.'))],
  ])('that differ in %s', async (_name, other) => {
    const found = await compared(docx(PLAIN), docx(other));
    expect(found).toMatchObject({ changes: 0, told: ['Formatting differs.'] });
    expect(found.sameness).toBe('no_differences_in_compared_content');
  });

  it('that differ in the size of their pages, by more than programs round', async () => {
    const page = (width: number): Uint8Array =>
      docx(`${PLAIN}<w:sectPr><w:pgSz w:w="${width}" w:h="16838" w:orient="portrait"/></w:sectPr>`);
    expect((await compared(page(11_906), page(12_240))).told).toEqual(['Page layout differs.']);
    expect((await compared(page(11_906), page(11_907))).told).toEqual([]);
  });

  it.each([
    ['runs that a program cut in another way', paragraph(run('The fee ') + run('is due.', '<w:lang w:val="de"/>'))],
    ['another mark of an editing session', PLAIN.replace('<w:p>', '<w:p w:rsidR="00AA11BB">')],
    ['the look of white space', paragraph(run('The fee') + run(' ', '<w:sz w:val="40"/>') + run('is due.'))],
    ['an empty paragraph with a look', PLAIN + paragraph('', '<w:jc w:val="center"/>')],
    ['a style of another name that sets nothing', paragraph(run('The fee is due.'), '<w:pStyle w:val="X"/>')],
  ])('that differ in %s look the same', async (_name, other) => {
    expect(await compared(docx(PLAIN), docx(other))).toEqual({ changes: 0, sameness: 'no_differences', told: [] });
  });

  it('that differ in words have no such remark', async () => {
    const other = docx(paragraph(run('The rent is due.', '<w:b/><w:sz w:val="40"/>')));
    expect((await compared(docx(PLAIN), other)).told).toEqual([]);
    expect((await compared(docx(PLAIN), docx(PLAIN + wp('More.')))).told).toEqual([]);
  });
});
