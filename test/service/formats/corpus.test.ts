import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { writeFragment } from '../../../shared/fragment/write.ts';
import { detectFormat } from '../../../service/formats/detect-format.ts';
import { readText } from '../../../service/formats/read-text.ts';
import type { TextFormat } from '../../../service/formats/read-text.ts';
import { RUNS_ALL, sampleOf, sampleTitle } from '../../seed/seed.ts';
import { faultsOf } from './normal-form.ts';

const ROOT = process.env['DIFFSVC_CORPUS'] ?? fileURLToPath(new URL('../../../../shared/corpus', import.meta.url));
const here = existsSync(ROOT);
if (!here) process.stderr.write(`readers: no corpus at ${ROOT}; its tests do not run\n`);

/** Share of pairs that must be detected as their folder says. Some of `txt` is MediaWiki or Bikeshed: markup as well. */
const DETECTED: Partial<Record<TextFormat, number>> = { html: 1, json: 1, markdown: 0.95, txt: 0.75 };
/** Share of pairs that a run reads. */
const SHARE = 1 / 4;

/** A sample may hold more of the exceptions than the whole set: four standard deviations of a share. */
function leastOf(share: number, sampled: number): number {
  return RUNS_ALL ? share : share - 4 * Math.sqrt((share * (1 - share)) / sampled);
}

describe.skipIf(!here).each(Object.entries(DETECTED) as [TextFormat, number][])('real %s', (format, share) => {
  const folder = `${ROOT}/real/${format}`;
  const all = here ? readdirSync(folder).filter((name) => name.includes('.original.')) : [];
  const originals = sampleOf(all, SHARE);

  it(`is read in normal form, read back and detected, ${sampleTitle(originals.length, all.length)}`, () => {
    let detected = 0;
    let read = 0;
    for (const name of originals) {
      const pair = [name, name.replace('.original.', '.revised.')].map((file) =>
        readFileSync(`${folder}/${file}`, 'utf8'),
      );
      for (const text of pair) {
        const { blocks } = readText(text, format).document;
        read += blocks.length;
        expect(faultsOf(blocks), name).toEqual([]);
        if (format === 'html') expect(readText(writeFragment(blocks), 'html').document.blocks, name).toEqual(blocks);
      }
      if (detectFormat(pair[0] ?? '', pair[1] ?? '') === format) detected += 1;
    }
    expect(read).toBeGreaterThan(0);
    process.stdout.write(`detected as ${format}: ${detected} of ${originals.length}\n`);
    expect(detected / originals.length).toBeGreaterThanOrEqual(leastOf(share, originals.length));
  });
});

describe.skipIf(!here)('small cases', () => {
  it('are read in normal form', () => {
    const files = readdirSync(`${ROOT}/cases`).filter((name) => /\.(html|text)\.json$/.test(name));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const cases = JSON.parse(readFileSync(`${ROOT}/cases/${file}`, 'utf8')) as {
        original: string;
        revised: string;
      }[];
      const formats: TextFormat[] = file.endsWith('.html.json') ? ['html'] : ['txt', 'markdown'];
      for (const { original, revised } of cases) {
        for (const text of [original, revised]) {
          for (const format of formats) expect(faultsOf(readText(text, format).document.blocks)).toEqual([]);
        }
      }
    }
  });
});
