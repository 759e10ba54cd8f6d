/** The sentence about edits that a returned document does not track. */
import { expect, it } from 'vitest';
import { describeUndisclosed } from '../../../shared/change/describe-undisclosed.ts';
import type { UndisclosedEdits, UndisclosedItem } from '../../../shared/change/undisclosed.ts';

const edits = (items: UndisclosedItem[], declared: UndisclosedEdits['declared'] = []): UndisclosedEdits => ({
  schemaVersion: 'diffsvc.undisclosed.v1',
  differs: items.length > 0,
  items,
  declared,
});

const became = (before: string, after: string, where?: string): UndisclosedItem =>
  ({
    kind: 'change',
    sentence: `“${before}” became “${after}”.`,
    ...(where !== undefined && { where }),
    change: { id: 'chg_000001', type: 'replace', before: { text: before }, after: { text: after }, location: {} },
  }) as unknown as UndisclosedItem;

it('names the first three edits with their headings, and counts the rest', () => {
  expect(describeUndisclosed(edits([became('100 %', '250 %', '6.1 Cap')]))).toBe(
    '1 edit is not tracked: 6.1 Cap (“100 %” → “250 %”).',
  );
  const four = ['a', 'b', 'c', 'd'].map((letter) => became('', letter, letter.toUpperCase()));
  expect(describeUndisclosed(edits(four))).toBe(
    '4 edits are not tracked: A (added “a”), B (added “b”), C (added “c”), and 1 more.',
  );
});

it('says what an edit is that has no two texts', () => {
  const hidden: UndisclosedItem = { kind: 'hidden_text', sentence: 'Hidden text is there now: “no”.' };
  expect(describeUndisclosed(edits([became('not', ''), hidden]))).toBe(
    '2 edits are not tracked: deleted “not”, Hidden text is there now: “no”.',
  );
  const bold = { ...became('fee', 'fee'), sentence: 'The formatting of “fee” changed: bold.' };
  expect(describeUndisclosed(edits([bold]))).toBe('1 edit is not tracked: The formatting of “fee” changed: bold.');
});

it('cuts long words and headings', () => {
  const sentence = describeUndisclosed(edits([became('', 'a'.repeat(200), 'b'.repeat(200))]));
  expect(sentence).toBe(`1 edit is not tracked: ${'b'.repeat(40)}… (added “${'a'.repeat(40)}…”).`);
});

it('says who tracked everything', () => {
  const declared = [
    { author: 'Berta', revisions: 2 },
    { author: '', revisions: 1 },
  ];
  expect(describeUndisclosed(edits([], declared))).toBe(
    'Every difference is tracked: 2 revisions by Berta, 1 revision by an unnamed author.',
  );
});
