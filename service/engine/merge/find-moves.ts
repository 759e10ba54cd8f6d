/**
 * Finds what was moved among what stands on one side only: the same text first, then alike ones. A moved thing is
 * still deleted here and inserted there; its two ends share a move id.
 */
import type { Aligned } from '../align/align-items.ts';
import type { Feature } from '../align/feature.ts';
import { likeness } from '../align/pair-alike.ts';
import { pairsSharingRareTokens } from '../align/rare-tokens.ts';
import { NO_KEY } from '../tokens/key-numbering.ts';
import type { MergeContext } from './merge-context.ts';

/** Share of common text from which an inserted thing is the deleted one, moved and edited. Far apart, a reader asks for more than of neighbours. */
const MOVED_ALIKE_MIN = 0.65;
/** Tokens that make a text long enough to be recognised after an edit, as a multiple of what an unedited one needs. */
const EDITED_LENGTH_FACTOR = 2;

/** For each end of a move the id that both ends share. */
export type Moves = ReadonlyMap<Aligned, { readonly moveId: string }>;

/**
 * What stands at the same place of either document (JSON) is the same thing, whatever it says.
 *
 * @param minTokens what a moved thing has to say at least elsewhere: shorter ones repeat by chance
 */
export function findMoves(
  aligned: readonly Aligned[],
  a: readonly Feature[],
  b: readonly Feature[],
  minTokens: number,
  context: MergeContext,
): Moves {
  const alone = aligned.filter(
    (entry) => (entry.a === undefined || entry.b === undefined) && entry.boundary === undefined,
  );
  const partners = new Map<Aligned, Aligned>();
  pairSamePlace(alone, a, b, partners);
  const deleted: Aligned[] = [];
  const inserted: Aligned[] = [];
  for (const entry of alone) {
    if (partners.has(entry)) continue;
    const feature = entry.a !== undefined ? a[entry.a]! : b[entry.b]!;
    if (feature.bag().ids.length >= minTokens) (entry.a !== undefined ? deleted : inserted).push(entry);
  }
  if (deleted.length > 0 && inserted.length > 0) {
    pairEqual(deleted, inserted, a, b, partners);
    const long = (entry: Aligned): boolean => {
      const feature = entry.a !== undefined ? a[entry.a]! : b[entry.b]!;
      return !partners.has(entry) && feature.bag().ids.length >= minTokens * EDITED_LENGTH_FACTOR;
    };
    pairEdited(deleted.filter(long), inserted.filter(long), a, b, context, partners);
  }
  const moves = new Map<Aligned, { moveId: string }>();
  for (const entry of aligned) {
    const partner = partners.get(entry);
    if (partner === undefined || moves.has(entry)) continue;
    const move = { moveId: context.ids.nextMove() };
    moves.set(entry, move).set(partner, move);
  }
  return moves;
}

/** No two things of one side stand at the same place. */
function pairSamePlace(
  alone: readonly Aligned[],
  a: readonly Feature[],
  b: readonly Feature[],
  partners: Map<Aligned, Aligned>,
): void {
  const deletedAt = new Map<number, Aligned>();
  for (const entry of alone) {
    const place = entry.a === undefined ? NO_KEY : a[entry.a]!.placeKey;
    if (place !== NO_KEY) deletedAt.set(place, entry);
  }
  for (const entry of alone) {
    const place = entry.b === undefined ? NO_KEY : b[entry.b]!.placeKey;
    const from = place === NO_KEY ? undefined : deletedAt.get(place);
    if (from !== undefined) partners.set(from, entry).set(entry, from);
  }
}

/** The first deleted one of a text with the first inserted one, the second with the second. */
function pairEqual(
  deleted: readonly Aligned[],
  inserted: readonly Aligned[],
  a: readonly Feature[],
  b: readonly Feature[],
  partners: Map<Aligned, Aligned>,
): void {
  const waiting = new Map<number, Aligned[]>();
  for (const entry of inserted.toReversed()) {
    const key = b[entry.b!]!.textKey;
    if (key === NO_KEY) continue;
    const entries = waiting.get(key);
    if (entries === undefined) waiting.set(key, [entry]);
    else entries.push(entry);
  }
  for (const from of deleted) {
    const to = waiting.get(a[from.a!]!.textKey)?.pop();
    if (to !== undefined) partners.set(from, to).set(to, from);
  }
}

/** The most alike first, each thing once. */
function pairEdited(
  deleted: readonly Aligned[],
  inserted: readonly Aligned[],
  a: readonly Feature[],
  b: readonly Feature[],
  { vocabulary, swapped }: MergeContext,
  partners: Map<Aligned, Aligned>,
): void {
  if (deleted.length === 0 || inserted.length === 0) return;
  const from = deleted.map((entry) => a[entry.a!]!);
  const to = inserted.map((entry) => b[entry.b!]!);
  const [x, y] = swapped ? [to, from] : [from, to];
  const candidates: { readonly i: number; readonly j: number; readonly alike: number }[] = [];
  const whole = { aStart: 0, aEnd: x.length, bStart: 0, bEnd: y.length };
  pairsSharingRareTokens(x, y, whole, vocabulary, (i, j) => {
    if (x[i]!.kind !== y[j]!.kind) return;
    const alike = likeness(x[i]!, y[j]!, vocabulary, MOVED_ALIKE_MIN);
    if (alike >= MOVED_ALIKE_MIN) candidates.push({ i, j, alike });
  });
  candidates.sort((one, other) => other.alike - one.alike || one.i - other.i || one.j - other.j);
  for (const { i, j } of candidates) {
    const [source, target] = swapped ? [deleted[j]!, inserted[i]!] : [deleted[i]!, inserted[j]!];
    if (!partners.has(source) && !partners.has(target)) partners.set(source, target).set(target, source);
  }
}
