/** Decisions about a moved paragraph and about an edit inside it. */
import { describe, expect, it } from 'vitest';
import { makeArtifact } from '../../../../service/exports/make-artifact.ts';
import { readDocx } from '../../../../service/formats/docx/read-docx.ts';
import { compareReadings } from '../../../../service/pipeline/compare/compare-readings.ts';
import { decideAll } from '../../../../service/pipeline/track-changes.ts';
import { changeIdsOf } from '../../../../shared/fragment/change-ids.ts';
import { scanFragment } from '../../../../shared/fragment/scan.ts';
import { textOf, type Block, type TextBlock } from '../../../../shared/document/model.ts';
import { docx, r, tbl, tc, tr, wp } from '../../../builders/docx.ts';
import { textBox } from '../../../builders/text-box.ts';

const clause = (days: string, costs = 'bears all costs of transport and insurance'): string =>
  `The supplier delivers the goods to the customer within ${days} days of the order and ${costs}.`;
// Together longer than the clause: of two swapped passages the shorter one moves.
const others = [
  'The customer inspects the goods without delay and gives notice of each defect in writing within a week.',
  'Payment is due on receipt of the invoice, without any deduction, to the account that the invoice names.',
  'Either party may end this agreement for good cause at any time, by a letter that states the cause.',
];

async function textsOf(bytes: Uint8Array): Promise<string[]> {
  const { document } = await readDocx(bytes);
  return document.blocks.flatMap((block: Block) => (block.kind === 'text' ? [textOf(block)] : []));
}

type Verdict = 'accept' | 'reject' | 'open';

type Texts = readonly string[];

/** The texts of the exported file, with its open revisions accepted and rejected. */
async function exported(from: Texts, to: Texts, move: Verdict, edits: readonly Verdict[]) {
  const [original, revised] = [from, to].map((texts) => docx(texts.map((text) => wp(text)).join('')));
  const file = await exportedFile(original!, revised!, move, edits);
  return { accepted: await textsOf(file), rejected: await textsOf(await decideAll(file, 'reject')) };
}

/** The exported file of two documents with one move. A text box moves with its paragraph, which makes four ends. */
async function exportedFile(
  original: Uint8Array,
  revised: Uint8Array,
  move: Verdict,
  edits: readonly Verdict[],
  ends = 2,
) {
  const options = { format: 'docx', mode: 'auto', attributeMode: 'semantic', include: [] } as const;
  const { html } = compareReadings(await readDocx(original), await readDocx(revised), options);
  const blocks = scanFragment(html);
  const rows = blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []));
  const moved = [...blocks, ...rows].filter(({ onlyIn }) => onlyIn?.moveId !== undefined);
  expect(moved).toHaveLength(ends);
  expect(moved.every((part) => JSON.stringify(part).includes('supplier'))).toBe(true);
  const moveIds = moved.map(({ onlyIn }) => onlyIn!.changeId!);
  const inner = changeIdsOf(blocks).filter((id) => !moveIds.includes(id));
  expect(inner).toHaveLength(edits.length);
  const idsOf = (verdict: Verdict): string[] => [
    ...(move === verdict ? moveIds : []),
    ...inner.filter((_, at) => edits[at] === verdict),
  ];
  const { bytes, report } = await makeArtifact({
    type: 'resolved_docx',
    format: 'docx',
    fallback: false,
    digests: null,
    options: { accept: idsOf('accept'), reject: idsOf('reject') },
    title: '',
    html,
    original,
    revised,
    author: 'x',
    date: '2025-01-01T00:00:00Z',
  });
  expect(report.warnings).toEqual([]);
  return bytes;
}

const VERDICTS = ['accept', 'reject', 'open'] as const;
const PLACES = {
  'into the middle': (text: string) => [others[0]!, others[1]!, text, others[2]!],
  'to the end': (text: string) => [...others, text],
};

describe('a last paragraph that moved up, and another one that took its place', () => {
  const SIGNED = 'Signed in London.';
  const from = [...others, clause('30')];
  const moved = [others[0]!, clause('30'), others[1]!, others[2]!];

  it.each(VERDICTS.flatMap((move) => VERDICTS.map((tail) => [move, tail] as const)))(
    'move: %s, new paragraph: %s',
    async (move, tail) => {
      const { accepted, rejected } = await exported(from, [...moved, SIGNED], move, [tail]);
      const expected = (open: 'accept' | 'reject'): string[] => [
        ...((move === 'open' ? open : move) === 'accept' ? moved : from),
        ...((tail === 'open' ? open : tail) === 'accept' ? [SIGNED] : []),
      ];
      expect(accepted).toEqual(expected('accept'));
      expect(rejected).toEqual(expected('reject'));
    },
  );
});

describe.each(Object.entries(PLACES))('a paragraph that moved %s', (_, placed) => {
  it.each(VERDICTS.flatMap((move) => VERDICTS.map((edit) => [move, edit] as const)))(
    'move: %s, edit: %s',
    async (move, edit) => {
      const [from, to] = [[clause('30'), ...others], placed(clause('90'))];
      const { accepted, rejected } = await exported(from, to, move, [edit]);
      const expected = (open: 'accept' | 'reject'): string[] => {
        const days = (edit === 'open' ? open : edit) === 'accept' ? '90' : '30';
        return (move === 'open' ? open : move) === 'accept' ? placed(clause(days)) : [clause(days), ...others];
      };
      expect(accepted).toEqual(expected('accept'));
      expect(rejected).toEqual(expected('reject'));
    },
  );
});

it('keeps one of two edits of a move that is rejected', async () => {
  const [from, to] = [
    [clause('30'), ...others],
    [...others, clause('90', 'bears no costs of transport and insurance')],
  ];
  const { accepted } = await exported(from, to, 'reject', ['reject', 'accept']);
  expect(accepted).toEqual([clause('30', 'bears no costs of transport and insurance'), ...others]);
});

it('keeps words that were only added, and drops words that were only deleted', async () => {
  const [from, to] = [
    [clause('30'), ...others],
    [...others, clause('at most 30', 'bears all costs of transport')],
  ];
  const { accepted } = await exported(from, to, 'reject', ['accept', 'accept']);
  expect(accepted).toEqual([clause('at most 30', 'bears all costs of transport'), ...others]);
  const moved = await exported(from, to, 'accept', ['reject', 'reject']);
  expect(moved.accepted).toEqual([...others, clause('30')]);
});

describe('a paragraph that moved with a text box', () => {
  const text = 'The supplier delivers the goods to the address of the customer and bears the costs of transport.';
  const paragraph = (days: string): string => wp(r(text) + textBox(wp(inBox(days))));
  const body = (parts: Texts): Uint8Array =>
    docx(parts.map((part) => (part.startsWith('<') ? part : wp(part))).join(''));
  const inBox = (days: string): string => `The supplier delivers within ${days} days.`;

  it.each(VERDICTS.flatMap((move) => VERDICTS.map((edit) => [move, edit] as const)))(
    'move: %s, edit in the box: %s',
    async (move, edit) => {
      const from = body([paragraph('thirty'), ...others]);
      const to = body([others[0]!, others[1]!, paragraph('ninety'), others[2]!]);
      const file = await exportedFile(from, to, move, [edit], 4);
      const expected = (open: 'accept' | 'reject'): string[] => {
        const days = (edit === 'open' ? open : edit) === 'accept' ? 'ninety' : 'thirty';
        const clause = [text, inBox(days)];
        return (move === 'open' ? open : move) === 'accept'
          ? [others[0]!, others[1]!, ...clause, others[2]!]
          : [...clause, ...others];
      };
      expect(await textsOf(file)).toEqual(expected('accept'));
      expect(await textsOf(await decideAll(file, 'reject'))).toEqual(expected('reject'));
    },
  );
});

describe('a row that moved', () => {
  const others = [
    'Cleaning of the stairs each week',
    'Gardening in spring and summer',
    'Heating in the winter months',
  ].map((what, at) => [what, `${at + 2}00 francs`, 'sixty days']);
  const table = (rows: readonly Texts[]): Uint8Array =>
    docx(tbl(rows.map((cells) => tr(cells.map((text) => tc(text)))).join('')) + wp('End.'));
  const rowsOf = async (bytes: Uint8Array): Promise<string[]> => {
    const { document } = await readDocx(bytes);
    const [block] = document.blocks;
    if (block?.kind !== 'table') throw new Error('no table');
    return block.rows.map(({ cells }) =>
      cells.map(({ blocks }) => blocks.map((each) => textOf(each as TextBlock)).join(' / ')).join(' | '),
    );
  };
  const joined = (rows: readonly Texts[]): string[] => rows.map((cells) => cells.join(' | '));

  describe.each([
    [
      'a replaced word',
      ['The supplier repairs the roof', '500 francs', 'thirty days'],
      ['The supplier repairs the roof', '550 francs', 'thirty days'],
    ],
    [
      'added words',
      ['The supplier repairs the roof', '500 francs', 'thirty days'],
      ['The supplier repairs the roof', '500 francs', 'at most thirty days'],
    ],
    [
      'a filled cell',
      ['The supplier repairs the roof', '500 francs', ''],
      ['The supplier repairs the roof', '500 francs', 'thirty days'],
    ],
    [
      'an emptied cell',
      ['The supplier repairs the roof', '500 francs', 'thirty days'],
      ['The supplier repairs the roof', '500 francs', ''],
    ],
    [
      'deleted words',
      ['The supplier always repairs the roof', '500 francs', 'thirty days'],
      ['The supplier repairs the roof', '500 francs', 'thirty days'],
    ],
  ])('with %s', (_, before, after) => {
    it.each(VERDICTS.flatMap((move) => VERDICTS.map((edit) => [move, edit] as const)))(
      'move: %s, edit: %s',
      async (move, edit) => {
        const file = await exportedFile(table([before, ...others]), table([...others, after]), move, [edit]);
        const expected = (open: 'accept' | 'reject'): string[] => {
          const row = (edit === 'open' ? open : edit) === 'accept' ? after : before;
          return joined((move === 'open' ? open : move) === 'accept' ? [...others, row] : [row, ...others]);
        };
        expect(await rowsOf(file)).toEqual(expected('accept'));
        expect(await rowsOf(await decideAll(file, 'reject'))).toEqual(expected('reject'));
      },
    );
  });
});
