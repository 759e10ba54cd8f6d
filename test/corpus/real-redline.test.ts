import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../shared/errors.ts';
import { writeRedline } from '../../service/redline/write-redline.ts';
import { corpusRoot, NO_CORPUS } from '../oracle/input-pairs.ts';
import { judgeMutations } from '../oracle/mutations/measure-mutations.ts';
import { breachesOf } from '../oracle/redline/judge-redline.ts';

const STAMP = { author: 'test', date: '2026-01-31T00:00:00Z' };
const root = corpusRoot();
/** Pairs made at random from the files of the corpus; `npm run lab -- quality redline --mutations N` makes thousands. */
const MUTATIONS = 40;
/** Always the same pairs, so that a change is judged by what it changed; other seeds are for the hunt by that command. */
const SEED = 1000;

if (root === null) {
  test.skip(`no redline of the DOCX pairs of the corpus was made: ${NO_CORPUS}`, () => undefined);
} else {
  const folder = join(root, 'docx', 'pairs');
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.original.docx'))
    .map((file) => file.slice(0, -'.original.docx'.length));
  test(`${MUTATIONS} random revisions of real files keep every law`, { timeout: 120_000 }, async () => {
    const told: string[] = [];
    await judgeMutations({ corpus: root, count: MUTATIONS, seed: SEED, name: '', keep: undefined }, (line) =>
      told.push(line),
    );
    expect(told.join('\n')).toContain(' 0 with a breach');
  });

  describe(`${names.length} real DOCX pairs`, () => {
    test.each(names)('%s gives a redline that keeps the laws, or a typed error', async (name) => {
      const original = readFileSync(join(folder, `${name}.original.docx`));
      const revised = readFileSync(join(folder, `${name}.revised.docx`));
      try {
        const redline = await writeRedline(original, revised, STAMP);
        expect(await breachesOf(original, revised, redline)).toEqual([]);
      } catch (fault) {
        // One pair of the corpus is no well-formed XML.
        if (!(fault instanceof ServiceError)) throw fault;
        expect(fault.code).toBe('document_invalid');
      }
    });
  });
}
