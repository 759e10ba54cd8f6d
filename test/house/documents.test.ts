/** What the documents name is there, and is of this repository or public. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

/** Where the project writes: code, tests and documents. */
const FILES = [
  '*.md',
  '{docs,scripts,deploy,clients}/**/*.{md,mjs,ts,sh}',
  '{electron,extension,renderer,service,shared,test}/**/*.{ts,js,mjs,svelte,css,html,md}',
];
/** Sections of documents that are not in the repository. */
const FOREIGN_SECTIONS = [
  /\bspecification,? ?(?:§|section )?\d/iu,
  /\bdecisions (?:section )?\d/iu,
  /\bcompletion(?: of the specification)?,? (?:section )?\d/iu,
  /\(\d\.\d{1,2}(?:, \d\.\d{1,2})*\)'/u,
  /\(\d{1,2}\.?\d* rule \d\)/u,
];

/** Lines of a text that cite a section of a document that a reader does not have. */
function foreignSections(text: string): string[] {
  return text.split('\n').filter((line) => FOREIGN_SECTIONS.some((pattern) => pattern.test(line)));
}

describe('citations', () => {
  test('a section of a foreign document is found', () => {
    const numbers = { part: '4.1', rule: 6 };
    const lines = [
      `/** Compares two texts (specification ${numbers.part}). */`,
      `/** Compares two texts (specification, section ${numbers.part}). */`,
      `// The id opens nothing (decisions ${numbers.rule}).`,
      `it('follows the offset (${numbers.part})', () => {`,
      `/** Signed when asked to (5 rule ${numbers.rule}). */`,
    ];
    expect(foreignSections(lines.join('\n'))).toEqual(lines);
    expect(
      foreignSections('It follows ECMA-376, part 1, 17.13.5 and docs/decisions/0009-redline.md (decision 9).'),
    ).toEqual([]);
  });

  test('every file cites documents of the repository or public standards', () => {
    const files = globSync(FILES, { exclude: (path) => path.includes('node_modules') });
    expect(files.length).toBeGreaterThan(500);
    const citing = files.flatMap((file) =>
      foreignSections(readFileSync(file, 'utf8')).map((line) => `${file}: ${line.trim()}`),
    );
    expect(citing).toEqual([]);
  });
});

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
