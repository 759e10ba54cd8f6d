/** Fields and links that the two documents write in different forms: an element, a simple field, a complex field. */
import { describe, expect, test } from 'vitest';
import { docx, r, wp, type DocxParts } from '../../builders/docx.ts';
import { withLinkElements } from '../../oracle/redline/link-forms.ts';
import { judge } from './judge.ts';

const run = (inside: string): string => `<w:r>${inside}</w:r>`;
const character = (type: string): string => `<w:fldChar w:fldCharType="${type}"/>`;
const code = (text: string): string => `<w:instrText xml:space="preserve"> ${text} </w:instrText>`;
const complex = (instruction: string, result: string): string =>
  [character('begin'), code(instruction), character('separate')].map(run).join('') + result + run(character('end'));
const simple = (instruction: string, result: string): string =>
  `<w:fldSimple w:instr=" ${instruction.replaceAll('"', '&quot;')} ">${result}</w:fldSimple>`;
const link = (attributes: string, result: string): string => `<w:hyperlink ${attributes}>${result}</w:hyperlink>`;

const PAGE = r('the page', '<w:u w:val="single"/>');
const PARTS = { links: { rIdL: 'https://example.com/a', rIdM: 'https://example.com/b' } };
const place = '<w:bookmarkStart w:id="1" w:name="place"/><w:bookmarkEnd w:id="1"/>';

describe('one field in two forms', () => {
  test.each([
    ['a link as field', link('r:id="rIdL"', PAGE), complex('HYPERLINK "https://example.com/a"', PAGE)],
    [
      'a link as simple field',
      link('r:id="rIdL" w:history="1"', PAGE),
      simple('HYPERLINK "https://example.com/a"', PAGE),
    ],
    [
      'a link with a hint',
      link('r:id="rIdL" w:tooltip="Look"', PAGE),
      complex('HYPERLINK "https://example.com/a" \\o "Look"', PAGE),
    ],
    ['a link to a place', link('w:anchor="place"', PAGE), complex('HYPERLINK \\l "place"', PAGE)],
    [
      'a link to a place of a page',
      link('r:id="rIdL" w:anchor="x"', PAGE),
      complex('HYPERLINK "https://example.com/a" \\l "x"', PAGE),
    ],
    ['a number', simple('SEQ Table \\* ARABIC', r('1')), complex('SEQ Table \\* ARABIC', r('1'))],
    [
      'a number inside a link',
      link('w:anchor="place"', simple('PAGEREF place', r('3'))),
      complex('HYPERLINK \\l "place"', complex('PAGEREF place', r('3'))),
    ],
    [
      'a field whose parts share a run',
      link('r:id="rIdL"', PAGE),
      run(character('begin') + code('HYPERLINK "https://example.com/a"') + character('separate')) +
        PAGE +
        run(`${character('end')}<w:t/>`),
    ],
  ])('leaves only the changed word marked: %s', async (_, one, other) => {
    const document = (word: string, form: string): Uint8Array =>
      docx(wp(r(`${word} text, see `) + form + r(' now.')) + wp(place + r('The place.')), PARTS);
    for (const [before, after] of [
      [one, other],
      [other, one],
    ] as const) {
      const { counts } = await judge(document('Old', before), document('New', after));
      expect(counts).toEqual({ insertions: 1, deletions: 1, moves: 0, formatChanges: 0 });
    }
  });

  test('also in a header, which then needs the address', async () => {
    const section = '<w:sectPr><w:headerReference w:type="default" r:id="rIdH"/></w:sectPr>';
    const relationship = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rIdL" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="https://example.com/a" TargetMode="External"/></Relationships>`;
    const linked = link('r:id="rIdL"', PAGE);
    const parts = (word: string, form: string): DocxParts => ({
      headers: { rIdH: wp(r(`${word} text, see `) + form) },
      files: form === linked ? { 'word/_rels/rIdH.xml.rels': relationship } : {},
    });
    const [one, other] = [linked, complex('HYPERLINK "https://example.com/a"', PAGE)];
    for (const [before, after] of [
      [one, other],
      [other, one],
    ] as const) {
      const { counts } = await judge(
        docx(wp('Text.') + section, parts('Old', before)),
        docx(wp('Text.') + section, parts('New', after)),
      );
      expect(counts).toEqual({ insertions: 1, deletions: 1, moves: 0, formatChanges: 0 });
    }
  });

  test('with another address is a change', async () => {
    const body = (form: string): Uint8Array => docx(wp(r('See ') + form), PARTS);
    const { counts } = await judge(
      body(link('r:id="rIdL"', PAGE)),
      body(complex('HYPERLINK "https://example.com/b"', PAGE)),
    );
    expect(counts).toEqual({ insertions: 1, deletions: 1, moves: 0, formatChanges: 0 });
  });
});

test('the judge reads a link of each form alike, and tells links to two places apart', () => {
  const field = (address: string): string =>
    `P {||} «»See <w:fldChar w:fldCharType="begin"></><instruction ${JSON.stringify(`HYPERLINK "${address}"`)}><w:fldChar w:fldCharType="separate"></>here<w:fldChar w:fldCharType="end"></>.`;
  const linked = (address: string): string => `P {||} «»See  «»(<w:hyperlink r:id=${address}></> «»here «») «».`;
  expect(withLinkElements(field('https://a.example/'))).toBe(withLinkElements(linked('https://a.example/')));
  expect(withLinkElements(field('https://a.example/'))).not.toBe(withLinkElements(linked('https://b.example/')));
});
