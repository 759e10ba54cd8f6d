/** Directions of texts and tables: read, shown, compared, in the fallback, and in a tracked file. */
import { describe, expect, it, test } from 'vitest';
import { resolve } from '../../../shared/fragment/resolve.ts';
import { writeFragment } from '../../../shared/fragment/write.ts';
import { changeIdsOf } from '../../../shared/fragment/change-ids.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { describeDifferences } from '../../../shared/change/describe-uncompared.ts';
import { samenessOf } from '../../../shared/change/uncompared.ts';
import { compareText } from '../../../service/pipeline/compare/compare-text.ts';
import { docx } from '../../builders/docx.ts';
import { readDocx } from '../../../service/formats/docx/read-docx.ts';
import { changesOf, compare } from '../engine/changes-of.ts';
import { docxBlocks } from './docx/docx-blocks.ts';
import { changedDocx } from './docx/changed-docx.ts';

const p = (text: string, properties = ''): string =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const tc = (text: string, properties = ''): string => `<w:tc><w:tcPr>${properties}</w:tcPr>${p(text)}</w:tc>`;
const tbl = (cells: string, properties = ''): string =>
  `<w:tbl><w:tblPr>${properties}</w:tblPr><w:tr>${cells}</w:tr></w:tbl>`;
const flow = (value: string): string => `<w:textDirection w:val="${value}"/>`;
const html = (text: string): string =>
  compareText({ original: text, revised: text, format: 'html', mode: 'auto' }).html;

describe('a DOCX', () => {
  it('states the order of columns, in the table or its style', async () => {
    const styles =
      '<w:style w:type="table" w:styleId="Base"><w:tblPr><w:bidiVisual/></w:tblPr></w:style>' +
      '<w:style w:type="table" w:styleId="Mirror"><w:basedOn w:val="Base"/></w:style>';
    const styled = '<w:tblStyle w:val="Mirror"/>';
    const body = [
      tbl(tc('a') + tc('b'), '<w:bidiVisual/>'),
      p('between'),
      tbl(tc('c'), styled),
      p('between'),
      tbl(tc('d'), `${styled}<w:bidiVisual w:val="0"/>`),
    ].join('');
    const written = writeFragment(await docxBlocks(body, { styles }));
    expect(written.match(/<table[^>]*>/gu)).toEqual([
      '<table data-direction="rtl">',
      '<table data-direction="rtl">',
      '<table>',
    ]);
  });

  it.each([
    ['tbRl', 'vertical-rl'],
    ['btLr', 'sideways-lr'],
    ['tbLrV', 'vertical-lr'],
    ['lr', 'sideways-lr'],
    ['lrTb', undefined],
    ['lrTbV', undefined],
  ])('states the lines of a cell: %s', async (value, direction) => {
    const written = writeFragment(await docxBlocks(tbl(tc('North', flow(value)) + tc('South'))));
    expect(written).toContain(direction === undefined ? '<p>North</p>' : `<p data-direction="${direction}">North</p>`);
    expect(written).toContain('<p>South</p>');
  });

  it('states the lines of a section, which end with it and which a cell may change', async () => {
    const body = [
      p('down'),
      tbl(tc('within') + tc('level', flow('lrTb'))),
      p('last', `<w:sectPr>${flow('tbRl')}</w:sectPr>`),
      p('level again'),
      '<w:sectPr/>',
    ].join('');
    const written = writeFragment(await docxBlocks(body));
    for (const text of ['down', 'within', 'last'])
      expect(written).toContain(`<p data-direction="vertical-rl">${text}</p>`);
    for (const text of ['level', 'level again']) expect(written).toContain(`<p>${text}</p>`);
  });

  it('states the lines of a text box', async () => {
    const box = (shape: string): string => `<w:p><w:r><w:pict>${shape}</w:pict></w:r></w:p>`;
    const content = (text: string): string => `<w:txbxContent>${p(text)}</w:txbxContent>`;
    const body =
      box(`<v:shape><v:textbox style="layout-flow:vertical">${content('down')}</v:textbox></v:shape>`) +
      box(`<v:shape><v:textbox>${content('level')}</v:textbox></v:shape>`) +
      `<w:p><w:r><w:drawing><wps:wsp><wps:txbx>${content('up')}</wps:txbx><wps:bodyPr vert="vert270"/></wps:wsp></w:drawing></w:r></w:p>`;
    const written = writeFragment(await docxBlocks(body));
    expect(written).toContain('<p data-direction="vertical-rl">down</p>');
    expect(written).toContain('<p>level</p>');
    expect(written).toContain('<p data-direction="sideways-lr">up</p>');
  });

  test('a table whose columns run the other way is a format change, both ways', async () => {
    const [left, right] = [tbl(tc('one') + tc('two')), tbl(tc('one') + tc('two'), '<w:bidiVisual/>')];
    const { html, changes, original, revised } = await changedDocx(left, right);
    expect(changes).toMatchObject([
      { type: 'format', before: { format: {} }, after: { format: { direction: 'rtl' } } },
    ]);
    expect(resolve(html, { reject: 'all' })).toBe(original);
    expect(resolve(html, { accept: 'all' })).toBe(revised);
    expect(revised).toContain('<table data-direction="rtl">');
  });

  test('a cell whose lines are turned is a format change, beside a change of its words', async () => {
    const [level, turned] = [tbl(tc('one') + tc('two')), tbl(tc('one', flow('btLr')) + tc('2', flow('btLr')))];
    const { html, changes, original, revised } = await changedDocx(level, turned);
    expect(changes.map(({ type }) => type)).toEqual(['format', 'format', 'replace']);
    expect(changes[0]).toMatchObject({ after: { format: { direction: 'sideways-lr' } } });
    expect(resolve(html, { reject: 'all' })).toBe(original);
    expect(resolve(html, { accept: 'all' })).toBe(revised);
  });

  test('a direction and a look change as one, in presentation', async () => {
    const { document } = await readDocx(docx(tbl(tc('one'), '<w:bidiVisual/><w:tblInd w:w="200"/>')), {
      attributeMode: 'presentation',
    });
    expect(writeFragment(document.blocks)).toContain('<table data-direction="rtl" data-style="margin-left: 10pt">');
  });
});

describe('a page', () => {
  it.each([
    ['of html', '<html dir="rtl"><body><p>a</p><table><tr><td>b</td></tr></table></body></html>'],
    ['of body', '<html><body dir="RTL"><p>a</p><table><tr><td>b</td></tr></table></body></html>'],
    ['of a later body', '<p>a</p><body dir="rtl"><table><tr><td>b</td></tr></table>'],
    ['of a style', '<div style="direction: rtl"><p>a</p><table><tr><td>b</td></tr></table></div>'],
  ])('has the direction %s', (_name, page) => {
    expect(html(page)).toBe(
      '<div class="diffsvc"><p dir="rtl">a</p><table data-direction="rtl"><tbody><tr><td><p dir="rtl">b</p></td></tr></tbody></table></div>',
    );
  });

  it('does not repeat the ordinary direction of a whole page', () => {
    expect(html('<html dir="ltr" lang="en"><body><p>a</p></body></html>')).toBe('<div class="diffsvc"><p>a</p></div>');
  });

  it('has vertical lines, until something inside is level', () => {
    const page =
      '<div style="writing-mode: vertical-rl"><p>a</p><p style="writing-mode: horizontal-tb">b</p></div>' +
      '<p style="-ms-writing-mode: tb-lr">c</p><p style="writing-mode: nonsense">d</p>';
    expect(html(page)).toBe(
      '<div class="diffsvc"><p data-direction="vertical-rl">a</p><p>b</p><p data-direction="vertical-lr">c</p><p>d</p></div>',
    );
  });

  it('reads its own fragment back', () => {
    const written = html(
      '<table dir="rtl"><tr><td style="writing-mode: vertical-rl">a</td><td dir="ltr"><table><tr><td>b</td></tr></table></td></tr></table>',
    );
    expect(html(written)).toBe(written);
    expect(written).toContain('<table data-direction="rtl">');
    expect(written).toContain('<td><table><tbody>');
  });

  test('vertical lines that became level are a format change', () => {
    const comparison = compare('<p style="writing-mode: vertical-rl">One</p>', '<p>One</p>');
    const [change, ...more] = changesOf(comparison);
    expect(more).toEqual([]);
    expect(change).toMatchObject({ type: 'format', before: { format: { direction: 'vertical-rl' } } });
  });

  test('a text that runs the other way without a change is named', () => {
    const comparison = compareText({
      original: '<p>שלום עולם</p>',
      revised: '<p dir="rtl">שלום עולם</p>',
      format: 'html',
      mode: 'auto',
    });
    const { uncompared } = comparison;
    expect(comparison.page(0, 10).changes).toEqual([]);
    expect(samenessOf(0, uncompared, false)).toBe('no_differences_in_compared_content');
    expect(describeDifferences(uncompared!)).toEqual([
      'Direction of “שלום עולם”: “left to right” became “right to left”.',
    ]);
  });

  test('the ordinary direction stated and not stated are the same', () => {
    const { uncompared } = compareText({
      original: '<p dir="ltr">a</p>',
      revised: '<p>a</p>',
      format: 'html',
      mode: 'auto',
    });
    expect(uncompared).toBeUndefined();
  });
});

test('a fallback shows directions, counts no change of them, and names them', () => {
  const filler = '<p>x</p>'.repeat(1_600);
  const [original, revised] = ['<p style="writing-mode: vertical-rl">漢字</p>', '<p>漢字</p>'].map(
    (text) => text + filler,
  );
  const comparison = compareText({ original: original!, revised: revised!, format: 'html', mode: 'auto' });
  expect(comparison.fallback).toBe(true);
  expect(changeIdsOf(scanFragment(comparison.html))).toEqual([]);
  expect(resolve(comparison.html, { reject: 'all' })).toContain('<p data-direction="vertical-rl">漢字</p>');
  expect(describeDifferences(comparison.uncompared!)).toEqual([
    'Direction of “漢字”: “vertical, left to right” became “left to right”.',
  ]);
});
