/** Every visible difference of two DOCX is a change, or an item of `uncompared` that differs. */
import { bothSides } from '../../../shared/formats.ts';
import { describe, expect, it, test } from 'vitest';
import { INCLUDES, type Include } from '../../../shared/api/include.ts';
import { describeCountsOf, describeDifferences } from '../../../shared/change/describe-uncompared.ts';
import { resolveBlocks } from '../../../shared/fragment/resolve.ts';
import type { Document } from '../../../shared/document/model.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { writeFragment } from '../../../shared/fragment/write.ts';
import { withComparedPictures } from '../../../service/formats/compared-pictures.ts';
import { readDocx } from '../../../service/formats/docx/read-docx.ts';
import { compareFiles, type FileComparison } from '../../../service/pipeline/compare/compare-files.ts';
import { docx, picture, r, wp, type DocxParts } from '../../builders/docx.ts';

/** PNG images of one pixel: only their bytes matter here. */
const [RED, BLUE] = ['red', 'blue'].map((name) => new TextEncoder().encode(`\x89PNG ${name}`)) as [
  Uint8Array,
  Uint8Array,
];

const compare = async (
  original: Uint8Array,
  revised: Uint8Array,
  include: readonly Include[] = [],
): Promise<FileComparison> =>
  await compareFiles({
    formats: bothSides('docx'),
    original,
    revised,
    mode: 'auto',
    attributeMode: 'semantic',
    include,
  });

const section = (references: string, more = ''): string => `<w:sectPr>${references}${more}</w:sectPr>`;
const header = (id: string, type = 'default'): string => `<w:headerReference w:type="${type}" r:id="${id}"/>`;
const footer = (id: string, type = 'default'): string => `<w:footerReference w:type="${type}" r:id="${id}"/>`;

const withHeader = (text: string): Uint8Array =>
  docx(wp('Body') + section(header('h1')), { headers: { h1: wp(text) } });
const withFooter = (text: string, page = '1'): Uint8Array => {
  const field = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  const number = `${field('begin')}<w:r><w:instrText> PAGE </w:instrText></w:r>${field('separate')}${r(page)}${field('end')}`;
  return docx(wp('Body') + section(footer('f1')), { footers: { f1: wp(r(`${text}, page `) + number) } });
};
const withComment = (text: string): Uint8Array =>
  docx(wp(`${r('Body')}<w:r><w:commentReference w:id="7"/></w:r>`), {
    comments: `<w:comment w:id="7" w:author="Ada">${wp(text)}</w:comment>`,
  });
const withPicture = (bytes: Uint8Array, width = 914_400): Uint8Array =>
  docx(wp(r('See ') + picture('i1', width)), { images: { i1: bytes } });
const altered = (inBlip: string, inFill: string, inFrame: string): Uint8Array =>
  docx(
    wp(
      r('See ') +
        picture('i1')
          .replace('<a:blip r:embed="i1"/>', `<a:blip r:embed="i1">${inBlip}</a:blip>${inFill}`)
          .replace('</pic:blipFill>', `</pic:blipFill><pic:spPr>${inFrame}</pic:spPr>`),
    ),
    { images: { i1: RED } },
  );
const chart = (values: string): Uint8Array => {
  const drawing =
    '<w:r><w:drawing><wp:inline><wp:extent cx="1" cy="1"/><a:graphic><a:graphicData><c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="i1"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>';
  return docx(wp(r('See ') + drawing), { images: { i1: new TextEncoder().encode(values) } });
};
const shape = (name: string, id: string): Uint8Array =>
  docx(
    wp(
      `${r('See ')}<w:r><w:drawing><wp:inline><wp:extent cx="1" cy="1"/><a:graphic><a:graphicData><wps:wsp><wps:cNvPr id="${id}" name="Shape ${id}"/><wps:spPr><a:prstGeom prst="${name}"/></wps:spPr></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`,
    ),
  );
const art = (text: string): string =>
  `<w:r><w:pict><v:shape id="PowerPlusWaterMarkObject1"><v:textpath string="${text}"/></v:shape></w:pict></w:r>`;
const withWatermark = (text: string): Uint8Array =>
  docx(wp('Body') + section(header('h1')), { headers: { h1: wp(art(text)) } });

const PAIRS: readonly [name: string, kind: string, original: Uint8Array, revised: Uint8Array, include?: Include][] = [
  ['a header', 'header', withHeader('Draft 1'), withHeader('Draft 2'), 'headers'],
  ['a header that is new', 'header', docx(wp('Body')), withHeader('Confidential'), 'headers'],
  ['a footer', 'footer', withFooter('Draft 1'), withFooter('Draft 2'), 'footers'],
  ['a comment', 'comment', withComment('Agreed.'), withComment('Not agreed.'), 'comments'],
  ['the bytes of a picture', 'picture', withPicture(RED), withPicture(BLUE), 'pictures'],
  ['the size of a picture', 'picture', withPicture(RED), withPicture(RED, 200), 'pictures'],
  ['a picture that is gone', 'picture', withPicture(RED), docx(wp(r('See '))), 'pictures'],
  ['the data of a chart', 'chart', chart('1 2 3'), chart('1 2 4')],
  ['a shape', 'drawing', shape('rect', '1'), shape('ellipse', '1')],
  ['a watermark', 'watermark', withWatermark('DRAFT'), withWatermark('FINAL')],
];

/** A document that was read, in the form that is compared. */
const asCompared = (document: Document, include: Include): Document =>
  include === 'pictures' ? withComparedPictures(document, document)[0] : document;

describe('two DOCX whose text is the same', () => {
  it.each(PAIRS)('and that differ in %s are never called the same', async (_, kind, original, revised) => {
    const { summary, uncompared, sameness } = await compare(original, revised);
    expect(summary.changeCount).toBe(0);
    expect(sameness).toBe('no_differences_in_compared_content');
    expect(uncompared?.items.filter(({ differs }) => differs).map((item) => item.kind)).toEqual([kind]);
    expect(describeDifferences(uncompared!)).toHaveLength(1);
  });

  it.each(PAIRS)('and that have %s alike differ in nothing', async (_, __, original, revised) => {
    for (const file of [original, revised]) {
      for (const include of [[], INCLUDES]) {
        const { summary, uncompared, sameness } = await compare(file, new Uint8Array(file), include);
        expect([summary.changeCount, uncompared?.differs ?? false, sameness]).toEqual([0, false, 'same_file']);
      }
    }
  });

  const INCLUDED = PAIRS.flatMap(([name, , original, revised, include]) =>
    include === undefined ? [] : [[name, original, revised, include] as const],
  );
  it.each(INCLUDED)('and that differ in %s have a change if it is included', async (_, original, revised, include) => {
    const { html, summary, uncompared, sameness } = await compare(original, revised, [include]);
    expect(sameness).toBe('different');
    expect(summary.changeCount).toBeGreaterThan(0);
    expect(uncompared).toBeUndefined();
    const blocks = scanFragment(html);
    const read = async (bytes: Uint8Array) =>
      writeFragment(asCompared((await readDocx(bytes, { include: [include] })).document, include).blocks);
    expect(writeFragment(resolveBlocks(blocks, { reject: 'all' }))).toBe(await read(original));
    expect(writeFragment(resolveBlocks(blocks, { accept: 'all' }))).toBe(await read(revised));
  });
});

describe('what is listed', () => {
  test('ids that a word processor writes anew do not count', async () => {
    const { uncompared, sameness } = await compare(shape('rect', '1'), shape('rect', '2'));
    expect([uncompared?.differs, sameness]).toEqual([false, 'no_differences']);
  });

  test.each([
    ['cropping', '', '<a:srcRect b="25000"/>', ''],
    ['rotation', '', '', '<a:xfrm rot="5400000"/>'],
    ['grey', '<a:grayscl/>', '', ''],
    ['an outline', '', '', '<a:ln><a:solidFill/></a:ln>'],
  ])('%s of a picture is said, also where pictures are compared', async (_name, inBlip, inFill, inFrame) => {
    const plain = altered(
      '<a:extLst/>',
      '<a:srcRect/>',
      '<a:xfrm rot="0"/><a:prstGeom prst="rect"/><a:ln><a:noFill/></a:ln>',
    );
    for (const include of [[], INCLUDES]) {
      const { sameness, uncompared } = await compare(plain, altered(inBlip, inFill, inFrame), include);
      expect(sameness).toBe('no_differences_in_compared_content');
      expect(describeDifferences(uncompared!)).toEqual([expect.stringMatching(/^Picture after “See”/u)]);
    }
  });

  test('a picture that is shown as it is leaves the list where pictures are compared', async () => {
    const plain = altered('<a:extLst/>', '<a:srcRect/>', '<a:prstGeom prst="rect"/>');
    expect((await compare(plain, plain, INCLUDES)).uncompared).toBeUndefined();
  });

  test('two pictures that changed places differ', async () => {
    const file = (a: Uint8Array, b: Uint8Array): Uint8Array =>
      docx(wp(r('A ') + picture('i1') + r(' B ') + picture('i2')), { images: { i1: a, i2: b } });
    const { uncompared } = await compare(file(RED, BLUE), file(BLUE, RED));
    expect(uncompared?.differs).toBe(true);
  });

  test('a page number of a footer is no difference, whatever page was stored', async () => {
    const { uncompared, sameness } = await compare(withFooter('Page', '1'), withFooter('Page', '12'));
    expect([uncompared?.differs, sameness]).toEqual([false, 'no_differences']);
    const { html } = await compare(withFooter('Page', '1'), withFooter('Page', '12'), ['footers']);
    expect(html).toContain('Page, page #');
  });

  test('headers of first and even pages count only where they are shown', async () => {
    const file = (text: string, titlePage: boolean, settings: string): Uint8Array => {
      const parts: DocxParts = {
        headers: { h1: wp('Usual'), h2: wp(`First ${text}`), h3: wp(`Even ${text}`) },
        settings,
      };
      const references = header('h1') + header('h2', 'first') + header('h3', 'even');
      return docx(wp('Body') + section(references, titlePage ? '<w:titlePg/>' : ''), parts);
    };
    const differing = async (titlePage: boolean, settings: string): Promise<readonly string[]> => {
      const { uncompared } = await compare(file('a', titlePage, settings), file('b', titlePage, settings));
      return describeDifferences(uncompared!);
    };
    expect(await differing(false, '')).toEqual([]);
    expect(await differing(true, '')).toEqual(['Header, first page: “First a” became “First b”.']);
    expect(await differing(true, '<w:evenAndOddHeaders/>')).toEqual([
      'Header, first page: “First a” became “First b”.',
      'Header, even pages: “Even a” became “Even b”.',
    ]);
  });

  test('each section names its own header, and an inherited one is not repeated', async () => {
    const file = (text: string): Uint8Array =>
      docx(wp('One', section(header('h1'))) + wp('Two', section('')) + wp('Three') + section(header('h2')), {
        headers: { h1: wp('First'), h2: wp(text) },
      });
    const { html } = await compare(file('Last'), file('Latest'), ['headers']);
    expect(html.match(/<section [^>]*>/g)).toEqual([
      '<section class="story header">',
      '<section class="story header" value="3">',
    ]);
  });

  test('equal things of one kind are one item with their number', async () => {
    const file = docx(wp(picture('i1') + r(' and ') + picture('i2')), { images: { i1: RED, i2: BLUE } });
    const { uncompared } = await compare(file, file);
    expect(uncompared).toMatchObject({ differs: false, items: [{ kind: 'picture', revised: { count: 2 } }] });
    expect(describeCountsOf(uncompared!)).toBe('2 pictures');
  });

  test('its place is named by the words before it', async () => {
    const { uncompared } = await compare(withPicture(RED), withPicture(BLUE));
    expect(describeDifferences(uncompared!)).toEqual(['Picture after “See” differs.']);
  });
});
