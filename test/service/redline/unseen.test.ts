/** What no page shows has no revision: properties without effect, page numbers of headers, white space that is told. */
import { describe, expect, test } from 'vitest';
import { docx, r, wp } from '../../builders/docx.ts';
import { judge } from './judge.ts';

const NOTHING = { insertions: 0, deletions: 0, moves: 0, formatChanges: 0 };

describe('properties of runs', () => {
  const text = 'The agreement continues on this page.';
  test.each([
    ['a language', '<w:lang w:val="en-US"/>', '<w:lang w:val="en-GB"/>'],
    ['the check of spelling', '', '<w:noProof/>'],
    ['a size of complex scripts', '', '<w:szCs w:val="24"/>'],
    ['weight and slant of complex scripts', '<w:bCs/>', '<w:iCs/>'],
    ['a font of complex scripts', '<w:rFonts w:ascii="Arial" w:cs="Arial"/>', '<w:rFonts w:ascii="Arial"/>'],
    ['a hint', '', '<w:rFonts w:hint="eastAsia"/>'],
  ])('without effect are no revision: %s', async (_, before, after) => {
    const paragraph = (properties: string): string =>
      wp(r(text, properties), properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`);
    const { counts } = await judge(docx(paragraph(before)), docx(paragraph(after)));
    expect(counts).toEqual(NOTHING);
  });

  test.each([
    ['size of Arabic letters', 'نص', '', '<w:szCs w:val="40"/>'],
    ['weight of a run of complex scripts', text, '<w:rtl/>', '<w:bCs/><w:rtl/>'],
    ['hint for quotation marks', '“Quoted”', '', '<w:rFonts w:hint="eastAsia"/>'],
    ['size', text, '', '<w:sz w:val="40"/>'],
  ])('with an effect are one: %s', async (_, words, before, after) => {
    const { counts } = await judge(docx(wp(r(words, before))), docx(wp(r(words, after))));
    expect(counts).toEqual({ ...NOTHING, formatChanges: 1 });
  });

  test('without effect stay the original’s in an edited paragraph', async () => {
    const { counts } = await judge(
      docx(wp(r('The red agreement continues.', '<w:lang w:val="en-US"/>'))),
      docx(wp(r('The green agreement continues.', '<w:lang w:val="en-GB"/><w:noProof/>'))),
    );
    expect(counts).toEqual({ ...NOTHING, insertions: 1, deletions: 1 });
  });
});

test('a switch of a drawing that is written as a word has no revision', async () => {
  const drawing = (value: string, size: string): string =>
    wp(
      '<w:r><w:drawing><wp:inline><wp:extent cx="914400" cy="914400"/><wp:docPr id="1" name="Box"/><wp:cNvGraphicFramePr>' +
        `<a:graphicFrameLocks noChangeAspect="${value}"/></wp:cNvGraphicFramePr><a:graphic><a:graphicData>` +
        `<wps:wsp><wps:spPr><a:ln w="${size}"/></wps:spPr></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`,
    );
  const { counts } = await judge(docx(drawing('1', '9525')), docx(drawing('true', '9525')));
  expect(counts).toEqual(NOTHING);
  for (const [value, size] of [
    ['false', '9525'],
    ['true', '19050'],
  ] as const) {
    const other = await judge(docx(drawing('1', '9525')), docx(drawing(value, size)));
    expect(other.counts).toEqual({ ...NOTHING, insertions: 1, deletions: 1 });
  }
});

describe('page numbers', () => {
  const complex = (code: string, result: string): string =>
    ['begin', 'separate', 'end']
      .map((type) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`)
      .join('|')
      .replace('|', `<w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r>`)
      .replace('|', r(result));
  const simple = (code: string, result: string): string =>
    `<w:fldSimple w:instr=" ${code} ">${r(result)}</w:fldSimple>`;
  const withFooter = (body: string, footer: string): Uint8Array =>
    docx(`${wp(body)}<w:sectPr><w:footerReference w:type="default" r:id="f1"/></w:sectPr>`, {
      footers: { f1: wp(r('Page ') + footer) },
    });

  test.each([
    ['PAGE', complex],
    ['NUMPAGES \\* MERGEFORMAT', complex],
    ['SECTIONPAGES', simple],
  ])('of a footer are no revision: %s', async (code, field) => {
    const same = await judge(withFooter('A red body.', field(code, '3')), withFooter('A red body.', field(code, '4')));
    expect(same.counts).toEqual(NOTHING);
    const edited = await judge(
      withFooter('A red body.', field(code, '3')),
      withFooter('A green body.', field(code, '4')),
    );
    expect(edited.counts).toEqual({ ...NOTHING, insertions: 1, deletions: 1 });
  });

  test('of another kind are one', async () => {
    const { counts } = await judge(
      withFooter('A red body.', complex('FILENAME', 'a.docx')),
      withFooter('A red body.', complex('FILENAME', 'b.docx')),
    );
    expect(counts).toEqual({ ...NOTHING, insertions: 1, deletions: 1 });
  });
});
