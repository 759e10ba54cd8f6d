/** Ranges that no revision can show: bookmarks, comments, and what may be edited under protection. */
import { describe, expect, test } from 'vitest';
import { openWordPackage } from '../../../service/ooxml/package.ts';
import { resolvePackage } from '../../../service/redline/verify/resolve-package.ts';
import { writeRedline } from '../../../service/redline/write-redline.ts';
import { docx, r, tbl, tc, tr, wp, xmlPart } from '../../builders/docx.ts';
import { breachesOf, commentsSeen } from '../../oracle/redline/judge-redline.ts';
import { innerXml, judge, STAMP } from './judge.ts';

/**
 * Id and text of a comment (null: there is none), and paragraphs. `<` and `>` in a paragraph mark the comment's range.
 */
type Commented = readonly [id: number, text: string | null, paragraphs: readonly string[]];

function commented([id, text, paragraphs]: Commented): Uint8Array {
  const marks: Readonly<Record<string, string>> = {
    '<': `<w:commentRangeStart w:id="${id}"/>`,
    '>': `<w:commentRangeEnd w:id="${id}"/><w:r><w:commentReference w:id="${id}"/></w:r>`,
  };
  const body = paragraphs.map((each) =>
    wp(
      each
        .split(/([<>])/)
        .map((piece) => marks[piece] ?? (piece === '' ? '' : r(piece)))
        .join(''),
    ),
  );
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  return docx(body.join(''), {
    files: {
      'word/comments.xml': xmlPart(
        'w:comments',
        text === null ? '' : `<w:comment w:id="${id}" w:author="A">${wp(text)}</w:comment>`,
      ),
      'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rIdC" Type="${office}/comments" Target="comments.xml"/></Relationships>`,
    },
  });
}

describe('ranges in a redline', () => {
  test('leaves no half of a range behind that begins in a cell and ends between rows', async () => {
    const table = (id: number): string =>
      tbl(
        tr([
          tc(`<w:p><w:bookmarkStart w:id="${id}" w:name="x"/><w:permStart w:id="${id + 1}" w:edGrp="everyone"/></w:p>`),
        ]) +
          tr([tc(wp('the second row of it'))]) +
          `<w:bookmarkEnd w:id="${id}"/><w:permEnd w:id="${id + 1}"/>`,
      );
    const rest = wp('a first paragraph that stays') + wp('a second one that stays too') + wp('and a third one');
    const { bytes } = await judge(docx(table(3) + rest), docx(rest + table(7) + wp('')));
    const { document } = await openWordPackage(bytes);
    expect(innerXml(document).match(/perm(?:Start|End)/g)).toHaveLength(2);
  });

  test.each<[string, Commented, Commented]>([
    ['says something else', [0, 'why?', ['one <two> three']], [0, 'why not?', ['one <two> three']]],
    ['came', [0, null, ['one two three']], [0, 'new', ['one <two> three']]],
    [
      'goes over two paragraphs, and its text changed too',
      [3, 'why?', ['one <two', 'three> four']],
      [5, 'so', ['one <two 2', 'three> four']],
    ],
    ['has more text', [0, 'why?', ['one <two> three']], [0, 'why?', ['one <two and a half> three']]],
    ['has text before and behind it', [0, 'why?', ['one <two> three']], [0, 'why?', ['one half <two> and three']]],
  ])('shows each reader his comments: one %s', async (_, before, after) => {
    const [original, revised] = [commented(before), commented(after)];
    const redline = await writeRedline(original, revised, STAMP);
    expect(await breachesOf(original, revised, redline)).toEqual([]);
    for (const [side, input] of [
      ['original', original],
      ['revised', revised],
    ] as const) {
      const resolved = await resolvePackage(redline.bytes, side);
      expect(await commentsSeen(resolved, 'accepted')).toEqual(await commentsSeen(input, 'accepted'));
      const { document } = await openWordPackage(resolved);
      const [ranges, references] = ['commentRangeStart', 'commentReference'].map(
        (name) => innerXml(document).split(name).length,
      );
      expect(ranges).toBe(references);
    }
  });
});
