/** Which comparison two sides ask for. */
import { expect, test } from 'vitest';
import { documentsOf, type PairSide } from '../../../renderer/app/comparison/pair.ts';

const side = (name: string, text = 'x'): PairSide => ({ name, text, document: null, reference: null });

test.each([
  ['a.json', 'b.html', ['txt', 'html']],
  ['a.md', 'b.json', ['markdown', 'txt']],
  ['a.md', 'b.html', ['markdown', 'html']],
  ['a.json', 'b.json', null],
  ['a.json', 'b.txt', null],
  ['a.html', 'b.htm', null],
])('%s beside %s', (original, revised, formats) => {
  const documents = documentsOf({ original: side(original), revised: side(revised), format: 'auto' });
  expect(documents && [documents.original.format, documents.revised.format]).toEqual(formats);
});
