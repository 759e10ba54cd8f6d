/** The invariants of the redline on documents built at random. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeRedline } from '../../../service/redline/write-redline.ts';
import { docx, r, tbl, tc, tr, wp } from '../../builders/docx.ts';
import { markedCharacters } from '../../oracle/redline/judge-redline.ts';
import { judge, STAMP } from './judge.ts';
import { runsOf } from '../../seed/seed.ts';

const word = fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'of', 'the', '12', 'x,', 'end.');
const runProperties = fc.constantFrom('', '', '', '<w:b/>', '<w:i/>', '<w:color w:val="FF0000"/>');
const run = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 6 }), runProperties)
  .map(([words, properties]) => r(`${words.join(' ')} `, properties));
const inline = fc.oneof(
  { weight: 6, arbitrary: run },
  { weight: 1, arbitrary: run.map((inner) => `<w:hyperlink w:anchor="there">${inner}</w:hyperlink>`) },
  {
    weight: 1,
    arbitrary: run.map(
      (inner) => `<w:sdt><w:sdtPr><w:tag w:val="t"/></w:sdtPr><w:sdtContent>${inner}</w:sdtContent></w:sdt>`,
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(run, run)
      .map(
        ([first, second]) =>
          `<w:sdt><w:sdtPr><w:tag w:val="u"/></w:sdtPr><w:sdtContent>${first}<w:sdt><w:sdtPr><w:tag w:val="t"/></w:sdtPr><w:sdtContent>${second}</w:sdtContent></w:sdt></w:sdtContent></w:sdt>`,
      ),
  },
  { weight: 1, arbitrary: fc.constant('<w:r><w:tab/></w:r>') },
  { weight: 1, arbitrary: fc.constant('<w:r><w:br/></w:r>') },
);
const paragraphProperties = fc.constantFrom('', '', '<w:jc w:val="right"/>', '<w:keepNext/>', '<w:rPr><w:b/></w:rPr>');
const paragraph = fc
  .tuple(fc.array(inline, { maxLength: 4 }), paragraphProperties)
  .map(([content, properties]) => wp(content.length === 0 ? '' : content.join(''), properties));
const { block } = fc.letrec<{ block: string; cell: string }>((tie) => ({
  cell: fc
    .array(tie('block'), { maxLength: 2 })
    .chain((blocks) => paragraph.map((last) => tc([...blocks, last].join('')))),
  block: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    { weight: 6, arbitrary: paragraph },
    {
      weight: 1,
      arbitrary: fc
        .array(
          fc.array(tie('cell'), { minLength: 1, maxLength: 3 }).map((cells) => tr(cells)),
          { minLength: 1, maxLength: 3 },
        )
        .map((rows) => tbl(...rows)),
    },
    {
      weight: 1,
      arbitrary: fc
        .array(tie('block'), { minLength: 1, maxLength: 2 })
        .map(
          (blocks) =>
            `<w:sdt><w:sdtPr><w:tag w:val="b"/></w:sdtPr><w:sdtContent>${blocks.join('')}</w:sdtContent></w:sdt>`,
        ),
    },
  ),
}));
const blocks = fc.array(block, { maxLength: 6 });

/** Start and end tags of content controls. */
const CONTROL_TAGS = /<w:sdt><w:sdtPr>.*?<\/w:sdtPr><w:sdtContent>|<\/w:sdtContent><\/w:sdt>/g;

/** A revision of a list of blocks: some dropped, some exchanged, some new. */
const edited = (list: readonly string[]) =>
  fc
    .array(
      fc.tuple(fc.nat(Math.max(0, list.length)), fc.constantFrom('drop', 'insert', 'swap', 'words', 'unwrap'), block),
      {
        maxLength: 3,
      },
    )
    .map((edits) => {
      const copy = [...list];
      for (const [at, kind, fresh] of edits) {
        if (kind === 'insert') copy.splice(at, 0, fresh);
        else if (kind === 'drop') copy.splice(at, 1);
        else if (kind === 'swap' && copy[at + 1] !== undefined) copy.splice(at, 2, copy[at + 1]!, copy[at]!);
        else if (kind === 'unwrap' && copy[at] !== undefined) copy[at] = copy[at].replace(CONTROL_TAGS, '');
        else if (kind === 'words' && copy[at] !== undefined)
          copy[at] = copy[at].replace('alpha', 'omega').replace('of the', 'of every');
      }
      return copy;
    });
const pair = blocks.chain((original) => fc.tuple(fc.constant(original), fc.oneof(edited(original), blocks)));
const fileOf = (list: readonly string[]): Uint8Array => docx(list.join('') + wp('The last paragraph.') + '<w:sectPr/>');

describe('any two documents', () => {
  test('give a redline that rejects to the one and accepts to the other', async () => {
    await fc.assert(
      fc.asyncProperty(pair, async ([original, revised]) => {
        await judge(fileOf(original), fileOf(revised));
      }),
      { numRuns: runsOf(150) },
    );
  });

  test('compared with themselves have no revision, and stay the same bytes', async () => {
    await fc.assert(
      fc.asyncProperty(blocks, async (list) => {
        const bytes = fileOf(list);
        const { bytes: same, counts } = await writeRedline(bytes, bytes, STAMP);
        expect(counts).toEqual({ insertions: 0, deletions: 0, moves: 0, formatChanges: 0 });
        expect(same).toBe(bytes);
      }),
      { numRuns: 30 },
    );
  });

  test('give the same bytes each time', async () => {
    await fc.assert(
      fc.asyncProperty(pair, async ([original, revised]) => {
        const make = () => writeRedline(fileOf(original), fileOf(revised), STAMP);
        expect(Buffer.compare((await make()).bytes, (await make()).bytes)).toBe(0);
      }),
      { numRuns: 20 },
    );
  });

  test('mark as many characters whichever is the original', async () => {
    await fc.assert(
      fc.asyncProperty(pair, async ([original, revised]) => {
        const forth = await markedCharacters((await writeRedline(fileOf(original), fileOf(revised), STAMP)).bytes);
        const back = await markedCharacters((await writeRedline(fileOf(revised), fileOf(original), STAMP)).bytes);
        expect(back).toEqual({ inserted: forth.deleted, deleted: forth.inserted });
      }),
      { numRuns: 60 },
    );
  });
});
