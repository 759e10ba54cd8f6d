import type { Word } from './words.ts';

/** One line of text: its words from left to right. Spaces are not words; `spaceBefore` records them. */
export interface Line {
  readonly words: readonly LineWord[];
  readonly x0: number;
  readonly x1: number;
  /** Baseline of the line's main size. */
  readonly y: number;
  /** Size of most characters of the line. */
  readonly size: number;
  readonly top: number;
  readonly bottom: number;
}

/** A word in its line. */
export interface LineWord extends Word {
  readonly spaceBefore: boolean;
  /** Number of painted spaces in front of the word. */
  readonly paintedSpaces: number;
}
