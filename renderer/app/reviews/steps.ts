import type { DoneOperation, ReviewDecision, ReviewOperation } from '../../../shared/api/reviews.ts';
import type { Units } from '../../../shared/fragment/units.ts';
import { noteEdits, passageEdits } from '../../../shared/reviews/edits-between.ts';
import type { ReviewRecord } from '../../../shared/review-file/review-record.ts';
import type { Made, Review, ReviewHistory, ReviewStep } from '../../review/review.ts';

/** What a window showed at some moment. */
export interface Seen extends Pick<ReviewRecord, 'finished' | 'decidedBy' | 'notes' | 'passages'>, ReviewHistory {
  readonly made: Made;
}

/** A window that showed nothing yet. */
export const NOTHING_SEEN: Seen = {
  made: new Map(),
  finished: false,
  notes: new Map(),
  passages: new Map(),
  past: [],
  future: [],
};

/** What a window shows now. */
export function seenOf(review: Review, { finished, decidedBy, notes, passages }: ReviewRecord): Seen {
  const { made, past, future } = review;
  return { made, finished, ...(decidedBy && { decidedBy }), notes, passages, past, future };
}

/** The operations of steps, so that an undo names its step. */
export type StepIds = WeakMap<ReviewStep, string>;

/** The operation that leads from what was seen to what is seen now; null if nothing differs. */
export function operationBetween(
  before: Seen,
  after: Seen,
  { units, ids, newId }: { readonly units: Units; readonly ids: StepIds; readonly newId: () => string },
): ReviewOperation | null {
  const decisions = decisionsBetween(before.made, after, units);
  const notes = noteEdits(before.notes, after.notes);
  const passages = passageEdits(before.passages, after.passages);
  const finished = after.finished === before.finished ? undefined : after.finished;
  if (decisions.length + notes.length + passages.length === 0 && finished === undefined) return null;
  const operationId = newId();
  const step = after.past.at(-1);
  const undone = after.future.length > before.future.length ? after.future.at(-1) : undefined;
  const redone = after.future.length < before.future.length && step !== undefined && ids.has(step) ? step : undefined;
  const of = (undone && ids.get(undone)) ?? (redone && ids.get(redone));
  const kind = undone ? 'undo' : redone ? 'redo' : 'step';
  if (kind === 'step' && step !== undefined && step !== before.past.at(-1)) ids.set(step, operationId);
  return {
    operationId,
    kind,
    ...(of !== undefined && { of }),
    ...(decisions.length > 0 && { decisions }),
    ...(notes.length > 0 && { notes: [...notes] }),
    ...(passages.length > 0 && { passages: [...passages] }),
    ...(finished !== undefined && { finished }),
  };
}

/** The operations that lead to a review that no service knows: its steps first, so that they can be undone. */
export function operationsOfReview(
  seen: Seen,
  tools: { readonly units: Units; readonly ids: StepIds; readonly newId: () => string },
): readonly ReviewOperation[] {
  let made: Made = new Map();
  const steps: ReviewOperation[] = [];
  for (const step of seen.past) {
    const next = new Map(made);
    for (const [id, , after] of step) {
      if (after === null) next.delete(id);
      else next.set(id, after);
    }
    const operationId = tools.newId();
    tools.ids.set(step, operationId);
    steps.push({ operationId, kind: 'step', decisions: decisionsBetween(made, { ...seen, made: next }, tools.units) });
    made = next;
  }
  const rest = operationBetween({ ...NOTHING_SEEN, made, past: seen.past, future: seen.future }, seen, tools);
  return rest === null ? steps : [...steps, { ...rest, kind: 'import' }];
}

/** The decisions that lead from some to others, each on a whole unit. */
function decisionsBetween(before: Made, after: Pick<Seen, 'made' | 'decidedBy'>, units: Units): ReviewDecision[] {
  const decisions = new Map<string, ReviewDecision>();
  for (const id of new Set([...before.keys(), ...after.made.keys()])) {
    const [was, is] = [before.get(id) ?? null, after.made.get(id) ?? null];
    if (was === is) continue;
    const by = is === null ? undefined : after.decidedBy?.get(id);
    const key = JSON.stringify([units.of(id)?.id ?? id, was, is, by]);
    const decision = decisions.get(key);
    if (decision) decision.changeIds.push(id);
    else decisions.set(key, { changeIds: [id], before: was, after: is, ...(by !== undefined && { by }) });
  }
  return [...decisions.values()];
}

/**
 * The steps that a window can undo and redo: its own, and those that were there when it opened the review, up to
 * `inheritedTo`. Steps that were not sent yet are its own.
 */
export function historyOfOperations(
  operations: readonly (DoneOperation | ReviewOperation)[],
  { window, inheritedTo }: { readonly window: string; readonly inheritedTo: number },
  ids: StepIds,
): ReviewHistory {
  let past: [id: string, step: ReviewStep][] = [];
  let future: [id: string, step: ReviewStep][] = [];
  for (const operation of operations) {
    const isOwn = !('window' in operation) || operation.window === window || operation.revision <= inheritedTo;
    const { operationId, kind, of, decisions = [] } = operation;
    if (!isOwn || decisions.length === 0 || kind === 'import') continue;
    const entry = (kind === 'undo' ? past : future).find(([id]) => id === of);
    if (kind === 'undo' && entry !== undefined) {
      past = past.filter((each) => each !== entry);
      future = [...future, entry];
    } else if (kind === 'redo' && entry !== undefined) {
      future = future.filter((each) => each !== entry);
      past = [...past, entry];
    } else if (kind !== 'undo') {
      const step = decisions.flatMap(({ changeIds, before, after }) =>
        changeIds.map((id) => [id, before, after] as const),
      );
      ids.set(step, operationId);
      past = [...past, [operationId, step]];
      future = [];
    }
  }
  return { past: past.map(([, step]) => step), future: future.map(([, step]) => step) };
}
