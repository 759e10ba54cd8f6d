/** Merges two revisions of a text into one: a three-way merge by sentences and lines. Pure and synchronous. */
import { diffSequences } from '../../engine/diff/diff-sequences.ts';
import { gapsOf } from '../../engine/diff/match.ts';
import { Interner } from '../../engine/tokens/interner.ts';
import { sentencesOf } from './sentences.ts';

/** A merged text. */
export interface MergedText {
  /** With conflict markers around what both sides changed differently. */
  readonly text: string;
  /** Number of conflicts. */
  readonly conflicts: number;
}

/** Names of both sides at the markers, and the number of characters of a marker. */
export interface MarkerOptions {
  readonly ours: string;
  readonly theirs: string;
  readonly size: number;
}

/** Units of the base from `start` to `end` that a side replaced by its units from `from` to `to`. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

/** A part of the result: decided, or in both versions. */
type Piece = string | { readonly ours: string; readonly theirs: string };

/**
 * The base with the edits of both sides. Units are sentences and lines, so that two sides may change two sentences of
 * one paragraph. Edits of different units are both taken, also of neighbours. A conflict is an edit of a unit that the
 * other side changed too, or an insertion beside an edit. There is no conflict if both are equal. Every character of a
 * side is kept as it is.
 */
export function mergeTexts(base: string, ours: string, theirs: string, markers: MarkerOptions): MergedText {
  const interner = new Interner();
  const units = [base, ours, theirs].map(unitsOf) as [string[], string[], string[]];
  const ids = units.map((list) => Int32Array.from(list, (unit) => interner.intern(unit)));
  const editsOf = (side: 1 | 2): Edit[] =>
    gapsOf(diffSequences(ids[0]!, ids[side]!, interner.size), ids[0]!.length, ids[side]!.length).map(
      ({ aStart, aEnd, bStart, bEnd }) => ({ start: aStart, end: aEnd, from: bStart, to: bEnd }),
    );
  const sides = [editsOf(1), editsOf(2)] as const;
  const pieces: Piece[] = [];
  let at = 0;
  let [i, j] = [0, 0];
  const textOf = (side: 0 | 1 | 2, from: number, to: number): string => units[side].slice(from, to).join('');
  while (i < sides[0].length || j < sides[1].length) {
    const start = Math.min(sides[0][i]?.start ?? Infinity, sides[1][j]?.start ?? Infinity);
    pieces.push(textOf(0, at, start));
    const first = { ours: i, theirs: j };
    let end = start;
    // All edits of both sides that touch each other are decided together.
    for (let grows = true; grows;) {
      const [own, other] = [sides[0][i], sides[1][j]];
      const lastOwn = i > first.ours ? sides[0][i - 1] : undefined;
      const lastOther = j > first.theirs ? sides[1][j - 1] : undefined;
      if (own !== undefined && joins(own, start, lastOther)) {
        end = Math.max(end, own.end);
        i += 1;
      } else if (other !== undefined && joins(other, start, lastOwn)) {
        end = Math.max(end, other.end);
        j += 1;
      } else grows = false;
    }
    const version = (side: 0 | 1, edits: readonly Edit[]): string => {
      let text = '';
      let place = start;
      for (const edit of edits) {
        text += textOf(0, place, edit.start) + textOf((side + 1) as 1 | 2, edit.from, edit.to);
        place = edit.end;
      }
      return text + textOf(0, place, end);
    };
    const [own, other] = [sides[0].slice(first.ours, i), sides[1].slice(first.theirs, j)];
    const [mine, yours] = [version(0, own), version(1, other)];
    if (own.length === 0) pieces.push(yours);
    else if (other.length === 0 || mine === yours) pieces.push(mine);
    else pieces.push({ ours: mine, theirs: yours });
    at = end;
  }
  pieces.push(textOf(0, at, units[0].length));
  return write(pieces, markers);
}

/**
 * Whether an edit is decided together with the last one of the other side. It then begins the group, or touches that
 * edit.
 */
function joins(edit: Edit, start: number, last: Edit | undefined): boolean {
  return last === undefined ? edit.start === start : touches(edit, last);
}

/** Two replacements touch if they share a unit. An insertion, or a deletion, also touches what it is beside. */
function touches(a: Edit, b: Edit): boolean {
  if (a.start < b.end && b.start < a.end) return true;
  const isReplacement = (edit: Edit): boolean => edit.start < edit.end && edit.from < edit.to;
  return a.start <= b.end && b.start <= a.end && !(isReplacement(a) && isReplacement(b));
}

/** Sentences and lines, with the white space after them. They are the whole text. */
function unitsOf(text: string): string[] {
  return (text.match(/[^\n]*\n|[^\n]+$/gu) ?? []).flatMap(sentencesOf);
}

/** The result, with whole lines between conflict markers. */
function write(pieces: readonly Piece[], { ours, theirs, size }: MarkerOptions): MergedText {
  let text = '';
  let conflicts = 0;
  /** Both versions of the open conflict, which ends where both end a line. */
  let open: { ours: string; theirs: string } | null = null;
  const marker = (sign: string, name = ''): string => `${sign.repeat(size)}${name === '' ? '' : ` ${name}`}\n`;
  const close = (): void => {
    if (open === null) return;
    const line = (version: string): string => (version === '' || version.endsWith('\n') ? version : `${version}\n`);
    text += marker('<', ours) + line(open.ours) + marker('=') + line(open.theirs) + marker('>', theirs);
    conflicts += 1;
    open = null;
  };
  for (const piece of pieces) {
    if (typeof piece !== 'string') {
      if (open === null) {
        const lineStart = text.lastIndexOf('\n') + 1;
        const before = text.slice(lineStart);
        text = text.slice(0, lineStart);
        open = { ours: before, theirs: before };
      }
      open = { ours: open.ours + piece.ours, theirs: open.theirs + piece.theirs };
      continue;
    }
    if (open === null) {
      text += piece;
      continue;
    }
    const versions: { ours: string; theirs: string } = open;
    const isWhole = [versions.ours, versions.theirs].every((version) => version === '' || version.endsWith('\n'));
    const rest = isWhole ? 0 : piece.indexOf('\n') + 1 || piece.length;
    open = { ours: versions.ours + piece.slice(0, rest), theirs: versions.theirs + piece.slice(0, rest) };
    if (piece === '' || (!isWhole && !piece.includes('\n'))) continue;
    close();
    text += piece.slice(rest);
  }
  close();
  return { text, conflicts };
}
