/** Entries of tables of contents and indexes, and the changes of their page numbers. */
import { describe, expect, test } from 'vitest';
import { textBlocksOf } from '../../../../service/engine/align/text-blocks-of.ts';
import { readDocx } from '../../../../service/formats/docx/read-docx.ts';
import { CONTENTS } from '../../../../shared/document/contents.ts';
import { textOf } from '../../../../shared/document/model.ts';
import { readText } from '../../../../service/formats/read-text.ts';
import { writeFragment } from '../../../../shared/fragment/write.ts';
import { docx, r, wp } from '../../../builders/docx.ts';

const mark = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const begin = (code: string): string =>
  `${mark('begin')}<w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r>${mark('separate')}`;
const page = (number: string): string => begin('PAGEREF _Toc1 \\h') + r(number) + mark('end');
const TAB = '<w:r><w:tab/></w:r>';
const styled = (style: string, content: string): string =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr>${content}</w:p>`;
const STYLES = [
  ['T1', 'toc 1'],
  ['TF', 'table of figures'],
  ['TA', 'table of authorities'],
  ['I1', 'index 1'],
]
  .map(([id, name]) => `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`)
  .join('');

async function entries(body: string): Promise<[text: string, kind: string | undefined][]> {
  const { document } = await readDocx(docx(body, { styles: STYLES }));
  return textBlocksOf(document.blocks).map((block) => [textOf(block), block.attributes[CONTENTS]]);
}

describe('entries of a table of contents', () => {
  test('are the paragraphs in its field that end with a page number', async () => {
    expect(
      await entries(
        wp(r('Before 2')) +
          wp(begin('TOC \\o "1-3"') + r('Scope') + TAB + page('3')) +
          wp(r('No page')) +
          wp(r('Typed') + TAB + r('xii')) +
          wp(r('Payment') + TAB + page('4') + mark('end')) +
          wp(r('After') + TAB + r('5')) +
          wp(r('See page ') + page('7')),
      ),
    ).toEqual([
      ['Before 2', undefined],
      ['Scope 3', 'contents'],
      ['No page', undefined],
      ['Typed xii', 'contents'],
      ['Payment 4', 'contents'],
      ['After 5', undefined],
      ['See page 7', undefined],
    ]);
  });

  test('are known by their style without a field', async () => {
    expect(
      await entries(
        styled('T1', r('Scope') + TAB + r('3')) +
          styled('T1', r('Chapter 5')) +
          styled('TF', r('Figure 1') + TAB + r('A-3')) +
          styled('TA', r('Smith v Jones') + TAB + r('3, 12')) +
          styled('I1', r('apples, 3, 5')) +
          styled('I1', r('pears')),
      ),
    ).toEqual([
      ['Scope 3', 'contents'],
      ['Chapter 5', undefined],
      ['Figure 1 A-3', 'contents'],
      ['Smith v Jones 3, 12', 'index'],
      ['apples, 3, 5', 'index'],
      ['pears', undefined],
    ]);
  });

  test('are read back from a fragment, and from no other HTML', async () => {
    const { document } = await readDocx(docx(styled('T1', r('Scope') + TAB + r('3')), { styles: STYLES }));
    const fragment = writeFragment(document.blocks);
    expect(fragment).toBe('<div class="diffsvc"><p data-toc="contents">Scope 3</p></div>');
    expect(readText(fragment, 'html').document.blocks).toEqual(document.blocks);
    expect(readText('<p data-toc="contents">Scope 3</p>', 'html').document.blocks[0]).toMatchObject({ attributes: {} });
  });

  test('show a sign instead of a computed page number if asked', async () => {
    const read = async (number: string) =>
      (
        await readDocx(docx(wp(r('Scope') + TAB + page(number)) + wp(r('Typed') + TAB + r('5'))), {
          contentsPages: false,
        })
      ).document.blocks;
    expect(await read('3')).toEqual(await read('4'));
    expect(textBlocksOf(await read('3')).map(textOf)).toEqual(['Scope #', 'Typed 5']);
  });
});

test('an entry does not look like a link, and other text in that style does', async () => {
  const styles = `${STYLES}<w:style w:type="character" w:styleId="L"><w:name w:val="Hyperlink"/><w:rPr><w:i/><w:u w:val="single"/></w:rPr></w:style>`;
  const linked = (text: string): string => r(text, '<w:rStyle w:val="L"/>');
  const entry = `<w:hyperlink w:anchor="_Toc1">${linked('Scope')}${TAB}${page('3')}</w:hyperlink>`;
  const body = wp(begin('TOC \\h') + entry) + wp(mark('end')) + wp(linked('Elsewhere'));
  const { document } = await readDocx(docx(body, { styles }));
  expect(writeFragment(document.blocks)).toBe(
    '<div class="diffsvc"><p data-toc="contents">Scope 3</p><p><em><u>Elsewhere</u></em></p></div>',
  );
});
