/** What a run of the bench measures: which tools on which inputs, in which order. */
import { corpusRoot, type PairFormat } from '../../oracle/input-pairs.ts';
import { ADVERSARIAL } from '../../builders/adversarial/adversarial.ts';
import type { BenchInput } from './bench-input.ts';
import { ENGINE, TOOLS, type Tool } from './tools.ts';

/** One input and the tools that get it, the engine first. */
export interface Planned {
  readonly input: BenchInput;
  readonly tools: readonly Tool[];
}

/** A set of real pairs whose sums are taken, for the bars on changed characters and segments. */
export interface PlannedSet {
  readonly label: string;
  readonly formats: readonly PairFormat[];
  readonly maxBytes: number;
  readonly tools: readonly Tool[];
}

/** Format, size of a side, and part of the name where the nearest in size has next to no changes. */
type RealInput = readonly [format: PairFormat, targetBytes: number, named?: string];

const REAL: readonly RealInput[] = [
  ['html', 30_000],
  ['html', 230_000],
  ['html', 500_000],
  ['markdown', 300_000],
  ['txt', 30_000],
  ['txt', 300_000, 'dom-bs_2d5aaed'],
  ['json', 140_000],
  ['json', 4_000_000],
];
const QUICK_REAL: readonly RealInput[] = [
  ['html', 30_000],
  ['json', 10_000],
];
const JOINED: readonly RealInput[] = [
  ['txt', 5_000_000],
  ['html', 5_000_000],
];
const SETS: readonly Omit<PlannedSet, 'tools'>[] = [
  { label: 'HTML up to 70 KB', formats: ['html'], maxBytes: 70_000 },
  { label: 'Markdown, text, JSON up to 120 KB', formats: ['markdown', 'txt', 'json'], maxBytes: 120_000 },
];

/** Selection of inputs and tools. */
export interface Selection {
  readonly quick: boolean;
  readonly seed: number;
  /** Names of the tools beside the engine; undefined: all. */
  readonly tools: readonly string[] | undefined;
}

/** The inputs in order; without a corpus, the generated ones only. */
export function plannedInputs({ quick, seed, tools }: Selection): Planned[] {
  const planned: Planned[] = [];
  const add = (input: BenchInput, format: PairFormat, besidePeers: boolean): void => {
    planned.push({ input, tools: toolsFor(format, tools).filter(({ name }) => besidePeers || name === ENGINE) });
  };
  if (corpusRoot() !== null) {
    for (const [format, targetBytes, named = ''] of quick ? QUICK_REAL : REAL)
      add({ kind: 'real', format, targetBytes, named }, format, true);
    for (const [format, targetBytes] of quick ? [] : JOINED)
      add({ kind: 'joined', format, targetBytes }, format, false);
  }
  for (const { name, format, size, quickSize, besidePeers = false } of ADVERSARIAL)
    add({ kind: 'generated', name, size: quick ? quickSize : size, seed }, format, besidePeers);
  return planned;
}

/** The sets; none in a quick run or without a corpus. */
export function plannedSets({ quick, tools }: Selection): PlannedSet[] {
  if (quick || corpusRoot() === null) return [];
  return SETS.map((set) => ({ ...set, tools: toolsFor(set.formats[0]!, tools).filter(({ redlines }) => redlines) }));
}

function toolsFor(format: PairFormat, names: readonly string[] | undefined): Tool[] {
  const takes = (tool: Tool): boolean => tool.takes === 'any' || (tool.takes === 'html') === (format === 'html');
  return TOOLS.filter(
    (tool) => takes(tool) && (tool.name === ENGINE || names === undefined || names.includes(tool.name)),
  );
}
