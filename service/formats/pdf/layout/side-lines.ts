import { breaksAnywhere } from '../lines/line-breaks.ts';
import { listMarker } from '../lines/list-marker.ts';
import { textOfWord, type Word } from '../lines/words.ts';

/** Narrowest gutter (em). LaTeX sets columns 1 em apart; spaces of justified lines are narrower. */
export const MIN_WIDTH = 0.8;
/** Smallest number of lines on each side. Spaces of three lines may be aligned by chance. */
export const MIN_LINES = 4;

/** A line of text beside a possible gutter. Lengths are points. */
export interface SideLine {
  readonly y: number;
  readonly top: number;
  readonly bottom: number;
  x0: number;
  x1: number;
  /** Width of the leftmost word. */
  firstWidth: number;
  length: number;
  words: number;
  letters: number;
  /** Whether only a list marker is next to the strip. */
  marker: boolean;
}

/** The lines next to the strip on one side, one for each baseline, top to bottom. Farther columns are left out. */
export function sideLines(words: readonly Word[], side: 'left' | 'right', emSize: number): SideLine[] {
  const lines: SideLine[] = [];
  const ordered = [...words].sort((a, b) => (side === 'left' ? b.x1 - a.x1 : a.x0 - b.x0));
  const byRow = new Map<number, SideLine>();
  for (const word of ordered) {
    const key = Math.round(word.y / 2);
    const line = byRow.get(key) ?? byRow.get(key - 1) ?? byRow.get(key + 1);
    if (!line) {
      const fresh = {
        y: word.y,
        top: word.top,
        bottom: word.bottom,
        x0: word.x0,
        x1: word.x1,
        firstWidth: word.x1 - word.x0,
        length: word.glyphs.length,
        words: wordCount(word),
        letters: letterCount(word),
        marker: listMarker(`${textOfWord(word)} `) !== null,
      };
      byRow.set(key, fresh);
      lines.push(fresh);
      continue;
    }
    const gap = side === 'left' ? line.x0 - word.x1 : word.x0 - line.x1;
    if (gap > MIN_WIDTH * 2 * emSize) continue;
    if (word.x0 < line.x0) line.firstWidth = word.x1 - word.x0;
    line.x0 = Math.min(line.x0, word.x0);
    line.x1 = Math.max(line.x1, word.x1);
    line.length += word.glyphs.length;
    line.words += wordCount(word);
    line.letters += letterCount(word);
    line.marker = false;
  }
  return nearestColumn(lines, side).sort((a, b) => a.y - b.y);
}

/**
 * Keeps the lines next to the strip and those above or below them. Lines entirely behind them belong to another
 * column, whose baselines may differ:
 *
 *     first column   second column │        →   second column
 *     goes on here   is short.     │            is short.
 *     and on here.                 │
 */
function nearestColumn(lines: readonly SideLine[], side: 'left' | 'right'): SideLine[] {
  const near = (line: SideLine): number => (side === 'left' ? -line.x1 : line.x0);
  const far = (line: SideLine): number => (side === 'left' ? -line.x0 : line.x1);
  const columns: SideLine[][] = [];
  let reach = -Infinity;
  for (const line of [...lines].sort((a, b) => near(a) - near(b))) {
    if (near(line) >= reach) columns.push([line]);
    else columns.at(-1)!.push(line);
    reach = Math.max(reach, far(line));
  }
  // A page number may be in front of the column.
  const nearest = columns.findIndex((column) => column.length >= MIN_LINES);
  return nearest < 0 ? [...lines] : columns.slice(0, nearest + 1).flat();
}

/** 1, or the number of ideographs. */
function wordCount(word: Word): number {
  return breaksAnywhere(word.glyphs[0]!.text) ? word.glyphs.length : 1;
}

function letterCount(word: Word): number {
  return textOfWord(word).match(/\p{L}/gu)?.length ?? 0;
}
