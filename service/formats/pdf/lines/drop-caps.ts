import type { Line } from './line.ts';
import { minOf } from '../../../../shared/iterables.ts';
import { textOfWord, type Word } from './words.ts';

/** A first letter is a drop cap when it is larger than the text beside it by this: two lines high at least. */
const CAP_SIZE = 1.8;
/** ... and the text begins no farther (em of the text) beside it ... */
const CAP_GAP = 1;
/** ... but for its first line, which stands in there as first lines do elsewhere. */
const FIRST_GAP = 2.5;
/** The last line beside it stands lower than its baseline by less than this (em): a cap need not end on a line. */
const BELOW_CAP = 0.55;
/** A letter, with a quotation mark in front of it or not. */
const INITIAL = /^["'“‘«]?\p{L}$/u;

/** Whether the word is a letter so large that text of this size stands beside it in several lines. */
export function isDropCap(word: Word, textSize: number): boolean {
  return word.size >= CAP_SIZE * textSize && INITIAL.test(textOfWord(word));
}

/**
 * Gives a drop cap back to the first of the lines that stand beside it, and lets all of them begin at its edge.
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
    const beside = joined.filter((line) => standsBeside(line, letter));
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

function standsBeside(line: Line, letter: Word): boolean {
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
