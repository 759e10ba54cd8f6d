import { describe, expect, test } from 'vitest';
import type { Block } from '../../../../shared/document/model.ts';
import { writeFragment } from '../../../../shared/fragment/write.ts';
import { scanFragment } from '../../../../shared/fragment/scan.ts';
import { readDocx } from '../../../../service/formats/docx/read-docx.ts';
import { docx, r, tc, tr, wp, type DocxParts } from '../../../builders/docx.ts';

const read = async (body: string, parts?: DocxParts): Promise<readonly Block[]> => {
  const { document } = await readDocx(docx(body, parts), { attributeMode: 'presentation' });
  expect(scanFragment(writeFragment(document.blocks))).toEqual(document.blocks);
  return document.blocks;
};
const looks = async (body: string, parts?: DocxParts): Promise<unknown[]> =>
  (await read(body, parts)).map((block) => (block.kind === 'text' || block.kind === 'table' ? block.attributes : null));

describe('looks of paragraphs', () => {
  test.each([
    ['<w:jc w:val="start"/>', {}],
    ['<w:jc w:val="center"/>', { 'data-align': 'center' }],
    ['<w:jc w:val="both"/>', { 'data-align': 'justify' }],
    ['<w:jc w:val="end"/>', { 'data-align': 'right' }],
    ['<w:bidi/><w:jc w:val="right"/>', { dir: 'rtl', 'data-align': 'left' }],
    ['<w:ind w:left="720" w:hanging="360"/>', { 'data-style': 'margin-left: 36pt; text-indent: -18pt' }],
    ['<w:ind w:start="1in" w:end="1cm"/>', { 'data-style': 'margin-left: 72pt; margin-right: 28.35pt' }],
    ['<w:spacing w:before="120" w:line="360"/>', { 'data-style': 'margin-top: 6pt; line-height: 1.5' }],
    ['<w:spacing w:line="240" w:lineRule="exact"/>', { 'data-style': 'line-height: 12pt' }],
    ['<w:shd w:val="clear" w:fill="FFEE00"/>', { 'data-style': 'background-color: #ffee00' }],
    ['<w:shd w:val="clear" w:fill="auto"/>', {}],
    [
      '<w:pBdr><w:top w:val="single" w:sz="4" w:color="FF0000"/></w:pBdr>',
      { 'data-style': 'border-top: single 0.5pt #ff0000' },
    ],
    ['<w:pageBreakBefore/>', { 'data-style': 'break-before: page' }],
  ])('%s', async (properties, look) => {
    expect(await looks(wp('text', properties))).toEqual([look]);
  });

  test('come from styles and the defaults of the document; what stands nearer counts', async () => {
    const styles =
      '<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="22"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="160"/></w:pPr></w:pPrDefault></w:docDefaults>' +
      '<w:style w:type="paragraph" w:styleId="B"><w:name w:val="Base"/><w:pPr><w:jc w:val="center"/></w:pPr></w:style>' +
      '<w:style w:type="paragraph" w:styleId="S"><w:name w:val="Small"/><w:basedOn w:val="B"/><w:rPr><w:sz w:val="16"/></w:rPr></w:style>';
    const body = wp('a') + wp('b', '<w:pStyle w:val="S"/>') + wp('c', '<w:pStyle w:val="S"/><w:jc w:val="left"/>');
    expect(await looks(body, { styles })).toEqual([
      { 'data-style': 'margin-bottom: 8pt; font-size: 11pt' },
      { 'data-align': 'center', 'data-class': 'Small', 'data-style': 'margin-bottom: 8pt; font-size: 8pt' },
      { 'data-class': 'Small', 'data-style': 'margin-bottom: 8pt; font-size: 8pt' },
    ]);
  });

  test('say nothing that could end a declaration', async () => {
    const styles = '<w:style w:type="paragraph" w:styleId="X"><w:name w:val="a&quot;; b\\c"/></w:style>';
    const body = wp(r('t', '<w:rFonts w:ascii="Evil; } &quot;&lt;x"/>'), '<w:pStyle w:val="X"/>');
    const [block] = await read(body, { styles });
    expect(block).toMatchObject({ attributes: { 'data-class': 'a bc' }, runs: [{ look: 'font-family: Evil } <x' }] });
  });
});

describe('looks of runs', () => {
  test('are what the run has beyond its paragraph', async () => {
    const styles =
      '<w:style w:type="paragraph" w:default="1" w:styleId="N"><w:name w:val="Normal"/><w:rPr><w:sz w:val="24"/></w:rPr></w:style>' +
      '<w:style w:type="character" w:styleId="C"><w:name w:val="Loud"/><w:rPr><w:caps/><w:color w:val="0000FF"/></w:rPr></w:style>';
    const body = wp(
      r('same ', '<w:sz w:val="24"/>') +
        r('large ', '<w:sz w:val="36"/>') +
        r('loud', '<w:rStyle w:val="C"/><w:u w:val="double"/>'),
    );
    const [block] = await read(body, { styles });
    expect(block?.kind === 'text' && block.runs.map(({ text, look }) => [text, look])).toEqual([
      ['same ', undefined],
      ['large', 'font-size: 18pt'],
      [' ', undefined],
      ['loud', 'color: #0000ff; text-transform: uppercase; text-decoration: underline double'],
    ]);
  });
});

describe('looks of characters beyond ASCII', () => {
  const styles =
    '<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:asciiTheme="minorHAnsi" w:hAnsiTheme="minorHAnsi" w:eastAsiaTheme="minorEastAsia" w:cstheme="minorBidi"/><w:sz w:val="22"/><w:szCs w:val="22"/></w:rPr></w:rPrDefault></w:docDefaults>' +
    '<w:style w:type="paragraph" w:styleId="S"><w:name w:val="Song"/><w:rPr><w:rFonts w:eastAsia="SimSun"/></w:rPr></w:style>';
  const theme =
    '<a:themeElements><a:fontScheme name="x">' +
    '<a:minorFont><a:latin typeface="Calibri"/><a:ea typeface="Meiryo"/><a:cs typeface="Tahoma"/></a:minorFont>' +
    '</a:fontScheme></a:themeElements>';
  const runs = async (body: string): Promise<unknown> => {
    const [block] = await read(body, { styles, theme });
    return block?.kind === 'text' && block.runs.map(({ text, look }) => [text, look]);
  };

  test('East Asian characters have theirs from the run, its style or the theme', async () => {
    const own = r('新', '<w:rFonts w:eastAsia="Batang"/>');
    expect(await runs(wp(`${r('第12条')}${own}`))).toEqual([
      ['第', 'font-family: Meiryo'],
      ['12', undefined],
      ['条', 'font-family: Meiryo'],
      ['新', 'font-family: Batang'],
    ]);
    expect(await runs(wp(`${r('第12条')}${own}`, '<w:pStyle w:val="S"/>'))).toEqual([
      ['第', 'font-family: SimSun'],
      ['12', undefined],
      ['条', 'font-family: SimSun'],
      ['新', 'font-family: Batang'],
    ]);
  });

  test('the ASCII font of a run says nothing of them, and theirs nothing of ASCII letters', async () => {
    expect(await runs(wp(r('a 条', '<w:rFonts w:ascii="Arial" w:eastAsia="Batang" w:cs="Nazli"/>')))).toEqual([
      ['a', 'font-family: Arial'],
      [' ', undefined],
      ['条', 'font-family: Batang'],
    ]);
  });

  test('so have letters beyond ASCII; they are divided only where their fonts differ', async () => {
    const fonts = '<w:rFonts w:ascii="Arial" w:hAnsi="Times"/>';
    expect(await runs(wp(r('Où est l’été 1 ?') + r('да, нет 1', fonts)))).toEqual([
      ['Où est l’été 1 ?', undefined],
      ['да', 'font-family: Times'],
      [',', 'font-family: Arial'],
      [' ', undefined],
      ['нет', 'font-family: Times'],
      [' ', undefined],
      ['1', 'font-family: Arial'],
    ]);
  });

  test('quotation marks are East Asian if the run says so', async () => {
    expect(await runs(wp(r('“条”') + r('“条”', '<w:rFonts w:hint="eastAsia"/>')))).toEqual([
      ['“', undefined],
      ['条', 'font-family: Meiryo'],
      ['”', undefined],
      ['“条”', 'font-family: Meiryo'],
    ]);
  });

  test('complex scripts have a font and a size of their own', async () => {
    const own = '<w:rFonts w:cs="Nazli"/><w:sz w:val="40"/><w:szCs w:val="30"/><w:rtl/>';
    expect(await runs(wp(r('سلام', own) + r('ไทย', '<w:cs/>') + r('plain', '<w:szCs w:val="30"/>')))).toEqual([
      ['سلام', 'font-family: Nazli; font-size: 15pt'],
      ['ไทย', 'font-family: Tahoma'],
      ['plain', undefined],
    ]);
  });
});

describe('looks of tables', () => {
  test('are those of the table, and of cells in what stands there', async () => {
    const styles = '<w:style w:type="table" w:styleId="T"><w:name w:val="Grid"/></w:style>';
    const cell = tc('x', '<w:shd w:val="clear" w:fill="EEEEEE"/><w:vAlign w:val="center"/>');
    const table = `<w:tbl><w:tblPr><w:tblStyle w:val="T"/><w:jc w:val="center"/></w:tblPr><w:tblGrid/>${tr([cell])}</w:tbl>`;
    const [block] = await read(table, { styles });
    expect(block).toMatchObject({
      attributes: { 'data-align': 'center', 'data-class': 'Grid' },
      rows: [
        {
          cells: [{ blocks: [{ attributes: { 'data-style': 'background-color: #eeeeee; vertical-align: center' } }] }],
        },
      ],
    });
  });
});
