import { expect, test } from 'vitest';
import { formatOfNames } from '../../../renderer/files/format-of-names.ts';

test.each([
  ['a.md', 'b.markdown', 'markdown'],
  ['a.HTML', 'b.htm', 'html'],
  ['a.b.json', 'c.json', 'json'],
  ['a.txt', 'b.txt', 'txt'],
  ['a.md', 'b.html', null],
  ['README', 'README', null],
  ['a.constructor', 'b.constructor', null],
  ['a.md', null, null],
  [null, 'a.md', null],
])('%s and %s: %s', (original, revised, format) => {
  expect(formatOfNames(original, revised)).toBe(format);
});
