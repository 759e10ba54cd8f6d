import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../shared/errors.ts';
import { writeRedline } from '../../service/redline/write-redline.ts';
import { tracked } from '../builders/tracked-docx.ts';
import { corpusRoot, NO_CORPUS } from '../oracle/input-pairs.ts';
import { judgeMutations } from '../oracle/mutations/measure-mutations.ts';
import { breachesOf } from '../oracle/redline/judge-redline.ts';
import { sampleOf, sampleTitle } from '../seed/seed.ts';

const STAMP = { author: 'test', date: '2026-01-31T00:00:00Z' };
const SIGNATURE = { author: 'test', at: new Date(STAMP.date) };
const root = corpusRoot();
/** Part of the pairs that one run compares. */
const SHARE = 1 / 10;
/**
 * Seeds of random revisions of corpus files. All of them kept every invariant when this range was chosen, so that a failure
 * is by a change. `npm run lab -- quality redline --mutations N --seed S` searches other seeds.
 */
const MUTATION_SEEDS = Array.from({ length: 300 }, (_, at) => 1_000 + at);
/** Seeds that one run tries. */
const MUTATIONS = 6;

if (root === null) {
  test.skip(`the DOCX pairs of the corpus were not compared: ${NO_CORPUS}`, () => undefined);
} else {
  const folder = join(root, 'docx', 'pairs');
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.original.docx'))
    .map((file) => file.slice(0, -'.original.docx'.length));
  const seeds = sampleOf(MUTATION_SEEDS, MUTATIONS / MUTATION_SEEDS.length);
  test.each(seeds)('a random revision of a real file keeps every invariant, seed %d', async (seed) => {
    const lines: string[] = [];
    const exitCode = await judgeMutations({ corpus: root, count: 1, seed, name: '', keep: undefined }, (line) =>
      lines.push(line),
    );
    expect(exitCode, lines.join('\n')).toBe(0);
  });

  const sample = sampleOf(names, SHARE);
  describe(`real DOCX pairs, ${sampleTitle(sample.length, names.length)}`, () => {
    test.each(sample)('%s gives a redline that keeps the invariants, or a typed error', async (name) => {
      const original = readFileSync(join(folder, `${name}.original.docx`));
      const revised = readFileSync(join(folder, `${name}.revised.docx`));
      try {
        for (const redline of [
          await writeRedline(original, revised, STAMP),
          await tracked(original, revised, SIGNATURE),
        ])
          expect(await breachesOf(original, revised, redline)).toEqual([]);
      } catch (fault) {
        // One pair of the corpus is no well-formed XML.
        if (!(fault instanceof ServiceError)) throw fault;
        expect(fault.code).toBe('document_invalid');
      }
    });
  });
}
