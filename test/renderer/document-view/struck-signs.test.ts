import { expect, it } from 'vitest';
import { isSignsOnly } from '../../../renderer/document-view/struck-signs.ts';

it.each([
  ['☐', true],
  [' − ', true],
  ['☑ , +', true],
  ['☐ Insured', false],
  ['3', false],
  ['条', false],
  [' ', false],
  ['\uFFFC', false],
])('%j is signs only: %s', (text, expected) => {
  expect(isSignsOnly(text)).toBe(expected);
});
