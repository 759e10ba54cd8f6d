/**
 * A file is equal to itself. Each file of the corpus, compared with a second copy of its bytes, shows no change. No
 * step asks whether the inputs are equal. Both copies are read, settled and compared like any two files.
 */
import { bothSides } from '../../../shared/formats.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { INCLUDES } from '../../../shared/api/include.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { compareFiles } from '../../../service/pipeline/compare/compare-files.ts';
import type { FinishedComparison } from '../../../service/pipeline/compare/compare-readings.ts';
import { compareText } from '../../../service/pipeline/compare/compare-text.ts';
import { corpusRoot, NO_CORPUS } from '../../oracle/input-pairs.ts';
import { RUNS_ALL, sampleOf, sampleTitle } from '../../seed/seed.ts';

/** Formats by file extension, and the part of their files that one run compares. */
const KINDS = [
  { extension: '.docx', format: 'docx', share: 1 / 20 },
  { extension: '.pdf', format: 'pdf', share: 1 / 20 },
  { extension: '.html', format: 'html', share: 1 / 8 },
  { extension: '.md', format: 'markdown', share: 1 / 8 },
  { extension: '.txt', format: 'txt', share: 1 / 8 },
  { extension: '.json', format: 'json', share: 1 / 8 },
] as const;
type Format = (typeof KINDS)[number]['format'];

/** Files that only a process with a deadline may read. */
const LEFT_OUT = /bomb|pages-1000/;

async function compareWithItself(path: string, format: Format): Promise<FinishedComparison> {
  if (format === 'docx' || format === 'pdf')
    return await compareFiles({
      formats: bothSides(format),
      original: readFileSync(path),
      revised: readFileSync(path),
      mode: 'word',
      attributeMode: 'presentation',
      include: INCLUDES,
    });
  return compareText({
    original: readFileSync(path, 'utf8'),
    revised: readFileSync(path, 'utf8'),
    format,
    mode: 'word',
  });
}

const root = corpusRoot();
if (root === null) test.skip(`no file of the corpus was compared with itself: ${NO_CORPUS}`, () => undefined);
else
  describe('a file compared with itself', () => {
    const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
    const table: Record<string, { files: number; accepted: number; changed: number }> = {};
    describe.each(KINDS)('$format', ({ extension, format, share }) => {
      const files = paths.filter((path) => extname(path) === extension && !LEFT_OUT.test(path));
      const sample = sampleOf(files, share);
      const counts = (table[format] = { files: sample.length, accepted: 0, changed: 0 });
      test.each(sample)(`%s, ${sampleTitle(sample.length, files.length)}`, async (file) => {
        let comparison: FinishedComparison;
        try {
          comparison = await compareWithItself(join(root, file), format);
        } catch (fault) {
          if (fault instanceof ServiceError) return;
          throw fault;
        }
        counts.accepted++;
        counts.changed++;
        expect(comparison.page(0, 100).changes).toEqual([]);
        expect(comparison.summary.changeCount).toBe(0);
        expect(comparison.uncompared?.differs ?? false).toBe(false);
        const { original, revised } = comparison.digests();
        expect(revised).toBe(original);
        expect(comparison.degraded).toBe(0);
        counts.changed--;
      });
    });

    test('is accepted in most cases', () => {
      for (const [format, { files, accepted }] of Object.entries(table))
        expect(accepted, format).toBeGreaterThan(files / 3);
    });

    afterAll(() => {
      if (RUNS_ALL) console.table(table);
    });
  });
