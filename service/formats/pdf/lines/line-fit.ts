import { breaksAnywhere } from './line-breaks.ts';
import type { TextLine } from './line-text.ts';

/** An indent is at least this wide (em). */
export const INDENT = 0.7;
/** Left edges closer than this (em) are one edge. */
export const SAME_EDGE = 0.4;
/** Space (em) that a word at the end of a line would need in front of it. */
const WORD_SPACE = 0.25;
/** How far (em) a line may fall short of the room for the next word and still count as full: justified lines shrink. */
const FIT_TOLERANCE = 0.15;

/** Ends a sentence. */
export const SENTENCE_END = /[.!?:;。！？：；]["'”’)\]]*$/;
/** Begins with a lower-case letter. */
export const LOWER_CASE = /^["'“‘(]*\p{Ll}/u;

/** The edges of a column of text: where its lines begin and where they end when they are full. */
export interface Edges {
  readonly left: number;
  readonly right: number;
}

/** Distance from the edge at which lines begin. */
export function indentOf(line: TextLine): number {
  return line.rightToLeft ? -line.x1 : line.x0;
}

/** Whether the first word of the line would have had room at the end of the line before: then a paragraph ended there. */
export function nextWordFits(previous: TextLine, line: TextLine, edges: Edges): boolean {
  const room = previous.rightToLeft ? previous.x0 - edges.left : edges.right - previous.x1;
  const space = breaksAnywhere(line.text) ? 0 : WORD_SPACE;
  return room >= line.firstWordWidth + (space + FIT_TOLERANCE) * previous.size;
}

/** Whether the line begins where the text of the item begins, behind the marker of its first line. */
export function hangsUnder(first: TextLine, line: TextLine): boolean {
  const edge = line.rightToLeft ? line.x1 : line.x0;
  return Math.abs(edge - first.textEdge) <= SAME_EDGE * line.size;
}
