/** Measurements as Markdown tables. */
import type { SetSums } from './measure-set.ts';
import type { Measurement } from './measure.ts';
import type { GrowthTimes } from './measure-growth.ts';
import { ENGINE } from './tools.ts';

/** One tool on one input: its measurement, or in words why there is none. */
export interface Result {
  readonly input: string;
  readonly tool: string;
  readonly outcome: Measurement | string;
}

/** One tool on an input and on the same input at twice the size. */
export interface Growth {
  readonly input: string;
  readonly tool: string;
  readonly outcome: GrowthTimes | string;
}

/** One tool over one set of real pairs. */
export interface SetResult {
  readonly set: string;
  readonly tool: string;
  readonly outcome: SetSums | string;
}

/** A line for each tool on each set; empty when no set was measured. A tool that was stopped shows how far it came. */
export function setTable(results: readonly SetResult[]): string {
  if (results.length === 0) return '';
  const lines = results.map(({ set, tool, outcome }) => {
    if (typeof outcome === 'string') return `| ${set} | ${tool} | ${outcome} | – | – | – | – | – | – | – |`;
    const { pairs, of, invariantKept, changedChars, lostChars, segments, misplaced, missed, cpuMs } = outcome;
    const done = pairs === of ? count(pairs) : `${pairs} of ${of}, then T/O`;
    return `| ${[set, tool, done, ...[invariantKept, changedChars, lostChars, segments, misplaced, missed].map(count), milliseconds(cpuMs)].join(' | ')} |`;
  });
  return [
    '| Set | Tool | Pairs | Invariant kept | Changed characters | Lost | Segments | Illegal or empty | Missed | CPU ms |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

/** A line for each measurement, grouped by input. */
export function benchTable(results: readonly Result[]): string {
  const engineOn = new Map(results.filter(({ tool }) => tool === ENGINE).map(({ input, outcome }) => [input, outcome]));
  return [
    '| Input | Tool | CPU ms | × engine | Peak MB | Changed characters | Segments | Illegal or empty | Invariant |',
    '|---|---|---|---|---|---|---|---|---|',
    ...results.map((result) => benchLine(result, engineOn.get(result.input))),
  ].join('\n');
}

/** One line. The column "Invariant" says whether the text of both sides is kept, and for tools that keep tags, the tags. */
function benchLine({ input, tool, outcome }: Result, engine: Result['outcome'] | undefined): string {
  if (typeof outcome === 'string') return `| ${input} | ${tool} | ${outcome} | – | – | – | – | – | – |`;
  const ratio = engine === undefined || typeof engine === 'string' ? '–' : (outcome.cpuMs / engine.cpuMs).toFixed(2);
  const { redline } = outcome;
  const figures =
    redline === null
      ? ['–', '–', '–', '–']
      : [count(redline.changedChars), count(redline.segments), count(redline.misplaced), invariantOf(redline)];
  return `| ${[input, tool, milliseconds(outcome.cpuMs), ratio, count(outcome.peakMb), ...figures].join(' | ')} |`;
}

/** How soon a stream has its first block, for real inputs. */
export function streamTable(results: readonly Result[]): string {
  const lines = results.flatMap(({ input, outcome }) => {
    if (typeof outcome === 'string' || outcome.stream === null || !/^(?:real|joined) /.test(input)) return [];
    const { firstBlockMs, completeMs } = outcome.stream;
    const share = `${Math.round((100 * firstBlockMs) / completeMs)} %`;
    return [`| ${[input, milliseconds(firstBlockMs), milliseconds(completeMs), share].join(' | ')} |`];
  });
  if (lines.length === 0) return '';
  return ['| Stream of | First block, CPU ms | Complete, CPU ms | Share |', '|---|---|---|---|', ...lines].join('\n');
}

/** How the CPU time grows when the input doubles, means of runs in turn. */
export function growthTable(growths: readonly Growth[]): string {
  if (growths.length === 0) return '';
  const lines = growths.map(({ input, tool, outcome }) => {
    const cells =
      typeof outcome === 'string'
        ? [outcome, '–', '–']
        : [milliseconds(outcome.singleMs), milliseconds(outcome.doubledMs), outcome.growth.toFixed(2)];
    return `| ${[input, tool, ...cells].join(' | ')} |`;
  });
  return ['| Input | Tool | CPU ms | Doubled | Growth |', '|---|---|---|---|---|', ...lines].join('\n');
}

function invariantOf({ textKept, tagsKept }: { textKept: boolean; tagsKept: boolean | null }): string {
  if (!textKept) return 'broken';
  return tagsKept === false ? 'text only' : 'kept';
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}

function milliseconds(value: number): string {
  return value < 10 ? value.toFixed(1) : count(Math.round(value));
}
