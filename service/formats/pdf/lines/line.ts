import type { Word } from './words.ts';

/** One line of text: its words from left to right, spaces left out and told by `spaceBefore`. */
export interface Line {
  readonly words: readonly LineWord[];
  readonly x0: number;
  readonly x1: number;
  /** Baseline of the line's main size. */
  readonly y: number;
  /** Size of most of the line's characters. */
  readonly size: number;
  readonly top: number;
  readonly bottom: number;
}

/** A word in its line. */
export interface LineWord extends Word {
  readonly spaceBefore: boolean;
  /** How many spaces are painted in front of it. */
  readonly paintedSpaces: number;
}
