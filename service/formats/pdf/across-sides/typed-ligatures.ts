import type { Run } from '../../../../shared/document/model.ts';
import { joinRuns } from '../../../../shared/document/runs.ts';
import { lineGroupsOf, mapLineGroups, mapLineText, type LineGroup } from './flow-text.ts';
import type { TextLine } from '../lines/line-text.ts';
import type { FlowBlock } from '../blocks/paragraphs.ts';

/**
 * The ligatures of TeX's text fonts: typed characters and their typeset form, in the order of trial. Source: The
 * TeXbook, chapters 2 and 9. The last row is for T1 fonts.
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
/** A row of hyphens or dashes at a line end, and at a line start. A line may end inside such a row. */
const ROW_END = /(?:--+|[–—])$/;
const ROW_START = /^(?:-|[–—]+\S)/;

/**
 * Makes typed text ("-----BEGIN", "``so''") equal to the same text as typeset by TeX ("—–BEGIN", "“so”"). A typed word
 * is read as typeset if the other side has the typeset form, never the reverse.
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

/** The word as TeX typesets it. */
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

/** Moves a row of hyphens that a line end divides, with its word, to the second line. */
function keepRowsWhole(lines: LineGroup): LineGroup {
  if (!lines.some((line, index) => isDividedRow(line, lines[index + 1]))) return lines;
  const kept: TextLine[] = [];
  let carried: Run[] = [];
  lines.forEach((line, index) => {
    const runs = joinRuns([...carried, ...line.runs]);
    const text = runs.map((run) => run.text).join('');
    const divided = isDividedRow(line, lines[index + 1]);
    const cut = divided ? text.search(/\S+$/) : text.length;
    carried = cutRuns(runs, cut, text.length);
    const left = text.slice(0, cut).trimEnd();
    if (left !== '') kept.push({ ...line, runs: cutRuns(runs, 0, left.length), text: left });
  });
  return kept;
}

function isDividedRow(line: TextLine, next: TextLine | undefined): boolean {
  if (next === undefined || !ROW_END.test(line.text) || !ROW_START.test(next.text)) return false;
  // A typeset dash and a typed row are different things.
  return line.text.endsWith('-') === next.text.startsWith('-');
}

/** The runs between two offsets of their text. */
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
