/** Redlines of text: words, formats, fields, paragraphs that are split, joined or moved. */
import { describe, expect, test } from 'vitest';
import type { Redline } from '../../../service/redline/write-redline.ts';
import { openWordPackage } from '../../../service/ooxml/package.ts';
import { r, tbl, tc, tr, wp } from '../../builders/docx.ts';
import { markedCharacters, textsOf } from '../../oracle/redline/judge-redline.ts';
import { bodies, innerXml, LONG, MORE } from './judge.ts';

const field = (instruction: string, result: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${r(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

describe('a redline of text', () => {
  test('marks words, and nothing else', async () => {
    const { bytes, counts } = await bodies(wp('The fee is 5 euro.'), wp('The fee is 6 euro.'));
    expect(counts).toEqual({ insertions: 1, deletions: 1, moves: 0, formatChanges: 0 });
    expect(await markedCharacters(bytes)).toEqual({ inserted: 1, deleted: 1 });
  });

  test('marks a format as a format', async () => {
    const { counts } = await bodies(wp(r('a ') + r('b')), wp(r('a ') + r('b', '<w:b/>')));
    expect(counts).toEqual({ insertions: 0, deletions: 0, moves: 0, formatChanges: 1 });
  });

  test('marks a split and a joined paragraph by the mark alone', async () => {
    const split = await bodies(wp(`${LONG} ${MORE}`), wp(`${LONG} `) + wp(MORE));
    expect(await markedCharacters(split.bytes)).toEqual({ inserted: 0, deleted: 0 });
    const joined = await bodies(wp(`${LONG} `) + wp(MORE), wp(`${LONG} ${MORE}`));
    expect(await markedCharacters(joined.bytes)).toEqual({ inserted: 0, deleted: 0 });
    // However short the paragraphs are.
    const short = await bodies(wp('One.') + wp('Two.') + wp('z'), wp('One.Two.') + wp('z'));
    expect(await markedCharacters(short.bytes)).toEqual({ inserted: 0, deleted: 0 });
  });

  test('changes the result of a field, and replaces a field whose instruction changes', async () => {
    await bodies(wp(r('p. ') + field('PAGE', '7')), wp(r('p. ') + field('PAGE', '8')));
    const fields = (instruction: string): string => wp(r('page ') + field(instruction, '7') + r(' of it'));
    const { bytes, counts } = await bodies(fields('PAGE'), fields('NUMPAGES'));
    expect(counts).toEqual({ insertions: 1, deletions: 1, moves: 0, formatChanges: 0 });
    expect(await markedCharacters(bytes)).toEqual({ inserted: 1, deleted: 1 });
  });

  test('marks a simple field that comes or goes as a complex one, which a mark can hold as a whole', async () => {
    const simple = (result: string): string =>
      `<w:fldSimple w:instr=" SEQ Figure " w:dirty="1">${r(result)}</w:fldSimple>`;
    const complex = (result: string): string =>
      `<w:r><w:fldChar w:fldCharType="begin" w:dirty="1"/></w:r><w:r><w:instrText xml:space="preserve"> SEQ Figure </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${r(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
    const caption = (number: string): string => wp(r('Figure ') + number + r(' shows it.'));
    for (const [original, revised] of [
      [caption(simple('7')), caption('')],
      [caption(''), caption(simple('7'))],
      [caption(simple('7')) + wp('z'), wp('z')],
      [wp('z'), caption(`<w:hyperlink w:anchor="x">${simple('7')}</w:hyperlink>`) + wp('z')],
      [caption(simple('7')), caption(r('7'))],
      [caption(simple('7')), caption(complex(''))],
    ] as const) {
      const { bytes } = await bodies(original, revised);
      // Around a mark the field would stay when its result goes.
      expect(innerXml((await openWordPackage(bytes)).document)).not.toMatch(/<w:fldSimple[^>]*><w:(?:ins|del)/);
    }
    const { counts } = await bodies(caption(simple('7')), caption(simple('8')));
    expect(counts).toEqual({ insertions: 1, deletions: 1, moves: 0, formatChanges: 0 });
    // Word writes one for the other when it saves: the same field.
    const same = await bodies(caption(simple('7')), caption(complex('7')));
    expect(same.counts).toEqual({ insertions: 0, deletions: 0, moves: 0, formatChanges: 0 });
  });

  test('tracks links and fields that hold nothing', async () => {
    const empty = '<w:hyperlink w:anchor="x"/><w:fldSimple w:instr="PAGE"/>';
    for (const content of [r('Page '), r('Page ') + r('of it')]) {
      await bodies(wp(content) + wp('z'), wp(content + empty) + wp('z'));
      await bodies(wp(content + empty) + wp('z'), wp(content) + wp('z'));
      await bodies(wp('z'), wp(content + empty) + wp('z'));
    }
  });

  test('marks paragraphs that moved as moved, and what was edited in them as edited', async () => {
    // More text than the others: of what changed places, the shorter is moved.
    const others = [
      'The first clause is about fees, and when they are due, and what is to be paid when they are not paid by then.',
      'A second one names the parties, and says where each of them has its seat, and who speaks for it there.',
      'The third is the law.',
    ];
    const stays = others.map((text) => wp(text)).join('');
    const marksOf = async ({ bytes }: Redline): Promise<Record<string, number>> => {
      const xml = new TextDecoder().decode((await openWordPackage(bytes)).package.part('word/document.xml')?.bytes);
      const count = (name: string): number => [...xml.matchAll(new RegExp(`<w:${name}[ >]`, 'g'))].length;
      return Object.fromEntries(
        ['moveFromRangeStart', 'moveToRangeStart', 'moveFrom', 'moveTo', 'ins', 'del'].map((name) => [
          name,
          count(name),
        ]),
      );
    };
    const one = { moveFromRangeStart: 1, moveToRangeStart: 1 };
    const moved = await bodies(wp(LONG) + stays, stays + wp(LONG) + wp('End.'));
    expect(await marksOf(moved)).toMatchObject({ ...one, moveFrom: 2, moveTo: 2, del: 0 });
    // Two that follow each other are one move.
    const two = wp(LONG) + wp(MORE, '<w:jc w:val="right"/>');
    const both = await bodies(two + stays + wp('End.'), stays + two + wp('End.'));
    expect(await marksOf(both)).toEqual({ ...one, moveFrom: 4, moveTo: 4, ins: 0, del: 0 });
    // One word of it was exchanged: deleted where it was, inserted where it is.
    const edited = await bodies(wp(LONG) + stays + wp('End.'), stays + wp(LONG.replace('paste', 'put')) + wp('End.'));
    expect(await marksOf(edited)).toEqual({ ...one, moveFrom: 3, moveTo: 3, ins: 1, del: 1 });
    // Into a cell, with a link and a field in it.
    const rich = wp(r(LONG) + `<w:hyperlink w:anchor="there">${r('to there')}</w:hyperlink>` + field('PAGE', '7'));
    const cell = (content: string): string => tbl(tr([tc(content + wp('x'))]));
    const into = await bodies(rich + stays + cell(two) + wp('z'), stays + cell(two + rich) + wp('z'));
    expect(await marksOf(into)).toMatchObject({ ...one, ins: 0, del: 0 });
  });

  test('keeps short paragraphs that stand elsewhere out of moves', async () => {
    const stays = wp(LONG) + wp(MORE);
    const { bytes } = await bodies(wp('Yes.') + stays + wp('End.'), stays + wp('Yes.') + wp('End.'));
    const xml = new TextDecoder().decode((await openWordPackage(bytes)).package.part('word/document.xml')?.bytes);
    expect(xml).not.toContain('w:moveFrom');
  });

  test('takes revisions of its inputs as accepted', async () => {
    const tracked = wp(
      r('a ') +
        `<w:ins w:id="1" w:author="X">${r('b ')}</w:ins><w:del w:id="2" w:author="X"><w:r><w:delText>c</w:delText></w:r></w:del>`,
    );
    const { counts, bytes } = await bodies(tracked, wp('a b d'));
    expect(counts).toEqual({ insertions: 1, deletions: 0, moves: 0, formatChanges: 0 });
    expect(await textsOf(bytes, 'rejected')).toMatchObject({ body: ['a b '] });
  });
});
