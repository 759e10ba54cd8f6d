import type { TextLine } from './line-text.ts';
import type { FlowBlock } from './paragraphs.ts';

/** One kind of quotation mark: as it is typed, and as typesetting shows it. */
interface Kind {
  readonly straight: string;
  readonly curly: RegExp;
}

const KINDS: readonly Kind[] = [
  { straight: "'", curly: /[‘’‚]/g },
  { straight: '"', curly: /[“”„]/g },
];

/**
 * Lets quotes that only one producer curls pass for the same: when one side has curly ones only and the other has
 * straight ones too, both are read as typed, straight. Otherwise they stay as they are, so that a change of a single
 * quote is still a change.
 */
export function settleQuotes(flows: readonly (readonly FlowBlock[])[]): FlowBlock[][] {
  let settled = flows.map((flow) => [...flow]);
  for (const kind of KINDS) {
    const counts = flows.map((flow) => countQuotes(flow, kind));
    const curlsAll = counts.some(({ straight, curly }) => straight === 0 && curly > 0);
    if (!curlsAll || counts.every(({ straight }) => straight === 0)) continue;
    const typed = (text: string): string => text.replace(kind.curly, kind.straight);
    settled = settled.map((flow) => flow.map((block) => mapText(block, typed)));
  }
  return settled;
}

function countQuotes(flow: readonly FlowBlock[], kind: Kind): { straight: number; curly: number } {
  let straight = 0;
  let curly = 0;
  for (const { text } of flow.flatMap(linesOf)) {
    straight += text.split(kind.straight).length - 1;
    curly += text.match(kind.curly)?.length ?? 0;
  }
  return { straight, curly };
}

function linesOf(block: FlowBlock): readonly TextLine[] {
  return block.kind === 'paragraph' ? block.lines : block.rows.flatMap((row) => row.flatMap((cell) => cell.lines));
}

function mapText(block: FlowBlock, map: (text: string) => string): FlowBlock {
  const mapLine = (line: TextLine): TextLine => ({
    ...line,
    text: map(line.text),
    runs: line.runs.map((run) => ({ ...run, text: map(run.text) })),
  });
  if (block.kind === 'paragraph') return { ...block, lines: block.lines.map(mapLine) };
  const rows = block.rows.map((row) => row.map((cell) => ({ ...cell, lines: cell.lines.map(mapLine) })));
  return { ...block, rows };
}
