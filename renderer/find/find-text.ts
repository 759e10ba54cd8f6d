import type { Side } from '../../shared/document/model.ts';

/** A stretch of text that stands together: the text nodes of one paragraph, cell or line, with what marks them. */
export interface TextPiece {
  readonly text: string;
  /** The side that alone has it; null: both. */
  readonly side: Side | null;
}

/** A match: from a place in one piece to a place in another or the same; the end is not part of it. */
export interface TextMatch {
  readonly from: { readonly piece: number; readonly offset: number };
  readonly to: { readonly piece: number; readonly offset: number };
}

/** Both sides in one as they are shown, and each side as it reads. */
const READINGS = [null, 'original', 'revised'] as const;

/**
 * Where a text stands in a paragraph with changes: as it is shown, in the original and in the revised, so that a phrase is
 * found although a change goes through it. Case does not count, nor how much white space there is. In the order of the
 * document, each place once. `pattern`: what `patternOf` gives.
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

/** The expression that finds a text; null for one without a character to look for. */
export function patternOf(wanted: string): RegExp | null {
  const words = wanted.trim().split(/\s+/u);
  if (words[0] === '' || words[0] === undefined) return null;
  return new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`)).join('\\s+'), 'giu');
}

/** The place of an offset into the joined texts of the pieces `read`. An end stays in the piece that it ends. */
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
