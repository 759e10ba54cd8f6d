import { lineGroupsOf, mapLineGroups, mapLineText } from './flow-text.ts';
import type { FlowBlock } from '../blocks/paragraphs.ts';

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
export function decideQuotes(flows: readonly (readonly FlowBlock[])[]): FlowBlock[][] {
  let settled = flows.map((flow) => [...flow]);
  for (const kind of KINDS) {
    const counts = flows.map((flow) => countQuotes(flow, kind));
    const curlsAll = counts.some(({ straight, curly }) => straight === 0 && curly > 0);
    if (!curlsAll || counts.every(({ straight }) => straight === 0)) continue;
    const typed = (text: string): string => text.replace(kind.curly, kind.straight);
    settled = settled.map((flow) =>
      flow.map((block) => mapLineGroups(block, (lines) => lines.map((line) => mapLineText(line, typed)))),
    );
  }
  return settled;
}

function countQuotes(flow: readonly FlowBlock[], kind: Kind): { straight: number; curly: number } {
  let straight = 0;
  let curly = 0;
  for (const { text } of flow.flatMap((block) => lineGroupsOf(block).flat())) {
    straight += text.split(kind.straight).length - 1;
    curly += text.match(kind.curly)?.length ?? 0;
  }
  return { straight, curly };
}
