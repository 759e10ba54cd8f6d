import { describe, expect, test } from 'vitest';
import { LABEL } from '../../../../shared/document/label.ts';
import { textOf } from '../../../../shared/document/model.ts';
import { textBlocks } from '../../../../service/formats/docx/stories/text-blocks.ts';
import { wp, type DocxParts } from '../../../builders/docx.ts';
import { docxBlocks, style } from './docx-blocks.ts';

/** A level: its format and text, and more of its properties. */
const lvl = (at: number, format: string, text: string, more = '', start: number | null = 1): string =>
  `<w:lvl w:ilvl="${at}">${start === null ? '' : `<w:start w:val="${start}"/>`}<w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;
const abstract = (id: number, ...inside: string[]): string =>
  `<w:abstractNum w:abstractNumId="${id}">${inside.join('')}</w:abstractNum>`;
const num = (id: number, abstractId: number, ...overrides: string[]): string =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${abstractId}"/>${overrides.join('')}</w:num>`;
const override = (at: number, inside: string): string => `<w:lvlOverride w:ilvl="${at}">${inside}</w:lvlOverride>`;
const numPr = (numId: number, at = 0): string =>
  `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${numId}"/></w:numPr>`;

/** Paragraphs "list/level", each an item of that list at that level. */
function items(...places: string[]): string {
  return places
    .map((place) => {
      const [list = '1', at = '0'] = place.split('/');
      return wp('x', numPr(Number(list), Number(at)));
    })
    .join('');
}

/** The label of each text block; null for a block without one. */
async function labels(body: string, parts: DocxParts): Promise<(string | null)[]> {
  return textBlocks(await docxBlocks(body, parts)).map(({ attributes }) => attributes[LABEL] ?? null);
}

describe('labels of a DOCX', () => {
  test('a level shows its number in its format and its own words', async () => {
    const numbering = [
      abstract(0, lvl(0, 'lowerLetter', '(%1)')) + abstract(1, lvl(0, 'upperRoman', 'Article %1')),
      abstract(2, lvl(0, 'decimal', 'Section %1.%2'), lvl(1, 'decimalZero', 'Section %1.%2')),
      num(1, 0) + num(2, 1) + num(3, 2),
    ].join('');
    expect(await labels(items('1', '1', '1', '2', '2', '3', '3/1', '3/1'), { numbering })).toEqual([
      '(a)',
      '(b)',
      '(c)',
      'Article I',
      'Article II',
      'Section 1.',
      'Section 1.01',
      'Section 1.02',
    ]);
  });

  test('a paragraph that shows a label of words and nothing else has them as its text', async () => {
    const numbering =
      abstract(0, lvl(0, 'upperLetter', 'Exhibit %1')) + abstract(1, lvl(0, 'decimal', '%1.')) + num(1, 0) + num(2, 1);
    const body = wp('', numPr(1)) + wp('Fees', numPr(1)) + wp('', numPr(2)) + wp('', numPr(1));
    const blocks = textBlocks(await docxBlocks(body, { numbering }));
    expect(blocks.map((block) => [block.attributes[LABEL], textOf(block), block.path.length])).toEqual([
      [undefined, 'Exhibit A', 0],
      ['Exhibit B', 'Fees', 1],
      [undefined, 'Exhibit C', 0],
    ]);
  });

  test('several levels are one label: 4(b)', async () => {
    const numbering = abstract(0, lvl(0, 'decimal', '%1.', '', 4), lvl(1, 'lowerLetter', '%1(%2)')) + num(1, 0);
    expect(await labels(items('1', '1/1', '1/1'), { numbering })).toEqual([null, '4(a)', '4(b)']);
  });

  test('what a list shows by itself needs no label', async () => {
    const numbering = [
      abstract(0, lvl(0, 'decimal', '%1.'), lvl(1, 'bullet', '\uf0b7', '<w:rPr><w:rFonts w:ascii="Symbol"/></w:rPr>')),
      abstract(1, lvl(0, 'decimal', '%1)'), lvl(1, 'bullet', '•')),
      num(1, 0) + num(2, 1),
    ].join('');
    expect(await labels(items('1', '1/1', '1', '2', '2/1'), { numbering })).toEqual([null, null, null, '1)', null]);
  });

  test('bullets are the characters that their font shows', async () => {
    const font = (name: string): string => `<w:rPr><w:rFonts w:ascii="${name}" w:hAnsi="${name}"/></w:rPr>`;
    const numbering = [
      abstract(0, lvl(0, 'bullet', '\uf0a7', font('Wingdings')), lvl(1, 'bullet', 'o', font('Courier New'))),
      abstract(1, lvl(0, 'bullet', 'v', font('Wingdings')), lvl(1, 'bullet', '–'), lvl(2, 'bullet', '\uf0b7')),
      abstract(2, lvl(0, 'bullet', 'l', font('Wingdings')), lvl(1, 'bullet', '\uf0d8', font('Wingdings'))),
      num(1, 0) + num(2, 1) + num(3, 2),
    ].join('');
    expect(await labels(items('1', '1/1', '2', '2/1', '2/2', '3', '3/1'), { numbering })).toEqual([
      '▪',
      'o',
      '❖',
      '–',
      null,
      '●',
      '➢',
    ]);
  });

  test('a picture bullet is a bullet', async () => {
    const numbering = abstract(0, lvl(0, 'bullet', '', '<w:lvlPicBulletId w:val="0"/>')) + num(1, 0);
    const blocks = await docxBlocks(items('1'), { numbering });
    expect(blocks[0]?.path.step).toEqual({ kind: 'ul', starts: true });
    expect(await labels(items('1'), { numbering })).toEqual([null]);
  });

  test('an override without a start keeps the start of the definition', async () => {
    const numbering = [
      abstract(0, lvl(0, 'decimal', '%1.')),
      num(1, 0, override(0, lvl(0, 'lowerLetter', '%1)', '', null))),
      num(2, 0, override(0, '<w:lvl w:ilvl="0"><w:lvlText w:val="(%1)"/></w:lvl>')),
    ].join('');
    expect(await labels(items('1', '1', '2'), { numbering })).toEqual(['a)', 'b)', '(3)']);
  });

  test('a definition without a start begins with 0', async () => {
    const numbering = abstract(0, lvl(0, 'decimal', '(%1)', '', null)) + num(1, 0);
    expect(await labels(items('1', '1'), { numbering })).toEqual(['(0)', '(1)']);
  });

  test('startOverride restarts a list at its first item, and a level after each restart', async () => {
    const numbering = [
      abstract(0, lvl(0, 'decimal', '(%1)'), lvl(1, 'lowerLetter', '(%2)')),
      num(1, 0),
      num(2, 0, override(0, '<w:startOverride w:val="7"/>'), override(1, '<w:startOverride w:val="3"/>')),
    ].join('');
    expect(await labels(items('1', '1', '2', '2/1', '2/1', '2', '2/1', '1'), { numbering })).toEqual([
      '(1)',
      '(2)',
      '(7)',
      '(c)',
      '(d)',
      '(8)',
      '(c)',
      '(9)',
    ]);
  });

  test('lvlRestart says after which level a level restarts, and 0 that it never does', async () => {
    const more = (restart: number): string => `<w:lvlRestart w:val="${restart}"/>`;
    const levels = (restart: number): string[] => [
      lvl(0, 'decimal', '(%1)'),
      lvl(1, 'decimal', '(%2)'),
      lvl(2, 'decimal', '(%3)', more(restart)),
    ];
    const numbering = abstract(0, ...levels(1)) + abstract(1, ...levels(0)) + num(1, 0) + num(2, 1);
    const places = ['/0', '/1', '/2', '/1', '/2', '/0', '/1', '/2'];
    const body = (list: number): string => items(...places.map((place) => `${list}${place}`));
    expect(await labels(body(1), { numbering })).toEqual(['(1)', '(1)', '(1)', '(2)', '(2)', '(2)', '(1)', '(1)']);
    expect(await labels(body(2), { numbering })).toEqual(['(1)', '(1)', '(1)', '(2)', '(2)', '(2)', '(1)', '(3)']);
  });

  test('an outer level that was passed over counts as begun', async () => {
    const numbering =
      abstract(0, lvl(0, 'upperLetter', '%1'), lvl(1, 'decimal', '%1.%2'), lvl(2, 'lowerRoman', '%2%3')) + num(1, 0);
    expect(await labels(items('1', '1/2', '1/2', '1/1', '1'), { numbering })).toEqual(['A', '1i', '1ii', 'A.2', 'B']);
    expect(await labels(items('1/1', '1'), { numbering })).toEqual(['A.1', 'B']);
  });

  test('isLgl makes all numbers of a label decimal', async () => {
    const numbering = [
      abstract(0, lvl(0, 'upperRoman', 'Article %1'), lvl(1, 'decimal', '%1.%2', '<w:isLgl/>')),
      abstract(1, lvl(0, 'upperRoman', 'Article %1'), lvl(1, 'decimal', '%1.%2')),
      num(1, 0) + num(2, 1),
    ].join('');
    expect(await labels(items('1', '1', '1/1', '2', '2', '2/1'), { numbering })).toEqual([
      'Article I',
      'Article II',
      '2.1',
      'Article I',
      'Article II',
      'II.1',
    ]);
  });

  test('numbers of the format none have no characters; words around them stay', async () => {
    const numbering =
      abstract(0, lvl(0, 'none', 'Note:'), lvl(1, 'none', '%2'), lvl(2, 'decimal', '%2%3)')) + num(1, 0);
    expect(await labels(items('1', '1/1', '1/2'), { numbering })).toEqual(['Note:', null, '1)']);
  });

  test('a format of newer programs is taken from its fallback, or from its pattern', async () => {
    const choice =
      '<mc:AlternateContent><mc:Choice Requires="w14"><w:numFmt w:val="custom" w:format="001, 002, 003, ..."/></mc:Choice><mc:Fallback><w:numFmt w:val="decimal"/></mc:Fallback></mc:AlternateContent>';
    const numbering =
      abstract(0, `<w:lvl w:ilvl="0"><w:start w:val="1"/>${choice}<w:lvlText w:val="%1"/></w:lvl>`) + num(1, 0);
    expect(await labels(items('1'), { numbering })).toEqual(['001']);
  });

  test('a heading shows its number, even one that a list would show by itself', async () => {
    const numbering =
      abstract(
        0,
        lvl(0, 'decimal', '%1.', '<w:pStyle w:val="H1"/>'),
        lvl(1, 'decimal', '%1.%2', '<w:pStyle w:val="H2"/>'),
      ) + num(1, 0);
    const styles =
      style('H1', '<w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>') +
      style(
        'H2',
        '<w:name w:val="heading 2"/><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr></w:pPr>',
      ) +
      style(
        'H3',
        '<w:name w:val="heading 2"/><w:basedOn w:val="H2"/><w:pPr><w:numPr><w:numId w:val="0"/></w:numPr></w:pPr>',
      );
    const body = ['H1', 'H2', 'H2', 'H1', 'H2', 'H3'].map((id) => wp(id, `<w:pStyle w:val="${id}"/>`)).join('');
    const blocks = textBlocks(await docxBlocks(body, { numbering, styles }));
    expect(blocks.map((block) => `${block.type} ${block.attributes[LABEL] ?? '-'} ${textOf(block)}`)).toEqual([
      'h1 1. H1',
      'h2 1.1 H2',
      'h2 1.2 H2',
      'h1 2. H1',
      'h2 2.1 H2',
      'h2 - H3',
    ]);
    expect(blocks.every(({ path }) => path.length === 0)).toBe(true);
  });

  test('a numbering style defines the lists that link to it', async () => {
    const numbering = [
      abstract(0, '<w:styleLink w:val="Outline"/>', lvl(0, 'upperLetter', '%1)')),
      abstract(1, '<w:numStyleLink w:val="Outline"/>'),
      num(1, 0) + num(2, 1),
    ].join('');
    const styles = style('Outline', '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>', 'numbering');
    expect(await labels(items('1', '2'), { numbering, styles })).toEqual(['A)', 'B)']);
  });

  test('numId 0 takes a paragraph out of the list of its style', async () => {
    const numbering = abstract(0, lvl(0, 'lowerLetter', '(%1)')) + num(1, 0);
    const styles = style('Item', '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>');
    const body = wp('x', '<w:pStyle w:val="Item"/>') + wp('x', `<w:pStyle w:val="Item"/>${numPr(0)}`);
    expect(await labels(body, { numbering, styles })).toEqual(['(a)', null]);
  });

  test('a paragraph that runs from the right keeps its label as written', async () => {
    const numbering = abstract(0, lvl(0, 'hebrew2', '%1.')) + num(1, 0);
    const blocks = textBlocks(await docxBlocks(wp('שלום', `<w:bidi/>${numPr(1)}`), { numbering }));
    expect(blocks.map(({ attributes }) => attributes)).toEqual([{ dir: 'rtl', [LABEL]: 'א.' }]);
  });

  test('a section break without text takes no number, and an empty paragraph does', async () => {
    const numbering = abstract(0, lvl(0, 'decimal', '(%1)')) + num(1, 0);
    const body =
      items('1') + wp('', `${numPr(1)}<w:sectPr/>`) + items('1') + wp('', numPr(1)) + wp('x', `${numPr(1)}<w:sectPr/>`);
    expect(await labels(body, { numbering })).toEqual(['(1)', '(2)', '(4)']);
  });

  test('a hostile definition gives short labels', async () => {
    const numbering =
      abstract(0, lvl(0, 'lowerLetter', '%1'.repeat(5000), '', 780), lvl(1, 'upperRoman', 'x'.repeat(100_000))) +
      num(1, 0);
    const found = await labels(items('1', '1/1'), { numbering });
    expect(found.map((label) => label?.length)).toEqual([255, 255]);
  });
});
