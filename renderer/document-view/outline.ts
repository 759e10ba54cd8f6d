import { headingsOf } from '../../shared/document/headings.ts';
import { changeIdsOf } from '../../shared/fragment/change-ids.ts';
import type { Segment } from './segments.ts';

/** A heading of the document with what changed below it, up to the next heading. */
export interface OutlineEntry {
  /** Index of its segment before any decision. */
  readonly segment: number;
  /** The segments of the entries before it that have the same text. */
  readonly twins: readonly number[];
  /** Its number, such as "2.1"; empty without one. */
  readonly label: string;
  readonly text: string;
  /** From 0, without gaps: a heading 3 right below a heading 1 has 1. */
  readonly depth: number;
  /** The changes in it and below it. */
  readonly changeIds: readonly string[];
  /** Whether entries of a greater depth follow. */
  readonly leads: boolean;
}

/** The headings of a document. Changes before the first heading belong to none. */
export function outlineOf(segments: readonly Segment[]): readonly OutlineEntry[] {
  const blocks = segments.flatMap((segment) => segment.blocks);
  const labels = segments.flatMap((segment) => segment.labels);
  const headings = headingsOf(blocks, labels);
  const depths = depthsOf(headings.map(({ level }) => level));
  const segmentsOfText = new Map<string, number[]>();
  const [starts, found] = [startsOf(segments), [] as OutlineEntry[]];
  let segment = 0;
  for (const [at, { block, label, text }] of headings.entries()) {
    while (starts[segment + 1]! <= block) segment += 1;
    const twins = segmentsOfText.get(text) ?? [];
    segmentsOfText.set(text, [...twins, segment]);
    const changeIds = changeIdsOf(blocks.slice(block, headings[at + 1]?.block));
    const [depth, next] = [depths[at]!, depths[at + 1] ?? 0];
    found.push({ segment, twins, label, text, depth, leads: next > depth, changeIds });
  }
  return found;
}

/** The number of blocks before each segment, and in all. */
function startsOf(segments: readonly Segment[]): readonly number[] {
  const starts = [0];
  for (const { blocks } of segments) starts.push(starts.at(-1)! + blocks.length);
  return starts;
}

/** A heading as its document prints it: its number and its text. */
export function headingName({ label, text }: Pick<OutlineEntry, 'label' | 'text'>): string {
  return label === '' ? text : `${label} ${text}`;
}

function depthsOf(levels: readonly number[]): readonly number[] {
  const around: number[] = [];
  return levels.map((level) => {
    while (around.length > 0 && around.at(-1)! >= level) around.pop();
    around.push(level);
    return around.length - 1;
  });
}
