/**
 * `npm run lab -- quality redline --mutations N [--seed N] [--name PART] [--keep FOLDER]`
 *
 * Takes files of the corpus and changes them at random on both sides. It checks every invariant of the redline on each
 * pair. It checks both readings strictly, structure, the mirrored comparison, the comparison with itself, and the same
 * bytes twice. A seed identifies a pair.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceError } from '../../../shared/errors.ts';
import { writeRedline } from '../../../service/redline/write-redline.ts';
import { breachesOf, markedCharacters } from '../redline/judge-redline.ts';
import { chanceOf, mutated } from './mutate-package.ts';
import { oneOf } from './mutation.ts';

const STAMP = { author: 'quality', date: '2026-01-01T00:00:00Z' };
/** Larger files say no more and take longer. */
const MAX_BYTES = 60_000;

/** What to run. */
export interface MutationRun {
  readonly corpus: string;
  readonly count: number;
  readonly seed: number;
  readonly name: string;
  readonly keep: string | undefined;
}

/** Judges this many pairs. Reports each one with a breach, then the totals; the exit code. */
export async function judgeMutations(
  { corpus, count, seed, name, keep }: MutationRun,
  tell: (line: string) => void,
): Promise<number> {
  const folders = [join(corpus, 'docx', 'pairs'), join(corpus, 'docx', 'singles')];
  const files = folders
    .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
    .filter((file) => file.endsWith('.docx') && file.includes(name));
  if (keep !== undefined) mkdirSync(keep, { recursive: true });
  let [run, breached, degraded, marked] = [0, 0, 0, 0];
  for (let at = seed; run < count && at < seed + 4 * count; at += 1) {
    const chance = chanceOf(at);
    const file = oneOf(files, chance);
    const source = readFileSync(file);
    if (source.length > MAX_BYTES) continue;
    let pair: [Uint8Array, Uint8Array];
    try {
      const original = await mutated(source, chance, { changes: chance.below(6), revisions: chance.below(4) });
      const revised = await mutated(chance.below(2) === 0 ? source : original, chance, {
        changes: 1 + chance.below(12),
        revisions: chance.below(4),
      });
      pair = [original, revised];
    } catch (fault) {
      // Not every file of the corpus can be read.
      if (!(fault instanceof ServiceError)) throw fault;
      continue;
    }
    run += 1;
    const { breaches, degradedBlocks, revisions } = await judge(...pair);
    degraded += degradedBlocks;
    marked += revisions;
    if (breaches.length === 0) continue;
    breached += 1;
    tell(`seed ${at}, ${file.split('/').at(-1)}`);
    for (const breach of breaches.slice(0, 4)) tell(`  - ${breach.slice(0, 600)}`);
    if (keep !== undefined) {
      writeFileSync(join(keep, `${at}.original.docx`), pair[0]);
      writeFileSync(join(keep, `${at}.revised.docx`), pair[1]);
    }
  }
  tell(
    `${run} pairs from seed ${seed}: ${breached} with a breach, ${degraded} blocks degraded, ${marked} revisions in all`,
  );
  return breached > 0 ? 1 : 0;
}

async function judge(
  original: Uint8Array,
  revised: Uint8Array,
): Promise<{ breaches: string[]; degradedBlocks: number; revisions: number }> {
  try {
    const redline = await writeRedline(original, revised, STAMP);
    const breaches = await breachesOf(original, revised, redline);
    const again = await writeRedline(original, revised, STAMP);
    if (Buffer.compare(again.bytes, redline.bytes) !== 0) breaches.push('other bytes the second time');
    const mirrored = await writeRedline(revised, original, STAMP);
    const [there, back] = [await markedCharacters(redline.bytes), await markedCharacters(mirrored.bytes)];
    if (there.inserted !== back.deleted || there.deleted !== back.inserted)
      breaches.push(
        `mirror: ${there.inserted} inserted and ${there.deleted} deleted, but ${back.deleted} and ${back.inserted} when exchanged`,
      );
    const { counts } = await writeRedline(revised, revised, STAMP);
    if (Object.values(counts).some((value) => value > 0)) breaches.push(`itself: ${JSON.stringify(counts)}`);
    const revisions = Object.values(redline.counts).reduce((sum, value) => sum + value, 0);
    return { breaches, degradedBlocks: redline.degradedBlocks, revisions };
  } catch (fault) {
    return {
      breaches: [`crash: ${fault instanceof Error ? (fault.stack ?? '') : String(fault)}`],
      degradedBlocks: 0,
      revisions: 0,
    };
  }
}
