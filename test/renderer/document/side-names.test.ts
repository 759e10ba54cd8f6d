/** Two long names never look alike where they are cut. */
import { expect, it } from 'vitest';
import { dividedNames } from '../../../renderer/document/side-names.ts';

it.each([
  [
    'Master Services Agreement draft 1.docx',
    'Master Services Agreement draft 2.docx',
    'Master Services Agreement draft ',
    '1.docx',
    '2.docx',
  ],
  ['policy-2024-07.pdf', 'policy-2025-01.pdf', 'policy-', '2024-07.pdf', '2025-01.pdf'],
  ['old.docx', 'new.docx', '', 'old.docx', 'new.docx'],
  ['same.docx', 'same.docx', '', 'same.docx', 'same.docx'],
  ['契約書 第1版.docx', '契約書 第2版.docx', '契約書 ', '第1版.docx', '第2版.docx'],
])('%s and %s share “%s”', (original, revised, shared, ownOriginal, ownRevised) => {
  const divided = dividedNames({ original, revised });
  expect([divided.original.shared, divided.revised.shared]).toEqual([shared, shared]);
  expect([divided.original.own, divided.revised.own]).toEqual([ownOriginal, ownRevised]);
  expect([divided.original.shared + divided.original.own, divided.revised.shared + divided.revised.own]).toEqual([
    original,
    revised,
  ]);
});
