import type { Block } from '../../shared/document/model.ts';
import { changeIdsOf, resolveBlocks } from '../../shared/fragment/resolve.ts';
import { writeFragment } from '../../shared/fragment/write.ts';
import type { Layout } from '../../shared/messages/display.ts';
import type { ChangeAction } from '../../shared/messages/viewer-message.ts';

/**
 * `inactive`: the comparison is only read. `active`: changes are being decided. `completed`: every change is decided,
 * or the reviewer finished.
 */
export type ReviewPhase = 'inactive' | 'active' | 'completed';

/** The decision on a change. `implied`: the change was inside content that another decision removed. */
export interface Decision {
  readonly verdict: ChangeAction;
  readonly implied: boolean;
}

/** One step of the history: for each change the decision before and after. Undefined means undecided. */
export type ReviewStep = readonly (readonly [
  changeId: string,
  before: Decision | undefined,
  after: Decision | undefined,
])[];

/** A review from start to end. It is immutable: `nextReview` returns the next state. */
export interface Review {
  readonly phase: ReviewPhase;
  /** Always `unified` in the phase `active`. */
  readonly layout: Layout;
  /** The merged document as it was received. */
  readonly blocks: readonly Block[];
  /** All its changes in document order. */
  readonly changeIds: readonly string[];
  readonly decisions: ReadonlyMap<string, Decision>;
  /** The document with all decisions applied. It contains exactly the undecided changes. */
  readonly resolved: readonly Block[];
  /** Oldest first. */
  readonly past: readonly ReviewStep[];
  /** Undone steps. The last one is the next to redo. */
  readonly future: readonly ReviewStep[];
}

/** An action of a review. An action that does not fit the phase changes nothing. */
export type ReviewAction =
  | { readonly type: 'start' }
  /** Decides these changes in one step. It overrides earlier decisions. */
  | { readonly type: 'decide'; readonly changeIds: readonly string[]; readonly verdict: ChangeAction }
  /** Decides each change as given, in one step. This adopts somebody else's decisions. */
  | { readonly type: 'decide-each'; readonly decided: ReadonlyMap<string, ChangeAction> }
  /** Like `decide-each`, but also for a completed review, which stays complete. */
  | { readonly type: 'revise'; readonly decided: ReadonlyMap<string, ChangeAction> }
  /** Decides every undecided change in one step. */
  | { readonly type: 'decide-remaining'; readonly verdict: ChangeAction }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  | { readonly type: 'finish' }
  | { readonly type: 'set-layout'; readonly layout: Layout }
  /** Restores the decisions of an earlier visit. Unknown ids are ignored. */
  | { readonly type: 'restore'; readonly decided: ReadonlyMap<string, ChangeAction>; readonly finished: boolean };

/** A new review of a merged document, in the phase `inactive`. */
export function newReview(blocks: readonly Block[], layout: Layout): Review {
  const changeIds = changeIdsOf(blocks);
  return {
    phase: 'inactive',
    layout,
    blocks,
    changeIds,
    decisions: new Map(),
    resolved: blocks,
    past: [],
    future: [],
  };
}

/** The number of undecided changes. */
export function remainingOf({ changeIds, decisions }: Review): number {
  return changeIds.length - decisions.size;
}

/** The ids of the changes with this verdict, in document order. */
export function idsWith({ changeIds, decisions }: Review, verdict: ChangeAction): string[] {
  return changeIds.filter((id) => decisions.get(id)?.verdict === verdict);
}

/** The fragment with the decisions so far. It equals `resolve` of the received string with the ids of `idsWith`. */
export function resolvedHtmlOf({ resolved }: Review): string {
  return writeFragment(resolved);
}

/** The review after an action. It is the same object if nothing changed. */
export function nextReview(review: Review, action: ReviewAction): Review {
  switch (action.type) {
    case 'start':
      return start(review);
    case 'decide':
      return review.phase === 'active' ? decide(review, allAs(action.changeIds, action.verdict)) : review;
    case 'decide-each':
      return review.phase === 'active' ? decide(review, action.decided) : review;
    case 'revise':
      return review.phase === 'inactive' ? review : decide(review, action.decided);
    case 'decide-remaining': {
      if (review.phase !== 'active') return review;
      const open = review.changeIds.filter((id) => !review.decisions.has(id));
      return decide(review, allAs(open, action.verdict));
    }
    case 'undo':
      return undo(review);
    case 'redo':
      return redo(review);
    case 'finish':
      return review.phase === 'active' ? { ...review, phase: 'completed' } : review;
    case 'set-layout':
      if (review.phase === 'active' || review.layout === action.layout) return review;
      return { ...review, layout: action.layout };
    case 'restore':
      return restore(review, action.decided, action.finished);
  }
}

/** A finished review continues where it ended. A review without undecided changes completes at once. */
function start(review: Review): Review {
  if (review.phase === 'active') return review;
  if (review.phase === 'completed' && remainingOf(review) === 0) return review;
  return settled({ ...review, phase: 'active', layout: 'unified' });
}

/** Completes an active review without undecided changes. */
function settled(review: Review): Review {
  return review.phase === 'active' && remainingOf(review) === 0 ? { ...review, phase: 'completed' } : review;
}

/** The document with these decisions applied. Implied decisions follow from them. */
function withDecisions(review: Review, decisions: ReadonlyMap<string, Decision>): Review {
  const accept: string[] = [];
  const reject: string[] = [];
  for (const [id, { verdict, implied }] of decisions) {
    if (!implied) (verdict === 'accepted' ? accept : reject).push(id);
  }
  return { ...review, decisions, resolved: resolveBlocks(review.blocks, { accept, reject }) };
}

/**
 * The document with further decisions on changes that are still in it. Their order does not matter
 * (docs/fragment.md).
 */
function withFurther(review: Review, decided: readonly (readonly [changeId: string, verdict: ChangeAction])[]): Review {
  const idsAs = (verdict: ChangeAction): string[] => decided.filter(([, as]) => as === verdict).map(([id]) => id);
  const decisions = { accept: idsAs('accepted'), reject: idsAs('rejected') };
  return { ...review, resolved: resolveBlocks(review.resolved, decisions) };
}

function allAs(changeIds: readonly string[], verdict: ChangeAction): ReadonlyMap<string, ChangeAction> {
  return new Map(changeIds.map((id) => [id, verdict]));
}

function decide(review: Review, wanted: ReadonlyMap<string, ChangeAction>): Review {
  const known = new Set(review.changeIds);
  const decided = [...wanted].filter(([id, verdict]) => {
    const decision = review.decisions.get(id);
    return known.has(id) && (decision === undefined || (!decision.implied && decision.verdict !== verdict));
  });
  const [, verdict] = decided[0] ?? [];
  if (verdict === undefined) return review;

  // An implied decision is undone if its cause is decided anew.
  const made = new Map([...review.decisions].filter(([, { implied }]) => !implied));
  for (const [id, as] of decided) made.set(id, { verdict: as, implied: false });
  // Existing decisions stay as they are, so only the blocks of these changes become new objects.
  const isFresh = decided.every(([id]) => !review.decisions.has(id));
  const next = isFresh ? withFurther(review, decided) : withDecisions(review, made);
  const open = new Set(changeIdsOf(next.resolved));
  const decisions = new Map(made);
  for (const id of review.changeIds) {
    if (made.has(id) || open.has(id)) continue;
    const before = review.decisions.get(id);
    decisions.set(id, before?.implied === true ? before : { verdict, implied: true });
  }
  const step = stepBetween(review, decisions);
  return settled({ ...next, decisions, past: [...review.past, step], future: [] });
}

function stepBetween(review: Review, after: ReadonlyMap<string, Decision>): ReviewStep {
  return review.changeIds.flatMap((id) => {
    const before = review.decisions.get(id);
    const now = after.get(id);
    return before === now ? [] : [[id, before, now] as const];
  });
}

/** Also reopens a completed review, because the last decision may have been a slip. */
function undo(review: Review): Review {
  const step = review.past.at(-1);
  if (step === undefined || review.phase === 'inactive') return review;
  const back = step.map(([id, before, after]) => [id, after, before] as const);
  const undone = withDecisions(review, applied(review.decisions, back));
  return {
    ...undone,
    phase: 'active',
    layout: 'unified',
    past: review.past.slice(0, -1),
    future: [...review.future, step],
  };
}

function redo(review: Review): Review {
  const step = review.future.at(-1);
  if (step === undefined || review.phase !== 'active') return review;
  const done = withDecisions(review, applied(review.decisions, step));
  return settled({ ...done, past: [...review.past, step], future: review.future.slice(0, -1) });
}

function applied(decisions: ReadonlyMap<string, Decision>, step: ReviewStep): Map<string, Decision> {
  const result = new Map(decisions);
  for (const [id, , after] of step) {
    if (after === undefined) result.delete(id);
    else result.set(id, after);
  }
  return result;
}

function restore(review: Review, decided: ReadonlyMap<string, ChangeAction>, finished: boolean): Review {
  const decisions = new Map<string, Decision>();
  for (const id of review.changeIds) {
    const verdict = decided.get(id);
    if (verdict !== undefined) decisions.set(id, { verdict, implied: false });
  }
  const restored = withDecisions({ ...review, past: [], future: [] }, decisions);
  return finished || remainingOf(restored) === 0
    ? { ...restored, phase: 'completed' }
    : { ...restored, phase: 'active', layout: 'unified' };
}
