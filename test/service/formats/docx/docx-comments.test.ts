import { describe, expect, test } from 'vitest';
import { commentIn } from '../../../../shared/document/comment.ts';
import { commentsOf, shownParent, type Comment } from '../../../../shared/document/comments-of.ts';
import { noteIn } from '../../../../shared/document/notes.ts';
import { textOf, type Block, type Side } from '../../../../shared/document/model.ts';
import { compareDocuments } from '../../../../service/engine/compare.ts';
import { readDocx } from '../../../../service/formats/docx/read-docx.ts';
import { docx, r, wp, type DocxParts } from '../../../builders/docx.ts';

const start = (id: number): string => `<w:commentRangeStart w:id="${id}"/>`;
const end = (id: number): string => `<w:commentRangeEnd w:id="${id}"/><w:r><w:commentReference w:id="${id}"/></w:r>`;
const comment = (id: number, text: string, more = 'w:author="M. B." w:date="2026-03-01T10:00:00Z"'): string =>
  `<w:comment w:id="${id}" ${more}><w:p w14:paraId="0000000${id}">${r(text)}</w:p></w:comment>`;

const read = async (body: string, parts: DocxParts): Promise<readonly Block[]> =>
  (await readDocx(docx(body, parts), { include: ['comments'] })).document.blocks;

const textsOf = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => (block.kind === 'text' ? [textOf(block)] : []));
const factsOf = (blocks: readonly Block[]) =>
  blocks
    .flatMap((block) => (block.kind === 'text' ? [commentIn(block.attributes)] : []))
    .filter((each) => each !== null);

const quoted = ({ anchors }: Comment, side: Side): string | null => {
  const range = anchors[side];
  if (range === null) return null;
  return range.start.block === range.end.block
    ? textOf(range.start.block).slice(range.start.offset, range.end.offset)
    : `${textOf(range.start.block).slice(range.start.offset)}|${textOf(range.end.block).slice(0, range.end.offset)}`;
};

describe('comments of a DOCX', () => {
  test('carry author, date and the words that they are about', async () => {
    const blocks = await read(wp(r('Pay  ') + start(1) + r('within 30 days ') + end(1) + r('of receipt.')), {
      comments: comment(1, 'Too long.'),
    });
    expect(textsOf(blocks)).toEqual(['Pay within 30 days of receipt.', 'M. B.', 'Too long.']);
    expect(factsOf(blocks)).toEqual([
      {
        author: 'M. B.',
        date: '2026-03-01T10:00:00Z',
        anchor: { start: [0, 4], end: [0, 18], quote: 'within 30 days' },
      },
    ]);
  });

  test('keep replies below what they answer, and say what is resolved', async () => {
    const blocks = await read(
      wp(start(1) + start(3) + r('Fees') + end(1) + end(3)) + wp(start(2) + r('Term') + end(2)),
      {
        comments: comment(1, 'Why?') + comment(2, 'Short') + comment(3, 'Because.'),
        commentsExtended:
          '<w15:commentEx w15:paraId="00000001" w15:done="1"/><w15:commentEx w15:paraId="00000002" w15:done="0"/>' +
          '<w15:commentEx w15:paraId="00000003" w15:paraIdParent="00000001" w15:done="0"/>',
      },
    );
    expect(textsOf(blocks)).toEqual(['Fees', 'Term', 'M. B.', 'Why?', 'M. B.', 'Because.', 'M. B.', 'Short']);
    expect(factsOf(blocks).map(({ done, parent }) => [done, parent])).toEqual([
      [true, undefined],
      [undefined, 1],
      [undefined, undefined],
    ]);
    expect(
      commentsOf(blocks).map((each) => [shownParent(each), quoted(each, 'original'), quoted(each, 'revised')]),
    ).toEqual([
      [null, 'Fees', 'Fees'],
      [0, 'Fees', 'Fees'],
      [null, 'Term', 'Term'],
    ]);
  });

  test('take a range over cells, between paragraphs and in empty ones to the words in it', async () => {
    const table = `<w:tbl><w:tr><w:tc>${wp(r('A') + start(1))}</w:tc><w:tc>${wp('B')}</w:tc></w:tr></w:tbl>`;
    const blocks = await read(
      wp('before') +
        table +
        wp(end(1)) +
        start(2) +
        wp('<w:r><w:t/></w:r>') +
        wp('last words') +
        `<w:commentRangeEnd w:id="2"/>` +
        wp(`<w:r><w:commentReference w:id="2"/></w:r>`),
      { comments: comment(1, 'cells') + comment(2, 'between') },
    );
    expect(factsOf(blocks).map(({ anchor }) => anchor)).toEqual([
      { start: [2, 0], end: [2, 1], quote: 'B' },
      { start: [3, 0], end: [3, 10], quote: 'last words' },
    ]);
  });

  test('are a point where the reference is, if nothing is between start and end', async () => {
    const blocks = await read(wp(r('a') + '<w:r><w:commentReference w:id="1"/></w:r>' + r('b')), {
      comments: comment(1, 'x'),
    });
    expect(factsOf(blocks).map(({ anchor }) => anchor)).toEqual([{ start: [0, 1], end: [0, 1], quote: '' }]);
  });

  test('have a line without an author if they have no text', async () => {
    const blocks = await read(wp(start(1) + r('a') + end(1)), { comments: `<w:comment w:id="1"/>` });
    expect(textsOf(blocks)).toEqual(['a', 'Comment']);
    expect(factsOf(blocks).map(({ author }) => author)).toEqual(['']);
  });

  test('are found in the merged document on both sides', async () => {
    const parts = { comments: comment(1, 'Too long.') };
    const [original, revised] = [
      await read(wp('Intro') + wp(r('Pay ') + start(1) + r('within 30 days') + end(1)), parts),
      await read(
        wp('New') + wp('Intro') + wp(r('Please pay ') + start(1) + r('within 60 days') + end(1) + r(' or so')),
        parts,
      ),
    ];
    const { blocks } = compareDocuments(
      { blocks: original, warnings: [] },
      { blocks: revised, warnings: [] },
      { mode: 'word' },
    );
    const [found, ...others] = commentsOf(blocks);
    expect(others).toEqual([]);
    expect([quoted(found!, 'original'), quoted(found!, 'revised')]).toEqual(['within 3060 days', 'within 3060 days']);
  });
});

describe('notes of a DOCX', () => {
  test('say their kind, their number and the place of their sign', async () => {
    const note = (id: number, content: string): string => `<w:footnote w:id="${id}">${wp(content)}</w:footnote>`;
    const blocks = await read(
      wp(
        r('one') +
          '<w:r><w:footnoteReference w:id="5"/></w:r>' +
          r(' two') +
          '<w:r><w:footnoteReference w:id="3"/></w:r>',
      ) + wp(r('end') + '<w:r><w:endnoteReference w:id="1"/></w:r>'),
      { footnotes: note(3, 'three') + note(5, 'five'), endnotes: `<w:endnote w:id="1">${wp('last')}</w:endnote>` },
    );
    expect(textsOf(blocks)).toEqual(['one* two*', 'end*', 'five', 'three', 'last']);
    expect(
      blocks
        .flatMap((block) => (block.kind === 'text' ? [noteIn(block.attributes)] : []))
        .filter((each) => each !== null),
    ).toEqual([
      { kind: 'footnote', number: 1, sign: [0, 3] },
      { kind: 'footnote', number: 2, sign: [0, 8] },
      { kind: 'endnote', number: 1, sign: [1, 3] },
    ]);
  });
});
