/** Comments of two DOCX: each pairs with itself, and what differs in one is told. */
import { describe, expect, test } from 'vitest';
import { describeDifferences } from '../../../../shared/change/describe-uncompared.ts';
import { commentsOf } from '../../../../shared/document/comments-of.ts';
import { textOf } from '../../../../shared/document/model.ts';
import { bothSides } from '../../../../shared/formats.ts';
import { resolve } from '../../../../shared/fragment/resolve.ts';
import { scanFragment } from '../../../../shared/fragment/scan.ts';
import { compareFiles } from '../../../../service/pipeline/compare/compare-files.ts';
import { remarked } from '../../../builders/remarked-docx.ts';
import type { Remark } from '../../../builders/remarks.ts';

async function compare(original: Uint8Array, revised: Uint8Array) {
  const { html, summary, uncompared, sameness } = await compareFiles({
    formats: bothSides('docx'),
    ...{ original, revised, mode: 'auto', attributeMode: 'semantic', include: ['comments'] },
  });
  const blocks = scanFragment(html);
  const told = uncompared === undefined ? [] : describeDifferences(uncompared);
  return { blocks, html, changes: summary.changeCount, told, sameness };
}

const CLAUSES = ['Pay [1:within 30 days] of receipt.', 'The Fees are due.'];
const ONE: Remark = { id: 1, text: 'Too long.' };

describe('a comment of both documents', () => {
  test('that is about other words of another clause is told', async () => {
    const { changes, told, sameness } = await compare(
      remarked(CLAUSES, [ONE]),
      remarked(['Pay within 30 days of receipt.', 'The [1:Fees] are due.'], [ONE]),
    );
    expect(changes).toBe(0);
    expect(sameness).toBe('no_differences_in_compared_content');
    expect(told).toEqual([
      'Comment by M. B., “Too long.”: “about “within 30 days” in “Pay within 30 days of receipt.”” became “about “Fees” in “The Fees are due.””.',
    ]);
  });

  test.each([
    ['resolved', ONE, { ...ONE, isDone: true }, 'Comment by M. B., “Too long.”: “open” became “resolved”.'],
    [
      'dated anew',
      ONE,
      { ...ONE, date: '2026-03-02T11:00:00Z' },
      'Comment by M. B., “Too long.”: “2026-03-01T10:00:00Z” became “2026-03-02T11:00:00Z”.',
    ],
  ])('that is %s is told', async (_, before, after, sentence) => {
    const { changes, told } = await compare(remarked(CLAUSES, [before]), remarked(CLAUSES, [after]));
    expect([changes, told]).toEqual([0, [sentence]]);
  });

  test('stays where it is if the words that it is about are edited, or text is inserted before it', async () => {
    const { told } = await compare(
      remarked(CLAUSES, [ONE]),
      remarked(
        ['A new clause of some length.', 'Please pay [1:within sixty days] of receipt.', 'The Fees are due.'],
        [ONE],
      ),
    );
    expect(told).toEqual([]);
  });

  test.each([
    [
      'more words of one clause',
      ['Pay [1:within 30 days] of receipt.', 'The Fees are due.'],
      ['Pay [1:within 30 days of receipt].', 'The Fees are due.'],
      ': “about “within 30 days” in “Pay within 30 days of receipt.”” became “about “within 30 days of receipt” in “Pay within 30 days of receipt.””.',
    ],
    [
      'the same words at another place',
      ['Pay [1:the Fees] and name the Fees.', 'The end.'],
      ['Pay the Fees and name [1:the Fees].', 'The end.'],
      ' (about “the Fees” in “Pay the Fees and name the Fees.”) differs.',
    ],
    [
      'a point of another clause',
      ['Pay within 30 days[1:].', 'The Fees are due.'],
      ['Pay within 30 days.', 'The Fees[1:] are due.'],
      ': “about a place in “Pay within 30 days.”” became “about a place in “The Fees are due.””.',
    ],
  ])('that is about %s is told', async (_, before, after, sentence) => {
    const { changes, told } = await compare(remarked(before, [ONE]), remarked(after, [ONE]));
    expect([changes, told]).toEqual([0, [`Comment by M. B., “Too long.”${sentence}`]]);
  });

  test('whose author differs has a change of its first line', async () => {
    const { blocks, changes, told } = await compare(
      remarked(CLAUSES, [ONE]),
      remarked(CLAUSES, [{ ...ONE, author: 'A. C.' }]),
    );
    expect(told).toEqual([]);
    expect(changes).toBe(1);
    expect(commentsOf(blocks).map(({ facts }) => [facts.original?.author, facts.revised?.author])).toEqual([
      ['M. B.', 'A. C.'],
    ]);
  });
});

describe('a new comment', () => {
  const sidesOf = ({ blocks }: Awaited<ReturnType<typeof compare>>) =>
    commentsOf(blocks).map(({ from, to, facts }) => [
      facts.original !== null,
      facts.revised !== null,
      blocks
        .slice(from, to)
        .map((block) => (block.kind === 'text' ? `${block.onlyIn?.side ?? 'both'} ${textOf(block)}` : '')),
    ]);

  test('before others of its author leaves the others as they are', async () => {
    const [original, revised] = [
      remarked(['[1:One], [2:two] and [3:three].'], [ONE, { id: 2, text: 'Why so?' }, { id: 3, text: 'Fine.' }]),
      remarked(
        ['[1:One], [4:two] and [2:two], [3:three].'],
        [{ ...ONE }, { id: 4, text: 'Something new.' }, { id: 2, text: 'Why so?' }, { id: 3, text: 'Fine.' }],
      ),
    ];
    const result = await compare(original, revised);
    expect(sidesOf(result)).toEqual([
      [true, true, ['both M. B.', 'both Too long.']],
      [false, true, ['revised M. B.', 'revised Something new.']],
      [true, true, ['both M. B.', 'both Why so?']],
      [true, true, ['both M. B.', 'both Fine.']],
    ]);
    expect(scanFragment(resolve(result.html, { reject: 'all' })).length).toBe(7);
  });

  test('that answers another is an insertion below it', async () => {
    const two: Remark = { id: 2, text: 'Another one.' };
    const result = await compare(
      remarked(['[1:One] and [2:two].'], [ONE, two]),
      remarked(['[1:One][3:] and [2:two].'], [ONE, two, { id: 3, text: 'Agreed.', answers: 1 }]),
    );
    expect(sidesOf(result)).toEqual([
      [true, true, ['both M. B.', 'both Too long.']],
      [false, true, ['revised M. B.', 'revised Agreed.']],
      [true, true, ['both M. B.', 'both Another one.']],
    ]);
    expect(commentsOf(result.blocks).map(({ parents }) => parents)).toEqual([
      { original: null, revised: null },
      { original: null, revised: 0 },
      { original: null, revised: null },
    ]);
    expect(result.told).toEqual([]);
  });

  test('by the author of a deleted one is no move of it', async () => {
    const clauses = ['[1:One] and [2:two].'];
    const result = await compare(
      remarked(clauses, [ONE]),
      remarked(clauses, [{ id: 2, text: 'Something else.', date: '2026-04-01T10:00:00Z' }]),
    );
    expect(sidesOf(result)).toEqual([
      [true, false, ['original M. B.', 'original Too long.']],
      [false, true, ['revised M. B.', 'revised Something else.']],
    ]);
    expect(result.html).not.toContain('data-move-id');
  });

  test('of other words by the same author and time is the comment that was rewritten', async () => {
    const result = await compare(
      remarked(CLAUSES, [ONE]),
      remarked(CLAUSES, [{ ...ONE, text: 'No objection at all, thanks.' }]),
    );
    expect(sidesOf(result).map(([original, revised]) => [original, revised])).toEqual([[true, true]]);
  });
});
