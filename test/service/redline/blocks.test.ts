/** Redlines of blocks: paragraphs, tables, sections, text boxes and content controls that come, go or change. */
import { describe, expect, test } from 'vitest';
import { openWordPackage } from '../../../service/ooxml/package.ts';
import { childOf, childrenOf, type XmlElement } from '../../../service/ooxml/xml-tree.ts';
import { verifyRedline } from '../../../service/pipeline/verify-result.ts';
import { writeRedline } from '../../../service/redline/write-redline.ts';
import { docx, r, tbl, tc, tr, wp } from '../../builders/docx.ts';
import { markedCharacters } from '../../oracle/redline/judge-redline.ts';
import { bodies, innerXml, LONG, MORE, STAMP } from './judge.ts';

describe('a redline of blocks', () => {
  test('takes a paragraph away at the end of the body, of a cell and before a table', async () => {
    await bodies(wp('a', '<w:jc w:val="right"/>') + wp('b'), wp('a', '<w:jc w:val="right"/>'));
    await bodies(wp('a'), wp('a') + wp('b', '<w:keepNext/>'));
    await bodies(tbl(tr([tc(wp('a') + wp('b'))])) + wp('z'), tbl(tr([tc(wp('a'))])) + wp('z'));
    await bodies(wp('a') + wp('b') + tbl(tr([tc('x')])) + wp('z'), wp('a') + tbl(tr([tc('x')])) + wp('z'));
    await bodies(wp('a') + tbl(tr([tc('x')])) + wp('z'), tbl(tr([tc('x')])) + wp('z'));
  });

  test('inserts and deletes rows and tables, and changes cells', async () => {
    await bodies(
      tbl(tr([tc('a'), tc('b')]), tr([tc('c'), tc('d')])) + wp('z'),
      tbl(tr([tc('a'), tc('bee')]), tr([tc('new'), tc('row')]), tr([tc('c'), tc('d')])) + wp('z'),
    );
    await bodies(wp('a') + tbl(tr([tc('x')])) + wp('z'), wp('a') + wp('z'));
    await bodies(tbl(tr([tc('a'), tc('b')])) + wp('z'), tbl(tr([tc('a'), tc('new'), tc('b')])) + wp('z'));
    await bodies(
      tbl(tr([tc('a', '<w:shd w:fill="FF0000"/>')])) + wp('z'),
      tbl(tr([tc('a', '<w:vAlign w:val="top"/>')])) + wp('z'),
    );
  });

  test('takes the first of two property lists of a table, row or cell, as every reader does', async () => {
    const [none, wide] = ['<w:tcPr/>', '<w:tcPr><w:gridSpan w:val="2"/></w:tcPr>'];
    const [here, there] = ['<w:trPr/>', '<w:trPr><w:cantSplit/></w:trPr>'];
    const [left, right] = ['<w:tblPr/>', '<w:tblPr><w:jc w:val="right"/></w:tblPr>'];
    const table = (ofTable: string, ofRow: string, ofCell: string): Uint8Array =>
      docx(`<w:tbl>${ofTable}<w:tblGrid/><w:tr>${ofRow}<w:tc>${ofCell}${wp('a')}</w:tc></w:tr></w:tbl>${wp('z')}`);
    const plain = table(left, here, none);
    for (const [twice, first] of [
      [table(left, here, none + wide), plain],
      [table(left, here, wide + none), table(left, here, wide)],
      [table(left, here + there, none), plain],
      [table(left + right, here, none), plain],
    ] as const) {
      expect((await writeRedline(twice, first, STAMP)).bytes).toBe(twice);
      for (const other of [table(left, here, wide), table(left, there, none), table(right, here, none)])
        for (const [original, revised] of [
          [twice, other],
          [other, twice],
        ] as const) {
          const { bytes, warnings } = await writeRedline(original, revised, STAMP);
          expect(warnings.map(({ code }) => code)).not.toContain('laws_not_kept');
          const findings = await verifyRedline({ original, revised }, bytes);
          expect(findings.filter(({ holds }) => !holds)).toEqual([]);
        }
    }
  });

  test('keeps what a damaged content control has outside of its content', async () => {
    const control = (inside: string): string => `<w:sdt><w:sdtPr><w:text/></w:sdtPr>${inside}</w:sdt>`;
    const [damaged, whole] = [control(r('a date')), control(`<w:sdtContent>${r('a day')}</w:sdtContent>`)];
    await bodies(wp(r('On ') + damaged), wp(r('On ') + whole));
    await bodies(wp(r('On ') + whole), wp(r('On ') + damaged));
    await bodies(wp('z') + control(wp('a')), wp('z') + control(`<w:sdtContent>${wp('b')}</w:sdtContent>`));
  });

  test('is verified whatever prefixes the files give to a namespace of a program', async () => {
    const [original, revised] = ['one', 'other'].map((prefix) =>
      docx(wp(`<w:r><${prefix}:mark xmlns:${prefix}="urn:program"/></w:r>${r(`fee ${prefix}`)}`)),
    ) as [Uint8Array, Uint8Array];
    const { bytes } = await writeRedline(original, revised, STAMP);
    const findings = await verifyRedline({ original, revised }, bytes);
    expect(findings.filter(({ holds }) => !holds)).toEqual([]);
  });

  test('leaves nothing in cells that are merged with the one above, where nobody would see it', async () => {
    const rows = (form: string, first: string, second: string): string =>
      tbl(tr([tc(first, form && '<w:vMerge w:val="restart"/>'), tc('b')]), tr([tc(second, form), tc('d')])) + wp('z');
    const [apart, merged] = [rows('', wp('a'), wp('c')), rows('<w:vMerge/>', wp('a') + wp('c'), '<w:p/>')];
    for (const [original, revised] of [
      [apart, merged],
      [merged, apart],
    ] as const) {
      const { document } = await openWordPackage((await bodies(original, revised)).bytes);
      const cells = innerXml(document).match(/<w:tc>.*?<\/w:tc>/gs)!;
      expect(cells.filter((cell) => cell.includes('<w:vMerge/>') && /<w:(?:t|delText)[ >]/.test(cell))).toEqual([]);
    }
    // Where the text is the same the properties alone change.
    const empty = await bodies(rows('', wp('a'), '<w:p/>'), rows('<w:vMerge/>', wp('a'), '<w:p/>'));
    expect(await markedCharacters(empty.bytes)).toEqual({ inserted: 0, deleted: 0 });
  });

  test('joins paragraphs behind a table of the other side, whichever is the original', async () => {
    const [apart, joined] = [wp(LONG) + wp(MORE) + wp('z'), tbl(tr([tc('new')])) + wp(LONG + MORE) + wp('z')];
    expect(await markedCharacters((await bodies(apart, joined)).bytes)).toEqual({ inserted: 3, deleted: 0 });
    expect(await markedCharacters((await bodies(joined, apart)).bytes)).toEqual({ inserted: 0, deleted: 3 });
  });

  test('replaces a table at the very end, and the section before it', async () => {
    const section = '<w:sectPr><w:pgSz w:w="1000" w:h="2000"/></w:sectPr>';
    const [one, two] = [
      wp('a') + tbl(tr([tc('x')])),
      wp('a', section) + tbl(tr([tc('some'), tc('other')]), tr([tc('words'), tc('here')])),
    ];
    await bodies(one, two);
    await bodies(two, one);
  });

  test('has a last paragraph behind a table that ends the body on one side', async () => {
    const table = tbl(tr([tc('x')]));
    const control = (content: string): string =>
      `<w:sdt><w:sdtPr><w:tag w:val="q"/></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
    for (const end of ['<w:p/>', wp('last words'), wp('', '<w:jc w:val="right"/>')]) {
      for (const other of [table + end, control(table + end), control(table) + end]) {
        for (const [original, revised] of [
          [table, other],
          [other, table],
        ] as const) {
          const { degradedBlocks, bytes } = await bodies(wp('a') + original, wp('a') + revised);
          expect(degradedBlocks).toBe(0);
          expect(await markedCharacters(bytes)).toMatchObject(end.includes('last') ? {} : { inserted: 0, deleted: 0 });
        }
      }
    }
  });

  test('takes a paragraph away behind a content control at the end', async () => {
    const control = `<w:sdt><w:sdtPr><w:tag w:val="q"/></w:sdtPr><w:sdtContent>${wp('inside')}</w:sdtContent></w:sdt>`;
    await bodies(wp('a') + control + wp('last words'), wp('a') + control);
    await bodies(wp('a') + control, wp('a') + control + wp('last words'));
  });

  test('tracks a section that only one of the documents states', async () => {
    const section = '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>';
    await bodies(wp('a'), wp('a') + section);
    await bodies(wp('a') + section, wp('a'));
  });

  test('compares headers, text boxes and content controls', async () => {
    const section = '<w:sectPr><w:headerReference w:type="default" r:id="rIdH"/></w:sectPr>';
    await bodies(
      wp('a') + section,
      wp('a') + section,
      { headers: { rIdH: wp('Draft 1') } },
      { headers: { rIdH: wp('Draft 2') } },
    );
    await bodies(wp('a') + '<w:sectPr/>', wp('a') + section, {}, { headers: { rIdH: wp('New') } });
    await bodies(wp('a') + section, wp('a') + '<w:sectPr/>', { headers: { rIdH: wp('Old') } }, {});
    const box = (text: string): string =>
      wp(
        r('x') +
          `<w:r><w:pict><v:shape><v:textbox><w:txbxContent>${wp(text)}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`,
      );
    const { bytes } = await bodies(box('inside the box'), box('inside a box'));
    expect(await markedCharacters(bytes)).toEqual({ inserted: 1, deleted: 3 });
    const control = (text: string): string =>
      `<w:sdt><w:sdtPr><w:tag w:val="q"/></w:sdtPr><w:sdtContent>${wp(text)}</w:sdtContent></w:sdt>`;
    await bodies(wp('a') + control('some text') + wp('z'), wp('a') + control('other text') + wp('z'));
    await bodies(wp('a') + control('some text') + wp('z'), wp('a') + wp('z'));
  });

  test('marks a content control that comes, goes or changes, and not the text in it', async () => {
    const control = (tag: string, content: string): string =>
      `<w:sdt><w:sdtPr><w:tag w:val="${tag}"/></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
    const forms = [
      wp(r('Dear ') + r('Ms Miller') + r(', thank you.')),
      wp(r('Dear ') + control('a', r('Ms Miller')) + r(', thank you.')),
      wp(r('Dear ') + control('b', r('Ms Miller')) + r(', thank you.')),
      control('c', wp(r('Dear ') + r('Ms Miller') + r(', thank you.'))),
    ];
    for (const original of forms) {
      for (const revised of forms) {
        const { bytes } = await bodies(original + wp('z'), revised + wp('z'));
        expect(await markedCharacters(bytes)).toEqual({ inserted: 0, deleted: 0 });
      }
    }
    // Of two that overlap, at most one can be marked by itself.
    const [one, two] = ['one word and ', 'another word '];
    await bodies(
      wp(control('a', r(one) + r(two)) + r('the rest of it')),
      wp(r(one) + control('b', r(two) + r('the rest of it'))),
    );
    const rows = (row: string): string => tbl(row, tr([tc('x'), tc('y')])) + wp('z');
    const inTable = await bodies(rows(control('a', tr([tc('p')]))), rows(control('b', tr([tc('p')]))));
    expect(await markedCharacters(inTable.bytes)).toEqual({ inserted: 0, deleted: 0 });
  });

  describe('never marks the last mark of a story, which no reader can take away', () => {
    const table = tbl(tr([tc('One cell with words.')]));
    const section = wp('A section ends.', '<w:sectPr><w:pgSz w:w="1000" w:h="2000"/></w:sectPr>');
    const cases: Record<string, readonly [string, string]> = {
      'a table and a paragraph behind the last one': [wp('Stays.'), wp('Stays.') + table + wp()],
      'the same with words and other properties': [
        wp('Stays.', '<w:jc w:val="right"/>'),
        wp('Stays.', '<w:jc w:val="right"/>') + table + wp('New words stand here.'),
      ],
      'a section behind the last paragraph': [wp('Stays.'), wp('Stays.') + section + wp('New words stand here.')],
      'a paragraph for tables and a paragraph': [
        wp('Old words only.'),
        table + wp('x') + table + wp('Quite another text.'),
      ],
    };
    test.each(Object.entries(cases))('%s', async (_, [original, revised]) => {
      const wraps = [(story: string): string => story];
      if (!revised.includes('sectPr')) wraps.push((story) => tbl(tr([tc(story)])) + wp('z'));
      for (const wrap of wraps) {
        for (const [a, b] of [
          [original, revised],
          [revised, original],
        ] as const) {
          const { bytes } = await bodies(wrap(a), wrap(b));
          expect(lastMarks((await openWordPackage(bytes)).document)).toEqual([]);
        }
      }
    });
  });
});

/** Last paragraphs of the body and of the cells of rows that stay, whose mark is tracked. */
function lastMarks(node: XmlElement): string[] {
  const blocks = childrenOf(node).filter(({ name }) => name === 'w:p' || name === 'w:tbl');
  const isTracked = (list: XmlElement | undefined): boolean =>
    childrenOf(list).some(({ name }) => name === 'w:ins' || name === 'w:del');
  const last = node.name === 'w:body' || node.name === 'w:tc' ? blocks.at(-1) : undefined;
  const own =
    last?.name === 'w:p' && isTracked(childOf(childOf(last, 'w:pPr'), 'w:rPr')) ? [`last of ${node.name}`] : [];
  const inside = childrenOf(node).filter((child) => !isTracked(childOf(child, 'w:trPr')));
  return [...own, ...inside.flatMap(lastMarks)];
}
