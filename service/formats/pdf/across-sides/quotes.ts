import { lineGroupsOf, mapLineGroups, mapLineText } from './flow-text.ts';
import type { FlowBlock } from '../blocks/paragraphs.ts';

/** A kind of quotation mark: its typed form, and its typeset forms. */
interface Kind {
  readonly straight: string;
  readonly curly: RegExp;
}

const KINDS: readonly Kind[] = [
  { straight: "'", curly: /[‘’‚]/g },
  { straight: '"', curly: /[“”„]/g },
];

/**
 * Makes quotes equal that only one producer has curled. If one side has only curly quotes and the other also has
 * straight ones, both are read as straight. Otherwise all stay, so that a change of a single quote remains a change.
 *
 *     original: the party's      revised: the party’s      →      both: the party's
 */
export function decideQuotes(flows: readonly (readonly FlowBlock[])[]): FlowBlock[][] {
  let agreed = flows.map((flow) => [...flow]);
  for (const kind of KINDS) {
    const counts = flows.map((flow) => countQuotes(flow, kind));
    const curlsAll = counts.some(({ straight, curly }) => straight === 0 && curly > 0);
    if (!curlsAll || counts.every(({ straight }) => straight === 0)) continue;
    const typed = (text: string): string => text.replace(kind.curly, kind.straight);
    agreed = agreed.map((flow) =>
      flow.map((block) => mapLineGroups(block, (lines) => lines.map((line) => mapLineText(line, typed)))),
    );
  }
  return agreed;
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
