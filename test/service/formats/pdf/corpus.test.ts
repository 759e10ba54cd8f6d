// Real files: readings are in normal form and survive a round trip through HTML. Refusals name a reason.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeFragment } from '../../../../shared/fragment/write.ts';
import { readText } from '../../../../service/formats/read-text.ts';
import { extractPages } from '../../../../service/formats/pdf/extract-pages.ts';
import { composeReadings, readPdf } from '../../../../service/formats/pdf/read-pdf.ts';
import { corpusRoot, NO_CORPUS } from '../../../oracle/input-pairs.ts';
import { contentChanges } from '../../../oracle/pdf/measures.ts';
import { RUNS_ALL, sampleOf, sampleTitle } from '../../../seed/seed.ts';
import { faultsOf } from '../normal-form.ts';

const root = corpusRoot();
const folder = root === null ? null : join(root, 'pdf');
if (folder === null || !existsSync(folder))
  test.skip(`PDF files of the corpus were not read: ${NO_CORPUS}`, () => undefined);

/** Hostile files need a process that can be killed. Large files take too long. */
const LEFT_OUT = /bomb|pages-1000|i1040nr|CRAM|VCF/;

describe.skipIf(folder === null)('PDF files of the corpus', () => {
  const singles =
    folder === null
      ? []
      : readdirSync(join(folder, 'singles')).filter((file) => file.endsWith('.pdf') && !LEFT_OUT.test(file));

  const sampled = sampleOf(singles, 1 / 4);

  test(`are read in normal form or refused with an error code, ${sampleTitle(sampled.length, singles.length)}`, async () => {
    const codes = new Map<string, number>();
    for (const file of sampled) {
      const outcome = await readPdf(readFileSync(join(folder!, 'singles', file))).catch(
        (error: unknown) => error as { code: string },
      );
      const code = 'code' in outcome ? outcome.code : 'read';
      codes.set(code, (codes.get(code) ?? 0) + 1);
      expect(code, file).toMatch(/^(?:read|document_(?:encrypted|invalid|not_searchable|too_complex))$/);
      if ('code' in outcome) continue;
      const { blocks } = outcome.document;
      expect(faultsOf(blocks), file).toEqual([]);
      expect(outcome.pageOfBlock.length, file).toBe(blocks.length);
      expect(readText(writeFragment(blocks), 'html').document.blocks, file).toEqual(blocks);
    }
    // A quarter of the files, of which most are read.
    expect(codes.get('read')).toBeGreaterThan(RUNS_ALL ? 80 : 10);
    if (!RUNS_ALL) return;
    for (const code of ['document_encrypted', 'document_invalid', 'document_not_searchable'])
      expect(codes.get(code), code).toBeGreaterThan(3);
  });

  test.each([
    ['contract__chromium-2col-untagged', 'contract__pdflatex1'],
    ['contract__lo-untagged', 'contract__chromium-tagged'],
    ['pol1-subprocessors__lo-untagged', 'pol1-subprocessors__pdflatex2'],
  ])('%s and %s have one text', async (a, b) => {
    const extracted = await Promise.all(
      [a, b].map((name) => extractPages(readFileSync(join(folder!, 'generated', name, 'original.pdf')))),
    );
    const [first, second] = composeReadings(extracted);
    expect(contentChanges(first!.document.blocks, second!.document.blocks)).toEqual([]);
  });

  const pairs =
    folder === null
      ? []
      : (JSON.parse(readFileSync(join(folder, 'nochange.json'), 'utf8')) as { original: string; revised: string }[]);
  const sample = sampleOf(pairs, 1 / 16, ({ original, revised }) => `${original} ${revised}`);

  test.each(sample)(
    `$original and $revised are settled alike in either order, ${sampleTitle(sample.length, pairs.length)}`,
    async ({ original, revised }) => {
      const [a, b] = await Promise.all(
        [original, revised].map((name) => extractPages(readFileSync(join(folder!, name)))),
      );
      expect(composeReadings([b!, a!]).reverse()).toEqual(composeReadings([a!, b!]));
    },
  );
});
