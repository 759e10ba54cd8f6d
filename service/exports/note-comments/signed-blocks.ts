/**
 * Signs in the text of merged blocks that begin and end the words of notes. The signs stay at these words while changes
 * are decided, so that the decided document tells where a note belongs.
 */
import type { Block, OneSided, Run, Side, TextBlock } from '../../../shared/document/model.ts';
import type { Passage } from '../../../shared/review-file/notes.ts';
import { withoutSpace } from '../../redline/text/guide.ts';

/** A half-open range of the text of both sides together, in UTF-16 units that are not white space. */
export interface MergedRange {
  readonly start: number;
  readonly end: number;
}

/** Private letters of Unicode in plane 15 (chapter 23.5), each of two units. */
const FIRST_SIGN = 0xf0000;

/** The sign at an end of a note, from its number from 0. */
export function signAt(note: number, end: 'start' | 'end'): string {
  return String.fromCodePoint(FIRST_SIGN + 2 * note + (end === 'end' ? 1 : 0));
}

/** The note and the end of a sign; null: the letter is none. */
export function readSign(letter: string): { readonly note: number; readonly end: 'start' | 'end' } | null {
  const number = letter.codePointAt(0)! - FIRST_SIGN;
  return number < 0 ? null : { note: number >> 1, end: number % 2 === 0 ? 'start' : 'end' };
}

/** The text of both sides together, and the range of each change in it. */
export class MergedText {
  readonly text: string;
  readonly #changes = new Map<string, MergedRange>();
  #length = 0;

  constructor(blocks: readonly Block[]) {
    const parts: string[] = [];
    this.#read(blocks, undefined, parts);
    this.text = parts.join('');
  }

  /** The range of a change: all between its first and its last word. A change without words has its paragraph. */
  ofChange(changeId: string): MergedRange | null {
    return this.#changes.get(changeId) ?? null;
  }

  /** The range of a passage; null: the text does not have it. Of equal ones it is the one with the same text around it. */
  ofPassage({ quote, before, after }: Passage): MergedRange | null {
    const wanted = withoutSpace(quote);
    if (wanted === '') return null;
    const [left, right] = [withoutSpace(before), withoutSpace(after)];
    const exact = this.text.indexOf(left + wanted + right);
    const start = exact === -1 ? this.text.indexOf(wanted) : exact + left.length;
    return start === -1 ? null : { start, end: start + wanted.length };
  }

  #read(blocks: readonly Block[], outer: Side | undefined, parts: string[]): void {
    for (const block of blocks) {
      const start = this.#length;
      const side = block.onlyIn?.side ?? outer;
      if (block.kind === 'text') this.#readRuns(block, side, parts);
      if (block.kind === 'table') {
        for (const row of block.rows) {
          const rowStart = this.#length;
          for (const cell of row.cells) {
            const cellStart = this.#length;
            this.#read(cell.blocks, cell.onlyIn?.side ?? row.onlyIn?.side ?? side, parts);
            this.#note(cell.onlyIn, cellStart);
          }
          this.#note(row.onlyIn, rowStart);
        }
      }
      this.#note(block.onlyIn, start);
      this.#note(block.original, start);
      if (block.kind === 'text') this.#note(block.boundary, start);
    }
  }

  #readRuns(block: TextBlock, side: Side | undefined, parts: string[]): void {
    const start = this.#length;
    const empty: Pick<OneSided, 'changeId'>[] = [];
    for (const run of shownRuns(block, side)) {
      const runStart = this.#length;
      const text = withoutSpace(run.text);
      parts.push(text);
      this.#length += text.length;
      for (const change of [run.edit, run.format, run.link]) {
        if (change === undefined) continue;
        if (text === '') empty.push(change);
        else this.#note(change, runStart);
      }
    }
    for (const change of empty) if (!this.#changes.has(change.changeId ?? '')) this.#note(change, start);
  }

  #note(change: { readonly changeId: string | null } | undefined, start: number): void {
    if (change === undefined || change.changeId === null) return;
    const known = this.#changes.get(change.changeId);
    this.#changes.set(change.changeId, {
      start: Math.min(start, known?.start ?? start),
      end: Math.max(this.#length, known?.end ?? 0),
    });
  }
}

/** Blocks with the signs of ranges. The number of a note is its place in the list. */
export function withSigns(blocks: readonly Block[], ranges: readonly (MergedRange | null)[]): readonly Block[] {
  return new Signer(ranges).blocks(blocks, undefined);
}

/** A sign in front of a unit (`start`), or behind the one before it (`end`). */
interface PlacedSign {
  readonly at: number;
  readonly sign: string;
  readonly end: 'start' | 'end';
}

class Signer {
  readonly #signs: readonly PlacedSign[];
  #next = 0;
  #length = 0;

  constructor(ranges: readonly (MergedRange | null)[]) {
    const signs = ranges.flatMap((range, note): PlacedSign[] =>
      range === null
        ? []
        : [
            { at: range.start, sign: signAt(note, 'start'), end: 'start' },
            { at: range.end, sign: signAt(note, 'end'), end: 'end' },
          ],
    );
    // At one place, notes end before others begin.
    this.#signs = signs.sort((a, b) => a.at - b.at || a.end.localeCompare(b.end));
  }

  blocks(blocks: readonly Block[], outer: Side | undefined): readonly Block[] {
    return blocks.map((block) => {
      const side = block.onlyIn?.side ?? outer;
      if (block.kind === 'text') return this.#text(block, side);
      if (block.kind !== 'table') return block;
      const rows = block.rows.map((row) => ({
        ...row,
        cells: row.cells.map((cell) => ({
          ...cell,
          blocks: this.blocks(cell.blocks, cell.onlyIn?.side ?? row.onlyIn?.side ?? side),
        })),
      }));
      return { ...block, rows };
    });
  }

  #text(block: TextBlock, side: Side | undefined): TextBlock {
    const shown = new Set(shownRuns(block, side));
    const runs = block.runs.flatMap((run) => (shown.has(run) ? this.#run(run) : [run]));
    return { ...block, runs };
  }

  #run(run: Run): Run[] {
    const start = this.#length;
    this.#length += withoutSpace(run.text).length;
    const pieces: Run[] = [];
    let from = 0;
    for (; this.#next < this.#signs.length; this.#next += 1) {
      const { at, sign, end } = this.#signs[this.#next]!;
      // A note begins at a unit, so in the run that has it.
      if (at > this.#length || (at === this.#length && end === 'start')) break;
      const cut = indexOfUnit(run.text, at - start);
      if (cut > from) pieces.push({ ...run, text: run.text.slice(from, cut) });
      pieces.push({ text: sign, marks: 0, href: null });
      from = Math.max(from, cut);
    }
    if (pieces.length === 0) return [run];
    if (from < run.text.length) pieces.push({ ...run, text: run.text.slice(from) });
    return pieces;
  }
}

/** The runs of a block that its side shows. The other end of a move has the edits of the other side. */
function shownRuns({ runs }: TextBlock, side: Side | undefined): readonly Run[] {
  return runs.filter(({ edit }) => side === undefined || edit === undefined || edit.side === side);
}

/** The index in a text behind a number of units that are not white space. */
export function indexOfUnit(text: string, units: number): number {
  let left = units;
  let at = 0;
  for (const letter of text) {
    if (left <= 0) break;
    left -= withoutSpace(letter).length;
    at += letter.length;
  }
  return at;
}
