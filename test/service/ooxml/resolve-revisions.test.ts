import { describe, expect, test } from 'vitest';
import { Namespaces } from '../../../service/ooxml/namespaces.ts';
import { parseXml } from '../../../service/ooxml/parse-xml.ts';
import { resolveRevisions } from '../../../service/ooxml/resolve-revisions.ts';
import { writeXml } from '../../../service/ooxml/write-xml.ts';
import { r, tbl, tc, tr, wp, xmlPart } from '../../builders/docx.ts';

const namespaces = new Namespaces();
const parse = (body: string) => parseXml(Buffer.from(xmlPart('w:body', body)), 'part.xml', namespaces).root;
/** The inside of the body after resolving. */
const resolve = (body: string, side: 'original' | 'revised'): string =>
  Buffer.from(writeXml(resolveRevisions(parse(body), side), namespaces))
    .toString()
    .replace(/^.*?<w:body[^>]*>|<\/w:body>$/gs, '')
    .replace(/^.*<w:body[^>]*\/>$/s, '');

const ins = (content: string): string => `<w:ins w:id="1" w:author="A">${content}</w:ins>`;
const del = (text: string): string =>
  `<w:del w:id="2" w:author="A"><w:r><w:delText xml:space="preserve">${text}</w:delText></w:r></w:del>`;
const mark = (kind: 'ins' | 'del'): string => `<w:rPr><w:${kind} w:id="3" w:author="A"/></w:rPr>`;

describe('revisions', () => {
  test.each<readonly [what: string, body: string, original: string, revised: string]>([
    ['none', wp('a'), wp('a'), wp('a')],
    ['inserted text', wp(r('a') + ins(r('b'))), wp('a'), wp(r('a') + r('b'))],
    ['deleted text', wp(r('a') + del('b')), wp(r('a') + r('b')), wp('a')],
    ['text inserted by one and deleted by another', wp(r('a') + `<w:ins>${del('b')}</w:ins>`), wp('a'), wp('a')],
    [
      'moved text',
      wp(
        `<w:moveFromRangeStart w:id="9" w:name="m"/><w:moveFrom>${r('a')}</w:moveFrom><w:moveFromRangeEnd w:id="9"/>`,
      ) + wp(`<w:moveTo>${r('a')}</w:moveTo>`),
      wp('a') + '<w:p/>',
      '<w:p/>' + wp('a'),
    ],
    [
      'formatting',
      wp(r('a', '<w:b/><w:rPrChange w:id="1"><w:rPr><w:i/></w:rPr></w:rPrChange>')),
      wp(r('a', '<w:i/>')),
      wp(r('a', '<w:b/>')),
    ],
    [
      'paragraph properties, the properties of the mark kept',
      wp(
        'a',
        '<w:jc w:val="right"/><w:rPr><w:b/></w:rPr><w:pPrChange w:id="1"><w:pPr><w:jc w:val="left"/></w:pPr></w:pPrChange>',
      ),
      wp('a', '<w:jc w:val="left"/><w:rPr><w:b/></w:rPr>'),
      wp('a', '<w:jc w:val="right"/><w:rPr><w:b/></w:rPr>'),
    ],
    [
      'an inserted paragraph',
      wp('a') + wp(ins(r('b')), mark('ins')) + wp('c'),
      wp('a') + wp('c'),
      wp('a') + wp('b', '<w:rPr/>') + wp('c'),
    ],
    [
      'a deleted mark: the second paragraph keeps its properties',
      wp('a', `<w:jc w:val="left"/>${mark('del')}`) + wp('b', '<w:jc w:val="right"/>'),
      wp('a', '<w:jc w:val="left"/><w:rPr/>') + wp('b', '<w:jc w:val="right"/>'),
      wp(r('a') + r('b'), '<w:jc w:val="right"/>'),
    ],
    [
      'a deleted paragraph before a table',
      wp(del('a'), mark('del')) + tbl(tr([tc('x')])),
      wp('a', '<w:rPr/>') + tbl(tr([tc('x')])),
      tbl(tr([tc('x')])),
    ],
    [
      'a row and a cell',
      tbl(tr([tc('a')], '<w:ins w:id="1"/>'), tr([tc('b'), tc('c', '<w:cellDel w:id="2"/>')])),
      tbl(tr([tc('b'), tc('c')])),
      tbl(tr([tc('a')]).replace('<w:tr>', '<w:tr><w:trPr/>'), tr([tc('b')])),
    ],
    [
      'a row that takes one end of a range along: the other end keeps it, where the row was',
      tbl(
        tr([tc(wp(`<w:bookmarkStart w:id="7" w:name="n"/>${r('a')}`)), tc('b')], '<w:ins w:id="1"/>'),
        tr([tc('c')]),
      ) + wp(`<w:bookmarkEnd w:id="7"/>${r('d')}`),
      tbl('<w:bookmarkStart w:id="7" w:name="n"/>' + tr([tc('c')])) + wp(`<w:bookmarkEnd w:id="7"/>${r('d')}`),
      '',
    ],
    [
      'a cell and a table that take ends of ranges along',
      tbl(
        tr([
          tc(wp('<w:commentRangeStart w:id="7"/>'), '<w:cellIns w:id="2"/>'),
          tc(wp('<w:commentRangeEnd w:id="7"/>')),
        ]),
      ) +
        tbl(tr([tc(wp('<w:permStart w:id="8"/><w:permStart w:id="9"/><w:permEnd w:id="9"/>'))], '<w:ins w:id="3"/>')) +
        wp('<w:permEnd w:id="8"/>'),
      tbl(tr(['<w:commentRangeStart w:id="7"/>', tc(wp('<w:commentRangeEnd w:id="7"/>'))])) +
        '<w:permStart w:id="8"/>' +
        wp('<w:permEnd w:id="8"/>'),
      '',
    ],
    [
      'a deletion that takes one end of a range along',
      wp(`${r('a')}<w:del w:id="1"><w:bookmarkStart w:id="7" w:name="n"/></w:del>${r('b')}<w:bookmarkEnd w:id="7"/>`),
      '',
      wp(`${r('a')}<w:bookmarkStart w:id="7" w:name="n"/>${r('b')}<w:bookmarkEnd w:id="7"/>`),
    ],
    ['a whole table', wp('a') + tbl(tr([tc('b')], '<w:del w:id="1"/>')) + wp('c'), '', wp('a') + wp('c')],
    [
      'an inserted link, which goes when it is empty',
      wp(r('a') + `<w:hyperlink w:anchor="x">${ins(r('b'))}</w:hyperlink>`),
      wp('a'),
      '',
    ],
  ])('%s', (_, body, original, revised) => {
    if (original !== '') expect(resolve(body, 'original')).toBe(resolve(original, 'original'));
    if (revised !== '') expect(resolve(body, 'revised')).toBe(resolve(revised, 'revised'));
  });

  test('leave a tree without any as it is', () => {
    const root = parse(wp('a') + tbl(tr([tc('b')])));
    expect(resolveRevisions(root, 'revised')).toBe(root);
    expect(resolveRevisions(root, 'original')).toBe(root);
  });
});
