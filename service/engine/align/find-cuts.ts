/**
 * Finds texts that one side has whole and the other in pieces: a paragraph that was split, or two that were joined.
 *
 *     [One. Two.]
 *     [One.] [Two.]
 */
import { diffSequences } from '../diff/diff-sequences.ts';
import type { Gap } from '../diff/match.ts';
import type { Bag, Vocabulary } from '../tokens/vocabulary.ts';
import { joinBags, type Feature } from './feature.ts';

/** What is asked of the pieces of a whole. */
interface CutTerms {
  /** The share of a piece that has to stand in the whole, beyond what the other pieces take. */
  readonly pieceInWhole: number;
  /** The share of the whole that all pieces together have to bring. */
  readonly wholeInPieces: number;
}

const MOSTLY_PIECES: CutTerms = { pieceInWhole: 0.7, wholeInPieces: 0.6 };
/**
 * Where nearly all of the whole is found again, the pieces beside its partner may have much of their own: the sentence for
 * whose sake the paragraph was split.
 *
 *     [One. Two.]
 *     [One. A new sentence.] [Two.]
 */
const PIECES_WITH_MORE: CutTerms = { pieceInWhole: 0.3, wholeInPieces: 0.8 };
/** Pieces of fewer tokens than this are found in any longer text: they count only where the pieces are exactly the whole. */
const PIECE_TOKENS_MIN = 3;
/** Consecutive items without a partner that are tried for one whole; a paragraph is hardly cut into more. */
const PIECES_MAX = 16;

/** One item of a list and the pieces `[from, to)` of the other, two at least. */
export interface Cut {
  readonly whole: number;
  readonly from: number;
  readonly to: number;
}

/** Looks for cuts gap by gap and notes in `partners` that a whole and its first piece are partners. */
export class CutFinder {
  /** Items of the first list that the second has in pieces, by their first piece. */
  readonly cutOfFirst = new Map<number, Cut>();
  /** Items of the second list that the first has in pieces, by their first piece. */
  readonly joinOfFirst = new Map<number, Cut>();
  readonly #a: readonly Feature[];
  readonly #b: readonly Feature[];
  readonly #vocabulary: Vocabulary;

  constructor(a: readonly Feature[], b: readonly Feature[], vocabulary: Vocabulary) {
    this.#a = a;
    this.#b = b;
    this.#vocabulary = vocabulary;
  }

  /** Notes that a range of items on either side is one text in other pieces. */
  note({ aStart, aEnd, bStart, bEnd }: Gap, partners: Int32Array): void {
    partners[aStart] = bStart;
    if (bEnd - bStart > 1) this.cutOfFirst.set(bStart, { whole: aStart, from: bStart, to: bEnd });
    if (aEnd - aStart > 1) this.joinOfFirst.set(aStart, { whole: bStart, from: aStart, to: aEnd });
  }

  /** `partners`: of the first list's items in the second, -1 without; ascending within the gap. */
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
    for (const { whole, from, to } of this.#find(a, b, forward, backward, () => true)) {
      partners[gap.aStart + whole] = gap.bStart + from;
      const cut = { whole: gap.aStart + whole, from: gap.bStart + from, to: gap.bStart + to };
      this.cutOfFirst.set(cut.from, cut);
    }
    const isUncut = (j: number): boolean =>
      backward[j] === -1 || !this.cutOfFirst.has(gap.bStart + forward[backward[j]!]!);
    for (const { whole, from, to } of this.#find(b, a, backward, forward, isUncut)) {
      for (let i = from; i < to; i += 1) partners[gap.aStart + i] = -1;
      partners[gap.aStart + from] = gap.bStart + whole;
      const join = { whole: gap.bStart + whole, from: gap.aStart + from, to: gap.aStart + to };
      this.joinOfFirst.set(join.from, join);
    }
  }

  /**
   * Cuts of those `wholes` that may be cut. Keeps both lists of partners as it goes: every piece of a cut has the
   * whole, the whole its first piece.
   */
  #find(
    wholes: readonly Feature[],
    pieces: readonly Feature[],
    partnerOf: Int32Array,
    wholeOf: Int32Array,
    mayBeWhole: (index: number) => boolean,
  ): Cut[] {
    const cuts: Cut[] = [];
    // From here on pieces are free for the whole at hand: behind the partners of all wholes before it.
    let free = 0;
    for (let index = 0; index < wholes.length; index += 1) {
      const whole = wholes[index]!;
      const partner = partnerOf[index]!;
      let cut: [number, number] | null = null;
      if (whole.cuttable && whole.bag().ids.length > 1 && mayBeWhole(index)) {
        const start = partner === -1 ? free : partner;
        const paired = partner !== -1;
        cut = this.#cutOf(whole, pieces, wholeOf, start, paired, free, MOSTLY_PIECES);
        if (paired) cut ??= this.#cutOf(whole, pieces, wholeOf, start, paired, free, PIECES_WITH_MORE);
      }
      if (cut === null) {
        if (partner !== -1) free = partner + 1;
        continue;
      }
      const [from, to] = cut;
      for (let j = from; j < to; j += 1) wholeOf[j] = index;
      partnerOf[index] = from;
      cuts.push({ whole: index, from, to });
      free = to;
    }
    return cuts;
  }

  /** The pieces of a whole around its partner or, without one, among the free pieces from `start` on. */
  #cutOf(
    whole: Feature,
    pieces: readonly Feature[],
    wholeOf: Int32Array,
    start: number,
    paired: boolean,
    free: number,
    terms: CutTerms,
  ): [number, number] | null {
    const isFree = (j: number): boolean => j >= free && j < pieces.length && wholeOf[j] === -1;
    let from = start;
    if (!paired) {
      while (isFree(from) && from < start + PIECES_MAX && !this.#isPiece(whole, undefined, pieces[from]!, terms))
        from += 1;
      if (!isFree(from) || from === start + PIECES_MAX) return null;
    }
    if (!pieces[from]!.cuttable) return null;
    let to = from + 1;
    let bag = pieces[from]!.bag();
    while (isFree(to) && to - from < PIECES_MAX && this.#isPiece(whole, bag, pieces[to]!, terms)) {
      bag = joinBags([bag, pieces[to]!.bag()]);
      to += 1;
    }
    while (isFree(from - 1) && to - from < PIECES_MAX && this.#isPiece(whole, bag, pieces[from - 1]!, terms)) {
      from -= 1;
      bag = joinBags([pieces[from]!.bag(), bag]);
    }
    // The first piece is the whole's partner; were its type another, that would be one more change of the same block.
    if (pieces[from]!.type !== whole.type) return null;
    return to - from > 1 && this.#comesInOrder(whole, pieces.slice(from, to), terms) ? [from, to] : null;
  }

  /** Whether most of a piece stands in what of the whole is not taken yet. */
  #isPiece(whole: Feature, taken: Bag | undefined, piece: Feature, terms: CutTerms): boolean {
    if (!piece.cuttable || piece.bag().ids.length === 0) return false;
    const share = piece.bag().ids.length < PIECE_TOKENS_MIN ? 1 : terms.pieceInWhole;
    // A text much longer than the whole is no piece of it; to count its tokens for every whole would be quadratic.
    if (whole.bag().total < share * piece.bag().total) return false;
    const { ids } = whole.bag();
    const before = taken === undefined ? 0 : this.#vocabulary.overlap(ids, taken.ids);
    const after = this.#vocabulary.overlap(
      ids,
      joinBags(taken === undefined ? [piece.bag()] : [taken, piece.bag()]).ids,
    );
    return after - before >= share * piece.bag().total;
  }

  /** Whether the pieces one after another really are the whole, edited: the same words in the same order. */
  #comesInOrder(whole: Feature, pieces: readonly Feature[], terms: CutTerms): boolean {
    const all = joinBags(pieces.map((piece) => piece.bag()));
    const pair = this.#vocabulary.localPair(whole.bag().ids, all.ids);
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
    const sum = kept.reduce((x, y) => x + y, 0);
    if (sum === whole.bag().total && sum === all.total) return true;
    return (
      sum >= terms.wholeInPieces * whole.bag().total &&
      kept.every((weight, index) => {
        const { ids, total } = pieces[index]!.bag();
        return ids.length >= PIECE_TOKENS_MIN && weight >= terms.pieceInWhole * total;
      })
    );
  }
}
