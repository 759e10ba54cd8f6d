/** Draws the changes that are labelled. The rules take no part in it. */
import { createHash } from 'node:crypto';
import { BOTH_SIDES } from '../../../shared/document/model.ts';
import { changedText, type TextChange } from './text-changes.ts';

/**
 * How a change came into the sample: by chance alone; by chance among those with a digit or a small word; or by chance
 * among those with money, per cent or quotation marks, which few changes have.
 */
export type Stratum = 'uniform' | 'weighted' | 'scarce';

export interface DrawnChange extends TextChange {
  readonly pair: string;
  readonly stratum: Stratum;
}

/** The most changes of each stratum. */
const DRAWN_MAX: Readonly<Record<Stratum, number>> = { uniform: 180, weighted: 180, scarce: 60 };
/** Changes of one pair in one stratum, so that no text speaks for all. */
const PAIR_MAX = 10;
/** Length of removed and added text together, in UTF-16 units. A person reads what is longer less exactly. */
const LENGTH_MAX = 600;
/** What weighs: a digit, a modal verb or a negation. A coarse list on purpose: the rules are another one. */
const WEIGHTED =
  /\p{Nd}|(?<!\p{L})(?:not|no|never|without|unless|shall|may|must|will|can|should|nicht|kein\p{L}*|ohne|muss|kann|darf|soll\p{L}*|ne|pas|sans|doit|peut|sin|debe|puede)(?!\p{L})/iu;
const SCARCE = /[%‰"“”„«]|\p{Sc}|(?<!\p{L})(?:percent|Prozent|Hundert|pour ?cent|EUR|USD|JPY|Euro|dollars?)(?!\p{L})/iu;

/** The sample of a seed. Changes with equal texts count once. */
export function drawSample(changesOf: ReadonlyMap<string, readonly TextChange[]>, seed: number): DrawnChange[] {
  const seen = new Set<string>();
  const ranked = [...changesOf]
    .flatMap(([pair, changes]) => changes.map((change) => ({ ...change, pair })))
    .filter((change) => textOf(change).length <= LENGTH_MAX && !isKnown(seen, textOf(change)))
    .map((change) => ({ change, rank: rankOf(seed, `${change.pair} ${change.sha256}`) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ change }) => change);
  const uniform = take(ranked, 'uniform');
  const weighted = take(without(ranked, uniform, WEIGHTED), 'weighted');
  const scarce = take(without(ranked, [...uniform, ...weighted], SCARCE), 'scarce');
  return [...uniform, ...weighted, ...scarce];
}

function without<T extends TextChange>(ranked: readonly T[], taken: readonly TextChange[], text: RegExp): T[] {
  const chosen = new Set(taken.map(({ sha256 }) => sha256));
  return ranked.filter((change) => !chosen.has(change.sha256) && text.test(textOf(change)));
}

function take(ranked: readonly (TextChange & { pair: string })[], stratum: Stratum): DrawnChange[] {
  const counts = new Map<string, number>();
  const taken: DrawnChange[] = [];
  for (const change of ranked) {
    if (taken.length === DRAWN_MAX[stratum]) break;
    const count = counts.get(change.pair) ?? 0;
    counts.set(change.pair, count + 1);
    if (count < PAIR_MAX) taken.push({ ...change, stratum });
  }
  return taken;
}

function textOf(change: TextChange): string {
  return BOTH_SIDES.map((side) => changedText(change, side)).join('\n');
}

function isKnown(seen: Set<string>, text: string): boolean {
  if (seen.has(text)) return true;
  seen.add(text);
  return false;
}

function rankOf(seed: number, name: string): string {
  return createHash('sha256').update(`${seed} ${name}`).digest('hex');
}
