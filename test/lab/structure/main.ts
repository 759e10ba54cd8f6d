/**
 * `npm run lab -- structure [--scale PART] [--corpus docx|pdf]`
 *
 * Compares very large documents with `complexity` `extended`, each in a process of its own. They have one table, lists,
 * footnotes, or hundreds of pages. Prints processor time and memory. `--scale 0.1` takes a tenth of each.
 *
 * `--corpus` compares every pair of the corpus with both complexities instead, and each single file with itself. It
 * prints how many fall back to text, and the processor time. It takes minutes.
 *
 * Exit code 1 when a large document falls back or fails, 2 without the corpus.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Complexity } from '../../../shared/api/complexity.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { compareFiles } from '../../../service/pipeline/compare/compare-files.ts';
import { corpusRoot, NO_CORPUS } from '../../oracle/input-pairs.ts';
import { runChild } from '../bench/run-child.ts';
import { largePairs } from './inputs.ts';
import type { StructureFigures, StructureTask } from './measure.ts';

/** A process that takes longer hangs. */
const PAIR_LIMIT_MS = 600_000;

const { values } = parseArgs({ options: { scale: { type: 'string', default: '1' }, corpus: { type: 'string' } } });
process.exit(
  values.corpus === undefined ? await measurePairs(Number(values.scale)) : await measureCorpus(values.corpus),
);

async function measurePairs(scale: number): Promise<number> {
  console.log('| Pair | Size of a side, KB | CPU, s | Peak, MB | Changes |');
  console.log('| ---- | -----------------: | -----: | -------: | ------: |');
  let failed = 0;
  for (const name of largePairs(scale).keys()) {
    const task: StructureTask = { name, scale };
    const figures = await runChild<StructureFigures>(new URL('measure.ts', import.meta.url).href, task, PAIR_LIMIT_MS);
    if (typeof figures === 'string' || figures.fallback) failed += 1;
    console.log(typeof figures === 'string' ? `| ${name} | ${figures} |` : rowOf(name, figures));
  }
  return failed > 0 ? 1 : 0;
}

function rowOf(
  name: string,
  { sideKilobytes, cpuSeconds, peakMegabytes, changes, fallback }: StructureFigures,
): string {
  const cells = [sideKilobytes.toFixed(0), cpuSeconds.toFixed(2), peakMegabytes.toFixed(0), String(changes)];
  return `| ${name}${fallback ? ' (fell back)' : ''} | ${cells.join(' | ')} |`;
}

async function measureCorpus(kind: string): Promise<number> {
  const root = corpusRoot();
  if (root === null || (kind !== 'docx' && kind !== 'pdf')) {
    console.error(root === null ? NO_CORPUS : '--corpus takes docx or pdf');
    return 2;
  }
  const pairs = kind === 'docx' ? docxPairs(root) : pdfPairs(root);
  console.log(
    `| ${kind.toUpperCase()} | Pairs | Refused | Fall back | CPU of all, s | Median | 95th percentile | Longest |`,
  );
  console.log('| --- | --: | --: | --: | --: | --: | --: | --: |');
  for (const complexity of ['standard', 'extended'] as const) {
    const times: number[] = [];
    let refused = 0;
    const fallen: string[] = [];
    for (const [original, revised] of pairs) {
      const before = process.cpuUsage();
      const fallback = await fallsBack(kind, original, revised, complexity);
      const { user, system } = process.cpuUsage(before);
      if (fallback === null) refused += 1;
      else times.push((user + system) / 1e6);
      if (fallback === true) fallen.push(original.slice(root.length + 1));
    }
    times.sort((a, b) => a - b);
    const at = (share: number): string => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(2);
    const sum = times.reduce((all, time) => all + time, 0).toFixed(1);
    console.log(
      `| ${complexity} | ${pairs.length} | ${refused} | ${fallen.length} | ${sum} | ${at(0.5)} | ${at(0.95)} | ${at(1)} |`,
    );
    for (const name of fallen) console.error(`${complexity}: ${name}`);
  }
  return 0;
}

/** Whether the pair is compared as text; null if a file is refused. */
async function fallsBack(
  kind: 'docx' | 'pdf',
  original: string,
  revised: string,
  complexity: Complexity,
): Promise<boolean | null> {
  try {
    const comparison = await compareFiles({
      formats: { original: kind, revised: kind },
      original: readFileSync(original),
      revised: readFileSync(revised),
      mode: 'auto',
      attributeMode: 'semantic',
      complexity,
    });
    return comparison.fallback;
  } catch (fault) {
    if (fault instanceof ServiceError) return null;
    throw fault;
  }
}

type PathPair = readonly [original: string, revised: string];

/** Pairs beside each other as NAME.original.EXT and NAME.revised.EXT, and each single file twice. */
function docxPairs(root: string): PathPair[] {
  return [...pairsIn(join(root, 'docx', 'pairs'), 'docx'), ...singlesIn(join(root, 'docx', 'singles'), 'docx')];
}

function pdfPairs(root: string): PathPair[] {
  const pairs = ['generated', 'revisions'].flatMap((set) => pairsIn(join(root, 'pdf', set), 'pdf'));
  return [...pairs, ...singlesIn(join(root, 'pdf', 'singles'), 'pdf')];
}

function singlesIn(folder: string, extension: string): PathPair[] {
  return filesIn(folder, extension).map((path): PathPair => [path, path]);
}

/** The files of a folder and of the folders in it, in order. */
function filesIn(folder: string, extension: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(`.${extension}`))
    .sort()
    .map((name) => join(folder, name));
}

function pairsIn(folder: string, extension: string): PathPair[] {
  const files = filesIn(folder, extension);
  return files.flatMap((path): PathPair[] => {
    const other = path.replace(/original(?=[^/]*$)/u, 'revised');
    return other !== path && files.includes(other) ? [[path, other]] : [];
  });
}
