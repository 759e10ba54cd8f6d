/**
 * `npm run quality -- redline [--name PART] [--limit N] [--libreoffice] [--peers FOLDER] [--keep FOLDER]`
 *
 * Makes the redline of every pair of `docx/pairs` and prints laws held, degraded blocks, marked characters against the
 * optimum of a token diff, and time. With `--libreoffice` its own accept-all and reject-all are compared on text too. With `--peers`, a folder
 * with the validator and Docxodus in it, new errors of validity are breaches.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { diff } from 'fast-myers-diff';
import { ServiceError } from '../../../shared/errors.ts';
import { tokenize } from '../../../service/engine/tokens/tokenize.ts';
import { writeRedline } from '../../../service/redline/write-redline.ts';
import { corpusRoot, NO_CORPUS } from '../input-pairs.ts';
import { convertAll, libreOfficeText, type Conversion } from '../docx/libreoffice-text.ts';
import { agreementOf, wordsOf } from '../docx/words.ts';
import { breachesOf, markedCharacters, textsOf } from './judge-redline.ts';
import { newErrors } from './validity.ts';

const STAMP = { author: 'quality', date: '2026-01-01T00:00:00Z' };
/** Marked characters over the optimum of a token diff, all pairs together. */
const RATIO_MAX = 1.1;

/** Runs the measure with the arguments after `redline`; the exit code. */
export async function measureRedline(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      name: { type: 'string', default: '' },
      limit: { type: 'string' },
      libreoffice: { type: 'boolean', default: false },
      peers: { type: 'string' },
      keep: { type: 'string' },
      worst: { type: 'string', default: '12' },
    },
  });
  const root = corpusRoot();
  if (root === null) {
    console.error(NO_CORPUS);
    return 2;
  }
  const folder = join(root, 'docx', 'pairs');
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.original.docx') && file.includes(values.name))
    .map((file) => file.slice(0, -'.original.docx'.length))
    .slice(0, values.limit === undefined ? undefined : Number(values.limit));
  if (values.keep !== undefined) mkdirSync(values.keep, { recursive: true });

  const times: number[] = [];
  const breaches: string[] = [];
  const refused: string[] = [];
  const ratios: { name: string; marked: number; optimum: number }[] = [];
  const judged: { name: string; original: Uint8Array; revised: Uint8Array; redline: Uint8Array }[] = [];
  let degraded = 0;
  for (const name of names) {
    const original = readFileSync(join(folder, `${name}.original.docx`));
    const revised = readFileSync(join(folder, `${name}.revised.docx`));
    try {
      const begin = performance.now();
      const redline = await writeRedline(original, revised, STAMP);
      times.push(performance.now() - begin);
      degraded += redline.degradedBlocks;
      judged.push({ name, original, revised, redline: redline.bytes });
      if (values.keep !== undefined) writeFileSync(join(values.keep, `${name}.docx`), redline.bytes);
      for (const breach of await breachesOf(original, revised, redline)) breaches.push(`${name} ${breach}`);
      if (values.peers !== undefined)
        for (const error of await newErrors(values.peers, original, revised, redline.bytes))
          breaches.push(`${name} ${error}`);
      const [before, after] = [await textsOf(original, 'accepted'), await textsOf(revised, 'accepted')];
      const { inserted, deleted } = await markedCharacters(redline.bytes);
      ratios.push({ name, marked: inserted + deleted, optimum: optimumOf(before.body, after.body) });
    } catch (fault) {
      if (!(fault instanceof ServiceError)) breaches.push(`${name} crash: ${String((fault as Error).stack)}`);
      else refused.push(`${name}: ${fault.code}`);
    }
  }

  const office = values.libreoffice ? await libreOfficeBreaches(judged) : [];
  const sorted = [...times].sort((a, b) => a - b);
  const marked = ratios.reduce((sum, each) => sum + each.marked, 0);
  const optimum = ratios.reduce((sum, each) => sum + each.optimum, 0);
  console.log('| Pairs | Redlines | Breaches | Degraded blocks | Marked | Optimum | Ratio | Median ms | Slowest ms |');
  console.log('|---|---|---|---|---|---|---|---|---|');
  console.log(
    `| ${names.length} | ${times.length} | ${breaches.length} | ${degraded} | ${marked} | ${optimum} | ${(marked / optimum).toFixed(3)} | ${(sorted[sorted.length >> 1] ?? 0).toFixed(1)} | ${Math.round(sorted.at(-1) ?? 0)} |`,
  );
  for (const line of [...refused.map((each) => `refused ${each}`), ...breaches, ...office])
    console.log(`- ${line.slice(0, 400)}`);
  const worst = ratios.sort((a, b) => b.marked - b.optimum - (a.marked - a.optimum)).slice(0, Number(values.worst));
  for (const each of worst) console.log(`- ${each.name} marks ${each.marked}, optimum ${each.optimum}`);
  return breaches.length > 0 || marked > RATIO_MAX * optimum ? 1 : 0;
}

/** Characters that a shortest token diff of two texts marks, white space left out. */
function optimumOf(before: readonly string[], after: readonly string[]): number {
  const tokensOf = (texts: readonly string[]): string[] =>
    texts.flatMap((text) => {
      const { starts, ends } = tokenize(text);
      return starts.map((start, index) => text.slice(start, ends[index]));
    });
  const [a, b] = [tokensOf(before), tokensOf(after)];
  let characters = 0;
  for (const [aStart, aEnd, bStart, bEnd] of diff(a, b))
    characters += a.slice(aStart, aEnd).join('').length + b.slice(bStart, bEnd).join('').length;
  return characters;
}

async function libreOfficeBreaches(
  judged: readonly { name: string; original: Uint8Array; revised: Uint8Array; redline: Uint8Array }[],
): Promise<string[]> {
  const conversions = judged.flatMap(({ original, revised, redline }): Conversion[] => [
    { bytes: original, revisions: 'accept' },
    { bytes: revised, revisions: 'accept' },
    { bytes: redline, revisions: 'accept' },
    { bytes: redline, revisions: 'reject' },
  ]);
  await convertAll(conversions);
  const lines: string[] = [];
  let compared = 0;
  for (const { name, original, revised, redline } of judged) {
    for (const [what, revisions, input] of [
      ['accept', 'accept', revised],
      ['reject', 'reject', original],
    ] as const) {
      const [got, wanted] = [
        await libreOfficeText({ bytes: redline, revisions }),
        await libreOfficeText({ bytes: input, revisions: 'accept' }),
      ];
      if (wanted === null) continue;
      compared += 1;
      if (got === null) {
        lines.push(`${name} LibreOffice ${what}: cannot open the redline`);
        continue;
      }
      const [a, b] = [wordsOf(got), wordsOf(wanted)];
      if (a.join(' ') === b.join(' ')) continue;
      const { missing, extra } = agreementOf(a, b);
      const list = (words: typeof missing): string =>
        words
          .slice(0, 8)
          .map(({ word }) => word)
          .join(' ');
      lines.push(`${name} LibreOffice ${what}: missing ${list(missing)} | extra ${list(extra)}`);
    }
  }
  return [`LibreOffice agrees on ${compared - lines.length} of ${compared} readings`, ...lines];
}
