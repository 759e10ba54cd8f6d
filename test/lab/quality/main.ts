/**
 * `npm run lab -- quality [--set html|markdown|txt|json|cases|generated]… [--limit N] [--seed N] [--name PART] [--worst N] [--json]`
 *
 * `npm run lab -- quality pdf …`: see `pdf/measure-pdf.ts`.
 *
 * Judges the engine on the corpus and on generated documents. Prints one Markdown table, then the worst pairs of each set.
 * The first word may choose another measure. `docx` measures the DOCX reader (`docx/measure-docx.ts`). `redline`
 * measures the tracked-revision files (`redline/measure-redline.ts`). `slides` measures presentations
 * (`slides/measure-slides.ts`), and `sheets` workbooks (`sheets/measure-sheets.ts`). `alive` runs the service with every file of the
 * corpus (`alive/measure-alive.ts`).
 *
 * Exit code 1 when an invariant is broken, 2 when the corpus is missing. `test/lab/results/quality.md` explains the columns.
 */
import { parseArgs } from 'node:util';
import { resolve } from '../../../shared/fragment/resolve.ts';
import { compareText } from '../../../service/pipeline/compare/compare-text.ts';
import { generatedPairs } from './generated-pairs.ts';
import { corpusRoot, NO_CORPUS, PAIR_SETS, readPairs, type InputPair, type PairSet } from '../../oracle/input-pairs.ts';
import { judgePair, type Verdict } from '../../oracle/judge-comparison.ts';
import { summaryTable, worstOf } from './report.ts';

if (process.argv[2] === 'docx') {
  const { measureDocx } = await import('./docx/measure-docx.ts');
  process.exit(await measureDocx(process.argv.slice(3)));
}
if (process.argv[2] === 'pdf') {
  const { measurePdf } = await import('./pdf/measure-pdf.ts');
  process.exit(await measurePdf(process.argv.slice(3)));
}
if (process.argv[2] === 'sheets') {
  const { measureSheets } = await import('./sheets/measure-sheets.ts');
  process.exit(await measureSheets(process.argv.slice(3)));
}
if (process.argv[2] === 'alive') {
  const { measureAlive } = await import('./alive/measure-alive.ts');
  process.exit(await measureAlive(process.argv.slice(3)));
}
if (process.argv[2] === 'slides') {
  const { measureSlides } = await import('./slides/measure-slides.ts');
  process.exit(await measureSlides(process.argv.slice(3)));
}
if (process.argv[2] === 'redline') {
  const { measureRedline } = await import('./redline/measure-redline.ts');
  process.exit(await measureRedline(process.argv.slice(3)));
}

const { values } = parseArgs({
  options: {
    set: { type: 'string', multiple: true },
    limit: { type: 'string' },
    name: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    worst: { type: 'string', default: '10' },
    json: { type: 'boolean', default: false },
  },
});

const sets = (values.set ?? PAIR_SETS).map((name) => {
  const set = PAIR_SETS.find((known) => known === name);
  if (set === undefined) throw new Error(`unknown set ${name}: take one of ${PAIR_SETS.join(', ')}`);
  return set;
});
const limit = values.limit === undefined ? Number.POSITIVE_INFINITY : Number(values.limit);
const seed = Number(values.seed);
const GENERATED_COUNT = 200;

const root = corpusRoot();
if (root === null && sets.some((set) => set !== 'generated')) {
  console.error(NO_CORPUS);
  process.exit(2);
}

const verdicts: Verdict[] = [];
for (const set of sets) {
  for (const pair of pairsOf(set)) {
    const verdict = judgePair(pair, { compareText, resolve });
    verdicts.push(verdict);
    if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${set} ${verdicts.length} ${pair.name.slice(0, 80)}`);
  }
}
if (process.stderr.isTTY) process.stderr.write('\r\u001B[K');

if (values.json) console.log(JSON.stringify({ node: process.version, seed, verdicts }, null, 1));
else console.log(`${summaryTable(verdicts)}\n\n${worstOf(verdicts, Number(values.worst))}`);
process.exitCode = verdicts.some((verdict) => verdict.breaches.length > 0) ? 1 : 0;

function pairsOf(set: PairSet): InputPair[] {
  const pairs = set === 'generated' ? generatedPairs(seed, GENERATED_COUNT) : readPairs(root!, set);
  return pairs.filter((pair) => pair.name.includes(values.name)).slice(0, limit);
}
