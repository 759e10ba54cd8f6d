import type { Line } from './line.ts';
import { minOf } from '../../../../shared/iterables.ts';
import { textOfWord, type Word } from './words.ts';

/** A drop cap is at least this much larger than the text beside it. It is then two lines high. */
const CAP_SIZE = 1.8;
/** The text begins within this distance (em of the text) of the cap. */
const CAP_GAP = 1;
/** Larger limit for the first line beside the cap, which may have a first-line indent. */
const FIRST_GAP = 2.5;
/** The last line beside the cap may be lower than its baseline by this (em). A cap need not end on a line. */
const BELOW_CAP = 0.55;
/** A letter, with or without an opening quotation mark. */
const INITIAL = /^["'“‘«]?\p{L}$/u;

/** Whether the word is one letter, so large that several lines of this text size fit beside it. */
export function isDropCap(word: Word, textSize: number): boolean {
  return word.size >= CAP_SIZE * textSize && INITIAL.test(textOfWord(word));
}

/**
 * Joins a drop cap with the first of the lines beside it. All of these lines then begin at its edge:
 *
 *     T  he Supplier shall               The Supplier shall
 *     |  deliver the goods.      →       deliver the goods.
 *
 * @param lines from top to bottom
 * @param words all words of the lines, spaces included
 */
export function joinDropCaps(lines: readonly Line[], words: readonly Word[]): Line[] {
  const joined = [...lines];
  const smallest = minOf(lines.map((line) => line.size));
  for (const cap of lines) {
    const [letter] = cap.words;
    if (cap.words.length !== 1 || !letter || !isDropCap(letter, smallest)) continue;
    const beside = joined.filter((line) => isBeside(line, letter));
    const [first] = beside;
    const near = (line: Line): boolean => line.x0 <= letter.x1 + CAP_GAP * line.size;
    if (beside.length < 2 || !first || !beside.slice(1).every(near)) continue;
    joined.splice(joined.indexOf(cap), 1);
    for (const line of beside) {
      const place = joined.indexOf(line);
      if (line !== first) {
        joined[place] = { ...line, x0: letter.x0 };
        continue;
      }
      const [word, ...rest] = line.words;
      const spaces = words.filter((space) => space.isSpace && isBetween(space, letter, line)).length;
      const next = { ...word!, spaceBefore: spaces > 0, paintedSpaces: spaces };
      joined[place] = { ...line, x0: letter.x0, words: [letter, next, ...rest] };
    }
  }
  return joined;
}

function isBeside(line: Line, letter: Word): boolean {
  return (
    isDropCap(letter, line.size) &&
    line.y > letter.top &&
    line.y <= letter.y + BELOW_CAP * line.size &&
    line.x0 >= letter.x1 - 0.3 * line.size &&
    line.x0 <= letter.x1 + FIRST_GAP * line.size
  );
}

function isBetween(space: Word, letter: Word, line: Line): boolean {
  const middle = (space.x0 + space.x1) / 2;
  return Math.abs(space.y - line.y) < 0.2 * line.size && middle > letter.x1 && middle < line.x0 + 0.04 * line.size;
}
