import type { ChangeAction } from '../../shared/messages/viewer-message.ts';
import type { StoredHistory, StoredStep } from '../../shared/review-file/review-record.ts';
import type { Review, ReviewHistory, ReviewStep } from './review.ts';

/*
 * The form in which the history is stored. A stored step is a list of texts, such as `.a 1-118`. This one names changes
 * by their places in the document. They were undecided before and are accepted after. So a decision on everything is
 * short.
 */

const SIGNS: Readonly<Record<ChangeAction, string>> = { accepted: 'a', rejected: 'r' };
const OPEN = '.';
const PART = /^([.ar])([.ar]) ([\d,-]+)$/u;

/** The history of a review to store. */
export function storedHistory({ changeIds, past, future }: Review): StoredHistory {
  const places = new Map(changeIds.map((id, index) => [id, index + 1]));
  const stored = (steps: readonly ReviewStep[]): StoredStep[] => steps.map((step) => storedStep(step, places));
  return { changes: changeIds.length, past: stored(past), future: stored(future) };
}

function storedStep(step: ReviewStep, places: ReadonlyMap<string, number>): StoredStep {
  const parts = new Map<string, number[]>();
  for (const [id, before, after] of step) {
    const place = places.get(id);
    if (place === undefined) continue;
    const signs = signOf(before) + signOf(after);
    const part = parts.get(signs);
    if (part) part.push(place);
    else parts.set(signs, [place]);
  }
  return [...parts].map(([signs, at]) => `${signs} ${rangesOf(at)}`);
}

function signOf(verdict: ChangeAction | null): string {
  return verdict === null ? OPEN : SIGNS[verdict];
}

/** Ascending numbers as ranges: `1-3,7`. */
function rangesOf(numbers: readonly number[]): string {
  const ranges: [from: number, to: number][] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}

/**
 * The history of a stored one for these changes. Null if it does not fit them: stored reviews come from files, too.
 * `restore` checks that it leads to the decisions.
 */
export function historyOf(stored: StoredHistory | undefined, changeIds: readonly string[]): ReviewHistory | null {
  if (stored?.changes !== changeIds.length) return null;
  const steps = (of: readonly StoredStep[]): (ReviewStep | null)[] => of.map((step) => stepOf(step, changeIds));
  const [past, future] = [steps(stored.past), steps(stored.future)];
  const isWhole = (of: readonly (ReviewStep | null)[]): of is readonly ReviewStep[] => !of.includes(null);
  return isWhole(past) && isWhole(future) ? { past, future } : null;
}

function stepOf(step: StoredStep, changeIds: readonly string[]): ReviewStep | null {
  const entries = new Map<number, readonly [string, ChangeAction | null, ChangeAction | null]>();
  for (const part of step) {
    const [, before, after, ranges] = PART.exec(part) ?? [];
    if (ranges === undefined || before === after) return null;
    for (const range of ranges.split(',')) {
      const [from = NaN, to = from] = range.split('-').map(Number);
      if (!(from >= 1 && to >= from && to <= changeIds.length)) return null;
      for (let place = from; place <= to; place += 1) {
        if (entries.has(place)) return null;
        entries.set(place, [changeIds[place - 1]!, verdictOf(before!), verdictOf(after!)]);
      }
    }
  }
  return entries.size === 0 ? null : [...entries].sort(([a], [b]) => a - b).map(([, entry]) => entry);
}

function verdictOf(sign: string): ChangeAction | null {
  if (sign === OPEN) return null;
  return sign === SIGNS.accepted ? 'accepted' : 'rejected';
}
