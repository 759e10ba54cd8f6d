import type { Side } from '../../shared/document/model.ts';

/** A continuous text: the text nodes of one paragraph, cell or line, each with its side. */
export interface TextPiece {
  readonly text: string;
  /** The only side that has the text. Null: both. */
  readonly side: Side | null;
}

/** A match from a place in one piece to a place in the same or another piece. The end is exclusive. */
export interface TextMatch {
  readonly from: { readonly piece: number; readonly offset: number };
  readonly to: { readonly piece: number; readonly offset: number };
}

/** The merged text as it is shown, and the text of each side. */
const READINGS = [null, 'original', 'revised'] as const;

/**
 * Finds a pattern in a paragraph with changes: in the shown text, in the original and in the revised text. So it
 * finds a phrase that a change interrupts. Case and the amount of white space do not count. Matches are in document
 * order, without duplicates. `pattern` comes from `patternOf`.
 */
export function findPattern(pieces: readonly TextPiece[], pattern: RegExp): readonly TextMatch[] {
  const found = new Map<string, TextMatch>();
  const readings = pieces.some(({ side }) => side !== null) ? READINGS : READINGS.slice(0, 1);
  for (const reading of readings) {
    const read = pieces.flatMap(({ side }, index) =>
      reading === null || side === null || side === reading ? [index] : [],
    );
    const text = read.map((index) => pieces[index]!.text).join('');
    for (const { index, 0: match } of text.matchAll(pattern)) {
      const from = placeAt(pieces, read, index, false);
      const to = placeAt(pieces, read, index + match.length, true);
      found.set(`${from.piece}:${from.offset}-${to.piece}:${to.offset}`, { from, to });
    }
  }
  return [...found.values()].sort((a, b) => a.from.piece - b.from.piece || a.from.offset - b.from.offset);
}

/** The regular expression that finds a text. Null if the text has no visible character. */
export function patternOf(wanted: string): RegExp | null {
  const words = wanted.trim().split(/\s+/u);
  if (words[0] === '' || words[0] === undefined) return null;
  return new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`)).join('\\s+'), 'giu');
}

/**
 * The place of an offset into the joined texts of the pieces `read`. An end offset belongs to the piece that it ends.
 */
function placeAt(
  pieces: readonly TextPiece[],
  read: readonly number[],
  offset: number,
  isEnd: boolean,
): { piece: number; offset: number } {
  let left = offset;
  for (const piece of read) {
    const { length } = pieces[piece]!.text;
    if (left < length || (isEnd && left === length)) return { piece, offset: left };
    left -= length;
  }
  const last = read.at(-1) ?? 0;
  return { piece: last, offset: pieces[last]?.text.length ?? 0 };
}
