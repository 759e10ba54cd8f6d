import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DECISIONS = join(ROOT, 'docs', 'decisions');
/** All Markdown files of the project. The notebooks of the laboratory also speak of files that have gone since. */
const DOCUMENTS = globSync('**/*.md', {
  cwd: ROOT,
  exclude: ['**/{node_modules,dist,.cache,fixtures,.git}/**', 'test/lab/results/**'],
}).sort();

describe.each(DOCUMENTS)('%s', (name) => {
  const text = readFileSync(join(ROOT, name), 'utf8');

  test('names scripts that exist', () => {
    for (const [, script] of text.matchAll(/npm run (?:--silent )?([a-z][a-z:-]*)/gu)) {
      expect(packageJson.scripts).toHaveProperty(script!);
    }
  });

  test('names files and folders that exist', () => {
    const links = [...text.matchAll(/\]\(([^)#:]+)\)/gu)].map(([, target]) => join(dirname(name), target!));
    const roots = /`((?:shared|service|renderer|electron|extension|test|bin|scripts|docs)\/[\w./*-]*)/gu;
    // A pattern or a placeholder is no path.
    const paths = [...text.matchAll(roots)].map(([, path]) => path!).filter((path) => !/\*|NNNN/u.test(path));
    for (const path of [...links, ...paths]) expect(existsSync(join(ROOT, path)), path).toBe(true);
  });
});

test('every decision is listed in ARCHITECTURE.md', () => {
  const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
  for (const name of readdirSync(DECISIONS)) expect(text).toContain(`docs/decisions/${name}`);
});
