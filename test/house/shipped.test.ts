/** What ships: its known weaknesses, its bill of materials and the licences in it. */
import { expect, it } from 'vitest';
import { knownWeaknesses, listSays, registrySays, shippedPackages } from '../../scripts/audit.mjs';
import { billOfMaterials, isPermitted, refusedLicences } from '../../scripts/sbom.mjs';

it('reads the serious ones of the registry, and knows when it gave no answer', () => {
  const vulnerabilities = {
    a: { severity: 'low', range: '<1.0.0' },
    b: { severity: 'high', range: '<2.1.0' },
    c: { severity: 'critical', range: '*' },
  };
  expect(registrySays(JSON.stringify({ vulnerabilities }))).toEqual(['b <2.1.0: high', 'c *: critical']);
  expect(registrySays(JSON.stringify({ vulnerabilities: {} }))).toEqual([]);
  for (const none of ['', 'not JSON', 'null', '{"error":{"code":"ENOAUDIT"}}', '{"message":"no such place"}'])
    expect(registrySays(none)).toBeNull();
});

it('finds the versions of a list, with both bounds', () => {
  const weakness = { package: 'a', from: '1.3.2', below: '1.12.1', severity: 'high', id: 'GHSA-1' };
  const versions = ['1.3.1', '1.3.2', '1.12.0', '1.12.1', '2.0.0'].map((version) => ({ name: 'a', version }));
  expect(listSays(versions, [weakness])).toEqual(['a 1.3.2: GHSA-1, high', 'a 1.12.0: GHSA-1, high']);
  expect(listSays([{ name: 'b', version: '1.4.0' }], [weakness])).toEqual([]);
  expect(listSays(versions, [{ ...weakness, severity: 'medium' }])).toEqual([]);
});

it('has a list that knows weaknesses of what ships, and finds none there', () => {
  const { weaknesses } = knownWeaknesses();
  const packages = shippedPackages();
  const names = new Set(packages.map(({ name }) => name));
  expect(weaknesses.filter((each) => names.has(each.package)).length).toBeGreaterThan(20);
  expect(listSays(packages, weaknesses)).toEqual([]);
  const older = packages.map(({ name }) => ({ name, version: '1.5.0' }));
  expect(listSays(older, weaknesses)).toContain('underscore 1.5.0: GHSA-cf4h-3jhx-xvhq, high');
});

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
