/**
 * One test for each folder of `test/fixtures/text-comparison`. A folder holds `original.EXT`, `revised.EXT` and
 * `expected.html`, the redline. The name of the folder says what the case shows. A new case needs no code: add both sides,
 * run `npm test -- test/service/pipeline/text-fixtures.test.ts -u`, and read the redline that it writes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { compareText } from '../../../service/pipeline/compare/compare-text.ts';
import { resolve } from '../../../shared/fragment/resolve.ts';

const FIXTURES = fileURLToPath(new URL('../../fixtures/text-comparison', import.meta.url));
const FORMATS = { '.html': 'html', '.md': 'markdown', '.txt': 'txt', '.json': 'json' } as const;

/** The fragment of two texts. */
function redlineOf(original: string, revised: string, format: (typeof FORMATS)[keyof typeof FORMATS]): string {
  return compareText({ original, revised, format, mode: 'auto' }).html;
}

describe('text comparison', () => {
  test.each(readdirSync(FIXTURES))('%s', async (name) => {
    const folder = join(FIXTURES, name);
    const file = readdirSync(folder).find((each) => each.startsWith('original.'));
    const extension = extname(file ?? '') as keyof typeof FORMATS;
    const format = FORMATS[extension];
    expect(format, `${name} holds original.html, .md, .txt or .json`).toBeDefined();
    const [original, revised] = ['original', 'revised'].map((side) =>
      readFileSync(join(folder, side + extension), 'utf8'),
    ) as [string, string];

    const redline = redlineOf(original, revised, format);
    expect(resolve(redline, { reject: 'all' })).toBe(redlineOf(original, original, format));
    expect(resolve(redline, { accept: 'all' })).toBe(redlineOf(revised, revised, format));
    await expect(`${redline}\n`).toMatchFileSnapshot(join(folder, 'expected.html'));
  });
});
