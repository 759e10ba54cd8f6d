/** Tables of a DOCX: cells that are merged, and what the style of the table says of its text. */
import { describe, expect, test } from 'vitest';
import { writeFragment } from '../../../../shared/fragment/write.ts';
import { readDocx } from '../../../../service/formats/docx/read-docx.ts';
import { doc, p, rowOf, strong, table, td, th, tr as row } from '../../../builders/document.ts';
import { docx, r, tbl, tc, tr, wp } from '../../../builders/docx.ts';
import { docxBlocks as read, style } from './docx-blocks.ts';

describe('a DOCX', () => {
  test('has tables with merged cells, header rows and tables in them', async () => {
    const body = tbl(
      tr([tc('h', '<w:gridSpan w:val="2"/>')], '<w:tblHeader/>'),
      tr([tc('m', '<w:vMerge w:val="restart"/>'), tc(tbl(tr([tc('in')])) + '<w:p/>')]),
      tr([tc('<w:p/>', '<w:vMerge/>'), tc('z')]),
    );
    expect(await read(body)).toEqual(
      doc(
        table(
          rowOf('head', { ...th('h'), colspan: 2 }),
          row({ ...td('m'), rowspan: 2 }, td(table(row(td('in'))))),
          row(td('z')),
        ),
      ),
    );
  });

  test('has cells of a legacy horizontal merge as one, and says what it covers', async () => {
    const merge = (value: string): string => `<w:hMerge${value}/>`;
    const body = tbl(
      tr([tc('a', merge(' w:val="restart"')), tc('<w:p/>', merge('')), tc('b')]),
      tr([tc('c'), tc('d', merge(' w:val="restart"')), tc('lost', merge(' w:val="continue"'))]),
    );
    const { document } = await readDocx(docx(body));
    expect(document.blocks).toEqual(
      doc(table(row({ ...td('a'), colspan: 2 }, td('b')), row(td('c'), { ...td('d'), colspan: 2 }))),
    );
    expect(document.warnings.map(({ code }) => code)).toEqual(['merged_cell_text_lost']);
  });

  describe('takes marks from table styles', () => {
    const condition = (type: string, inside: string): string =>
      `<w:tblStylePr w:type="${type}"><w:rPr>${inside}</w:rPr></w:tblStylePr>`;
    const styled = (look: string, ...rows: string[]): string =>
      `<w:tbl><w:tblPr><w:tblStyle w:val="T"/>${look}</w:tblPr><w:tblGrid/>${rows.join('')}</w:tbl>`;
    const grid = (...lines: string[]): string[] => lines.map((line) => tr(line.split(' ').map((cell) => tc(cell))));
    const base = style('B', condition('firstRow', '<w:b/>'), 'table');
    const marked = async (look: string, inside: string, rows: string[]): Promise<string> => {
      const blocks = await read(styled(look, ...rows), {
        styles: base + style('T', `<w:basedOn w:val="B"/>${inside}`, 'table'),
      });
      // One letter a cell: upper case where it is strong, an underscore behind it where it is slanted.
      return [...writeFragment(blocks).matchAll(/<tr>.*?<\/tr>/gs)]
        .map(([html]) =>
          html
            .replaceAll(/<strong>(.*?)<\/strong>/gs, (_, inner: string) =>
              inner.replaceAll(/\b[a-z]\b/g, (x) => x.toUpperCase()),
            )
            .replaceAll('</em>', '_')
            .replaceAll(/<[^>]+>/g, ''),
        )
        .join(' ');
    };

    test('of the first row, inherited, where the look of the table turns it on', async () => {
      const rows = grid('a b', 'c d');
      expect(await marked('<w:tblLook w:firstRow="1" w:noHBand="1" w:noVBand="1"/>', '', rows)).toBe('AB cd');
      expect(await marked('<w:tblLook w:val="0620"/>', '', rows)).toBe('AB cd');
      expect(await marked('<w:tblLook w:val="0600"/>', '', rows)).toBe('ab cd');
      expect(await marked('', '', rows)).toBe('ab cd');
    });

    test('of the whole table, bands, last rows, columns and corners, the nearer before the farther', async () => {
      const rows = grid('a b c', 'd e f', 'g h i', 'j k l');
      const inside =
        '<w:rPr><w:i/></w:rPr>' +
        condition('band1Horz', '<w:b/>') +
        condition('lastRow', '<w:i w:val="0"/>') +
        condition('lastCol', '<w:b w:val="0"/>') +
        condition('nwCell', '<w:b w:val="0"/>');
      const look = '<w:tblLook w:firstRow="1" w:lastRow="1" w:firstColumn="1" w:lastColumn="1" w:noVBand="1"/>';
      expect(await marked(look, inside, rows)).toBe('a_B_c_ D_E_f_ g_h_i_ jkl');
    });

    test('in bands of the height that the style states', async () => {
      const inside = `<w:tblPr><w:tblStyleRowBandSize w:val="2"/></w:tblPr>${condition('band1Horz', '<w:b/>')}`;
      expect(await marked('<w:tblLook w:noVBand="1"/>', inside, grid('a', 'b', 'c', 'd', 'e'))).toBe('A B c d E');
    });

    test('which the styles of paragraphs and runs take back, and their own properties overrule (17.7.3)', async () => {
      const styles =
        base +
        style('T', '<w:basedOn w:val="B"/>', 'table') +
        style('P', '<w:rPr><w:b/></w:rPr>') +
        style('C', '<w:rPr><w:b/></w:rPr>', 'character');
      const cells = [
        wp('a', '<w:pStyle w:val="P"/>'),
        wp(r('b', '<w:rStyle w:val="C"/>')),
        wp(r('c', '<w:rStyle w:val="C"/>'), '<w:pStyle w:val="P"/>'),
        wp(r('d', '<w:b w:val="0"/>')),
      ];
      const body = styled('<w:tblLook w:val="0620"/>', tr(cells.map((cell) => tc(cell))));
      expect(await read(body, { styles })).toEqual(doc(table(row(td('a'), td('b'), td(p(strong('c'))), td('d')))));
    });
  });
});
