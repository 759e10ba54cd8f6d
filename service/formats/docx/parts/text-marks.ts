/** Places in the text of a DOCX that something refers to: ranges of comments, signs of notes, and bookmarks. */
import type { Block, Run } from '../../../../shared/document/model.ts';
import { textNumbers, type TextPlace } from '../../../../shared/document/text-place.ts';
import type { TextMark } from '../../html/inline-content.ts';

/** A place in the text that is being read. */
export class ReadMark implements TextMark {
  #runs: readonly Run[] | undefined;
  #offset = 0;

  settle(runs: readonly Run[], offset: number): void {
    this.#runs = runs;
    this.#offset = offset;
  }

  /** The offset into the words of these runs; null if the mark is elsewhere. */
  offsetIn(runs: readonly Run[]): number | null {
    return this.#runs === runs ? this.#offset : null;
  }

  /** The place in a document with these texts; null if the document does not show it. */
  placeIn(numbers: ReadonlyMap<readonly Run[], number>): TextPlace | null {
    const number = this.#runs && numbers.get(this.#runs);
    return number === undefined ? null : [number, this.#offset];
  }
}

/** The range of a comment. */
interface CommentMarks {
  start?: ReadMark;
  end?: ReadMark;
  reference?: ReadMark;
}

/** The marks of one document. A place without text moves on to the next text. */
export class TextMarks {
  /** Marks of places after the last text. */
  #pending: ReadMark[] = [];
  #last: readonly Run[] | null = null;
  /** Those that were pending when the paragraph began that is being read. */
  #carried: ReadMark[] = [];
  /** Marks inside that paragraph. */
  #current: ReadMark[] = [];
  readonly #comments = new Map<string, CommentMarks>();
  readonly #bookmarks = new Map<string, ReadMark>();

  /** Begins a paragraph. Returns the mark of all places at its start; null: there is none. */
  begin(): TextMark | null {
    const carried = this.#pending;
    this.#carried = carried;
    this.#pending = [];
    if (carried.length === 0) return null;
    return {
      settle: (runs, offset) => {
        for (const mark of carried) mark.settle(runs, offset);
      },
    };
  }

  /** Ends the paragraph with these runs. Without text (null), its marks are at the start of the next text. */
  end(runs: readonly Run[] | null): void {
    if (runs === null) {
      // Thousands of empty paragraphs in a row carry the same list on.
      for (const mark of this.#current) this.#carried.push(mark);
      for (const mark of this.#pending) this.#carried.push(mark);
      this.#pending = this.#carried;
    } else this.#last = runs;
    this.#carried = [];
    this.#current = [];
  }

  /** Ends a story. Marks after its last text are at the end of that text. */
  endStory(): void {
    const last = this.#last;
    if (last !== null) for (const mark of this.#pending) mark.settle(last, wordsOf(last).length);
    this.#pending = [];
  }

  /** A mark at the current place of a paragraph. */
  here(): ReadMark {
    const mark = new ReadMark();
    this.#current.push(mark);
    return mark;
  }

  /** A mark between two paragraphs. */
  between(): ReadMark {
    const mark = new ReadMark();
    this.#pending.push(mark);
    return mark;
  }

  /** Notes a part of a comment's range. The first one of each kind counts. */
  ofComment(id: string, part: keyof CommentMarks, mark: ReadMark): void {
    const known = this.#comments.get(id);
    if (known === undefined) this.#comments.set(id, { [part]: mark });
    else known[part] ??= mark;
  }

  /** Notes the start of a bookmark. The first one of each name counts. */
  ofBookmark(name: string, start: ReadMark): void {
    if (!this.#bookmarks.has(name)) this.#bookmarks.set(name, start);
  }

  /** The places of a document. `blocks`: all of its text that something refers to. */
  placesIn(blocks: readonly Block[]): MarkedPlaces {
    return new MarkedPlaces(blocks, this.#comments, this.#bookmarks);
  }
}

/** The places of the marks in a document. */
export class MarkedPlaces {
  readonly #numbers: ReadonlyMap<readonly Run[], number>;
  readonly #comments: ReadonlyMap<string, CommentMarks>;
  readonly #bookmarks: ReadonlyMap<string, ReadMark>;
  readonly #runs: readonly (readonly Run[])[];
  readonly #words = new Map<number, string>();

  constructor(
    blocks: readonly Block[],
    comments: ReadonlyMap<string, CommentMarks>,
    bookmarks: ReadonlyMap<string, ReadMark>,
  ) {
    this.#numbers = textNumbers(blocks);
    this.#runs = [...this.#numbers.keys()];
    this.#comments = comments;
    this.#bookmarks = bookmarks;
  }

  /** The place of a mark; null if the document does not show it. */
  of(mark: ReadMark | undefined): TextPlace | null {
    return mark?.placeIn(this.#numbers) ?? null;
  }

  /**
   * The words that a comment is about, without the white space around them. Without a whole range it is a point, where
   * its reference is. Null if the document does not show the place.
   */
  ofComment(id: string): { readonly start: TextPlace; readonly end: TextPlace } | null {
    const { start, end, reference } = this.#comments.get(id) ?? {};
    const [from, to, point] = [this.of(start), this.of(end), this.of(reference)];
    const range = from && to && this.#trimmed(from, to);
    if (range) return range;
    const at = point ?? from ?? to;
    return at && { start: at, end: at };
  }

  /** Where a bookmark begins; null if the document does not show it. */
  ofBookmark(name: string): TextPlace | null {
    return this.of(this.#bookmarks.get(name));
  }

  /** The words of a text block by its number. */
  wordsAt(number: number): string {
    // A thousand comments may be about one long text.
    let words = this.#words.get(number);
    if (words === undefined) this.#words.set(number, (words = wordsOf(this.#runs[number] ?? [])));
    return words;
  }

  /** The range without white space at either end; null if no words are left. */
  #trimmed(from: TextPlace, to: TextPlace): { readonly start: TextPlace; readonly end: TextPlace } | null {
    let [[first, start], [last, end]] = [from, to];
    // An end before the first word of a paragraph is the end of the paragraph before.
    if (end === 0 && last > first) end = this.wordsAt((last -= 1)).length;
    const words = this.wordsAt(first);
    if (start === words.length && first < last) [first, start] = [first + 1, 0];
    if (first > last || (first === last && start >= end)) return null;
    const own = this.wordsAt(first);
    start += leading(own.slice(start));
    end -= trailing(this.wordsAt(last).slice(0, end));
    return first < last || start < end ? { start: [first, start], end: [last, end] } : null;
  }
}

/** The text of runs without pictures. */
function wordsOf(runs: readonly Run[]): string {
  return runs.map(({ text, image }) => (image === undefined ? text : '')).join('');
}

function leading(text: string): number {
  return text.length - text.trimStart().length;
}

function trailing(text: string): number {
  return text.length - text.trimEnd().length;
}
