/** A tracked DOCX marks the words that the redline on the screen marks. */
import { expect, it } from 'vitest';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import type { Side } from '../../../shared/document/model.ts';
import { UNDECIDED, type ArtifactTask } from '../../../service/exports/artifact.ts';
import { makeArtifact } from '../../../service/exports/make-artifact.ts';
import { openWordPackage } from '../../../service/ooxml/package.ts';
import { redlineGuide } from '../../../service/pipeline/ranges/redline-guide.ts';
import { RevisionReader } from '../../../service/pipeline/ranges/revision-ranges.ts';
import { docx, r, tbl, tc, tr, wp } from '../../builders/docx.ts';
import { compared, tracked } from '../../builders/tracked-docx.ts';
import { breachesOf } from '../../oracle/redline/judge-redline.ts';

const SIGNATURE = { author: 'x', at: new Date('2026-01-31T00:00:00Z') };

/** The marked stretches of a side, from the fragment or from a tracked DOCX. */
type Marked = Record<Side, string[]>;

function inFragment(fragment: string): Marked {
  const { ranges, texts } = redlineGuide(scanFragment(fragment));
  const of = (side: Side): string[] =>
    ranges
      .filter((range) => range.side === side && range.kind !== 'format' && range.end > range.start)
      .map(({ start, end }) => texts[side].slice(start, end));
  return { original: of('original'), revised: of('revised') };
}

async function inDocx(bytes: Uint8Array): Promise<Marked> {
  const { document } = await openWordPackage(bytes);
  const reader = new RevisionReader(false);
  reader.read(document);
  const of = (side: Side): string[] =>
    reader.ranges
      .filter((range) => range.side === side && range.kind !== 'format' && range.end > range.start)
      .map(({ start, end }) => reader.text(side).slice(start, end));
  return { original: of('original'), revised: of('revised') };
}

const CLAUSE = 'The notice period for either party is a month at the least, in writing.';
const PAIRS: readonly (readonly [what: string, original: string, revised: string])[] = [
  ['a number in words and digits', wp('Due in thirty (30) days.'), wp('Due in sixty (60) days.')],
  [
    'a rewritten sentence',
    wp('Payment is due in thirty days of receipt in cash.') + wp('End.'),
    wp('Any sum falls due in ten weeks of delivery in kind.') + wp('End.'),
  ],
  [
    'two changes with one space between them',
    wp('They pay fees monthly to the landlord.'),
    wp('They owe rents monthly to the landlord.'),
  ],
  [
    'cells',
    tbl(tr([tc('Roof'), tc('Ten years of warranty')])) + wp('End.'),
    tbl(tr([tc('Roof'), tc('Two years of warranty')])) + wp('End.'),
  ],
  ['an inserted and a deleted paragraph', wp('One.') + wp('Gone.') + wp('Two.'), wp('One.') + wp('New.') + wp('Two.')],
];

it.each(PAIRS)('%s', async (_, original, revised) => {
  const files = await compared(docx(original), docx(revised));
  const { bytes } = await tracked(docx(original), docx(revised), SIGNATURE);
  const wanted = inFragment(files.fragment);
  expect([...wanted.original, ...wanted.revised].length).toBeGreaterThan(0);
  expect(await inDocx(bytes)).toEqual(wanted);
});

it('is the same as an export and from the command line', async () => {
  const [original, revised] = [docx(wp('Due in thirty (30) days.')), docx(wp('Due in sixty (60) days.'))];
  const { fragment } = await compared(original, revised);
  const task: ArtifactTask = {
    ...{ type: 'track_changes_docx', format: 'docx', fallback: false, digests: null, options: UNDECIDED, title: '' },
    ...{ html: fragment, original, revised, author: 'x', date: '2026-01-31T00:00:00Z' },
  };
  const exported = await makeArtifact(task);
  const { bytes } = await tracked(original, revised, SIGNATURE);
  expect(Buffer.from(exported.bytes).equals(bytes)).toBe(true);
});

it('marks a moved clause as moved, as the redline does', async () => {
  const others = ['One thing first.', 'Another one then.', 'And a third thing.'].map((text) => wp(r(text)));
  const original = docx(wp(CLAUSE) + others.join(''));
  const revised = docx(others.join('') + wp(CLAUSE) + wp('End.'));
  const { fragment } = await compared(original, revised);
  const moves = redlineGuide(scanFragment(fragment)).ranges.filter(({ moveId }) => moveId !== undefined);
  expect(moves.map(({ side }) => side)).toEqual(['original', 'revised']);
  expect((await tracked(original, revised, SIGNATURE)).counts.moves).toBe(1);
});

it.each([
  ['another paragraph takes its place', ['First thing.', CLAUSE, 'Second thing.', 'Signed.']],
  ['two paragraphs take its place', ['First thing.', CLAUSE, 'Second thing.', 'Signed.', 'Dated.']],
  ['it goes to the start', [CLAUSE, 'First thing.', 'Second thing.', 'Signed.']],
])('marks a last clause as moved where %s', async (_, texts) => {
  const document = (list: readonly string[]): Uint8Array => docx(list.map((text) => wp(text)).join(''));
  const [original, revised] = [document(['First thing.', 'Second thing.', CLAUSE]), document(texts)];
  const redline = await tracked(original, revised, SIGNATURE);
  expect(redline.counts.moves).toBe(1);
  expect(await breachesOf(original, revised, redline)).toEqual([]);
});

it.each([
  ['stays', 'Agreement, version 1, page one of one', { insertions: 1, deletions: 1 }],
  ['changes', 'Agreement, version 2, page one of one', { insertions: 4, deletions: 4 }],
])(
  'marks in each section the words of a footer alone that all sections repeat and that %s',
  async (_, footer, counts) => {
    const sections = ['rIdA', 'rIdB', 'rIdC'].map(
      (id) => `<w:sectPr><w:footerReference w:type="default" r:id="${id}"/></w:sectPr>`,
    );
    const document = (word: string, text: string): Uint8Array =>
      docx(
        wp(`The ${word} part.`, sections[0]) +
          wp('The second part.', sections[1]) +
          wp('The third part.') +
          sections[2]!,
        {
          footers: { rIdA: wp(text), rIdB: wp(text), rIdC: wp(text) },
        },
      );
    const [original, revised] = [document('first', 'Agreement, version 1, page one of one'), document('new', footer)];
    const redline = await tracked(original, revised, SIGNATURE);
    expect(redline.counts).toMatchObject(counts);
    expect(await breachesOf(original, revised, redline)).toEqual([]);
  },
);
