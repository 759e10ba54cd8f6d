/** Headings of a DOCX: by style, and by their look where a style makes clauses headings. */
import { describe, expect, test } from 'vitest';
import type { Block } from '../../../../shared/document/model.ts';
import { doc, h1, h2, p, strong, text } from '../../../builders/document.ts';
import { r, wp } from '../../../builders/docx.ts';
import { docxBlocks as read, style } from './docx-blocks.ts';

describe('a DOCX paragraph with an outline level', () => {
  const styles = style('H2', '<w:name w:val="heading 2"/><w:rPr><w:b/></w:rPr>');
  const clause = (content: string): Promise<readonly Block[]> =>
    read(wp(content, '<w:pStyle w:val="H2"/>'), { styles });

  test.each([
    ['Term and Termination'],
    ['Sale and Issuance of Preferred Stock.'],
    ['Fees'],
    ['(ii) Technology choice and software for the public sector'],
    ['org.example.convert out of the archive of all'],
  ])('is a heading if it looks like one: %s', async (title) => {
    expect(await clause(title)).toEqual(doc(h2(title)));
  });

  test.each([
    ['“Fee” means the price of the Services.'],
    ['any waiver or compromise by the Company of a valuable right; or'],
    ['no Change of Control shall occur in the meantime'],
    ['The authorized capital of the Company consists of:'],
    ['Word '.repeat(40).trim()],
  ])('is a paragraph with its bold if it reads like text: %s', async (text) => {
    expect(await clause(text)).toEqual(doc(p(strong(text))));
  });

  test('is a paragraph if body text follows its run-in heading, whose bold stays', async () => {
    const plain = '<w:b w:val="0"/>';
    expect(await clause(r('Term.') + r(' This Agreement lasts one year', plain))).toEqual(
      doc(p(strong('Term.'), ' This Agreement lasts one year')),
    );
  });
});

test('a DOCX has headings by style, inherited style, name and outline level', async () => {
  const styles =
    style('H', '<w:name w:val="heading 1"/>') +
    style('Sub', '<w:name w:val="Own"/><w:basedOn w:val="H"/>') +
    style('Out', '<w:name w:val="Other"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr>') +
    style('Deep', '<w:name w:val="heading 9"/>');
  const body = ['H', 'Sub', 'Out', 'Deep'].map((id) => wp('t', `<w:pStyle w:val="${id}"/>`)).join('');
  expect(
    await read(
      body + wp('t', '<w:outlineLvl w:val="0"/>') + wp('t', '<w:pStyle w:val="H"/><w:outlineLvl w:val="9"/>'),
      { styles },
    ),
  ).toEqual(doc(h1('t'), h1('t'), h2('t'), text('h6', 't'), h1('t'), p('t')));
});
