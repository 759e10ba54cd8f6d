/** Notes of a review leave the house as comments of the Word file, read back here from its XML alone. */
import { describe, expect, it } from 'vitest';
import { scanFragment } from '../../../../shared/fragment/scan.ts';
import { unitsOf } from '../../../../shared/fragment/units.ts';
import type { ExportRequest } from '../../../../shared/api/jobs.ts';
import type { ExportOptions } from '../../../../service/exports/artifact.ts';
import { makeArtifact } from '../../../../service/exports/make-artifact.ts';
import { openWordPackage } from '../../../../service/ooxml/package.ts';
import { childrenOf, innerText, isElement, type XmlElement } from '../../../../service/ooxml/xml-tree.ts';
import { docx, tbl, tc, tr, wp } from '../../../builders/docx.ts';
import { compared } from '../../../builders/tracked-docx.ts';

const ORIGINAL = [
  'The Supplier delivers the goods within thirty days of each order.',
  'The Buyer pays each invoice in full.',
  'Late deliveries are reported at once.',
];
const REVISED = [
  'The Supplier delivers the goods within sixty days of each order.',
  'The Buyer pays each invoice in full.',
  'A new clause about insurance follows here.',
];
const [AT, LATER] = ['2026-05-04T10:00:00Z', '2026-05-05T11:30:00Z'];

interface ReadComment {
  readonly author: string;
  readonly date: string | undefined;
  readonly text: string;
  /** The text of the comment that it answers. */
  readonly answers: string | null;
  /** The words in its range, deleted ones included. */
  readonly words: string;
}

/** The comments of a file, in the order of its parts. */
async function commentsOf(bytes: Uint8Array): Promise<ReadComment[]> {
  const { package: archive, mainPart, document } = await openWordPackage(bytes);
  const root = archive.tree(archive.related(mainPart, 'comments')!);
  const related = [...archive.relationshipsOf(mainPart).values()];
  const extended = related.find(({ type }) => type.endsWith('/commentsExtended'));
  const comments = childrenOf(root, 'w:comment');
  const paragraphOf = (comment: XmlElement): string | undefined =>
    childrenOf(comment, 'w:p').at(-1)?.attributes.get('w14:paraId');
  const parents = new Map(
    childrenOf(extended && archive.tree(extended.target), 'w15:commentEx').map(({ attributes }) => [
      attributes.get('w15:paraId'),
      attributes.get('w15:paraIdParent'),
    ]),
  );
  const texts = new Map(comments.map((comment) => [paragraphOf(comment), textIn(comment)]));
  return comments.map((comment) => {
    const { attributes } = comment;
    const parent = parents.get(paragraphOf(comment));
    return {
      author: attributes.get('w:author')!,
      date: attributes.get('w:date'),
      text: textIn(comment),
      answers: parent === undefined ? null : texts.get(parent)!,
      words: wordsOf(document, attributes.get('w:id')!),
    };
  });
}

function textIn(node: XmlElement): string {
  if (node.name === 'w:br') return '\n';
  if (node.name === 'w:t' || node.name === 'w:delText') return innerText(node);
  return node.children.map((child) => (isElement(child) ? textIn(child) : '')).join('');
}

function wordsOf(document: XmlElement, id: string): string {
  let isInside = false;
  let references = 0;
  const words: string[] = [];
  const visit = (node: XmlElement): void => {
    const isOwn = node.attributes.get('w:id') === id;
    if (node.name === 'w:commentRangeStart' && isOwn) isInside = true;
    if (node.name === 'w:commentRangeEnd' && isOwn) isInside = false;
    if (node.name === 'w:commentReference' && isOwn) references += 1;
    if (isInside && (node.name === 'w:t' || node.name === 'w:delText')) words.push(innerText(node));
    for (const child of node.children) if (isElement(child)) visit(child);
  };
  visit(document);
  expect(references).toBe(1);
  return words.join('');
}

/** The file of a review of both drafts, with notes. */
async function exported(
  type: 'track_changes_docx' | 'resolved_docx',
  options: (ids: readonly string[]) => Partial<ExportOptions>,
  [original, revised] = [ORIGINAL, REVISED].map((lines) => docx(lines.map((line) => wp(line)).join(''))),
) {
  const { fragment } = await compared(original!, revised!);
  const ids = unitsOf(scanFragment(fragment)).all.flatMap(({ changeIds }) => changeIds);
  return await makeArtifact({
    ...{ type, format: 'docx', fallback: false, digests: null, title: '', html: fragment },
    ...{ original: original!, revised: revised!, author: 'Ada Lovelace', date: '2026-01-31T00:00:00Z' },
    options: { accept: [], reject: [], ...options(ids) },
  });
}

const passages: ExportRequest['passages'] = [
  {
    quote: 'each invoice',
    before: 'pays ',
    after: ' in',
    messages: [{ author: 'Grace', at: AT, text: 'Which\none?' }],
  },
];

describe('the notes of a review in its Word file', () => {
  it('are comments at their words, with author, date and answers', async () => {
    const { bytes, report } = await exported('track_changes_docx', ([first]) => ({
      notes: [
        {
          changeId: first!,
          messages: [
            { author: 'Grace', at: AT, text: 'Sixty is long.' },
            { author: '', at: LATER, text: 'Agreed.' },
          ],
        },
      ],
      passages,
    }));
    expect(report.warnings).toEqual([]);
    const first = { words: 'thirtysixty' };
    expect(await commentsOf(bytes)).toEqual([
      { ...first, author: 'Grace', date: AT, text: 'Sixty is long.', answers: null },
      { ...first, author: 'Ada Lovelace', date: LATER, text: 'Agreed.', answers: 'Sixty is long.' },
      { author: 'Grace', date: AT, text: 'Which\none?', answers: null, words: 'each invoice' },
    ]);
  });

  it.each([
    ['all accepted', { accept: 'all', reject: [] }, 'sixty'],
    ['all rejected', { accept: [], reject: 'all' }, 'thirty'],
  ] as const)('are at the words that are left: %s', async (_, decisions, words) => {
    const { bytes } = await exported('resolved_docx', ([changeId]) => ({
      ...decisions,
      notes: [{ changeId: changeId!, messages: [{ author: 'Grace', at: null, text: 'Noted.' }] }],
      passages,
    }));
    const [note, passage] = await commentsOf(bytes);
    expect(note).toEqual({ author: 'Grace', date: undefined, text: 'Noted.', answers: null, words });
    expect(passage!.words).toBe('each invoice');
  });

  it('of mixed decisions are at the words that are left', async () => {
    const noteOn = (changeId: string) => ({ changeId, messages: [{ author: 'Grace', at: AT, text: changeId }] });
    const { bytes } = await exported('resolved_docx', (ids) => ({
      accept: [ids[0]!],
      reject: ids.slice(1),
      notes: ids.map(noteOn),
    }));
    const words = (await commentsOf(bytes)).map((comment) => comment.words);
    expect(words[0]).toBe('sixty');
    // The deleted words came back, and the new ones are gone.
    expect(words).toContain('Late deliveries are reported at once');
    expect(words.join()).not.toContain('insurance');
  });

  it('stand beside the comments of the files, and leave their ids alone', async () => {
    const comments =
      '<w:comment w:id="4" w:author="Alan"><w:p w14:paraId="00000001"><w:r><w:t>Old.</w:t></w:r></w:p></w:comment>';
    const withComment = (line: string): Uint8Array =>
      docx(
        wp(line) +
          '<w:p><w:commentRangeStart w:id="4"/><w:r><w:t>Both have this.</w:t></w:r><w:commentRangeEnd w:id="4"/><w:r><w:commentReference w:id="4"/></w:r></w:p>',
        { comments },
      );
    const { bytes } = await exported(
      'track_changes_docx',
      ([changeId]) => ({ notes: [{ changeId: changeId!, messages: [{ author: 'Grace', at: AT, text: 'New.' }] }] }),
      [withComment('The fee is 5 euro.'), withComment('The fee is 6 euro.')],
    );
    expect((await commentsOf(bytes)).map(({ text, words }) => [text, words])).toEqual([
      ['Old.', 'Both have this.'],
      ['New.', '56'],
    ]);
  });

  it('are in cells, and at the end where the body has not their words', async () => {
    const table = (fee: string): Uint8Array => docx(wp('Fees:') + tbl(tr([tc('Fee'), tc(fee)])) + wp('The end.'));
    const { bytes, report } = await exported(
      'track_changes_docx',
      ([changeId]) => ({
        notes: [{ changeId: changeId!, messages: [{ author: 'Grace', at: AT, text: 'Dear.' }] }],
        passages: [{ quote: 'nowhere', messages: [{ author: 'Grace', at: AT, text: 'Lost?' }] }],
      }),
      [table('five euro'), table('nine euro')],
    );
    expect((await commentsOf(bytes)).map(({ text, words }) => [text, words])).toEqual([
      ['Dear.', 'fivenine'],
      ['Lost?', ''],
    ]);
    expect(report.warnings).toEqual([
      'The words of a note are not in the body of the file. Its comment is at the end.',
    ]);
  });
});
