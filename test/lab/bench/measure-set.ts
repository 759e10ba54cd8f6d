/**
 * One tool over one set of real pairs, as a child process of `main.ts`: sums of what the judge found. After each pair
 * the sums so far go to the parent. So a tool that is stopped at the limit still shows its progress.
 */
import { readPairs, corpusRoot, NO_CORPUS, type PairFormat } from '../../oracle/input-pairs.ts';
import { inputFor, judgeRedline } from './judge-redline.ts';
import { TOOLS } from './tools.ts';

/** Pairs to sum up: those of these formats whose larger side has at most `maxBytes` bytes. */
export interface SetTask {
  readonly tool: string;
  readonly formats: readonly PairFormat[];
  readonly maxBytes: number;
}

/** Sums over the pairs done so far. */
export interface SetSums {
  readonly pairs: number;
  readonly of: number;
  /** Pairs whose text is kept on both sides, and whose tags are, where tags count. */
  readonly invariantKept: number;
  readonly changedChars: number;
  readonly segments: number;
  readonly misplaced: number;
  readonly lostChars: number;
  readonly missed: number;
  readonly cpuMs: number;
}

const task = JSON.parse(process.argv[2] ?? '') as SetTask;
const tool = TOOLS.find(({ name }) => name === task.tool);
if (tool === undefined) throw new Error(`unknown tool ${task.tool}`);
const root = corpusRoot();
if (root === null) throw new Error(NO_CORPUS);

const pairs = task.formats
  .flatMap((format) => readPairs(root, format))
  .filter(
    ({ original, revised }) => Math.max(Buffer.byteLength(original), Buffer.byteLength(revised)) <= task.maxBytes,
  );
const comparers = new Map(
  await Promise.all(task.formats.map(async (format) => [format, await tool.load(format)] as const)),
);
let sums: SetSums = {
  pairs: 0,
  of: pairs.length,
  invariantKept: 0,
  changedChars: 0,
  segments: 0,
  misplaced: 0,
  lostChars: 0,
  missed: 0,
  cpuMs: 0,
};
for (const pair of pairs) {
  const given = inputFor(tool, pair);
  const before = process.cpuUsage();
  const html = comparers.get(pair.format)!(given.original, given.revised);
  const used = process.cpuUsage(before);
  const found = judgeRedline(tool, given, html);
  sums = {
    ...sums,
    pairs: sums.pairs + 1,
    invariantKept: sums.invariantKept + (found.textKept && found.tagsKept !== false ? 1 : 0),
    changedChars: sums.changedChars + found.changedChars,
    segments: sums.segments + found.segments,
    misplaced: sums.misplaced + found.misplaced,
    lostChars: sums.lostChars + found.lostChars,
    missed: sums.missed + (found.missed === true ? 1 : 0),
    cpuMs: sums.cpuMs + (used.user + used.system) / 1000,
  };
  process.send?.(sums);
}
if (process.send === undefined) console.log(JSON.stringify(sums));
