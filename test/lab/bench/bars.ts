/**
 * The bars for marked text and for speed, each with the figure of this run. `Q4` and `Q5` are beside the peers of the
 * same run. `S1` to `S4` are in CPU milliseconds of the engine.
 */
import { ENGINE } from './tools.ts';
import type { Measurement } from './measure.ts';
import type { SetSums } from './measure-set.ts';
import type { Growth, Result, SetResult } from './table.ts';

/** Limit of one bar, and the worst figure that was measured for it. */
export interface Bar {
  readonly name: string;
  readonly what: string;
  readonly most: number;
  readonly unit: 'ms' | 'MB' | 'times' | 'differences' | 'characters' | 'segments';
  /** Undefined: its input was not measured. NaN: the engine gave no answer. */
  readonly measured: number | undefined;
  /** The input that it was measured on, where there are several. */
  readonly worst?: string;
}

const S1: readonly (readonly [input: string, most: number])[] = [
  ['real html, 30 KB', 40],
  ['real html, 230 KB', 150],
  ['real html, 500 KB', 400],
];
const S2: readonly (readonly [input: string, most: number])[] = [
  ['real txt, 300 KB', 250],
  ['joined txt, 5 MB', 2_000],
  ['joined html, 5 MB', 3_000],
];
const ADVERSARIAL_MS = 1_000;
const HTML_MB = 800;
/** S3: highest growth of the cost when an input doubles. 2.3 was within the noise of two busy cores. */
const GROWTH_MOST = 2.6;
/** Least cost, in milliseconds, whose growth counts. In a shorter run one garbage collection is too large a part. */
const GROWTH_FROM_MS = 20;
/** Inputs of another size, for which the bar of 100,000 words does not hold. */
const LARGER = /^100,000 paragraphs|^2,000 table rows/;

/** Q5: changed characters and segments, as multiples of those of a word diff. */
const WORDS_CHARS_MOST = 1.05;
const WORDS_SEGMENTS_MOST = 1 / 3;

/** All bars, in order. The bars of sets need figures of the engine and of the peer. */
export function barsOf(
  results: readonly Result[],
  growths: readonly Growth[],
  sets: readonly SetResult[],
): readonly Bar[] {
  return [...markedBars(sets), ...speedBars(results, growths)];
}

function markedBars(sets: readonly SetResult[]): Bar[] {
  const bar = (
    name: string,
    what: string,
    unit: 'characters' | 'segments',
    peer: string,
    most: (sums: SetSums) => number,
  ): Bar[] => {
    const given = sets.find(({ tool, outcome }) => tool === peer && isWhole(outcome));
    const own = sets.find(({ set, tool, outcome }) => set === given?.set && tool === ENGINE && isWhole(outcome));
    if (given === undefined || own === undefined) return [];
    const [limit, measured] = [given.outcome as SetSums, own.outcome as SetSums];
    const value = unit === 'characters' ? measured.changedChars : measured.segments;
    return [{ name, what: `${given.set}, ${what}`, most: most(limit), unit, measured: value }];
  };
  const words = 'fast-myers-diff (words)';
  return [
    ...bar('Q4', 'htmldiff-js', 'characters', 'htmldiff-js', ({ changedChars }) => changedChars),
    ...bar(
      'Q4',
      'htmldiff-js with what it lost',
      'characters',
      'htmldiff-js',
      ({ changedChars, lostChars }) => changedChars + lostChars,
    ),
    ...bar('Q4', 'node-htmldiff', 'segments', 'node-htmldiff', ({ segments }) => segments),
    ...bar('Q5', words, 'characters', words, ({ changedChars }) => WORDS_CHARS_MOST * changedChars),
    ...bar('Q5', words, 'segments', words, ({ segments }) => WORDS_SEGMENTS_MOST * segments),
  ];
}

function isWhole(outcome: SetResult['outcome']): boolean {
  return typeof outcome !== 'string' && outcome.pairs === outcome.of;
}

function speedBars(results: readonly Result[], growths: readonly Growth[]): Bar[] {
  const engine = results.filter(({ tool }) => tool === ENGINE);
  const of = (input: string, value: (measurement: Measurement) => number): number | undefined => {
    const outcome = engine.find((result) => result.input === input)?.outcome;
    return outcome === undefined ? undefined : typeof outcome === 'string' ? NaN : value(outcome);
  };
  const timed =
    (name: string) =>
    ([input, most]: readonly [string, number]): Bar => ({
      name,
      what: input,
      most,
      unit: 'ms',
      measured: of(input, ({ cpuMs }) => cpuMs),
    });
  const adversarial = engine.filter(({ input }) => !/^(?:real|joined) /.test(input) && !LARGER.test(input));
  const grown = growths.filter(
    ({ tool, outcome }) => tool === ENGINE && (typeof outcome === 'string' || outcome.singleMs >= GROWTH_FROM_MS),
  );
  const differences = engine.filter(({ outcome }) => typeof outcome !== 'string' && outcome.digests > 1);
  return [
    ...S1.map(timed('S1')),
    ...S2.map(timed('S2')),
    {
      name: 'S2',
      what: 'memory, joined html, 5 MB',
      most: HTML_MB,
      unit: 'MB',
      measured: of('joined html, 5 MB', ({ peakMb }) => peakMb),
    },
    {
      name: 'S2',
      what: `${adversarial.length} adversarial inputs, the slowest`,
      most: ADVERSARIAL_MS,
      unit: 'ms',
      ...worstOf(adversarial, ({ outcome }) => (typeof outcome === 'string' ? NaN : outcome.cpuMs)),
    },
    {
      name: 'S3',
      what: `${grown.length} inputs doubled, the steepest`,
      most: GROWTH_MOST,
      unit: 'times',
      ...worstOf(grown, ({ outcome }) => (typeof outcome === 'string' ? NaN : outcome.growth)),
    },
    {
      name: 'S4',
      what: 'inputs with other bytes out in another run',
      most: 0,
      unit: 'differences',
      measured: differences.length,
    },
  ];
}

function worstOf<T extends { readonly input: string }>(
  items: readonly T[],
  valueOf: (item: T) => number,
): Pick<Bar, 'measured' | 'worst'> {
  let worst: T | undefined;
  for (const item of items) {
    if (worst === undefined || !(valueOf(item) <= valueOf(worst))) worst = item;
    if (Number.isNaN(valueOf(worst))) break;
  }
  return worst === undefined ? { measured: undefined } : { measured: valueOf(worst), worst: worst.input };
}

/** The bars as a Markdown table. */
export function barsTable(bars: readonly Bar[]): string {
  const lines = bars.map(({ name, what, most, unit, measured, worst }) => {
    const write = (value: number): string =>
      unit === 'times' ? value.toFixed(2) : `${Math.round(value).toLocaleString('en-US')} ${unit}`;
    const verdict = measured === undefined ? 'not measured' : measured <= most ? 'reached' : 'missed';
    const value = measured === undefined ? '–' : Number.isNaN(measured) ? 'no answer' : write(measured);
    return `| ${name} | ${what} | ${write(most)} | ${value}${worst === undefined ? '' : ` (${worst})`} | ${verdict} |`;
  });
  return ['| Bar | What | At most | Measured | |', '|---|---|---|---|---|', ...lines].join('\n');
}
