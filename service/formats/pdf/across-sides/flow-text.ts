import type { TextLine } from '../lines/line-text.ts';
import type { FlowBlock } from '../blocks/paragraphs.ts';

/** Lines that follow each other in one paragraph or cell. */
export type LineGroup = readonly TextLine[];

/** The lines of a block: those of a paragraph, or of each cell of a table. */
export function lineGroupsOf(block: FlowBlock): LineGroup[] {
  return block.kind === 'paragraph' ? [block.lines] : block.rows.flatMap((row) => row.map((cell) => cell.lines));
}

/** The block with each group of its lines replaced; a paragraph keeps at least one line. */
export function mapLineGroups(block: FlowBlock, map: (lines: LineGroup) => LineGroup): FlowBlock {
  if (block.kind === 'paragraph') return { ...block, lines: map(block.lines) };
  const rows = block.rows.map((row) => row.map((cell) => ({ ...cell, lines: map(cell.lines) })));
  return { ...block, rows };
}

/** The line with its text replaced, run by run. What is to be replaced must not lie across two runs. */
export function mapLineText(line: TextLine, map: (text: string) => string): TextLine {
  const runs = line.runs.map((run) => ({ ...run, text: map(run.text) }));
  return { ...line, runs, text: runs.map((run) => run.text).join('') };
}
