import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DECISIONS = join(ROOT, 'docs', 'decisions');
const DOCUMENTS = [
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'docs/fragment.md',
  'docs/http.md',
  ...readdirSync(DECISIONS).map((name) => `docs/decisions/${name}`),
];

describe.each(DOCUMENTS)('%s', (name) => {
  const text = readFileSync(join(ROOT, name), 'utf8');

  test('names scripts that exist', () => {
    for (const [, script] of text.matchAll(/npm run (?:--silent )?([a-z][a-z:-]*)/gu)) {
      expect(packageJson.scripts).toHaveProperty(script!);
    }
  });

  test('names files and folders that exist', () => {
    const links = [...text.matchAll(/\]\(([^)#:]+)\)/gu)].map(([, target]) => join(dirname(name), target!));
    const roots = /`((?:shared|service|renderer|electron|extension|test|bin|scripts|docs)\/[\w./-]*)/gu;
    const paths = [...text.matchAll(roots)].map(([, path]) => path!);
    for (const path of [...links, ...paths]) expect(existsSync(join(ROOT, path)), path).toBe(true);
  });
});

test('every decision is listed in ARCHITECTURE.md', () => {
  const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
  for (const name of readdirSync(DECISIONS)) expect(text).toContain(`docs/decisions/${name}`);
});
