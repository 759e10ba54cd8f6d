import type { TextLine } from '../lines/line-text.ts';
import type { FlowBlock } from '../blocks/paragraphs.ts';

/** Consecutive lines of one paragraph or cell. */
export type LineGroup = readonly TextLine[];

/** The line groups of a block: one for a paragraph, one for each cell of a table. */
export function lineGroupsOf(block: FlowBlock): LineGroup[] {
  return block.kind === 'paragraph' ? [block.lines] : block.rows.flatMap((row) => row.map((cell) => cell.lines));
}

/** The block with each line group replaced. A paragraph keeps at least one line. */
export function mapLineGroups(block: FlowBlock, map: (lines: LineGroup) => LineGroup): FlowBlock {
  if (block.kind === 'paragraph') return { ...block, lines: map(block.lines) };
  const rows = block.rows.map((row) => row.map((cell) => ({ ...cell, lines: map(cell.lines) })));
  return { ...block, rows };
}

/** The line with its text mapped run by run. The text to replace must not cross a run boundary. */
export function mapLineText(line: TextLine, map: (text: string) => string): TextLine {
  const runs = line.runs.map((run) => ({ ...run, text: map(run.text) }));
  return { ...line, runs, text: runs.map((run) => run.text).join('') };
}
