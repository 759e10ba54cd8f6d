/** Replies to comments, and resolved ones, in the tracked file. */
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { commentsOf } from '../../../shared/document/comments-of.ts';
import { readDocx } from '../../../service/formats/docx/read-docx.ts';
import { writeRedline } from '../../../service/redline/write-redline.ts';
import { remarked } from '../../builders/remarked-docx.ts';
import type { Remark } from '../../builders/remarks.ts';

const STAMP = { author: 'A', date: '2026-01-31T00:00:00Z' };
const CLAUSE = 'Pay [1:within 30 days] of the invoice.';
const ANSWERED = 'Pay [1:within 30 days][2:][3:] of the invoice.';
const OPEN: Remark = { id: 1, text: 'Too short?' };

/** What the tracked file says of each comment: text, the number of the comment that it answers, whether it is resolved. */
async function threadsOf(
  original: Uint8Array,
  revised: Uint8Array,
): Promise<{ threads: unknown[]; warnings: string[] }> {
  const { bytes, warnings } = await writeRedline(original, revised, STAMP);
  const { document } = await readDocx(bytes, { include: ['comments'] });
  const threads = commentsOf(document.blocks).map(({ facts, from, to }) => [
    document.blocks
      .slice(from, to)
      .flatMap((block) => (block.kind === 'text' ? block.runs.map(({ text }) => text) : [])),
    facts.revised?.parent ?? null,
    facts.revised?.done ?? false,
  ]);
  return { threads, warnings: warnings.map(({ message }) => message) };
}

const said = (text: string, parent: number | null = null, done = false): unknown => [['M. B.', text], parent, done];

describe('a tracked file', () => {
  test('has an added reply below the comment that it answers', async () => {
    const replies = [OPEN, { id: 2, text: 'No.', answers: 1 }, { id: 3, text: 'Fine.', answers: 1 }];
    const { threads, warnings } = await threadsOf(remarked([CLAUSE], [OPEN]), remarked([ANSWERED], replies));
    expect(threads).toEqual([said('Too short?'), said('No.', 1), said('Fine.', 1)]);
    expect(warnings).toEqual([]);
  });

  test('has a new thread, resolved, where the original has no comment at all', async () => {
    const thread = [
      { ...OPEN, isDone: true },
      { id: 2, text: 'No.', answers: 1 },
    ];
    const { threads } = await threadsOf(
      remarked(['Pay within 30 days of the invoice.'], []),
      remarked(['Pay [1:within 30 days][2:] of the invoice.'], thread),
    );
    expect(threads).toEqual([said('Too short?', null, true), said('No.', 1)]);
  });

  test('gives a comment whose id another one has an id of its own', async () => {
    const other: Remark = { id: 1, text: 'Say “calendar days”.', isDone: true };
    const pair = [
      remarked([CLAUSE], [OPEN]),
      remarked(['Pay [1:within 30 days][2:] of the invoice.'], [other, { id: 2, text: 'Agreed.', answers: 1 }]),
    ] as const;
    const { bytes } = await writeRedline(...pair, STAMP);
    const files = unzipSync(bytes);
    const ids = [...strFromU8(files['word/comments.xml']!).matchAll(/w14:paraId="(\w+)"/gu)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(3);
    const entries = [...strFromU8(files['word/commentsExtended.xml']!).matchAll(/<w15:commentEx [^>]*>/gu)].map(String);
    expect(entries).toEqual([
      '<w15:commentEx w15:paraId="00000001" w15:done="0"/>',
      '<w15:commentEx w15:paraId="00000002" w15:done="1"/>',
      '<w15:commentEx w15:paraId="00000003" w15:paraIdParent="00000002" w15:done="0"/>',
    ]);
  });

  test('keeps what the original says of a common comment, and warns', async () => {
    const { threads, warnings } = await threadsOf(
      remarked([CLAUSE], [OPEN]),
      remarked([CLAUSE], [{ ...OPEN, isDone: true }]),
    );
    expect(threads).toEqual([said('Too short?')]);
    expect(warnings.join()).toContain('replies to comments, and which are done');
  });
});
