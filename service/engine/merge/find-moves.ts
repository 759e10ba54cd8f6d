/**
 * Finds moves among one-sided rows: equal texts first, then similar ones. A moved item is still deleted in one place
 * and inserted in another; its two ends share a move id.
 */
import type { Aligned } from '../align/align-items.ts';
import type { Feature } from '../align/feature.ts';
import { UNIQUE_UNITS_MIN, uniqueTexts } from '../align/moved-items.ts';
import { likeness } from '../align/pair-alike.ts';
import { pairsSharingRareGrams } from '../align/rare-grams.ts';
import { nameOfRow } from '../align/same-row.ts';
import { NO_KEY } from '../tokens/content-keys.ts';
import type { Vocabulary } from '../tokens/vocabulary.ts';
import type { MergeContext } from './merge-context.ts';

/**
 * Share of common text at which an inserted item is the deleted one, moved and edited. Readers expect more similarity
 * of distant items than of neighbours.
 */
const MOVED_ALIKE_MIN = 0.65;
/** The share for short texts: of five words, one may differ. */
const MOVED_SHORT_ALIKE_MIN = 0.8;
/** Fewest words of a short text that is recognised after an edit. */
const SHORT_WORDS_MIN = 4;
/** Factor on the minimum length: an edited text below it is short. */
const EDITED_LENGTH_FACTOR = 2;

/** A move: the rows of the alignment at its two ends. */
export interface Move {
  readonly moveId: string;
  /** The row that the original has, and the one that the revised document has. */
  readonly from: number;
  readonly to: number;
}

/** For each row of the alignment, the move of which it is an end. */
export type Moves = readonly (Move | undefined)[];

/**
 * Finds the moves of an alignment. Items at the same place of either document (JSON) are the same item, even if their
 * texts differ.
 *
 * @param minTokens fewest tokens of a moved item that its document has more than once: shorter ones repeat by chance
 * @param beginsSlide whether the item of a row begins a slide. Slides with equal texts move whole, however short they are
 */
export function findMoves(
  aligned: readonly Aligned[],
  a: readonly Feature[],
  b: readonly Feature[],
  minTokens: number,
  context: MergeContext,
  beginsSlide: (row: number) => boolean = () => false,
): Moves {
  const rows = new OneSidedRows(aligned, a, b);
  const { deleted, inserted, partners } = rows;
  if (deleted.length === 0 || inserted.length === 0) return [];
  if (rows.havePlaces) pairEqual(deleted, inserted, (row) => rows.feature(row).placeKey, rows);
  pairSlides(rows, beginsSlide);
  const [gone, come] = rowsWithSharedText(rows);
  if (gone.length > 0) {
    const { textKeys } = rows;
    pairEqual(rows.unpaired(gone, minTokens), rows.unpaired(come, minTokens), (row) => textKeys[row]!, rows);
    extendMoves(rows, (row, like) => textKeys[row] !== NO_KEY && textKeys[row] === textKeys[like]);
    pairUnique(rows.unpaired(gone, 1), rows.unpaired(come, 1), a, b, rows);
  }
  pairEqual(rows.unpaired(deleted, 1), rows.unpaired(inserted, 1), (row) => nameOfRow(rows.feature(row)), rows);
  pairEdited(rows.unpaired(deleted, minTokens), rows.unpaired(inserted, minTokens), rows, minTokens, context);
  extendMoves(rows, (row, like) => areAlike(rows.feature(row), rows.feature(like), context));

  if (!rows.havePairs) return [];
  const moves = new Array<Moves[number]>(aligned.length);
  for (let row = 0; row < aligned.length; row += 1) {
    const partner = partners[row]!;
    if (partner < row) continue;
    const [from, to] = rows.sides[row] === 1 ? [row, partner] : [partner, row];
    const move = { moveId: context.ids.nextMove(), from, to };
    moves[row] = move;
    moves[partner] = move;
  }
  return moves;
}

/** The one-sided rows of an alignment, by their indices, and their pairs so far. */
class OneSidedRows {
  readonly deleted: number[] = [];
  readonly inserted: number[] = [];
  /** By row: the other end of its move, or -1. */
  readonly partners: Int32Array;
  /** By row: 0 if both sides have it, 1 for the original alone, 2 for the revised alone. */
  readonly sides: Uint8Array;
  /** By row; `NO_KEY` if both sides have it. */
  readonly textKeys: Int32Array;
  /** Whether any row has a known place. */
  readonly havePlaces: boolean;
  /** Whether any row is paired. */
  havePairs = false;
  readonly #features: (Feature | undefined)[];

  constructor(aligned: readonly Aligned[], a: readonly Feature[], b: readonly Feature[]) {
    this.partners = new Int32Array(aligned.length).fill(-1);
    this.sides = new Uint8Array(aligned.length);
    this.textKeys = new Int32Array(aligned.length).fill(NO_KEY);
    this.#features = new Array<Feature | undefined>(aligned.length);
    let places = 0;
    for (let row = 0; row < aligned.length; row += 1) {
      const entry = aligned[row]!;
      if ((entry.a !== undefined && entry.b !== undefined) || entry.boundary !== undefined) continue;
      const feature = entry.a !== undefined ? a[entry.a]! : b[entry.b]!;
      this.sides[row] = entry.a !== undefined ? 1 : 2;
      (entry.a !== undefined ? this.deleted : this.inserted).push(row);
      this.#features[row] = feature;
      this.textKeys[row] = feature.textKey;
      if (feature.placeKey !== NO_KEY) places += 1;
    }
    this.havePlaces = places > 0;
  }

  /** The feature of a one-sided row. */
  feature(row: number): Feature {
    return this.#features[row]!;
  }

  /** The rows without a partner that have at least this many tokens. */
  unpaired(rows: readonly number[], tokens: number): number[] {
    return rows.filter((row) => this.partners[row] === -1 && this.feature(row).bag().ids.length >= tokens);
  }

  pair(from: number, to: number): void {
    this.partners[from] = to;
    this.partners[to] = from;
    this.havePairs = true;
  }
}

/** Pairs the rows of slides that one side has here and the other one elsewhere, with the same texts. */
function pairSlides(rows: OneSidedRows, beginsSlide: (row: number) => boolean): void {
  const { sides, textKeys } = rows;
  const slideFrom = (heading: number): number[] => {
    const slide = [heading];
    for (let row = heading + 1; sides[row] === sides[heading] && !beginsSlide(row); row += 1) slide.push(row);
    return slide;
  };
  const waiting = new Map<string, number[][]>();
  const keyOf = (slide: readonly number[]): string => slide.map((row) => textKeys[row]).join(' ');
  for (const heading of rows.inserted.filter(beginsSlide)) {
    const slide = slideFrom(heading);
    const same = waiting.get(keyOf(slide));
    if (same === undefined) waiting.set(keyOf(slide), [slide]);
    else same.push(slide);
  }
  for (const heading of rows.deleted.filter(beginsSlide)) {
    const slide = slideFrom(heading);
    const moved = waiting.get(keyOf(slide))?.shift();
    for (const [at, row] of slide.entries()) if (moved !== undefined) rows.pair(row, moved[at]!);
  }
}

/** Rows of either side whose text the other side also has among its one-sided rows. There are mostly few. */
function rowsWithSharedText({ deleted, inserted, textKeys }: OneSidedRows): readonly [gone: number[], come: number[]] {
  const keysOf = (rows: readonly number[]): Set<number> => new Set(rows.map((row) => textKeys[row]!));
  const isIn = (keys: ReadonlySet<number>) => (row: number) => textKeys[row] !== NO_KEY && keys.has(textKeys[row]!);
  const come = inserted.filter(isIn(keysOf(deleted)));
  return [come.length === 0 ? [] : deleted.filter(isIn(keysOf(come))), come];
}

/** Pairs rows of equal key: the first deleted with the first inserted, the second with the second. */
function pairEqual(
  deleted: readonly number[],
  inserted: readonly number[],
  keyOf: (row: number) => number,
  rows: OneSidedRows,
): void {
  // Indices into `inserted`: for each key the first waiting row, and for each row its key's next one, or -1.
  const first = new Map<number, number>();
  const next = new Int32Array(inserted.length);
  for (let at = inserted.length - 1; at >= 0; at -= 1) {
    const key = keyOf(inserted[at]!);
    if (key === NO_KEY) continue;
    next[at] = first.get(key) ?? -1;
    first.set(key, at);
  }
  if (first.size === 0) return;
  for (const from of deleted) {
    const key = keyOf(from);
    const at = first.get(key) ?? -1;
    if (at === -1) continue;
    first.set(key, next[at]!);
    rows.pair(from, inserted[at]!);
  }
}

/**
 * Pairs texts that each document has once. Such a text is the same in another place, however short it is.
 *
 *     {-[Apples]-} [Bread] [Cheese] {+[Apples]+}
 */
function pairUnique(
  deleted: readonly number[],
  inserted: readonly number[],
  a: readonly Feature[],
  b: readonly Feature[],
  rows: OneSidedRows,
): void {
  if (deleted.length === 0 || inserted.length === 0) return;
  const [onceInA, onceInB] = [uniqueTexts(a), uniqueTexts(b)];
  const isUnique = (row: number): boolean => {
    const key = rows.textKeys[row]!;
    return onceInA.has(key) && onceInB.has(key) && rows.feature(row).bag().total >= UNIQUE_UNITS_MIN;
  };
  pairEqual(deleted.filter(isUnique), inserted.filter(isUnique), (row) => rows.textKeys[row]!, rows);
}

function areAlike(x: Feature, y: Feature, { vocabulary }: MergeContext): boolean {
  return x.family === y.family && likeness(x, y, vocabulary, MOVED_ALIKE_MIN) >= MOVED_ALIKE_MIN;
}

/**
 * Extends moves to equal neighbours at both ends, however short they are: a heading moves with its section.
 *
 *     {-[1. Fees] [Ten euro a month.]-} [2. Term] {+[3. Fees] [Ten euro a month.]+}
 */
function extendMoves(rows: OneSidedRows, isSame: (row: number, like: number) => boolean): void {
  if (!rows.havePairs) return;
  const { partners, sides } = rows;
  const mayFollow = (row: number, like: number): boolean => sides[row] === sides[like] && partners[row] === -1;
  for (const step of [-1, 1]) {
    for (let k = 0; k < partners.length; k += 1) {
      const row = step === 1 ? k : partners.length - 1 - k;
      const partner = partners[row]!;
      if (partner === -1 || !mayFollow(row + step, row) || !mayFollow(partner + step, partner)) continue;
      if (isSame(row + step, partner + step)) rows.pair(row + step, partner + step);
    }
  }
}

/** Pairs the most similar rows first, each row once. */
function pairEdited(
  deleted: readonly number[],
  inserted: readonly number[],
  rows: OneSidedRows,
  minTokens: number,
  { vocabulary, swapped }: MergeContext,
): void {
  if (deleted.length === 0 || inserted.length === 0) return;
  const [first, second] = swapped ? [inserted, deleted] : [deleted, inserted];
  const featureOf = (row: number): Feature => rows.feature(row);
  const [x, y] = [first.map(featureOf), second.map(featureOf)];
  const candidates: { readonly i: number; readonly j: number; readonly alike: number }[] = [];
  const whole = { aStart: 0, aEnd: x.length, bStart: 0, bEnd: y.length };
  pairsSharingRareGrams(x, y, whole, vocabulary, (i, j) => {
    if (x[i]!.family !== y[j]!.family) return;
    const isShort = Math.min(x[i]!.bag().ids.length, y[j]!.bag().ids.length) < minTokens * EDITED_LENGTH_FACTOR;
    if (isShort && (!hasWords(x[i]!, vocabulary) || !hasWords(y[j]!, vocabulary))) return;
    const least = isShort ? MOVED_SHORT_ALIKE_MIN : MOVED_ALIKE_MIN;
    const alike = likeness(x[i]!, y[j]!, vocabulary, least);
    if (alike >= least) candidates.push({ i, j, alike });
  });
  candidates.sort((one, other) => other.alike - one.alike || one.i - other.i || one.j - other.j);
  const taken = { i: new Set<number>(), j: new Set<number>() };
  for (const { i, j } of candidates) {
    if (taken.i.has(i) || taken.j.has(j)) continue;
    taken.i.add(i);
    taken.j.add(j);
    rows.pair(first[i]!, second[j]!);
  }
}

/** Whether a text has enough words. Single letters and signs are none. */
function hasWords(item: Feature, vocabulary: Vocabulary): boolean {
  return item.bag().ids.filter((id) => vocabulary.weightOf(id) > 1).length >= SHORT_WORDS_MIN;
}
