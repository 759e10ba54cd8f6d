import { breaksAnywhere } from './line-breaks.ts';
import type { TextLine } from './line-text.ts';

/** Smallest indent (em). It exceeds `SAME_EDGE`, so that lines of one edge are never indented. */
export const INDENT = 0.7;
/** Left edges within this distance (em) count as the same edge. */
export const SAME_EDGE = 0.4;
/** Width (em) of the space in front of one more word at the end of a line. */
const WORD_SPACE = 0.25;
/** A full line may fall short of the room for the next word by this much (em): justified lines shrink. */
const FIT_TOLERANCE = 0.15;

/** The end of a sentence. */
export const SENTENCE_END = /[.!?:;。！？：；]["'”’)\]]*$/;
/** A lower-case beginning. */
export const LOWER_CASE = /^["'“‘(]*\p{Ll}/u;

/** The first part of a divided word. */
const DIVIDED = /\p{Ll}[-‐\u00ad]$/u;

/** Edges of a column of text: where lines begin, and where full lines end. */
export interface Edges {
  readonly left: number;
  readonly right: number;
}

/** Position (points) of the edge at which the line begins, growing inwards in both directions of text. */
export function indentOf(line: TextLine): number {
  return line.rightToLeft ? -line.x1 : line.x0;
}

/**
 * Whether the first word of the line had room at the end of the previous line. Then a paragraph ended there. No
 * paragraph ends inside a divided word.
 */
export function nextWordFits(previous: TextLine, line: TextLine, edges: Edges): boolean {
  if (DIVIDED.test(previous.text) && LOWER_CASE.test(line.text)) return false;
  const room = previous.rightToLeft ? previous.x0 - edges.left : edges.right - previous.x1;
  const space = breaksAnywhere(line.text) ? 0 : WORD_SPACE;
  return room >= line.firstWordWidth + (space + FIT_TOLERANCE) * previous.size;
}

/** Whether the line begins at the edge of the item's text, behind the marker of its first line. */
export function hangsUnder(first: TextLine, line: TextLine): boolean {
  const edge = line.rightToLeft ? line.x1 : line.x0;
  return Math.abs(edge - first.textEdge) <= SAME_EDGE * line.size;
}
