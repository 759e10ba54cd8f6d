/**
 * Revisions of the inputs stay in notes, headers, footers and text boxes as in the body: with author and date, and by
 * the same laws.
 */
import { describe, expect, it } from 'vitest';
import { openWordPackage } from '../../../service/ooxml/package.ts';
import { childrenOf, type XmlElement } from '../../../service/ooxml/xml-tree.ts';
import { docx, picture, r, tbl, tc, tr, wp } from '../../builders/docx.ts';
import { structureFaults } from '../../oracle/redline/judge-redline.ts';
import { randomFrom, RUNS_ALL, SEED } from '../../seed/seed.ts';
import {
  DATES,
  kept,
  mark,
  marksOf,
  randomStory,
  rejectedBeyond,
  rejectedExcept,
  spellingOf,
  stampOf,
  stampsOf,
  STAMP,
  type Author,
} from './kept-redline.ts';

const reference = (id: number, kind = 'footnote'): string => `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`;
const note = (id: number, content: string, kind = 'footnote'): string =>
  `<w:${kind} w:id="${id}">${content}</w:${kind}>`;
const SECTION =
  '<w:sectPr><w:headerReference w:type="default" r:id="h1"/><w:footerReference w:type="default" r:id="f1"/></w:sectPr>';

/** A document with the same content in its first note, its endnote, header and footer. */
function everywhere(content: string): Uint8Array {
  return docx(wp(r('Body ') + reference(2) + r(' and ') + reference(3, 'endnote')) + SECTION, {
    footnotes: note(2, wp(content)),
    endnotes: note(3, wp(content), 'endnote'),
    headers: { h1: wp(content) },
    footers: { f1: wp(content) },
  });
}

const PLACES = ['footnote 1', 'endnote 2', 'section 1 header default', 'section 1 footer default'];

/** A random table of one column, whose rows may be inserted or deleted. */
function randomTable(random: () => number, authors: readonly Author[]): string {
  const rows = [0, 1].map((row) => {
    const author = authors[Math.floor(random() * authors.length)]!;
    const chance = random();
    const kind = chance < 0.15 ? 'ins' : chance < 0.3 ? 'del' : null;
    // The text of a marked row is of the same author, as word processors write it.
    const cell = wp(
      kind === null ? r(`Cell ${row}`) + mark(author, 'ins', ` more${row}`) : mark(author, kind, `Cell ${row}`),
    );
    return tr([tc(cell)], kind === null ? '' : `<w:${kind} ${stampOf(author)}/>`);
  });
  return tbl(tr([tc(wp(r('Head')))]), ...rows);
}

/**
 * A random document with revisions in its body, two footnotes, one of them with a table, an endnote, header and footer. One
 * reference of a kind is marked at most: the merge may take a deleted and an inserted note for one that was rewritten.
 */
function randomDocument(random: () => number, authors: readonly Author[]): Uint8Array {
  const story = (): string => randomStory(random, authors);
  const placed = (content: string): string => {
    const author = authors[Math.floor(random() * authors.length)]!;
    const chance = random();
    if (chance < 0.7) return content;
    return `<w:${chance < 0.85 ? 'ins' : 'del'} ${stampOf(author)}>${content}</w:${chance < 0.85 ? 'ins' : 'del'}>`;
  };
  const body =
    wp(
      r('The first') +
        placed(reference(2)) +
        r(' and the second') +
        reference(3) +
        r(' and the end') +
        placed(reference(4, 'endnote')),
    ) +
    story() +
    SECTION;
  return docx(body, {
    footnotes: note(2, story()) + note(3, wp(r('Before')) + randomTable(random, authors) + story()),
    endnotes: note(4, story(), 'endnote'),
    headers: { h1: story() },
    footers: { f1: randomTable(random, authors) + story() },
  });
}

describe('kept revisions in all stories', () => {
  const ROUNDS = RUNS_ALL ? 100 : 15;

  it(`generated documents keep the laws in every story (seed ${SEED})`, async () => {
    const random = randomFrom(SEED);
    const left: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const original = randomDocument(random, ['Ann', 'Bob']);
      const revised = randomDocument(random, round % 2 === 0 ? ['Bob', 'Cem'] : ['Cem']);
      const { bytes, messages } = await kept(original, revised);
      left.push(...messages);
      const rejected = await rejectedBeyond(original, bytes);
      expect([round, ...(await spellingOf(rejected))]).toEqual([round, ...(await spellingOf(original))]);
      // An insertion of the original may contain our deletion.
      expect((await structureFaults(bytes)).filter((fault) => fault !== 'a revision inside a revision')).toEqual([]);
    }
    expect(left).toEqual([]);
  });

  it(`what is wholly declared has no mark of ours in any story (seed ${SEED})`, async () => {
    const random = randomFrom(SEED + 1);
    const own = new Set([`Ann\n${DATES.Ann}`]);
    for (let round = 0; round < ROUNDS; round += 1) {
      const revised = randomDocument(random, ['Ann', 'Bob', 'Cem']);
      const original = await rejectedExcept(revised, own);
      const { bytes, warnings } = await kept(original, revised);
      expect(warnings).toEqual([]);
      // A note of a marked reference belongs to who marked the reference.
      const stamps = [...(await stampsOf(revised))];
      const wanted = new Set(stamps.flatMap((stamp) => [stamp, ...(/^body: (.*)/.exec(stamp)?.slice(1) ?? [])]));
      const known = (stamp: string): boolean =>
        wanted.has(stamp) || (/^\w+note/.test(stamp) && wanted.has(stamp.replace(/^[^:]*: /, '')));
      expect([round, ...(await stampsOf(bytes)).filter((stamp) => !known(stamp))]).toEqual([round]);
      expect([round, await spellingOf(await rejectedBeyond(original, bytes))]).toEqual([
        round,
        await spellingOf(original),
      ]);
    }
  });

  it('the ids of notes ascend, a deleted note of the original among them', async () => {
    const gone = `<w:del ${stampOf('Ann')}>${reference(3)}</w:del>`;
    const notes = [2, 3, 4].map((id) => note(id, wp(r(`Note ${id}`)))).join('');
    const body = (between: string): string =>
      wp(r('One') + reference(2) + r(' two') + between + r(' four') + reference(4));
    const original = docx(body(gone), { footnotes: notes });
    const { bytes, warnings } = await kept(
      original,
      docx(body(reference(5)), { footnotes: notes + note(5, wp(r('Quite another one'))) }),
    );
    expect(warnings).toEqual([]);
    const opened = await openWordPackage(bytes);
    const part = opened.package.tree(opened.package.related(opened.mainPart, 'footnotes')!);
    const idsOf = (node: XmlElement | undefined, name: string): string[] =>
      childrenOf(node).flatMap((child) => (child.name === name ? [child.attributes.get('w:id')!] : idsOf(child, name)));
    const ids = idsOf(opened.document, 'w:footnoteReference');
    expect(ids).toHaveLength(4);
    expect(ids).toEqual([...ids].sort((a, b) => Number(a) - Number(b)));
    expect(idsOf(part, 'w:footnote').filter((id) => ids.includes(id))).toEqual(ids);
    expect(await spellingOf(await rejectedBeyond(original, bytes))).toEqual(await spellingOf(original));
  });

  it('the revised document’s revisions keep author and date beside silent edits', async () => {
    const original = everywhere(r('Pay within ten days to the seller.'));
    const revised = everywhere(
      r('Pay within ') + mark('Bob', 'del', 'ten') + mark('Cem', 'ins', 'fourteen') + r(' days to the buyer.'),
    );
    const { bytes, warnings } = await kept(original, revised);
    expect(warnings).toEqual([]);
    for (const place of PLACES)
      expect([place, ...(await marksOf(bytes, place))]).toEqual([
        place,
        `w:del Bob ${DATES.Bob}: ten`,
        `w:ins Cem ${DATES.Cem}: fourteen`,
        `w:del Comparison ${STAMP.date}: seller`,
        `w:ins Comparison ${STAMP.date}: buyer`,
      ]);
  });

  it('the original’s revisions stay beside them', async () => {
    const original = everywhere(r('Pay ') + mark('Ann', 'ins', 'within ten days ') + r('to the seller.'));
    const revised = everywhere(r('Pay within ten days to the ') + mark('Bob', 'del', 'seller') + r('buyer.'));
    const { bytes, warnings } = await kept(original, revised);
    expect(warnings).toEqual([]);
    for (const place of PLACES)
      expect([place, ...(await marksOf(bytes, place))]).toEqual([
        place,
        `w:ins Ann ${DATES.Ann}: within ten days `,
        `w:del Bob ${DATES.Bob}: seller`,
        `w:ins Comparison ${STAMP.date}: buyer`,
      ]);
  });

  it('a text with white space at its ends that is not to be preserved stays', async () => {
    const bare = (text: string): string => `<w:r><w:t>${text}</w:t></w:r>`;
    const content = (end: string): string =>
      bare(' The fee is ') + `<w:ins ${stampOf('Ann')}>${bare(' ten ')}</w:ins>` + r(` ${end}.`);
    const { bytes, warnings } = await kept(everywhere(content('euro')), everywhere(content('pounds')));
    expect(warnings).toEqual([]);
    for (const place of PLACES)
      expect([place, ...(await marksOf(bytes, place))]).toEqual([
        place,
        `w:ins Ann ${DATES.Ann}: ten`,
        `w:del Comparison ${STAMP.date}: euro`,
        `w:ins Comparison ${STAMP.date}: pounds`,
      ]);
  });

  const text = (sentence: string): string => `<w:r><w:footnoteRef/></w:r>${r(` ${sentence}`)}`;
  const wrapped = (kind: 'ins' | 'del', author: Author, content: string): string =>
    `<w:${kind} ${stampOf(author)}>${kind === 'ins' ? content : content.replaceAll('w:t>', 'w:delText>').replaceAll('w:t ', 'w:delText ')}</w:${kind}>`;
  const file = (references: string, footnotes: string): Uint8Array =>
    docx(wp(r('Body ') + references + r(' end.')), { footnotes });

  it.each([
    // Word marks the text of a deleted note and its last paragraph mark.
    ['marked', wp(wrapped('del', 'Bob', text('Gone')), `<w:rPr><w:del ${stampOf('Bob')}/></w:rPr>`)],
    ['unmarked', wp(text('Gone'))],
  ])('a deleted note belongs to who deleted its reference, its text %s', async (_, content) => {
    const original = file(reference(2) + reference(3), note(2, wp(text('Gone'))) + note(3, wp(text('Stays'))));
    const revised = file(
      wrapped('del', 'Bob', reference(2)) + reference(3),
      note(2, content) + note(3, wp(text('Stays'))),
    );
    const { bytes, warnings } = await kept(original, revised);
    expect(warnings).toEqual([]);
    expect(await stampsOf(bytes)).toEqual([`body: Bob ${DATES.Bob}`, `footnote 1: Bob ${DATES.Bob}`]);
    // The other way round, the original has the deleted note.
    const back = await kept(revised, file(reference(3), note(3, wp(text('Stays')))));
    expect(back.warnings).toEqual([]);
    expect(await spellingOf(await rejectedBeyond(revised, back.bytes))).toEqual(await spellingOf(revised));
  });

  it.each([
    ['marked', wp(wrapped('ins', 'Bob', text('New')))],
    ['unmarked', wp(text('New'))],
    ['marked by another one', wp(wrapped('ins', 'Bob', text('New')) + wrapped('ins', 'Cem', r(' and newer')))],
  ])('an inserted note belongs to who inserted its reference, its text %s', async (how, content) => {
    const original = file(reference(3), note(3, wp(text('Stays'))));
    const revised = file(
      wrapped('ins', 'Bob', reference(2)) + reference(3),
      note(2, content) + note(3, wp(text('Stays'))),
    );
    const { bytes, warnings } = await kept(original, revised);
    expect(warnings).toEqual([]);
    const more = how === 'marked by another one' ? [`footnote 1: Cem ${DATES.Cem}`] : [];
    expect(await stampsOf(bytes)).toEqual([`body: Bob ${DATES.Bob}`, `footnote 1: Bob ${DATES.Bob}`, ...more]);
  });

  it('notes in another order keep their own revisions', async () => {
    const own = (id: number): string =>
      note(
        id,
        wp(text(`Note number ${id} says`) + mark('Ann', 'ins', ` word${id}`) + mark('Ann', 'del', ` gone${id}`)),
      );
    const paragraph = (id: number): string => wp(r(`Paragraph number ${id} of the text`) + reference(id));
    const original = docx(paragraph(1) + paragraph(2) + paragraph(3), { footnotes: own(1) + own(2) + own(3) });
    const plain = (id: number): string => note(id, wp(text(`Note number ${id} says`) + r(` word${id}`)));
    const revised = docx(paragraph(3) + paragraph(1), { footnotes: plain(3) + plain(1) });
    const { bytes, warnings } = await kept(original, revised);
    expect(warnings).toEqual([]);
    expect(await spellingOf(await rejectedBeyond(original, bytes))).toEqual(await spellingOf(original));
  });

  it('a note that only a deleted reference leads to keeps its place among the notes', async () => {
    const paragraph = (id: number, before = ''): string =>
      wp(r(`Paragraph number ${id} of the text`) + before + reference(id));
    const gone = wrapped('del', 'Ann', reference(9));
    const notes = (id: number): string => note(id, wp(text(`Note number ${id}`)));
    const original = docx(paragraph(1) + paragraph(2, gone) + paragraph(3), {
      footnotes: notes(1) + note(9, wp(wrapped('del', 'Ann', text('Note number 9')))) + notes(2) + notes(3),
    });
    const revised = docx(paragraph(3) + paragraph(1) + paragraph(2), { footnotes: notes(3) + notes(1) + notes(2) });
    const { bytes, warnings } = await kept(original, revised);
    expect(warnings).toEqual([]);
    expect(await spellingOf(await rejectedBeyond(original, bytes))).toEqual(await spellingOf(original));
  });

  describe('headers', () => {
    const sections = (first: string, second: string): string =>
      wp(r('One'), `<w:sectPr><w:headerReference w:type="default" r:id="${first}"/></w:sectPr>`) +
      wp(r('Two')) +
      `<w:sectPr><w:headerReference w:type="default" r:id="${second}"/></w:sectPr>`;

    it('a header that becomes two keeps the original’s revisions in both', async () => {
      const original = docx(sections('h1', 'h1'), {
        headers: { h1: wp(r('Draft of ') + mark('Ann', 'ins', 'March')) },
      });
      const revised = docx(sections('h1', 'h2'), {
        headers: { h1: wp(r('Draft of March')), h2: wp(r('Draft of March') + mark('Bob', 'ins', ' and April')) },
      });
      const { bytes, warnings } = await kept(original, revised);
      expect(warnings).toEqual([]);
      expect(await marksOf(bytes, 'section 1 header default')).toEqual([`w:ins Ann ${DATES.Ann}: March`]);
      expect(await marksOf(bytes, 'section 2 header default')).toEqual([
        `w:ins Ann ${DATES.Ann}: March`,
        `w:ins Bob ${DATES.Bob}:  and April`,
      ]);
      expect(await spellingOf(await rejectedBeyond(original, bytes))).toEqual(await spellingOf(original));
    });

    it('equal headers with revisions of different dates keep them apart', async () => {
      const header = (author: Author): string => wp(r('Draft') + mark(author, 'ins', ' of March'));
      const original = docx(sections('h1', 'h2'), { headers: { h1: wp(r('Draft')), h2: wp(r('Draft')) } });
      const revised = docx(sections('h1', 'h2'), { headers: { h1: header('Bob'), h2: header('Cem') } });
      const { bytes, warnings } = await kept(original, revised);
      expect(warnings).toEqual([]);
      expect(await stampsOf(bytes)).toEqual([
        `section 1 header default: Bob ${DATES.Bob}`,
        `section 2 header default: Cem ${DATES.Cem}`,
      ]);
    });

    it('a header of the revised document alone is inserted by who wrote it', async () => {
      const original = docx(wp(r('One')) + '<w:sectPr/>');
      const revised = docx(wp(r('One')) + SECTION, {
        headers: { h1: wp(mark('Bob', 'ins', 'New')) },
        footers: { f1: wp(r('Silent')) },
      });
      const { bytes, warnings } = await kept(original, revised);
      expect(warnings).toEqual([]);
      expect(await stampsOf(bytes)).toEqual([
        `section 1 footer default: Comparison ${STAMP.date}`,
        `section 1 header default: Bob ${DATES.Bob}`,
      ]);
    });
  });

  describe('objects', () => {
    const box = (content: string): string =>
      `<w:r><w:pict><v:shape id="s"><v:textbox><w:txbxContent>${wp(content)}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`;

    it('a text box is a story too', async () => {
      const original = docx(wp(box(r('Pay ') + mark('Ann', 'ins', 'ten ') + r('euro to the seller.'))));
      const revised = docx(
        wp(box(r('Pay ten ') + mark('Bob', 'del', 'euro') + mark('Bob', 'ins', 'pounds') + r(' to the buyer.'))),
      );
      const { bytes, warnings } = await kept(original, revised);
      expect(warnings).toEqual([]);
      expect(await marksOf(bytes)).toEqual([
        `w:ins Ann ${DATES.Ann}: ten `,
        `w:del Bob ${DATES.Bob}: euro`,
        `w:ins Bob ${DATES.Bob}: pounds`,
        `w:del Comparison ${STAMP.date}: seller`,
        `w:ins Comparison ${STAMP.date}: buyer`,
      ]);
      expect(await spellingOf(await rejectedBeyond(original, bytes))).toEqual(await spellingOf(original));
    });

    it('changes of properties of tables, rows, cells, paragraph marks and sections keep their author', async () => {
      const change = (name: string, author: Author | null, now: string): string =>
        author === null
          ? ''
          : `<w:${name}>${now}<w:${name}Change ${stampOf(author)}><w:${name}/></w:${name}Change></w:${name}>`;
      const body = (author: Author | null): string =>
        `<w:tbl>${change('tblPr', author, '<w:jc w:val="center"/>') || '<w:tblPr/>'}<w:tblGrid/><w:tr>${change('trPr', author, '<w:cantSplit/>')}<w:tc>${change('tcPr', author, '<w:vAlign w:val="center"/>')}${wp(r('Cell'))}</w:tc></w:tr></w:tbl>` +
        wp(r('End'), change('rPr', author, '<w:b/>')) +
        (change('sectPr', author, '<w:titlePg/>') || '<w:sectPr/>');
      const { bytes, warnings } = await kept(docx(body(null)), docx(body('Bob')));
      expect(warnings).toEqual([]);
      expect(await stampsOf(bytes)).toEqual([`body: Bob ${DATES.Bob}`]);
      // The original's changes of these kinds count as accepted.
      expect((await kept(docx(body('Ann')), docx(body(null)))).warnings).toEqual(['revisions_accepted']);
    });

    it('what no revision declares is ours: a section, a picture under the same id', async () => {
      const body = (author: Author | null, section: string): string =>
        wp(r('Text') + (author === null ? '' : mark(author, 'ins', ' more')) + picture('i1')) +
        `<w:sectPr>${section}</w:sectPr>`;
      const file = (author: Author | null, section: string, byte: number): Uint8Array =>
        docx(body(author, section), { images: { i1: new Uint8Array([137, 80, 78, 71, byte]) } });
      const stampsFor = async (revised: Uint8Array): Promise<string[]> =>
        stampsOf((await kept(file(null, '', 1), revised)).bytes);
      expect(await stampsFor(file('Bob', '', 1))).toEqual([`body: Bob ${DATES.Bob}`]);
      const both = [`body: Bob ${DATES.Bob}`, `body: Comparison ${STAMP.date}`];
      expect(await stampsFor(file('Bob', '<w:titlePg/>', 1))).toEqual(both);
      expect(await stampsFor(file('Bob', '', 2))).toEqual(both);
    });

    it('an inserted numbering keeps its author beside silent edits', async () => {
      const list = (author: Author | null): string =>
        wp(
          r('One'),
          author === null
            ? ''
            : `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/><w:ins ${stampOf(author)}/></w:numPr>`,
        );
      const numbering =
        '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>';
      const { bytes } = await kept(
        docx(list(null) + wp(r('Silent')), { numbering }),
        docx(list('Bob') + wp(r('Edit')), { numbering }),
      );
      const found = await spellingOf(bytes);
      expect(found.filter((line) => line.startsWith('¶'))).toEqual([`¶ | w:pPrChange Bob ${DATES.Bob}`, '¶']);
    });

    it('a warning names the part in which a new revision has no place', async () => {
      const formula = (inside: string): string => `<m:oMath>${inside}</m:oMath>`;
      const run = (text: string, properties = ''): string => `<m:r>${properties}<m:t>${text}</m:t></m:r>`;
      const original = everywhere(r('Sum ') + formula(run('a')));
      const revised = (text: string): Uint8Array =>
        everywhere(r(text) + formula(run('a') + `<w:ins ${stampOf('Bob')}>${run('+b')}</w:ins>`));
      // If nothing was changed in silence, the whole formula is Bob's.
      const declared = await kept(original, revised('Sum '));
      expect(declared.warnings).toEqual([]);
      expect(await stampsOf(declared.bytes)).toEqual(PLACES.map((place) => `${place}: Bob ${DATES.Bob}`).sort());
      const { warnings, messages } = await kept(original, revised('Total '));
      expect(warnings).toEqual(['revisions_not_kept']);
      expect(messages.join()).toMatch(
        /word\/footnotes\.xml \(1\), word\/endnotes\.xml \(1\), word\/h1\.xml \(1\), word\/f1\.xml \(1\)/u,
      );
    });
  });
});
