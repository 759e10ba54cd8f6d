// Stages that know text only: order of letters, hyphens, markers, font names.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { areBracketsAsTyped, toLogicalOrder } from '../../../../service/formats/pdf/lines/bidi.ts';
import { fontStyle } from '../../../../service/formats/pdf/paint/font-style.ts';
import { glyphText } from '../../../../service/formats/pdf/paint/glyph-text.ts';
import { buildLexicon, joinLines, measureLineEnds } from '../../../../service/formats/pdf/across-sides/hyphens.ts';
import { listMarker } from '../../../../service/formats/pdf/lines/list-marker.ts';
import { readTags } from '../../../../service/formats/pdf/paint/page-tags.ts';

const units = (text: string): { text: string }[] => [...text].map((character) => ({ text: character }));
const logical = (visual: string, rightToLeft: boolean): string =>
  toLogicalOrder(units(visual), { rightToLeft, bracketsAsTyped: false })
    .map((unit) => unit.text)
    .join('');

describe('toLogicalOrder', () => {
  test.each([
    ['left to right stays', 'Annex B, 2024.', false, 'Annex B, 2024.'],
    ['letters turn', 'גבא', true, 'אבג'],
    ['a number keeps its order', '.1,250.00 אבג', true, 'גבא 1,250.00.'],
    ['a phrase with a number keeps its order', 'גבא Annex B 12 דהו', true, 'והד Annex B 12 אבג'],
    ['numbers apart change places', '3 ,2 ,1', true, '1, 2, 3'],
    ['brackets are mirrored', '(אב)', true, '(בא)'],
    ['a word inside the other direction turns', 'see גבא now', false, 'see אבג now'],
    ['a number before a phrase reads on from it', 'גבא Annex 3', true, 'Annex 3 אבג'],
    ['brackets within a phrase keep their side', 'ABC (Annex) גבא', true, 'אבג ABC (Annex)'],
    ['a sign stays with its number', '12.5% גבא', true, 'אבג 12.5%'],
    ['but not behind Arabic letters', '%12.5 ابت', true, 'تبا 12.5%'],
  ])('%s', (_, visual, rightToLeft, expected) => {
    expect(logical(visual, rightToLeft)).toBe(expected);
  });

  test('brackets that are given as typed stand as they are, and are told by facing each other', () => {
    const visual = units('דה )גב( א');
    expect(areBracketsAsTyped([visual], true)).toBe(true);
    expect(areBracketsAsTyped([units('דה (גב) א')], true)).toBe(false);
    const direction = { rightToLeft: true, bracketsAsTyped: true };
    expect(
      toLogicalOrder(visual, direction)
        .map((unit) => unit.text)
        .join(''),
    ).toBe('א (בג) הד');
  });

  test('loses nothing', () => {
    const letters = fc.constantFrom(...'ab אבג 12.,()-');
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 30 }), fc.boolean(), (characters, rightToLeft) => {
        const mirror = (text: string): string => text.replace(/[()]/g, '|');
        const before = mirror([...characters].sort().join(''));
        const after = mirror([...logical(characters.join(''), rightToLeft)].sort().join(''));
        expect([...after].sort()).toEqual([...before].sort());
      }),
    );
  });
});

describe('joinLines', () => {
  const join = (first: string, second: string, paragraphs: string[][]): string => {
    const all = [...paragraphs, [first, second]];
    const lexicon = buildLexicon(all);
    const { drop, between } = joinLines(first, second, lexicon, measureLineEnds(all, lexicon));
    return first.slice(0, first.length - drop) + between + second;
  };
  const divided = [['the agree-', 'ment is an agreement']];

  test.each([
    ['the joined word occurs elsewhere', 'this agree-', 'ment', [['an agreement']], 'this agreement'],
    ['the hyphenated word occurs elsewhere', 'a long-', 'term plan', [['long-term, and longterm']], 'a long-term plan'],
    ['a word with its stem occurs', 'proac-', 'tively done', [['a proactive approach']], 'proactively done'],
    ['nothing is known, and the document divides words', 'confiden-', 'tiality', divided, 'confidentiality'],
    ['nothing is known, and it does not', 'real-', 'time', [['plain text']], 'real-time'],
    ['two words of the document make a compound', 'well-', 'known', [...divided, ['known well']], 'well-known'],
    ['a soft hyphen always goes', 'real\u00ad', 'time', [['plain']], 'realtime'],
    ['before a capital it stays', 'GitHub-', 'Owned', divided, 'GitHub-Owned'],
    ['after a number it stays', '30-', 'day', divided, '30-day'],
    ['before "and" it stays, with a space', 'pre-', 'and post-paid', divided, 'pre- and post-paid'],
    ['no hyphen, a space', 'one', 'two', [], 'one two'],
    ['Korean words join when the whole occurs', '완전', '한 합의', [['완전한 합의, 완전한']], '완전한 합의'],
    ['Korean words stay apart otherwise', '이전의', '모든', [['이전의 모든 합의와 모든 이전의 것']], '이전의 모든'],
  ])('%s', (_, first, second, paragraphs, expected) => {
    expect(join(first, second, paragraphs)).toBe(expected);
  });
});

describe('listMarker', () => {
  test.each([
    ['• item', 'ul', 2],
    ['- item', 'ul', 2],
    ['12. item', 'ol', 4],
    ['(iv) item', 'ol', 5],
    ['a) item', 'ol', 3],
    ['2.1 item', 'ol', 4],
    ['iii.item', 'ol', 4],
  ])('%s', (text, kind, length) => {
    expect(listMarker(text)).toMatchObject({ kind, length });
  });

  test.each(['-5 degrees', '2024 was a year', '(a word) in brackets', 'I am', '3.5% of it', 'e.g. this', '1.5x'])(
    '%s has none',
    (text) => {
      expect(listMarker(text)).toBeNull();
    },
  );

  test.each([
    ['iv. x', 4],
    ['(xii) x', 12],
    ['c) x', 3],
    ['7. x', 7],
  ])('%s counts %i', (text, value) => {
    expect(listMarker(text)?.value).toBe(value);
  });
});

describe('fontStyle', () => {
  test.each([
    ['ABCDEF+LiberationSerif-Bold', true, false],
    ['LMRoman10-Italic', false, true],
    ['CMBX12', true, false],
    ['CMTI10', false, true],
    ['SFBX1200', true, false],
    ['NimbusRomNo9L-Medi', true, false],
    ['NimbusRomNo9L-MediItal', true, true],
    ['Arial,BoldItalic', true, true],
    ['CMR10', false, false],
    ['CMMI10', false, false],
    ['Palatino-Roman', false, false],
  ])('%s', (name, bold, italic) => {
    expect(fontStyle(name)).toMatchObject({ bold, italic });
  });
});

test('glyphText spells out pictures of letters and leaves typed characters', () => {
  expect(['ﬁ', 'ﻼ', '\u00a0', '\uf0b7', 'Ａ', '½', '\u0003'].map(glyphText)).toEqual([
    'fi',
    'لا',
    ' ',
    '•',
    'Ａ',
    '½',
    '',
  ]);
});

describe('readTags', () => {
  const content = (mcid: number): object => ({ type: 'content', id: `p1R_mc${mcid}` });
  const node = (role: string, ...children: object[]): object => ({ role, children });

  test('gives blocks in order, with items and cells', () => {
    const tree = node(
      'Root',
      node('H1', content(0)),
      node('P', node('Span', content(1)), content(2)),
      node('L', node('LI', node('Lbl', content(3)), node('LBody', node('P', content(4)), node('P', content(5))))),
      node(
        'Table',
        node('TR', node('TH', content(6)), node('TD')),
        node('TR', { ...node('TD', content(7)), colSpan: 2 }),
      ),
    );
    expect(readTags(tree)?.filter((block) => !block.mcids.includes(-2))).toMatchObject([
      { role: 'h1', mcids: [0], items: [], cell: null },
      { role: 'p', mcids: [1, 2] },
      { role: 'p', mcids: [3, 4], items: [0] },
      { role: 'p', mcids: [5], items: [0] },
      { mcids: [6], cell: { table: 0, row: 0, column: 0, header: true } },
      { mcids: [7], cell: { row: 1, column: 0, colspan: 2, header: false } },
    ]);
  });

  test('a tree of any depth ends', () => {
    let tree = node('P', content(0));
    for (let depth = 0; depth < 100_000; depth++) tree = node('Sect', tree);
    expect(readTags(tree)).toEqual([]);
  });
});
