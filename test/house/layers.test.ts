import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { cruise } from 'dependency-cruiser';
import type { ICruiseResult } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import rules from '../../.dependency-cruiser.mjs';

/** A file, what it imports, and the rules that forbid it; null: no rule does. `import type` counts as well. */
const IMPORTS: readonly (readonly [from: string, imports: string, rule: string | null])[] = [
  ['shared/a1.ts', 'service/engine/x.ts', 'shared/'],
  ['shared/a2.ts', 'node:fs', 'shared/'],
  ['shared/a3.ts', 'renderer/app/x.ts', 'shared/'],
  ['shared/a4.ts', 'shared/x.ts', null],
  ['service/engine/b1.ts', 'service/formats/x.ts', 'service/engine/'],
  ['service/engine/b2.ts', 'node:buffer', 'service/engine/'],
  ['service/engine/b3.ts', 'diff', 'service/engine/'],
  ['service/engine/b4.ts', 'shared/x.ts', null],
  ['service/formats/c1.ts', 'service/engine/x.ts', 'service/formats/'],
  ['service/formats/c2.ts', 'fastify', 'service/formats/'],
  ['service/formats/c3.ts', 'parse5', null],
  ['service/formats/c4.ts', 'service/ooxml/x.ts', null],
  ['service/formats/c8.ts', 'service/sha256.ts', null],
  ['service/ooxml/c9.ts', 'service/sha256.ts', null],
  ['service/engine/b5.ts', 'service/sha256.ts', 'service/engine/'],
  ['service/ooxml/c5.ts', 'service/formats/x.ts', 'service/ooxml/'],
  ['service/redline/c6.ts', 'service/formats/x.ts', 'service/redline/'],
  ['service/redline/c7.ts', 'service/engine/diff/x.ts', null],
  ['service/http/d1.ts', 'service/engine/x.ts', 'service/http/'],
  ['service/http/d2.ts', 'service/formats/x.ts', 'service/http/'],
  ['service/http/d3.ts', 'service/store/x.ts', 'service/http/'],
  ['service/http/d4.ts', 'service/comparison/x.ts', null],
  ['service/comparison/e1.ts', 'service/http/x.ts', 'service/comparison/'],
  ['service/comparison/e2.ts', 'service/store/x.ts', null],
  ['service/comparison/e3.ts', 'service/engine/x.ts', null],
  ['service/admission/m1.ts', 'service/store/x.ts', null],
  ['service/admission/m2.ts', 'service/comparison/x.ts', 'service/admission/'],
  ['service/comparison/m3.ts', 'service/admission/x.ts', null],
  ['service/store/m4.ts', 'service/admission/x.ts', null],
  ['service/store/f1.ts', 'service/http/x.ts', 'service/store/'],
  ['service/workers/f2.ts', 'service/store/x.ts', 'service/workers/'],
  ['service/workers/f3.ts', 'service/comparison/x.ts', null],
  ['service/store/f4.ts', 'service/store/x.ts', null],
  ['service/store/f5.ts', 'service/cluster/x.ts', 'service/store/'],
  ['service/cluster/f6.ts', 'service/store/x.ts', null],
  ['service/cluster/f7.ts', 'service/jobs/x.ts', 'service/cluster/'],
  ['service/cli/g1.ts', 'service/engine/x.ts', 'service/cli/'],
  ['service/http/g2.ts', 'service/cli/x.ts', 'service/cli/ for few, service/http/'],
  ['service/h1.ts', 'renderer/app/x.ts', 'service/'],
  ['service/h2.ts', 'electron/x.ts', 'service/'],
  ['service/h3.ts', 'extension/x.ts', 'service/'],
  ['renderer/app/i1.ts', 'service/comparison/x.ts', 'renderer/'],
  ['renderer/app/i2.ts', 'node:fs', 'renderer/'],
  ['renderer/app/i3.ts', 'shared/x.ts', null],
  ['electron/j1.ts', 'renderer/app/x.ts', 'electron/'],
  ['electron/j2.ts', 'service/x.ts', 'electron/'],
  ['electron/j3.ts', 'shared/x.ts', null],
  ['electron/j4.ts', 'fastify', 'electron/'],
  ['electron/main/j5.ts', 'chokidar', null],
  ['electron/main/j8.ts', 'electron', null],
  ['electron/preload/j6.ts', 'electron/main/x.ts', 'electron/preload/'],
  ['electron/preload/j7.ts', 'shared/messages/x.ts', null],
  ['extension/k1.ts', 'renderer/app/x.ts', 'extension/'],
  ['extension/k2.ts', 'service/x.ts', 'extension/'],
  ['extension/k3.ts', 'renderer/list/x.ts', null],
  ['extension/k4.ts', 'renderer/review/x.ts', null],
  ['extension/k5.ts', 'renderer/styles/x.ts', null],
  ['extension/k6.ts', 'renderer/strings/say.ts', null],
  ['renderer/strings/t1.ts', 'renderer/review/x.ts', 'renderer/strings/'],
  ['service/l1.ts', 'test/x.ts', 'service/'],
  ['service/l2.ts', 'service/missing.ts', 'resolvable, service/'],
  ['service/redline/text/n1.ts', 'service/redline/merge/x.ts', null],
  ['service/redline/merge/n2.ts', 'service/redline/verify/x.ts', 'service/redline/(text|adopt|merge)/'],
  ['service/redline/package/n3.ts', 'service/redline/text/x.ts', 'service/redline/package/'],
  ['service/pipeline/o1.ts', 'service/comparison/x.ts', 'service/pipeline/'],
  ['service/pipeline/compare/o4.ts', 'service/pipeline/x.ts', 'service/pipeline/[^/]+/'],
  ['service/pipeline/o5.ts', 'service/pipeline/compare/x.ts', null],
  ['service/exports/o2.ts', 'service/jobs/x.ts', 'service/exports/'],
  ['service/exports/o3.ts', 'service/pipeline/x.ts', null],
  ['service/p1.ts', 'svelte', 'svelte for few'],
  ['test/q1.ts', 'htmldiff-js', 'lab-packages-only-in-the-lab'],
  ['test/lab/q2.ts', 'htmldiff-js', null],
  ['service/witness/r1.ts', 'service/formats/x.ts', null],
  ['service/witness/r2.ts', 'service/workers/task-process.ts', null],
  ['service/witness/r3.ts', 'service/store/x.ts', 'service/witness/'],
  ['service/comparison/r5.ts', 'service/witness/x.ts', 'service/comparison/, service/witness/ for few'],
  ['service/entry-points/check-process.ts', 'service/witness/x.ts', null],
  ['service/witness/decided/r9.ts', 'service/formats/x.ts', 'service/witness/decided/'],
  ['service/exports/r10.ts', 'jszip', 'jszip for few'],
  ['service/pipeline/r7.ts', 'mammoth', 'mammoth for few'],
];

/** The fixture has these as empty packages, so that the test needs no installed package. */
const PACKAGES = ['chokidar', 'diff', 'electron', 'fastify', 'jszip', 'mammoth', 'parse5', 'svelte'];

let root: string;
let result: ICruiseResult;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'diffsvc-layers-'));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write(
    'package.json',
    JSON.stringify({ type: 'module', dependencies: Object.fromEntries(PACKAGES.map((p) => [p, '*'])) }),
  );
  for (const name of PACKAGES) {
    write(
      `node_modules/${name}/package.json`,
      JSON.stringify({ name, version: '1.0.0', type: 'module', main: 'index.js' }),
    );
    write(`node_modules/${name}/index.js`, 'export const x = 1;\n');
  }
  for (const [from, imports] of IMPORTS) {
    const isFile = imports.endsWith('.ts');
    if (isFile && !imports.includes('missing')) write(imports, 'export const x = 1;\n');
    const specifier = isFile ? relative(dirname(from), imports).replace(/^(?!\.)/u, './') : imports;
    write(from, `import type { x } from '${specifier}';\nexport type Y = typeof x;\n`);
  }
  write('service/comparison/m1.ts', `import { n } from './m2.ts';\nexport const m = () => n;\n`);
  write('service/comparison/m2.ts', `import { m } from './m1.ts';\nexport const n = () => m;\n`);
  write('service/engine/alone.ts', 'export const x = 1;\n');

  write('service/comparison/e4.ts', `import { x } from '../store/x.ts';\nexport const y = x;\n`);
  write('service/admission/m5.ts', `import { x } from '../store/x.ts';\nexport const y = x;\n`);
  write('service/door.ts', `import { x } from './cluster/x.ts';\nexport const y = x;\n`);
  write('service/door-at-need.ts', `export const y = async () => (await import('./cluster/x.ts')).x;\n`);

  write('electron/main/door.ts', `import { x } from 'electron';\nexport const y = x;\n`);
  write('electron/main/main.ts', `import { x } from 'electron';\nexport const y = x;\n`);

  const { options, ...ruleSet } = rules;
  const { output } = await cruise(['shared', 'service', 'renderer', 'electron', 'extension', 'test'], {
    ...options,
    baseDir: root,
    validate: true,
    ruleSet,
  });
  if (typeof output === 'string') throw new Error('expected a result, not a report');
  result = output;
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Names of the rules that one file breaks, without those about how it is used. */
function brokenBy(from: string): string[] {
  const names = result.summary.violations
    .filter((violation) => violation.from === from && violation.rule.name !== 'no-orphan')
    .map((violation) => violation.rule.name);
  return [...new Set(names)].sort();
}

describe('the layers', () => {
  test.each(IMPORTS)('%s importing %s: %s', (from, _imports, rule) => {
    expect(brokenBy(from)).toEqual(rule === null ? [] : rule.split(', '));
  });

  test('what Electron offers comes in by one door', () => {
    expect(brokenBy('electron/main/door.ts')).toEqual(['one-door-to-electron']);
    expect(brokenBy('electron/main/main.ts')).toEqual([]);
  });

  test('use cases and admission know stores as types', () => {
    expect(brokenBy('service/comparison/e4.ts')).toEqual(['stores-are-passed-in']);
    expect(brokenBy('service/admission/m5.ts')).toEqual(['stores-are-passed-in']);
  });

  test('what only a cluster needs is loaded at need', () => {
    expect(brokenBy('service/door.ts')).toEqual(['only-a-cluster-loads-it']);
    expect(brokenBy('service/door-at-need.ts')).toEqual([]);
  });

  test('a cycle is found', () => {
    expect(brokenBy('service/comparison/m1.ts')).toEqual(['no-cycle']);
  });

  test('a file that no one uses is found', () => {
    const orphans = result.summary.violations.filter((violation) => violation.rule.name === 'no-orphan');
    expect(orphans.map((violation) => violation.from)).toContain('service/engine/alone.ts');
  });

  test('every rule says what to do instead', () => {
    for (const rule of rules.forbidden ?? []) expect(rule.comment?.length ?? 0, rule.name).toBeGreaterThan(60);
  });
});
