import type { Block, TextBlock } from '../../shared/document/model.ts';
import type { Segment } from './segments.ts';

/** A heading of the document with what changed below it, up to the next heading. */
export interface OutlineEntry {
  /** Index of its segment before any decision. */
  readonly segment: number;
  /** Which heading of its segment, from 0. */
  readonly at: number;
  readonly text: string;
  /** From 0, without gaps: a heading 3 right below a heading 1 has 1. */
  readonly depth: number;
  /** The changes in it and below it. */
  readonly changeIds: readonly string[];
  /** Whether entries of a greater depth follow. */
  readonly leads: boolean;
}

const HEADING = /^h([1-6])$/u;

function levelOf(block: Block): number | null {
  const level = block.kind === 'text' ? HEADING.exec(block.type)?.[1] : undefined;
  return level === undefined ? null : Number(level);
}

/** Whether a block is a heading. */
export function isHeading(block: Block): boolean {
  return levelOf(block) !== null;
}

/** The text as the revised document has it; of a deleted heading, as the original has it. */
function textOf({ runs, onlyIn }: TextBlock): string {
  const shown = onlyIn?.side === 'original' ? runs : runs.filter(({ edit }) => edit?.side !== 'original');
  return shown
    .map(({ text }) => text)
    .join('')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** The headings of a document. Changes before the first heading belong to none. */
export function outlineOf(segments: readonly Segment[]): readonly OutlineEntry[] {
  const entries: (Omit<OutlineEntry, 'depth' | 'leads'> & { readonly level: number; changeIds: string[] })[] = [];
  for (const [segment, { blocks, changeIds }] of segments.entries()) {
    let at = 0;
    for (const block of blocks) {
      const level = levelOf(block);
      if (level === null || block.kind !== 'text') continue;
      const text = textOf(block);
      if (text !== '') entries.push({ segment, at, text, level, changeIds: [] });
      at += 1;
    }
    const last = entries.at(-1);
    if (last) for (const id of changeIds) if (last.changeIds.at(-1) !== id) last.changeIds.push(id);
  }
  const depths = depthsOf(entries.map(({ level }) => level));
  return entries.map(({ level: _, ...entry }, index) => ({
    ...entry,
    changeIds: [...new Set(entry.changeIds)],
    depth: depths[index]!,
    leads: (depths[index + 1] ?? 0) > depths[index]!,
  }));
}

function depthsOf(levels: readonly number[]): readonly number[] {
  const around: number[] = [];
  return levels.map((level) => {
    while (around.length > 0 && around.at(-1)! >= level) around.pop();
    around.push(level);
    return around.length - 1;
  });
}
