/** Compares how the words of a file are formatted with what was decided. Pure; the cost is linear. */
import { COMPARED_MARKS, MARKS, type Block, type MarkName, type TextType } from '../../../shared/document/model.ts';
import { asidesOf } from './asides.ts';
import { blockAt, type DecidedText } from './decided-text.ts';
import type { FoundPlace } from './find-places.ts';
import type { PlaceWords } from './place-words.ts';

/** The letters of a document, without white space, each with its formatting. */
interface FormattedText {
  readonly letters: string;
  /** The text with its white space. */
  readonly text: string;
  /** The place of each letter in `text`. */
  readonly places: readonly number[];
  /** Bits over `MARKS`, one number for each UTF-16 unit of `letters`. */
  readonly marks: Uint8Array;
  /** Level of the heading that the letter is in; 0 for other text. */
  readonly levels: Uint8Array;
}

/** How a person names a mark. Code is shown, and not compared. */
const NAMES: Readonly<Record<Exclude<MarkName, 'code'>, string>> = {
  strong: 'bold',
  em: 'italic',
  u: 'underlined',
  s: 'struck through',
  sup: 'superscript',
  sub: 'subscript',
  mark: 'highlighted',
};

/**
 * The stretches of the body that a reader finds formatted otherwise than decided: marks of letters, and levels of
 * headings. Where the letters themselves differ nothing is compared: the words are named then.
 */
export function formatPlaces(decided: DecidedText, found: readonly Block[], words: PlaceWords): FoundPlace[] {
  const [expected, read] = [formattedBody(decided.blocks), formattedBody(found)];
  if (expected.letters !== read.letters) return [];
  const places: FoundPlace[] = [];
  for (let start = 0; start < expected.letters.length;) {
    const difference = differenceAt(expected, read, start);
    let end = start + 1;
    while (end < expected.letters.length && differenceAt(expected, read, end) === difference) end += 1;
    if (difference !== '') {
      const text = expected.text.slice(expected.places[start], expected.places[end - 1]! + 1);
      const subject = { text, piece: null, block: blockAt(decided, start) };
      places.push({ place: words.formatted(subject, difference), offset: start });
    }
    start = end;
  }
  return places;
}

/** What a reader sees of the difference, such as `is bold in the file, and not in what you decided`; empty: none. */
function differenceAt(expected: FormattedText, read: FormattedText, at: number): string {
  const [level, foundLevel] = [expected.levels[at]!, read.levels[at]!];
  if (level !== foundLevel) return `is ${kindOf(foundLevel)} in the file, and ${kindOf(level)} in what you decided`;
  const [marks, foundMarks] = [expected.marks[at]!, read.marks[at]!];
  if (marks === foundMarks) return '';
  return `is ${lookOf(foundMarks)} in the file, and ${lookOf(marks)} in what you decided`;
}

function kindOf(level: number): string {
  return level === 0 ? 'no heading' : `a heading of level ${level}`;
}

function lookOf(marks: number): string {
  const names = MARKS.flatMap((mark, bit) => (mark !== 'code' && (marks & (1 << bit)) !== 0 ? NAMES[mark] : []));
  return names.length === 0 ? 'plain' : names.join(' and ');
}

function formattedBody(blocks: readonly Block[]): FormattedText {
  const parts = asidesOf(blocks);
  let [letters, text] = ['', ''];
  const places: number[] = [];
  const marks: number[] = [];
  const levels: number[] = [];
  const visit = (block: Block): void => {
    if (block.kind === 'table')
      for (const { cells } of block.rows) for (const cell of cells) for (const inner of cell.blocks) visit(inner);
    if (block.kind !== 'text') return;
    text += text === '' ? '' : ' ';
    for (const run of block.runs) {
      for (const { 0: unit, index } of run.text.matchAll(/\S/gu)) {
        for (let at = 0; at < unit.length; at += 1) {
          places.push(text.length + index + at);
          marks.push(run.marks & COMPARED_MARKS);
          levels.push(levelOf(block.type));
        }
        letters += unit;
      }
      text += run.text;
    }
  };
  blocks.forEach((block, at) => {
    if (parts[at] === 'body') visit(block);
  });
  return { letters, text, places, marks: Uint8Array.from(marks), levels: Uint8Array.from(levels) };
}

function levelOf(type: TextType): number {
  return /^h[1-6]$/u.test(type) ? Number(type[1]) : 0;
}
