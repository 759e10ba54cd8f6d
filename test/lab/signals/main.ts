/**
 * `npm run lab -- signals [--draw FOLDER [--seed N]] [--store a|b|settled --from FOLDER] [--list]`
 *
 * Measures precision and recall of the rules of `shared/signals` on labelled changes of the corpus' legal texts, and
 * writes the figures into `test/lab/results/signals.md`. `--list` prints each false alarm and each missed label of the
 * half that is not held back.
 *
 * How labels are made (`GUIDELINE.md`): `--draw FOLDER` draws a sample and writes `a.txt` and `b.txt`, the same changes
 * in two orders, and `sample.json`. A person reads them and writes `a.labels`, one change a line: its number, then the
 * ids of the rules; a change without a line has none. `--store a --from FOLDER` keeps them as `labels-a.json`. The
 * settled labels are in `settled.labels`: only the changes where the passes differ, with `# reason` at the end.
 *
 * Exit code 2 when the corpus is missing.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { format } from 'prettier';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { RULES } from '../../../shared/signals/rules.ts';
import { corpusRoot, NO_CORPUS } from '../../oracle/input-pairs.ts';
import { drawSample, type DrawnChange } from './draw-sample.ts';
import { readLabels, typedLabels, writeLabels, type LabelledChange, type Labels, type Pass } from './labels-file.ts';
import { legalPairs } from './legal-pairs.ts';
import { isHeldBack, measureRules, type MeasuredChange } from './measure-rules.ts';
import { concordanceOf, printChange, type Concordance } from './print-batches.ts';
import { agreementTable, scoreTable } from './report.ts';
import { settled } from './settle.ts';
import { textChanges, type TextChange } from './text-changes.ts';

const NOTEBOOK = join(import.meta.dirname, '../results/signals.md');
const FIGURES = /(?<=<!-- figures -->\n)[\s\S]*(?=<!-- end of figures -->)/u;
const KNOWN_RULES = new Set(RULES.map(({ rule }) => rule));

const { values } = parseArgs({
  options: {
    draw: { type: 'string' },
    seed: { type: 'string', default: '20261125' },
    store: { type: 'string' },
    from: { type: 'string', default: '.' },
    list: { type: 'boolean', default: false },
  },
});
const root = corpusRoot();
if (root === null) {
  console.error(NO_CORPUS);
  process.exit(2);
}
if (values.draw !== undefined) await draw(root, values.draw, Number(values.seed));
else if (values.store !== undefined) store(values.store as Pass, values.from);
else await measure(root);

async function draw(corpus: string, folder: string, seed: number): Promise<void> {
  const changesOf = new Map<string, readonly TextChange[]>();
  const concordances = new Map<string, Concordance>();
  for (const pair of legalPairs(corpus)) {
    const blocks = scanFragment(await pair.compare());
    changesOf.set(pair.name, textChanges(blocks));
    concordances.set(pair.name, concordanceOf(blocks));
  }
  const sample = drawSample(changesOf, seed);
  console.log(`seed ${seed}: ${sample.length} changes`);
  const numbered = sample.map((change, at) => ({ change, number: at + 1 }));
  const print = (keyOf: (change: DrawnChange) => string): string =>
    numbered
      .toSorted((a, b) => (keyOf(a.change) < keyOf(b.change) ? -1 : 1))
      .map(({ change, number }) => printChange(number, change, concordances.get(change.pair)!))
      .join('\n');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'a.txt'),
    print(({ pair, id }) => `${pair} ${id}`),
  );
  writeFileSync(
    join(folder, 'b.txt'),
    print(({ sha256 }) => sha256),
  );
  const changes = sample.map(({ pair, id, sha256, stratum }) => ({ pair, id, sha256, stratum, rules: [] }));
  writeFileSync(join(folder, 'sample.json'), JSON.stringify({ seed, changes } satisfies Labels));
}

function store(pass: Pass, folder: string): void {
  const file = join(folder, `${pass}.labels`);
  const typed = typedLabels(readFileSync(file, 'utf8'), KNOWN_RULES);
  if (pass === 'settled') {
    writeLabels(pass, settled(readLabels('a'), readLabels('b'), typed));
    return;
  }
  const { seed, changes } = JSON.parse(readFileSync(join(folder, 'sample.json'), 'utf8')) as Labels;
  const labelled = changes.map((change, at) => ({ ...change, rules: typed.get(at + 1)?.rules ?? [] }));
  writeLabels(pass, { seed, changes: labelled });
}

async function measure(corpus: string): Promise<void> {
  const { seed, changes } = readLabels('settled');
  const { found, lost } = await measureRules(legalPairs(corpus), changes);
  for (const { pair, id } of lost) console.log(`${pair} ${id}: the comparison does not make this change any more`);
  if (values.list) for (const each of found) if (!isHeldBack(each.label)) list(each);
  const figures = [
    `Seed ${seed}; ${facts(changes)}`,
    ...['### Agreement of the two passes', agreementTable(readLabels('a'), readLabels('b'))],
    ...['### Precision and recall', scoreTable(found)],
  ].join('\n\n');
  console.log(figures);
  const notebook = readFileSync(NOTEBOOK, 'utf8').replace(FIGURES, () => `\n${figures}\n\n`);
  writeFileSync(NOTEBOOK, await format(notebook, { parser: 'markdown', printWidth: 120 }));
}

function facts(changes: readonly LabelledChange[]): string {
  const pairs = new Set(changes.map(({ pair }) => pair)).size;
  const count = (of: (change: LabelledChange) => boolean): number => changes.filter(of).length;
  const strata = [...Map.groupBy(changes, ({ stratum }) => stratum)].map(([name, own]) => `${own.length} ${name}`);
  const unnamed = count(({ rules }) => rules.length === 0);
  const heldBack = count(isHeldBack);
  return `${changes.length} changes of ${pairs} pairs: ${strata.join(', ')}; ${unnamed} without a label; ${heldBack} held back.`;
}

function list({ label, change, signals }: MeasuredChange): void {
  const fired = new Set(signals.map(({ rule }) => rule));
  const alarms = signals.filter(({ rule }) => !label.rules.includes(rule));
  const missed = label.rules.filter((rule) => !fired.has(rule));
  if (alarms.length + missed.length === 0) return;
  const none: Concordance = { count: () => '' };
  console.log(printChange(0, { ...change, pair: label.pair, stratum: label.stratum }, none));
  for (const { rule, text } of alarms) console.log(`  false alarm: ${rule} (${text})`);
  for (const rule of missed) console.log(`  missed: ${rule}`);
}
