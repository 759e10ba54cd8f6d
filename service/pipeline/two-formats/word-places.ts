/** Where each word of a print is on its page, by the line in which it is printed. */
import { PLAIN_ATTRIBUTES, type TextBlock } from '../../../shared/document/model.ts';
import { TOP } from '../../../shared/document/path.ts';
import type { PlacedLine } from '../../formats/pdf/assemble/placed-lines.ts';
import type { Side } from './leaves.ts';
import { matchWords, wordsOf, type Word } from './words-of-blocks.ts';

/** A word in its line. */
export interface WordPlace {
  readonly line: PlacedLine;
  /** Centre of the word, as far as letters of equal width tell. */
  readonly x: number;
}

/** For each word of a print its place; undefined where no line has it. */
export function wordPlaces({ blocks, leaves, words }: Side): (WordPlace | undefined)[] {
  const places: (WordPlace | undefined)[] = [];
  for (let start = 0; start < words.length;) {
    const { block } = leaves[words[start]!.block]!;
    let end = start + 1;
    while (end < words.length && leaves[words[end]!.block]!.block === block) end += 1;
    for (const place of placesIn(words.slice(start, end), blocks[block]!.lines ?? [])) places.push(place);
    start = end;
  }
  return places;
}

/** A word that no line has by itself, such as one that a line end divides, is where the word before it is. */
function placesIn(words: readonly Word[], lines: readonly PlacedLine[]): (WordPlace | undefined)[] {
  const printed = wordsOf(lines.map(asText));
  const places = new Array<WordPlace | undefined>(words.length);
  for (const { aStart, bStart, length } of matchWords(words, printed))
    for (let at = 0; at < length; at += 1) {
      const { block, start, text } = printed[bStart + at]!;
      places[aStart + at] = placeOf(lines[block]!, start + text.length / 2);
    }
  let last: WordPlace | undefined;
  return Array.from(places, (place) => (last = place ?? last));
}

function placeOf(line: PlacedLine, offset: number): WordPlace {
  const part = offset / line.text.length;
  return { line, x: line.x0 + (line.x1 - line.x0) * (line.rightToLeft ? 1 - part : part) };
}

function asText({ text }: PlacedLine): TextBlock {
  return { kind: 'text', type: 'p', attributes: PLAIN_ATTRIBUTES, runs: [{ text, marks: 0, href: null }], path: TOP };
}
