/**
 * Finds texts that are one item on one side and several on the other: a split paragraph, or merged ones. Other blocks
 * may lie between the pieces.
 *
 *     [One. Two.]                      [One. Two.]
 *     [One.] [Two.]                    [One.] [Heading] [Two.]
 */
import { diffSequences } from '../diff/diff-sequences.ts';
import type { Gap } from '../diff/match.ts';
import type { Bag } from '../tokens/tokenized-text.ts';
import { renumberPair } from '../tokens/interner.ts';
import type { Vocabulary } from '../tokens/vocabulary.ts';
import { joinBags, type Feature } from './feature.ts';

/** Required common text of a whole and its pieces. */
interface SplitTerms {
  /** Share of a piece that the whole contains, beyond the text that other pieces take. */
  readonly pieceInWhole: number;
  /** Share of the whole that all pieces together contain. */
  readonly wholeInPieces: number;
}

const MOSTLY_PIECES: SplitTerms = { pieceInWhole: 0.7, wholeInPieces: 0.6 };
/**
 * Terms if the pieces contain nearly all of the whole. The pieces beside its partner may then have much text of their
 * own: the inserted sentence that caused the split.
 *
 *     [One. Two.]
 *     [One. A new sentence.] [Two.]
 */
const PIECES_WITH_MORE: SplitTerms = { pieceInWhole: 0.3, wholeInPieces: 0.8 };
/** Any longer text contains pieces with fewer tokens: they count only if the pieces are exactly the whole. */
const PIECE_TOKENS_MIN = 3;
/** Consecutive items without a partner that are tried for one whole; a paragraph is hardly split into more. */
const PIECES_MAX = 16;
/**
 * Fewest tokens of a piece after other blocks, unless it is all of the remaining whole: a short sentence. Less is
 * there by chance.
 */
const PARTED_TOKENS_MIN = 7;
/** How often pieces out of order are left out. A short text may look like a piece until the others do. */
const ORDER_TRIALS_MAX = 3;

/**
 * One item of a list and its pieces among the items `[from, to)` of the other. There are at least two pieces, among
 * them the first and the last item.
 */
export interface Split {
  readonly whole: number;
  readonly from: number;
  readonly to: number;
  /** Items between the pieces that are no pieces. */
  readonly between: ReadonlySet<number>;
}

function splitOf(whole: number, pieces: readonly number[], offset: number): Split {
  const [from, to] = [pieces[0]! + offset, pieces.at(-1)! + 1 + offset];
  const between = new Set<number>();
  if (to - from > pieces.length) {
    for (let at = from; at < to; at += 1) between.add(at);
    for (const piece of pieces) between.delete(piece + offset);
  }
  return { whole, from, to, between };
}

/** Searches for splits gap by gap. Records in `partners` that a whole and its first piece are partners. */
export class SplitFinder {
  /** Items of the first list that the second has in pieces, by their first piece. */
  readonly splits = new Map<number, Split>();
  /** Items of the second list that the first has in pieces, by their first piece. */
  readonly merges = new Map<number, Split>();
  readonly #a: readonly Feature[];
  readonly #b: readonly Feature[];
  readonly #vocabulary: Vocabulary;

  constructor(a: readonly Feature[], b: readonly Feature[], vocabulary: Vocabulary) {
    this.#a = a;
    this.#b = b;
    this.#vocabulary = vocabulary;
  }

  /** Records that a range of items on either side is one text in different pieces. */
  note({ aStart, aEnd, bStart, bEnd }: Gap, partners: Int32Array): void {
    partners[aStart] = bStart;
    const between = new Set<number>();
    if (bEnd - bStart > 1) this.splits.set(bStart, { whole: aStart, from: bStart, to: bEnd, between });
    if (aEnd - aStart > 1) this.merges.set(aStart, { whole: bStart, from: aStart, to: aEnd, between });
  }

  /** `partners`: for each item of the first list its index in the second, or -1; ascending within the gap. */
  search(gap: Gap, partners: Int32Array): void {
    const n = gap.aEnd - gap.aStart;
    const m = gap.bEnd - gap.bStart;
    if (n === 0 || m === 0 || n + m < 3) return;
    const forward = partners.subarray(gap.aStart, gap.aEnd).map((j) => (j === -1 ? -1 : j - gap.bStart));
    const backward = new Int32Array(m).fill(-1);
    forward.forEach((j, i) => {
      if (j !== -1) backward[j] = i;
    });
    const a = this.#a.slice(gap.aStart, gap.aEnd);
    const b = this.#b.slice(gap.bStart, gap.bEnd);
    for (const { whole, pieces } of this.#find(a, b, forward, backward, () => true)) {
      const split = splitOf(gap.aStart + whole, pieces, gap.bStart);
      partners[split.whole] = split.from;
      this.splits.set(split.from, split);
    }
    const isUnsplit = (j: number): boolean =>
      backward[j] === -1 || !this.splits.has(gap.bStart + forward[backward[j]!]!);
    for (const { whole, pieces } of this.#find(b, a, backward, forward, isUnsplit)) {
      const join = splitOf(gap.bStart + whole, pieces, gap.aStart);
      partners.fill(-1, join.from, join.to);
      partners[join.from] = join.whole;
      this.merges.set(join.from, join);
    }
  }

  /**
   * Finds the pieces of those `wholes` that may be split, ascending. Updates both lists of partners. The partner of
   * every piece and every item between is the whole. The partner of the whole is its first piece.
   */
  #find(
    wholes: readonly Feature[],
    pieces: readonly Feature[],
    partnerOf: Int32Array,
    wholeOf: Int32Array,
    mayBeWhole: (index: number) => boolean,
  ): { readonly whole: number; readonly pieces: readonly number[] }[] {
    const splits: { readonly whole: number; readonly pieces: readonly number[] }[] = [];
    // First item that may be a piece of the current whole: after the partners of all wholes before it.
    let free = 0;
    for (let index = 0; index < wholes.length; index += 1) {
      const whole = wholes[index]!;
      const partner = partnerOf[index]!;
      let found: readonly number[] | null = null;
      if (whole.splittable && whole.bag().ids.length > 1 && mayBeWhole(index)) {
        const start = partner === -1 ? free : partner;
        const paired = partner !== -1;
        found = this.#piecesOf(whole, pieces, wholeOf, start, paired, free, MOSTLY_PIECES);
        if (paired) found ??= this.#piecesOf(whole, pieces, wholeOf, start, paired, free, PIECES_WITH_MORE);
      }
      if (found === null) {
        if (partner !== -1) free = partner + 1;
        continue;
      }
      const [from, to] = [found[0]!, found.at(-1)! + 1];
      wholeOf.fill(index, from, to);
      partnerOf[index] = from;
      splits.push({ whole: index, pieces: found });
      free = to;
    }
    return splits;
  }

  /** The pieces of a whole around its partner or, without one, among the free pieces from `start` on. */
  #piecesOf(
    whole: Feature,
    pieces: readonly Feature[],
    wholeOf: Int32Array,
    start: number,
    paired: boolean,
    free: number,
    terms: SplitTerms,
  ): readonly number[] | null {
    const isFree = (j: number): boolean => j >= free && j < pieces.length && wholeOf[j] === -1;
    let from = start;
    if (!paired) {
      while (isFree(from) && from < start + PIECES_MAX && !this.#isPiece(whole, undefined, pieces[from]!, terms))
        from += 1;
      if (!isFree(from) || from === start + PIECES_MAX) return null;
    }
    if (!pieces[from]!.splittable) return null;
    let found: readonly number[] = this.#piecesAround(whole, pieces, isFree, from, terms);
    for (let trial = 0; trial < ORDER_TRIALS_MAX && found.length > 1; trial += 1) {
      // The first piece is the whole's partner. Another type would be one more change of the same block.
      if (pieces[found[0]!]!.type !== whole.type) return null;
      const worst = this.#leastInOrder(whole, pieces, found, terms);
      if (worst === null) return found;
      if (worst === from || worst === -1) return null;
      found = found.filter((at) => at !== worst);
    }
    return null;
  }

  /** A first piece with the pieces after and before it, ascending, even if other blocks lie between. */
  #piecesAround(
    whole: Feature,
    pieces: readonly Feature[],
    isFree: (index: number) => boolean,
    start: number,
    terms: SplitTerms,
  ): number[] {
    const found = [start];
    let bag = pieces[start]!.bag();
    /** Part of the whole beyond the first piece; computed when a neighbour does not fit. */
    let left: number | undefined;
    for (const step of [1, -1]) {
      let isBeside = true;
      let at = step === 1 ? found.at(-1)! + 1 : found[0]! - 1;
      for (; isFree(at) && Math.max(at, found.at(-1)!) - Math.min(at, found[0]!) < PIECES_MAX; at += step) {
        const piece = pieces[at]!;
        isBeside &&= this.#isPiece(whole, bag, piece, terms);
        if (!isBeside) {
          left ??= whole.bag().total - this.#vocabulary.overlap.shared(whole.bag().ids, pieces[start]!.bag().ids);
          if (left === 0) break;
          if (!this.#isParted(whole, piece, left)) continue;
        }
        isBeside = true;
        bag = joinBags(step === 1 ? [bag, piece.bag()] : [piece.bag(), bag]);
        if (step === 1) found.push(at);
        else found.unshift(at);
      }
    }
    return found;
  }

  /** Whether a text after other blocks may be a piece. `left`: the part of the whole beyond the first piece. */
  #isParted(whole: Feature, piece: Feature, left: number): boolean {
    if (piece.type !== whole.type || !piece.splittable) return false;
    const { ids, total } = piece.bag();
    const share = MOSTLY_PIECES.pieceInWhole;
    if (total !== left && (ids.length < PARTED_TOKENS_MIN || share * total > left)) return false;
    if (this.#vocabulary.overlap.shared(whole.bag().ids, ids) < share * total) return false;
    return this.#keptInOrder(whole, [piece])[0]! >= share * total;
  }

  /** Whether the part of the whole that is not taken yet contains most of a piece. */
  #isPiece(whole: Feature, taken: Bag | undefined, piece: Feature, terms: SplitTerms): boolean {
    if (!piece.splittable || piece.bag().ids.length === 0) return false;
    const share = piece.bag().ids.length < PIECE_TOKENS_MIN ? 1 : terms.pieceInWhole;
    // A text much longer than the whole is no piece of it. Counting its tokens for every whole would be quadratic.
    if (whole.bag().total < share * piece.bag().total) return false;
    const { ids } = whole.bag();
    const before = taken === undefined ? 0 : this.#vocabulary.overlap.shared(ids, taken.ids);
    const all = taken === undefined ? piece.bag() : joinBags([taken, piece.bag()]);
    return this.#vocabulary.overlap.shared(ids, all.ids) - before >= share * piece.bag().total;
  }

  /**
   * Null if the pieces in sequence are the edited whole: the same words in the same order. Otherwise the index of the
   * worst piece, or -1 if too little of the whole is found.
   */
  #leastInOrder(whole: Feature, items: readonly Feature[], found: readonly number[], terms: SplitTerms): number | null {
    const pieces = found.map((at) => items[at]!);
    const all = pieces.reduce((total, piece) => total + piece.bag().total, 0);
    const kept = this.#keptInOrder(whole, pieces);
    const sum = kept.reduce((x, y) => x + y, 0);
    if (sum === whole.bag().total && sum === all) return null;
    if (sum < terms.wholeInPieces * whole.bag().total) return -1;
    let worst: number | null = null;
    let least = Infinity;
    for (const [index, piece] of pieces.entries()) {
      const { ids, total } = piece.bag();
      const isParted = index > 0 && found[index]! - found[index - 1]! > 1;
      const share = isParted ? MOSTLY_PIECES.pieceInWhole : terms.pieceInWhole;
      const own = ids.length < PIECE_TOKENS_MIN ? 0 : kept[index]! / total;
      if (own < share && own < least) [worst, least] = [found[index]!, own];
    }
    return worst;
  }

  /** The part of each piece that the whole contains, in the order of all pieces. */
  #keptInOrder(whole: Feature, pieces: readonly Feature[]): number[] {
    const all = joinBags(pieces.map((piece) => piece.bag()));
    const pair = renumberPair(whole.bag().ids, all.ids);
    const kept = pieces.map(() => 0);
    const ends: number[] = [];
    for (const piece of pieces) ends.push((ends.at(-1) ?? 0) + piece.bag().ids.length);
    let at = 0;
    for (const run of diffSequences(pair.a, pair.b, pair.size, this.#vocabulary.steps)) {
      for (let k = run.bStart; k < run.bStart + run.length; k += 1) {
        while (k >= ends[at]!) at += 1;
        kept[at]! += this.#vocabulary.weightOf(all.ids[k]!);
      }
    }
    return kept;
  }
}
