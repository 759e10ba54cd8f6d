/** The laws of the redline on documents built at random and on the cases that are known to be hard. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeRedline, type Redline } from '../../../service/redline/write-redline.ts';
import { resolvePackage } from '../../../service/redline/resolve-package.ts';
import { Namespaces } from '../../../service/ooxml/namespaces.ts';
import { openWordPackage } from '../../../service/ooxml/package.ts';
import { childOf, isElement, type XmlElement } from '../../../service/ooxml/xml-tree.ts';
import { writeXml } from '../../../service/ooxml/write-xml.ts';
import { Canonical } from '../../../service/redline/canonical.ts';
import { blockKeys } from '../../../service/redline/story-key.ts';
import { docx, r, tbl, tc, tr, wp, xmlPart, type DocxParts } from '../../builders/docx.ts';
import {
  breachesOf,
  commentsSeen,
  markedCharacters,
  structureFaults,
  textsOf,
} from '../../quality/redline/judge-redline.ts';

const STAMP = { author: 'A', date: '2026-01-31T00:00:00Z' };

/** Canonical strings of the blocks of a file's body; the targets of links stand for their ids. */
async function keysOf(bytes: Uint8Array): Promise<string[]> {
  const { package: archive, mainPart, document } = await openWordPackage(bytes);
  const relationships = archive.relationshipsOf(mainPart);
  const canonical = new Canonical((id) => relationships.get(id)?.target ?? id);
  return blockKeys(childOf(document, 'w:body')?.children ?? [], canonical);
}

/** Id and text of a comment (null: there is none), and paragraphs in which `<` and `>` stand for its range. */
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

/** A tree as text, to look for names in. */
function innerXml(root: XmlElement): string {
  return Buffer.from(writeXml(root, new Namespaces())).toString();
}

/** Makes the redline and holds it against every law that can be seen from outside. */
async function judge(original: Uint8Array, revised: Uint8Array): Promise<Redline> {
  const redline = await writeRedline(original, revised, STAMP);
  // Our own reading, with formatting and structure.
  expect(await keysOf(await resolvePackage(redline.bytes, 'original'))).toEqual(
    await keysOf(await resolvePackage(original, 'revised')),
  );
  expect(await keysOf(await resolvePackage(redline.bytes, 'revised'))).toEqual(
    await keysOf(await resolvePackage(revised, 'revised')),
  );
  // The judge's readings, strict and by text, and the structure.
  expect(await breachesOf(original, revised, redline)).toEqual([]);
  return redline;
}

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
  test('give a redline that rejects to the one and accepts to the other', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(pair, async ([original, revised]) => {
        await judge(fileOf(original), fileOf(revised));
      }),
      { numRuns: 150 },
    );
  });

  test('compared with themselves have no revision, and stay the same bytes', { timeout: 60_000 }, async () => {
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

  test('give the same bytes each time', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(pair, async ([original, revised]) => {
        const make = () => writeRedline(fileOf(original), fileOf(revised), STAMP);
        expect(Buffer.compare((await make()).bytes, (await make()).bytes)).toBe(0);
      }),
      { numRuns: 20 },
    );
  });

  test('mark as many characters whichever is the original', { timeout: 60_000 }, async () => {
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

const LONG = 'When you click Online Video, you can paste in the embed code for the video you want to add.';
const MORE = 'To make your document look professional, Word provides header, footer and cover page designs.';
const field = (instruction: string, result: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${r(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

const relationships = (inside: string): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`;

describe('a redline', () => {
  const bodies = (original: string, revised: string, parts: DocxParts = {}, others = parts): Promise<Redline> =>
    judge(docx(original, parts), docx(revised, others));

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

  test('takes a paragraph away at the end of the body, of a cell and before a table', async () => {
    await bodies(wp('a', '<w:jc w:val="right"/>') + wp('b'), wp('a', '<w:jc w:val="right"/>'));
    await bodies(wp('a'), wp('a') + wp('b', '<w:keepNext/>'));
    await bodies(tbl(tr([tc(wp('a') + wp('b'))])) + wp('z'), tbl(tr([tc(wp('a'))])) + wp('z'));
    await bodies(wp('a') + wp('b') + tbl(tr([tc('x')])) + wp('z'), wp('a') + tbl(tr([tc('x')])) + wp('z'));
    await bodies(wp('a') + tbl(tr([tc('x')])) + wp('z'), tbl(tr([tc('x')])) + wp('z'));
  });

  test('inserts and deletes rows and tables, and changes cells', async () => {
    await bodies(
      tbl(tr([tc('a'), tc('b')]), tr([tc('c'), tc('d')])) + wp('z'),
      tbl(tr([tc('a'), tc('bee')]), tr([tc('new'), tc('row')]), tr([tc('c'), tc('d')])) + wp('z'),
    );
    await bodies(wp('a') + tbl(tr([tc('x')])) + wp('z'), wp('a') + wp('z'));
    await bodies(tbl(tr([tc('a'), tc('b')])) + wp('z'), tbl(tr([tc('a'), tc('new'), tc('b')])) + wp('z'));
    await bodies(
      tbl(tr([tc('a', '<w:shd w:fill="FF0000"/>')])) + wp('z'),
      tbl(tr([tc('a', '<w:vAlign w:val="top"/>')])) + wp('z'),
    );
  });

  test('changes the result of a field, and replaces a field whose instruction changes', async () => {
    await bodies(wp(r('p. ') + field('PAGE', '7')), wp(r('p. ') + field('PAGE', '8')));
    const fields = (instruction: string): string => wp(r('page ') + field(instruction, '7') + r(' of it'));
    const { bytes, counts } = await bodies(fields('PAGE'), fields('NUMPAGES'));
    expect(counts).toEqual({ insertions: 1, deletions: 1, moves: 0, formatChanges: 0 });
    expect(await markedCharacters(bytes)).toEqual({ inserted: 1, deleted: 1 });
  });

  test('keeps each link with its own target, whatever ids the two files give them', async () => {
    const link = (id: string, text: string): string => `<w:hyperlink r:id="${id}">${r(text)}</w:hyperlink>`;
    const { counts } = await bodies(
      wp(link('rIdA', 'one') + link('rIdB', 'two')),
      wp(link('rIdB', 'one') + link('rIdA', 'two')),
      { links: { rIdA: 'https://one.example/', rIdB: 'https://two.example/' } },
      { links: { rIdB: 'https://one.example/', rIdA: 'https://two.example/' } },
    );
    expect(counts).toEqual({ insertions: 0, deletions: 0, moves: 0, formatChanges: 0 });
    await bodies(
      wp(link('rIdA', 'one')),
      wp(link('rIdA', 'one')),
      { links: { rIdA: 'https://one.example/' } },
      { links: { rIdA: 'https://new.example/' } },
    );
  });

  test('brings notes in and takes them away with their references, and changes those that stay', async () => {
    const note = (id: number, text: string): string => `<w:footnote w:id="${id}">${wp(text)}</w:footnote>`;
    const reference = (id: number): string => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
    const [one, two] = ['The first sentence stands here.', 'The second sentence stands there.'];
    await bodies(
      wp(r(one) + reference(1)) + wp(r(two) + reference(2)),
      wp(r(one) + reference(7)) + wp(r(two)) + wp(r('A third one follows.') + reference(8)),
      { footnotes: note(1, 'old words') + note(2, 'gone') },
      { footnotes: note(7, 'new words') + note(8, 'came') },
    );
    await bodies(wp(one), wp(r(one) + reference(1)), {}, { footnotes: note(1, 'the only note') });
  });

  test('numbers notes as they are referred to, since LibreOffice takes them in the order of their ids', async () => {
    const note = (id: number, text: string): string => `<w:footnote w:id="${id}">${wp(text)}</w:footnote>`;
    const reference = (id: number): string => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
    const { bytes } = await judge(
      docx(wp(r('one two') + reference(1)), { footnotes: note(1, 'old') }),
      docx(wp(r('one ') + reference(1) + r('two') + reference(2)), { footnotes: note(1, 'new') + note(2, 'old') }),
    );
    const { package: archive, document } = await openWordPackage(bytes);
    const idsOf = (node: XmlElement, name: string): string[] =>
      node.children.flatMap((child) =>
        isElement(child)
          ? [...(child.name === name ? [child.attributes.get('w:id') ?? ''] : []), ...idsOf(child, name)]
          : [],
      );
    const references = idsOf(document, 'w:footnoteReference');
    expect(references).toEqual(['1', '2']);
    expect(idsOf(archive.tree('word/footnotes.xml')!, 'w:footnote')).toEqual(references);
  });

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

  test('compares headers, text boxes and content controls', async () => {
    const section = '<w:sectPr><w:headerReference w:type="default" r:id="rIdH"/></w:sectPr>';
    await bodies(
      wp('a') + section,
      wp('a') + section,
      { headers: { rIdH: wp('Draft 1') } },
      { headers: { rIdH: wp('Draft 2') } },
    );
    await bodies(wp('a') + '<w:sectPr/>', wp('a') + section, {}, { headers: { rIdH: wp('New') } });
    await bodies(wp('a') + section, wp('a') + '<w:sectPr/>', { headers: { rIdH: wp('Old') } }, {});
    const box = (text: string): string =>
      wp(
        r('x') +
          `<w:r><w:pict><v:shape><v:textbox><w:txbxContent>${wp(text)}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`,
      );
    const { bytes } = await bodies(box('inside the box'), box('inside a box'));
    expect(await markedCharacters(bytes)).toEqual({ inserted: 1, deleted: 3 });
    const control = (text: string): string =>
      `<w:sdt><w:sdtPr><w:tag w:val="q"/></w:sdtPr><w:sdtContent>${wp(text)}</w:sdtContent></w:sdt>`;
    await bodies(wp('a') + control('some text') + wp('z'), wp('a') + control('other text') + wp('z'));
    await bodies(wp('a') + control('some text') + wp('z'), wp('a') + wp('z'));
  });

  test('marks a content control that comes, goes or changes, and not the text in it', async () => {
    const control = (tag: string, content: string): string =>
      `<w:sdt><w:sdtPr><w:tag w:val="${tag}"/></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
    const forms = [
      wp(r('Dear ') + r('Ms Miller') + r(', thank you.')),
      wp(r('Dear ') + control('a', r('Ms Miller')) + r(', thank you.')),
      wp(r('Dear ') + control('b', r('Ms Miller')) + r(', thank you.')),
      control('c', wp(r('Dear ') + r('Ms Miller') + r(', thank you.'))),
    ];
    for (const original of forms) {
      for (const revised of forms) {
        const { bytes } = await bodies(original + wp('z'), revised + wp('z'));
        expect(await markedCharacters(bytes)).toEqual({ inserted: 0, deleted: 0 });
      }
    }
    // Of two that overlap, at most one can be marked by itself.
    const [one, two] = ['one word and ', 'another word '];
    await bodies(
      wp(control('a', r(one) + r(two)) + r('the rest of it')),
      wp(r(one) + control('b', r(two) + r('the rest of it'))),
    );
    const rows = (row: string): string => tbl(row, tr([tc('x'), tc('y')])) + wp('z');
    const inTable = await bodies(rows(control('a', tr([tc('p')]))), rows(control('b', tr([tc('p')]))));
    expect(await markedCharacters(inTable.bytes)).toEqual({ inserted: 0, deleted: 0 });
  });

  test('gives a shape that replaces another one an id of its own', async () => {
    const shape = (path: string): string =>
      wp(
        `<w:r><w:pict><v:shapetype id="_x0000_t75" path="${path}"/><v:shape id="_x0000_i1025" type="#_x0000_t75" style="${path}"/></w:pict></w:r>`,
      );
    const { bytes } = await bodies(shape('m1'), shape('m2'));
    const xml = new TextDecoder().decode((await openWordPackage(bytes)).package.part('word/document.xml')?.bytes);
    expect([...xml.matchAll(/ id="(_x0000_\w+)"/g)].map(([, id]) => id).sort()).toEqual([
      '_x0000_i1025',
      '_x0000_i1026',
      '_x0000_t75',
      '_x0000_t75_2',
    ]);
    expect(xml).toContain('type="#_x0000_t75_2"');
  });

  test('marks paragraphs that moved as moved, and what was edited in them as edited', async () => {
    const others = ['The first clause is about fees.', 'A second one names the parties.', 'The third is the law.'];
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

  test('joins paragraphs behind a table of the other side, whichever is the original', async () => {
    const [apart, joined] = [wp(LONG) + wp(MORE) + wp('z'), tbl(tr([tc('new')])) + wp(LONG + MORE) + wp('z')];
    expect(await markedCharacters((await bodies(apart, joined)).bytes)).toEqual({ inserted: 3, deleted: 0 });
    expect(await markedCharacters((await bodies(joined, apart)).bytes)).toEqual({ inserted: 0, deleted: 3 });
  });

  test('tracks links and fields that hold nothing', async () => {
    const empty = '<w:hyperlink w:anchor="x"/><w:fldSimple w:instr="PAGE"/>';
    for (const content of [r('Page '), r('Page ') + r('of it')]) {
      await bodies(wp(content) + wp('z'), wp(content + empty) + wp('z'));
      await bodies(wp(content + empty) + wp('z'), wp(content) + wp('z'));
      await bodies(wp('z'), wp(content + empty) + wp('z'));
    }
  });

  test('replaces a table at the very end, and the section before it', async () => {
    const section = '<w:sectPr><w:pgSz w:w="1000" w:h="2000"/></w:sectPr>';
    const [one, two] = [
      wp('a') + tbl(tr([tc('x')])),
      wp('a', section) + tbl(tr([tc('some'), tc('other')]), tr([tc('words'), tc('here')])),
    ];
    await bodies(one, two);
    await bodies(two, one);
  });

  test('takes a paragraph away behind a content control at the end', async () => {
    const control = `<w:sdt><w:sdtPr><w:tag w:val="q"/></w:sdtPr><w:sdtContent>${wp('inside')}</w:sdtContent></w:sdt>`;
    await bodies(wp('a') + control + wp('last words'), wp('a') + control);
    await bodies(wp('a') + control, wp('a') + control + wp('last words'));
  });

  test('tracks a section that only one of the documents states', async () => {
    const section = '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>';
    await bodies(wp('a'), wp('a') + section);
    await bodies(wp('a') + section, wp('a'));
  });

  test('sees a diagram of which only the data differ', async () => {
    const diagram = wp('<w:r><w:drawing><a:graphic><a:graphicData r:id="chart"/></a:graphic></w:drawing></w:r>');
    const parts = (data: string): DocxParts => ({
      files: {
        'word/chart.xml': '<chart/>',
        'word/_rels/chart.xml.rels': relationships('<Relationship Id="d" Type="data" Target="data.bin"/>'),
        'word/data.bin': data,
        'word/_rels/document.xml.rels': relationships('<Relationship Id="chart" Type="chart" Target="chart.xml"/>'),
      },
    });
    const [original, revised] = [docx(diagram, parts('1')), docx(diagram, parts('2'))];
    const redline = await writeRedline(original, revised, STAMP);
    expect(redline.counts).toMatchObject({ insertions: 1, deletions: 1 });
    expect(await breachesOf(original, revised, redline)).toEqual([]);
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

  test('gives each style of the revised one of its own, by its name before its id', async () => {
    const style = (id: string, name: string, mark: string): string =>
      `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:rPr><w:${mark}/></w:rPr></w:style>`;
    const original = docx(wp('A figure.', '<w:pStyle w:val="Caption"/>'), { styles: style('Caption', 'caption', 'b') });
    const revised = docx(
      wp('A figure!', '<w:pStyle w:val="Caption1"/>') + wp('Another.', '<w:pStyle w:val="Caption"/>'),
      {
        styles: style('Caption', 'Caption', 'i') + style('Caption1', 'caption', 'b'),
      },
    );
    const redline = await writeRedline(original, revised, STAMP);
    const { bytes } = redline;
    expect(await breachesOf(original, revised, redline)).toEqual([]);
    const { package: archive, mainPart } = await openWordPackage(bytes);
    const styles = innerXml(archive.tree(archive.related(mainPart, 'styles')!)!);
    expect(styles).toContain('<w:style w:type="paragraph" w:styleId="Caption"><w:name w:val="caption"/><w:rPr><w:b/>');
    expect(styles).toContain('<w:style w:type="paragraph" w:styleId="Caption2"><w:name w:val="Caption"/><w:rPr><w:i/>');
  });

  test('brings pictures, styles and lists of the revised document along', async () => {
    const picture = (id: string): string =>
      `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="n"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="${id}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
    const level = '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>';
    const numbering = `<w:abstractNum w:abstractNumId="0">${level}</w:abstractNum><w:num w:numId="5"><w:abstractNumId w:val="0"/></w:num>`;
    const styles = '<w:style w:type="paragraph" w:styleId="S"><w:name w:val="Own"/></w:style>';
    const redline = await writeRedline(
      docx(wp(r('a') + picture('img1')), { images: { img1: Uint8Array.of(1) } }),
      docx(
        wp(r('a') + picture('img1')) +
          wp('b', '<w:pStyle w:val="S"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="5"/></w:numPr>'),
        {
          images: { img1: Uint8Array.of(2) },
          numbering,
          styles,
        },
      ),
      STAMP,
    );
    const { package: archive, mainPart } = await openWordPackage(redline.bytes);
    const media = [...archive.relationshipsOf(mainPart).values()].filter(({ target }) =>
      target.startsWith('word/media/'),
    );
    expect(media.map(({ target }) => [...(archive.part(target)?.bytes ?? [])])).toEqual([[1], [2]]);
    expect(archive.related(mainPart, 'numbering')).toBe('word/numbering.xml');
    expect(archive.related(mainPart, 'styles')).toBe('word/styles.xml');
    expect(await structureFaults(redline.bytes)).toEqual([]);
  });

  test('leaves parts without a change as the bytes that they were', async () => {
    const note = `<w:footnote w:id="1">${wp('note')}</w:footnote>`;
    const text = (end: string): string => wp(r(`some words ${end}`) + '<w:r><w:footnoteReference w:id="1"/></w:r>');
    const original = docx(text('here'), { footnotes: note, styles: '<w:docDefaults/>' });
    const { bytes } = await writeRedline(
      original,
      docx(text('there'), { footnotes: note, styles: '<w:docDefaults/>' }),
      STAMP,
    );
    const [before, after] = [await openWordPackage(original), await openWordPackage(bytes)];
    for (const { name, bytes: part } of before.package.parts) {
      if (name === 'word/document.xml') continue;
      expect(Buffer.from(after.package.part(name)?.bytes ?? []).equals(Buffer.from(part)), name).toBe(true);
    }
  });
});
