/** Finds the places where one reading of a file is not what was decided. */
import type { CheckedPlace } from '../../../shared/api/last-check.ts';
import { gapsBetween, LINE_END, type ReaderHabits } from './compare-tokens.ts';
import { blockAt, firstAt, lettersOf, type DecidedText } from './decided-text.ts';
import type { Piece } from './merged-pieces.ts';
import type { PlaceWords } from './place-words.ts';

/** A place with its order in the document. */
export interface FoundPlace {
  readonly place: CheckedPlace;
  /** Number of decided characters before it. */
  readonly offset: number;
}

/** A change this many characters away may still own a word that is at the wrong place. */
const NEAR = 400;
const NUMBER = /^[\p{N}ivxlcdm.,–-]+$/iu;

/**
 * The places where the tokens of a file differ from the decided ones.
 *
 * @param options.isLoose whether the reader may divide words otherwise, and have them elsewhere; by default not
 */
export function findPlaces(
  decided: DecidedText,
  found: readonly string[],
  habits: ReaderHabits,
  words: PlaceWords,
  { isLoose = false }: { readonly isLoose?: boolean } = {},
): FoundPlace[] {
  const { tokens, pageNumbers, offsets } = decided;
  const places: FoundPlace[] = [];
  const gaps = gapsBetween(tokens, found).map((gap) => ({ gap, ...habits.unexplained(tokens, found, gap) }));
  const elsewhere = isLoose
    ? wordsOnBoth(tokens, found, gaps)
    : { missing: new Set<number>(), extra: new Set<number>() };
  for (const { gap, missing, extra } of gaps) {
    const lost = missing.filter((at) => !pageNumbers.has(at) && !elsewhere.missing.has(at));
    let pages = gap.aEnd - gap.aStart === 0 ? 0 : missing.filter((at) => pageNumbers.has(at)).length;
    const added = extra.filter(
      (at) => !elsewhere.extra.has(at) && !(pages > 0 && NUMBER.test(found[at]!) && (pages -= 1) >= 0),
    );
    if (isLoose && joined(tokens, lost) === joined(found, added)) continue;
    const [start, end] = [offsets[gap.aStart]!, offsets[gap.aEnd]!];
    const block = blockAt(decided, start);
    for (const run of runsOf(lost)) {
      const text = textOf(tokens, run);
      const offset = offsets[run[0]!]!;
      const piece = keptPiece(decided, offset, offsets[run.at(-1)! + 1]!, text === '');
      const subject = { text: text === '' ? (tokens[run[0]! - 1] ?? '') : text, piece, block };
      places.push({ place: text === '' ? words.lineEnd('missing', subject) : words.missing(subject), offset });
    }
    for (const run of runsOf(added)) {
      const text = textOf(found, run);
      const piece = droppedPiece(decided, text, start, end);
      const subject = { text: text === '' ? (found[run[0]! - 1] ?? '') : text, piece, block: piece?.block ?? block };
      places.push({ place: text === '' ? words.lineEnd('left', subject) : words.left(subject), offset: end });
    }
  }
  return places;
}

/** Positions of words that are missing at one place and found at another, each once. */
function wordsOnBoth(
  tokens: readonly string[],
  found: readonly string[],
  gaps: readonly { readonly missing: readonly number[]; readonly extra: readonly number[] }[],
): { readonly missing: ReadonlySet<number>; readonly extra: ReadonlySet<number> } {
  const free = new Map<string, number[]>();
  for (const at of gaps.flatMap(({ extra }) => extra)) {
    const known = free.get(found[at]!);
    if (known) known.push(at);
    else free.set(found[at]!, [at]);
  }
  const [missing, extra] = [new Set<number>(), new Set<number>()];
  for (const at of gaps.flatMap((gap) => gap.missing)) {
    const partner = free.get(tokens[at]!)?.shift();
    if (partner === undefined) continue;
    missing.add(at);
    extra.add(partner);
  }
  return { missing, extra };
}

function joined(tokens: readonly string[], at: readonly number[]): string {
  return at.map((each) => (tokens[each] === LINE_END ? '' : tokens[each])).join('');
}

function textOf(tokens: readonly string[], at: readonly number[]): string {
  return at
    .map((each) => tokens[each]!)
    .filter((token) => token !== LINE_END)
    .join(' ');
}

/** Neighbouring positions together. */
function runsOf(positions: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const at of positions) {
    const last = runs.at(-1);
    if (last?.at(-1) === at - 1) last.push(at);
    else runs.push([at]);
  }
  return runs;
}

/** The piece of a change that most of a decided stretch comes from; null if no change brings it. */
function keptPiece(
  { pieces, pieceOffsets }: DecidedText,
  start: number,
  end: number,
  isLineEnd: boolean,
): Piece | null {
  let best: Piece | null = null;
  let most = 0;
  for (let at = firstAt(pieceOffsets, start); at < pieces.length && pieceOffsets[at]! <= end; at += 1) {
    const piece = pieces[at]!;
    if (!piece.isKept || piece.changeId === null) continue;
    const length = lettersOf(piece.text).length;
    const shared = isLineEnd
      ? Number(piece.text === '')
      : Math.min(end, pieceOffsets[at]! + length) - Math.max(start, pieceOffsets[at]!);
    if (shared > most) [best, most] = [piece, shared];
  }
  return best;
}

/** The nearest piece that the decisions remove and that has a text; null without one. */
function droppedPiece({ pieces, pieceOffsets }: DecidedText, text: string, start: number, end: number): Piece | null {
  const letters = lettersOf(text);
  let best: Piece | null = null;
  let nearest = Number.POSITIVE_INFINITY;
  for (let at = firstAt(pieceOffsets, start - NEAR); at < pieces.length && pieceOffsets[at]! <= end + NEAR; at += 1) {
    const piece = pieces[at]!;
    if (piece.isKept || piece.changeId === null) continue;
    const own = lettersOf(piece.text);
    const offset = pieceOffsets[at]!;
    const distance = offset < start ? start - offset : offset > end ? offset - end : 0;
    const fits = letters === '' ? own === '' : own !== '' && (own.includes(letters) || letters.includes(own));
    if (!fits && distance > 0) continue;
    const cost = distance * 2 + Number(!fits);
    if (cost < nearest) [best, nearest] = [piece, cost];
  }
  return best;
}
