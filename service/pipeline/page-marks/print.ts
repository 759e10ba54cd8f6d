import type { PrintedLine } from '../../formats/pdf/lines/printed-line.ts';
import { NOTE } from './side-text.ts';

/** What the print of a note's sign looks like: a number, a letter, or a row of signs. */
const NOTE_LABEL = /^(?:\d{1,4}|[ivxlcdm]{1,7}|\p{L}|[*†‡§‖¶#]{1,4})$/iu;

/** The printed lines as one text, and then the areas of pictures. */
export class Print {
  readonly text: string;
  /** The place of each picture's area in the text. */
  readonly pictures: readonly number[];
  readonly #lines: readonly PrintedLine[];
  readonly #starts: number[] = [];

  /** @param typed the superscripts of the document if it has signs of notes, too; else null */
  constructor(lines: readonly PrintedLine[], pictures: readonly PrintedLine[], typed: ReadonlySet<string> | null) {
    this.#lines = [...lines, ...pictures];
    let length = 0;
    for (const { text } of this.#lines) {
      this.#starts.push(length);
      length += text.length + 1;
    }
    this.text = this.#lines.map((line) => (typed === null ? line.text : withNotes(line, typed))).join('\n');
    this.pictures = this.#starts.slice(lines.length);
  }

  /** The line with this unit of the text, and the unit's place in it. */
  at(place: number): { readonly line: PrintedLine; readonly index: number; readonly unit: number } {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle]! <= place) low = middle;
      else high = middle - 1;
    }
    return { line: this.#lines[low]!, index: low, unit: place - this.#starts[low]! };
  }
}

/** The text of a line with each number of a note as signs. A superscript that the document has itself is none. */
function withNotes({ text, raised = [] }: PrintedLine, typed: ReadonlySet<string>): string {
  let result = '';
  let from = 0;
  for (const [start, end] of raised) {
    const label = text.slice(start, end);
    const isNote = NOTE_LABEL.test(label) && !typed.has(label);
    result += text.slice(from, start) + (isNote ? NOTE.repeat(end - start) : label);
    from = end;
  }
  return result + text.slice(from);
}
