import type { Run } from '../../../../shared/document/model.ts';
import { joinRuns } from '../../../../shared/document/runs.ts';
import { lineGroupsOf, mapLineGroups, mapLineText, type LineGroup } from './flow-text.ts';
import type { TextLine } from '../lines/line-text.ts';
import type { FlowBlock } from '../blocks/paragraphs.ts';

/**
 * What TeX sets for characters that are typed one after another: the ligatures of its text fonts, in the order in which
 * they are tried (The TeXbook, chapters 2 and 9; the last row is of T1 fonts).
 */
const LIGATURES: readonly (readonly [typed: string, set: string])[] = [
  ['---', '—'],
  ['--', '–'],
  ['``', '“'],
  ["''", '”'],
  ['`', '‘'],
  ['?‘', '¿'],
  ['!‘', '¡'],
  [',,', '„'],
  ['<<', '«'],
  ['>>', '»'],
];
const TYPED = /-{2}|`|''|,,|<<|>>/;
const WORD = /\S+/g;
/** A row of hyphens or dashes at a line end, and one at a line start: a line may end inside of a row. */
const ROW_END = /(?:--+|[–—])$/;
const ROW_START = /^(?:-|[–—]+\S)/;

/**
 * Lets a text that one producer shows as it was typed ("-----BEGIN", "``so''") pass for the same that TeX has set
 * ("—–BEGIN", "“so”"). A word of one side is read as set when the other side has it so, and never as typed.
 */
export function decideTypedLigatures(flows: readonly (readonly FlowBlock[])[]): FlowBlock[][] {
  const whole = flows.map((flow) => flow.map((block) => mapLineGroups(block, keepRowsWhole)));
  const words = whole.map((flow) => wordsOf(flow));
  return whole.map((flow, side) => {
    const replaced = new Map<string, string>();
    for (const word of words[side]!) {
      if (!TYPED.test(word)) continue;
      const set = asSet(word);
      const isSetThere = words.some((other, index) => index !== side && other.has(set) && !other.has(word));
      if (isSetThere) replaced.set(word, set);
    }
    if (replaced.size === 0) return flow;
    const read = (text: string): string => text.replace(WORD, (word) => replaced.get(word) ?? word);
    return flow.map((block) => mapLineGroups(block, (lines) => lines.map((line) => mapLineText(line, read))));
  });
}

/** The word as TeX sets it. */
function asSet(word: string): string {
  return LIGATURES.reduce((text, [typed, set]) => text.replaceAll(typed, set), word);
}

function wordsOf(flow: readonly FlowBlock[]): Set<string> {
  const words = new Set<string>();
  for (const block of flow)
    for (const lines of lineGroupsOf(block))
      for (const { text } of lines) for (const [word] of text.matchAll(WORD)) words.add(word);
  return words;
}

/** Takes a row of hyphens that a line end parted, and the word that it belongs to, to the second line. */
function keepRowsWhole(lines: LineGroup): LineGroup {
  if (!lines.some((line, index) => isParted(line, lines[index + 1]))) return lines;
  const kept: TextLine[] = [];
  let carried: Run[] = [];
  lines.forEach((line, index) => {
    const runs = joinRuns([...carried, ...line.runs]);
    const text = runs.map((run) => run.text).join('');
    const parted = isParted(line, lines[index + 1]);
    const cut = parted ? text.search(/\S+$/) : text.length;
    carried = cutRuns(runs, cut, text.length);
    const left = text.slice(0, cut).trimEnd();
    if (left !== '') kept.push({ ...line, runs: cutRuns(runs, 0, left.length), text: left });
  });
  return kept;
}

function isParted(line: TextLine, next: TextLine | undefined): boolean {
  if (next === undefined || !ROW_END.test(line.text) || !ROW_START.test(next.text)) return false;
  // A dash and a row are two things.
  return line.text.endsWith('-') === next.text.startsWith('-');
}

/** The part of the runs from one offset of their text to another. */
function cutRuns(runs: readonly Run[], start: number, end: number): Run[] {
  const cut: Run[] = [];
  let offset = 0;
  for (const run of runs) {
    const text = run.text.slice(Math.max(0, start - offset), Math.max(0, end - offset));
    if (text !== '') cut.push({ ...run, text });
    offset += run.text.length;
  }
  return cut;
}
