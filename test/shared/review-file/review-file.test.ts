/** The portable review file: it reads back what was written, and nothing in it can end its element. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeFragment } from '../../../shared/fragment/write.ts';
import {
  looksLikeReviewFile,
  readReviewFile,
  reviewFileOf,
  writeReviewFile,
  type ReviewFile,
} from '../../../shared/review-file/review-file.ts';
import { EMPTY_RECORD, type ReviewRecord } from '../../../shared/review-file/review-record.ts';
import { arbitraryMerged } from '../../builders/arbitrary-merged.ts';
import { runsOf } from '../../seed/seed.ts';

const PROGRAM = { policy: "default-src 'none'", script: 'program()', style: '.a{}' };
const NASTY = fc.constantFrom(
  '</script><script>boom()</script>',
  '</noscript><img src=x onerror=boom()>',
  '<!--<script>',
  '"$&$1\\',
  '\u2028\u0000',
);
const text = fc.oneof(fc.string({ unit: 'binary' }), NASTY);
const id = fc.string({ unit: 'grapheme', minLength: 1 });

const threads = fc.array(fc.record({ author: text, at: fc.option(text), text }), { maxLength: 3 });

const records: fc.Arbitrary<ReviewRecord> = fc.record({
  reviewer: text,
  savedAt: fc.option(text),
  finished: fc.boolean(),
  decided: fc
    .tuple(fc.uniqueArray(id), fc.uniqueArray(id))
    .map(
      ([accepted, rejected]) =>
        new Map([
          ...accepted.map((each) => [each, 'accepted'] as const),
          ...rejected.filter((each) => !accepted.includes(each)).map((each) => [each, 'rejected'] as const),
        ]),
    ),
  notes: fc
    .uniqueArray(fc.tuple(id, fc.record({ messages: threads, tags: fc.array(text) })), { selector: ([each]) => each })
    .map((entries) => new Map(entries)),
  passages: fc
    .uniqueArray(
      fc.tuple(id, fc.record({ passage: fc.record({ quote: text, before: text, after: text }), messages: threads })),
      { selector: ([each]) => each },
    )
    .map((entries) => new Map(entries)),
});
const files: fc.Arbitrary<ReviewFile> = fc.record({
  facts: fc.record({
    title: text,
    format: fc.constantFrom('html', 'docx'),
    fallback: fc.boolean(),
    fragmentSha256: text,
    digests: fc.option(fc.record({ original: text, revised: text })),
  }),
  fragment: arbitraryMerged().map(writeFragment),
  record: records,
});

describe('a review file', () => {
  it('is read as it was written, and written again gives the same text', () => {
    fc.assert(
      fc.property(files, (file) => {
        const page = writeReviewFile(file, PROGRAM);
        expect(looksLikeReviewFile(page)).toBe(true);
        const read = readReviewFile(page);
        expect(read).toEqual(file);
        expect(writeReviewFile(read, PROGRAM)).toBe(page);
      }),
      { numRuns: runsOf(150) },
    );
  });

  it('has exactly its own elements, whatever is in it', () => {
    fc.assert(
      fc.property(files, (file) => {
        const page = writeReviewFile({ ...file, fragment: '<div class="diffsvc"></div>' }, PROGRAM);
        expect(page.match(/<\/?(?:script|noscript|title|style)\b/gu)).toHaveLength(12);
        expect(page).not.toContain('<!--');
      }),
      { numRuns: runsOf(300) },
    );
  });

  it.each([
    ['', 'no-review-file'],
    ['<p>Anything</p>', 'no-review-file'],
    ['<noscript id="diffsvc-fragment">x', 'no-review-file'],
  ])('%j is none', (page, fault) => {
    expect(() => readReviewFile(page)).toThrow(expect.objectContaining({ fault }));
  });

  it('of the version before still opens: its note is a message of its reviewer', () => {
    const facts = { title: '', format: 'txt', fallback: false, fragmentSha256: '', digests: null };
    const review = {
      reviewer: 'Ann',
      savedAt: '2026-01-01T00:00:00.000Z',
      finished: true,
      accepted: ['a'],
      rejected: ['b'],
      notes: [{ changeId: 'a', text: 'Why?', tags: ['fees'] }],
    };
    const json = JSON.stringify({ schemaVersion: 'diffsvc.review.v1', ...facts, review });
    expect(reviewFileOf('', json).record).toEqual({
      reviewer: 'Ann',
      savedAt: '2026-01-01T00:00:00.000Z',
      finished: true,
      decided: new Map([
        ['a', 'accepted'],
        ['b', 'rejected'],
      ]),
      notes: new Map([['a', { messages: [{ author: 'Ann', at: null, text: 'Why?' }], tags: ['fees'] }]]),
      passages: new Map(),
    });
  });

  it('is one that the version before reads: each note has its text', () => {
    const file = { facts: { title: '', format: 'txt', fallback: false, fragmentSha256: '', digests: null } };
    const messages = [
      { author: 'Ann', at: null, text: 'Why?' },
      { author: 'Bob', at: null, text: 'Because.' },
    ];
    const record: ReviewRecord = { ...EMPTY_RECORD, notes: new Map([['a', { messages, tags: [] }]]) };
    const page = writeReviewFile({ ...file, fragment: '', record }, PROGRAM);
    expect(page).toContain('{"changeId":"a","text":"Ann: Why?\\nBob: Because.","tags":[]');
  });

  it('a change that is both accepted and rejected counts as open', () => {
    const file = { facts: { title: '', format: 'txt', fallback: false, fragmentSha256: '', digests: null } };
    const record: ReviewRecord = { ...EMPTY_RECORD, decided: new Map([['a', 'accepted']]) };
    const page = writeReviewFile({ ...file, fragment: '', record }, PROGRAM);
    const both = page.replace('"rejected":[]', '"rejected":["a","b"]');
    expect([...readReviewFile(both).record.decided]).toEqual([['b', 'rejected']]);
  });
});
