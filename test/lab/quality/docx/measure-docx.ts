/**
 * `npm run lab -- quality docx [--name PART] [--worst N] [--limit N]`
 *
 * Reads every file of the corpus' `docx/singles` and prints how its words agree with LibreOffice's. It measures mammoth
 * too. Exit code 1 when a bar is missed, or a file ends in neither a result nor a typed error.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import mammoth from 'mammoth';
import { ServiceError } from '../../../../shared/errors.ts';
import { readDocx } from '../../../../service/formats/docx/read-docx.ts';
import { corpusRoot, NO_CORPUS } from '../../../oracle/input-pairs.ts';
import { convertAll, hasLibreOffice, libreOfficeText } from './libreoffice-text.ts';
import { agreementOf, wordsOf, wordsOfBlocks, type Agreement } from './words.ts';

/** Bars of word F1 over the files that LibreOffice can read too and that have no revisions. */
const MEAN_MIN = 0.99;
const TENTH_PERCENTILE_MIN = 0.97;

/** Codes in which reading a file may end. */
const TYPED: ReadonlySet<string> = new Set([
  'document_invalid',
  'document_encrypted',
  'archive_limit_exceeded',
  'document_too_complex',
]);

interface Measured {
  readonly name: string;
  readonly agreement: Agreement;
  readonly mammothF1: number;
  readonly readMs: number;
  readonly mammothMs: number;
  /** The file has tracked revisions. */
  readonly revised: boolean;
}

/** Runs the measure with the arguments after `docx`; the exit code. */
export async function measureDocx(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      name: { type: 'string', default: '' },
      worst: { type: 'string', default: '15' },
      limit: { type: 'string' },
    },
  });
  const root = corpusRoot();
  if (root === null || !hasLibreOffice()) {
    console.error(root === null ? NO_CORPUS : 'no LibreOffice: install libreoffice-writer-nogui');
    return 2;
  }
  const folder = join(root, 'docx', 'singles');
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.docx') && file.includes(values.name))
    .slice(0, values.limit === undefined ? undefined : Number(values.limit))
    .map((file) => join(folder, file));
  await convertAll(files.map((file) => ({ bytes: readFileSync(file), revisions: 'keep' })));

  const measured: Measured[] = [];
  const ends = new Map<string, number>();
  const crashes: string[] = [];
  const oneSided: string[] = [];
  for (const file of files) {
    const name = file.slice(folder.length + 1);
    const bytes = readFileSync(file);
    const begin = performance.now();
    try {
      const { document } = await readDocx(bytes);
      const readMs = performance.now() - begin;
      ends.set('result', (ends.get('result') ?? 0) + 1);
      const text = await libreOfficeText({ bytes, revisions: 'keep' });
      if (text === null) {
        oneSided.push(`${name}: read here, not by LibreOffice`);
        continue;
      }
      const expected = wordsOf(text);
      const peer = await mammothWords(bytes);
      measured.push({
        name,
        agreement: agreementOf(wordsOfBlocks(document.blocks), expected),
        mammothF1: peer === null ? 0 : agreementOf(peer.words, expected).f1,
        readMs,
        mammothMs: peer?.ms ?? 0,
        revised: document.warnings.some((warning) => warning.code === 'revisions_accepted'),
      });
    } catch (fault) {
      const code = fault instanceof ServiceError ? fault.code : 'crash';
      ends.set(code, (ends.get(code) ?? 0) + 1);
      if (!TYPED.has(code))
        crashes.push(`${name}: ${fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)}`);
      else if ((await libreOfficeText({ bytes, revisions: 'keep' })) !== null)
        oneSided.push(`${name}: ${code} here, read by LibreOffice`);
    }
  }

  // LibreOffice keeps some deleted content (rows, moves with deletions in them). The bar applies to files without
  // revisions, and the figure over all files is printed too.
  const plain = measured.filter((file) => !file.revised);
  const sorted = plain.map((file) => file.agreement.f1).sort((a, b) => a - b);
  const mean = meanOf(sorted);
  const tenth = percentile(sorted, 0.1);
  console.log('| Reader | Files | Word F1, mean | tenth percentile | lowest | ms, all |\n|---|---|---|---|---|---|');
  for (const [label, set] of [
    ['without revisions', plain],
    ['all', measured],
  ] as const) {
    console.log(
      rowOf(
        `this reader, ${label}`,
        set.map((file) => [file.agreement.f1, file.readMs]),
      ),
    );
    console.log(
      rowOf(
        `mammoth, ${label}`,
        set.map((file) => [file.mammothF1, file.mammothMs]),
      ),
    );
  }
  console.log(`\nEnds: ${[...ends].map(([end, count]) => `${end} ${count}`).join(', ')}`);
  for (const line of [...oneSided, ...crashes]) console.log(`- ${line}`);
  const worst = [...measured].sort((a, b) => a.agreement.f1 - b.agreement.f1).slice(0, Number(values.worst));
  for (const { name, agreement } of worst) {
    const list = (words: Agreement['missing']): string =>
      words
        .slice(0, 12)
        .map(({ word, count }) => (count > 1 ? `${word}×${count}` : word))
        .join(' ');
    console.log(
      `- ${name} ${agreement.f1.toFixed(4)} missing: ${list(agreement.missing)} | extra: ${list(agreement.extra)}`,
    );
  }
  return crashes.length > 0 || mean < MEAN_MIN || tenth < TENTH_PERCENTILE_MIN ? 1 : 0;
}

async function mammothWords(bytes: Buffer): Promise<{ words: string[]; ms: number } | null> {
  const begin = performance.now();
  try {
    const { value } = await mammoth.extractRawText({ buffer: bytes });
    return { words: wordsOf(value), ms: performance.now() - begin };
  } catch {
    return null;
  }
}

function rowOf(name: string, figures: readonly (readonly [f1: number, ms: number])[]): string {
  const sorted = figures.map(([f1]) => f1).sort((a, b) => a - b);
  const ms = figures.reduce((sum, [, each]) => sum + each, 0);
  return `| ${name} | ${sorted.length} | ${meanOf(sorted).toFixed(4)} | ${percentile(sorted, 0.1).toFixed(4)} | ${(sorted[0] ?? 0).toFixed(4)} | ${Math.round(ms)} |`;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** Quantile: the value below which `share` of the sorted values are. */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}
