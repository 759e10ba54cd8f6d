/** The bill of materials of what ships, and the licences in it. */
import { expect, it } from 'vitest';
import { billOfMaterials, isPermitted, refusedLicences } from '../../scripts/sbom.mjs';

it('lists what ships, with licences that permit it', () => {
  const bill = billOfMaterials();
  const names = bill.components.map((component: { name: string }) => component.name);
  expect(names).toEqual(expect.arrayContaining(['better-sqlite3', 'fastify', 'pdfjs-dist', 'svelte', 'saxes']));
  for (const builder of ['vite', 'rolldown', 'typescript', 'vitest', 'electron']) expect(names).not.toContain(builder);
  expect(refusedLicences(bill)).toEqual([]);
  expect(JSON.stringify(bill)).toBe(JSON.stringify(billOfMaterials()));
  expect(bill).not.toHaveProperty('serialNumber');
});

it.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-or-later)', true],
  ['(MIT AND Zlib)', true],
  ['(MIT AND GPL-3.0-only)', false],
  ['GPL-3.0-only', false],
  ['AGPL-3.0-or-later', false],
  ['SEE LICENSE IN LICENSE', false],
])('judges %s', (expression, permitted) => {
  expect(isPermitted(expression)).toBe(permitted);
});
