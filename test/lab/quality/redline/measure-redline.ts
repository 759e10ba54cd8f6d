/**
 * `npm run lab -- quality redline [--name PART] [--from N] [--limit N] [--office] [--peers FOLDER] [--keep FOLDER] [--record FILE]`
 * `npm run lab -- quality redline --pool FILE [--pool FILE]…`
 *
 * Makes the redline of every pair of `docx/pairs`. Prints kept invariants, degraded blocks, marked characters beside the
 * optimum of a token diff, and time. `--office` also compares LibreOffice's accept-all and reject-all on text. `--peers`
 * names a folder with the validator or Docxodus: new validity errors are breaches, and Docxodus is measured too. `--from`
 * and `--limit` take a slice of the pairs. `--record` writes the counts to a file; `--pool` adds such files up.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ServiceError } from '../../../../shared/errors.ts';
import { writeRedline } from '../../../../service/redline/write-redline.ts';
import { corpusRoot, NO_CORPUS } from '../../../oracle/input-pairs.ts';
import { loadDocxodus } from './docxodus.ts';
import { officeAgreement, type OfficePair } from './office-agreement.ts';
import { Tally, TALLY_HEAD, type JudgedRedline, type RedlinePair, type TallyRecord } from './tally.ts';
import { judgeMutations } from '../../../oracle/mutations/measure-mutations.ts';
import { hasValidator, newErrors } from './validity.ts';

const STAMP = { author: 'quality', date: '2026-01-01T00:00:00Z' };
/** Marked characters over the optimum of a token diff, all pairs together. */
const RATIO_MAX = 1.1;

/** Runs the measure with the arguments after `redline`; the exit code. */
export async function measureRedline(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      name: { type: 'string', default: '' },
      from: { type: 'string', default: '0' },
      limit: { type: 'string' },
      record: { type: 'string' },
      pool: { type: 'string', multiple: true },
      office: { type: 'boolean', default: false },
      peers: { type: 'string' },
      keep: { type: 'string' },
      worst: { type: 'string', default: '12' },
      mutations: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  });
  if (values.pool !== undefined) return tell(pooled(values.pool), Number(values.worst));
  const root = corpusRoot();
  if (root === null) {
    console.error(NO_CORPUS);
    return 2;
  }
  if (values.mutations !== undefined)
    return judgeMutations(
      {
        corpus: root,
        count: Number(values.mutations),
        seed: Number(values.seed),
        name: values.name,
        keep: values.keep,
      },
      console.log,
    );
  const folder = join(root, 'docx', 'pairs');
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.original.docx') && file.includes(values.name))
    .map((file) => file.slice(0, -'.original.docx'.length))
    .sort()
    .slice(Number(values.from))
    .slice(0, values.limit === undefined ? undefined : Number(values.limit));
  if (values.keep !== undefined) mkdirSync(values.keep, { recursive: true });

  const docxodus = values.peers === undefined ? null : await loadDocxodus(values.peers);
  const ours = new Tally('diffsvc');
  const theirs = new Tally('docxodus');
  const judged: OfficePair[] = [];
  for (const name of names) {
    const pair = {
      name,
      original: readFileSync(join(folder, `${name}.original.docx`)),
      revised: readFileSync(join(folder, `${name}.revised.docx`)),
    };
    const redline = await judgeTool(ours, pair, (original, revised) => writeRedline(original, revised, STAMP));
    if (redline !== null) {
      judged.push({ ...pair, redline: redline.bytes });
      if (values.keep !== undefined) writeFileSync(join(values.keep, `${name}.docx`), redline.bytes);
      if (values.peers !== undefined && hasValidator(values.peers))
        for (const error of await newErrors(values.peers, pair.original, pair.revised, redline.bytes))
          ours.breach(name, error);
    }
    if (docxodus !== null)
      await judgeTool(theirs, pair, async (original, revised) => ({
        bytes: await docxodus(original, revised),
        warnings: [],
        degradedBlocks: 0,
      }));
  }

  const run: RunRecord = {
    pairs: names.length,
    tools: (docxodus === null ? [ours] : [ours, theirs]).map((tally) => tally.record()),
    office: values.office ? await officeAgreement(judged) : [],
  };
  if (values.record !== undefined) writeFileSync(values.record, JSON.stringify(run));
  return tell(run, Number(values.worst));
}

/** What one run saw; the first tool is ours. */
interface RunRecord {
  readonly pairs: number;
  readonly tools: readonly TallyRecord[];
  /** Lines about LibreOffice's readings. */
  readonly office: readonly string[];
}

/** Runs over parts of the corpus as one. */
function pooled(files: readonly string[]): RunRecord {
  const runs = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as RunRecord);
  const tallies = new Map<string, Tally>();
  for (const record of runs.flatMap(({ tools }) => tools)) {
    const tally = tallies.get(record.tool) ?? new Tally(record.tool);
    tally.add(record);
    tallies.set(record.tool, tally);
  }
  return {
    pairs: runs.reduce((sum, { pairs }) => sum + pairs, 0),
    tools: [...tallies.values()].map((tally) => tally.record()),
    office: runs.flatMap(({ office }) => office),
  };
}

/** Prints a run; the exit code. */
function tell({ pairs, tools, office }: RunRecord, worstCount: number): number {
  const tallies = tools.map((record) => {
    const tally = new Tally(record.tool);
    tally.add(record);
    return tally;
  });
  const [ours] = tallies;
  if (ours === undefined) throw new Error('no run to tell of');
  console.log(TALLY_HEAD);
  for (const tally of tallies) console.log(tally.row(pairs));
  for (const line of [...ours.refused.map((each) => `refused ${each}`), ...ours.breaches, ...office])
    console.log(`- ${line.slice(0, 400)}`);
  const worst = ours.ratios.sort((a, b) => b.marked - b.optimum - (a.marked - a.optimum)).slice(0, worstCount);
  for (const each of worst) console.log(`- ${each.name} marks ${each.marked}, optimum ${each.optimum}`);
  return ours.breaches.length > 0 || ours.marked > RATIO_MAX * ours.optimum ? 1 : 0;
}

/** Makes and judges one redline of one tool; null when there is none. The time of judging does not count. */
async function judgeTool(
  tally: Tally,
  pair: RedlinePair,
  compare: (original: Uint8Array, revised: Uint8Array) => Promise<JudgedRedline>,
): Promise<JudgedRedline | null> {
  try {
    const begin = performance.now();
    const redline = await compare(pair.original, pair.revised);
    await tally.judge(pair, redline, performance.now() - begin);
    return redline;
  } catch (fault) {
    if (fault instanceof ServiceError) tally.refused.push(`${pair.name}: ${fault.code}`);
    else tally.breach(pair.name, `crash: ${fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)}`);
    return null;
  }
}
