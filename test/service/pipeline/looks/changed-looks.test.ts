import { describe, expect, it } from 'vitest';
import { describeDifferences } from '../../../../shared/change/describe-uncompared.ts';
import { compareFiles } from '../../../../service/pipeline/compare/compare-files.ts';
import { docx, wp } from '../../../builders/docx.ts';

const run = (text: string, properties = ''): string =>
  `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (runs: string, properties = ''): string =>
  `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${runs}</w:p>`;
const PLAIN = paragraph(run('The fee is due.'));

async function compared(
  original: Uint8Array,
  revised: Uint8Array,
  attributeMode: 'semantic' | 'presentation' = 'semantic',
) {
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
    expect(found).toMatchObject({
      changes: 0,
      told: [expect.stringMatching(/^The same text has another formatting: “/u)],
    });
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

  describe('with fields', () => {
    const simple = (code: string): string =>
      `<w:fldSimple w:instr=" ${code.replaceAll('"', '&quot;')} ">${run('7')}</w:fldSimple>`;
    const complex = (code: string): string =>
      '<w:r><w:fldChar w:fldCharType="begin"/></w:r>' +
      `<w:r><w:instrText> ${code} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>` +
      `${run('7')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
    const document = (field: string): Uint8Array => docx(paragraph(run('Item ') + field + run('.')));

    it.each([
      ['another sequence', complex('SEQ Table'), complex('SEQ Figure'), 'SEQ Table', 'SEQ Figure'],
      ['another formula', simple('=A1+A2'), simple('=A1*A2'), '=A1+A2', '=A1*A2'],
      ['another place', complex('REF one \\h'), simple('REF two \\h'), 'REF one', 'REF two'],
      ['another format', complex('PAGE \\* roman'), complex('PAGE'), 'PAGE * roman', 'PAGE'],
      ['typed text', run('7'), simple('PAGE'), 'none', 'PAGE'],
    ])('tells %s of a field that shows the same', async (_, one, other, was, is) => {
      expect(await compared(document(one), document(other))).toMatchObject({
        changes: 0,
        sameness: 'no_differences_in_compared_content',
        told: [`The same text has another formatting: “7.”, “field ${was}” became “field ${is}”.`],
      });
    });

    it.each([
      ['its form', complex('SEQ Table'), simple('SEQ Table')],
      ['a switch that nobody sees', complex('SEQ Table \\* MERGEFORMAT'), complex('SEQ Table')],
      ['a generated name', complex('REF _Ref111 \\r \\h'), complex('REF _Ref222 \\r')],
    ])('says nothing of %s', async (_, one, other) => {
      expect(await compared(document(one), document(other))).toMatchObject({ changes: 0, told: [] });
    });

    it('tells the page that became the number of pages in a footer', async () => {
      const footer = (field: string): Uint8Array =>
        docx(`${PLAIN}<w:sectPr><w:footerReference w:type="default" r:id="rIdF"/></w:sectPr>`, {
          footers: { rIdF: paragraph(run('Sheet ') + field) },
        });
      const { sameness } = await compareFiles({
        formats: { original: 'docx', revised: 'docx' },
        ...{ original: footer(complex('PAGE')), revised: footer(simple('NUMPAGES')) },
        ...{ mode: 'word', attributeMode: 'semantic', include: ['footers'] },
      });
      expect(sameness).toBe('no_differences_in_compared_content');
    });
  });

  it('names the first place, what became what, and how many places there are', async () => {
    const fees = paragraph(run('Fees.')) + PLAIN + paragraph(run('Term.'));
    const other =
      paragraph(run('Fees.', '<w:color w:val="FF0000"/>')) + PLAIN + paragraph(run('Term.', '<w:sz w:val="40"/>'));
    expect((await compared(docx(fees), docx(other))).told).toEqual([
      '2 places have the same text in another formatting. First: “Fees.”, “colour automatic” became “colour #ff0000”.',
    ]);
  });
});

describe('two DOCX with changes', () => {
  const heading = (properties: string): string =>
    paragraph(run('Term and Termination', properties), '<w:pStyle w:val="H"/>');
  const styles = '<w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 1"/><w:rPr><w:b/></w:rPr></w:style>';
  const before = docx(PLAIN + heading('') + paragraph(run('It lasts a year.')), { styles });

  it.each([
    ['white', '<w:color w:val="FFFFFF"/>', '“colour automatic” became “colour #ffffff”'],
    ['no longer bold', '<w:b w:val="0"/>', '“weight bold” became “weight normal”'],
  ])('tell a heading that became %s', async (_name, properties, told) => {
    const after = docx(
      paragraph(run('The rent is due.')) + heading(properties) + paragraph(run('It lasts two years.')),
      { styles },
    );
    const found = await compared(before, after);
    expect(found.changes).toBeGreaterThan(1);
    expect(found.told).toEqual([`The same text has another formatting: “Term and Termination”, ${told}.`]);
  });

  it('tell nothing of text that is in a change', async () => {
    const other = docx(paragraph(run('The rent is due.', '<w:b/>')) + wp('More.'));
    expect((await compared(docx(PLAIN), other)).told).toEqual([]);
    expect((await compared(docx(PLAIN), docx(PLAIN + paragraph(run('More.', '<w:sz w:val="8"/>'))))).told).toEqual([]);
  });

  it('list the place as a change where the caller asks for presentation', async () => {
    const after = docx(
      paragraph(run('The rent is due.')) + heading('<w:color w:val="FFFFFF"/>') + paragraph(run('It lasts a year.')),
      { styles },
    );
    const { told, changes } = await compared(before, after, 'presentation');
    expect({ told, changes }).toEqual({ told: [], changes: 2 });
  });
});
