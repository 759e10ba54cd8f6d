import type { Block } from '../../shared/document/model.ts';
import { hasChange } from '../../shared/fragment/change-ids.ts';
import { changeIdsOf, resolveBlocks } from '../../shared/fragment/resolve.ts';
import { unitsOf, type Unit, type Units } from '../../shared/fragment/units.ts';
import { wholeVerdicts } from '../../shared/fragment/whole-verdicts.ts';
import { writeFragment } from '../../shared/fragment/write.ts';
import type { Layout } from '../../shared/messages/display.ts';
import type { ChangeAction } from '../../shared/messages/viewer-message.ts';
import { enclosuresOf, type Enclosures } from './enclosures.ts';

/**
 * `inactive`: the comparison is only read. `active`: changes are being decided. `completed`: the reviewer finished. A
 * completed review takes no decision until it is reopened.
 */
export type ReviewPhase = 'inactive' | 'active' | 'completed';

/** The decision on a change. `implied`: the change is inside content that another decision removes. */
export interface Decision {
  readonly verdict: ChangeAction;
  readonly implied: boolean;
}

/** The decisions that a reviewer made, by change id. Implied ones follow from them. */
export type Made = ReadonlyMap<string, ChangeAction>;

/** One step of the history: for each change the verdict before and after. Null means undecided. */
export type ReviewStep = readonly (readonly [
  changeId: string,
  before: ChangeAction | null,
  after: ChangeAction | null,
])[];

/** The steps of a review. `past` has the oldest first. The last step of `future` is the next to redo. */
export interface ReviewHistory {
  readonly past: readonly ReviewStep[];
  readonly future: readonly ReviewStep[];
}

/**
 * A review from start to end. It is immutable: `nextReview` returns the next state. A unit is decided as a whole or not
 * at all.
 */
export interface Review extends ReviewHistory {
  readonly phase: ReviewPhase;
  /** Always `unified` in the phase `active` if `isHosted`. */
  readonly layout: Layout;
  /** Whether an active review has only the unified layout, and completes with the last decision. */
  readonly isHosted: boolean;
  /** The merged document as it was received. */
  readonly blocks: readonly Block[];
  /** All its changes in document order. */
  readonly changeIds: readonly string[];
  readonly units: Units;
  /** Units that an earlier visit had decided differently at their changes. They are undecided again. */
  readonly divided: readonly Unit[];
  readonly enclosures: Enclosures;
  readonly made: Made;
  /** `made` and what it implies. */
  readonly decisions: ReadonlyMap<string, Decision>;
  /** The document with all decisions applied. It contains exactly the undecided changes. */
  readonly resolved: readonly Block[];
}

/**
 * An action of a review. An action that does not fit the phase changes nothing. Unknown ids are ignored. Each id stands
 * for its unit.
 */
export type ReviewAction =
  /** Starts a review, or goes on with a completed one. */
  | { readonly type: 'start' }
  /** Decides these changes in one step, over earlier decisions. A null verdict makes them undecided. */
  | { readonly type: 'decide'; readonly changeIds: readonly string[]; readonly verdict: ChangeAction | null }
  /** Decides each change as given, in one step. This adopts somebody else's decisions (`wholeVerdicts`). */
  | { readonly type: 'decide-each'; readonly decided: Made }
  /** Decides every undecided change in one step. */
  | { readonly type: 'decide-remaining'; readonly verdict: ChangeAction }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  | { readonly type: 'finish' }
  | { readonly type: 'reopen' }
  | { readonly type: 'set-layout'; readonly layout: Layout }
  /** Shows what all windows decided. The steps of this window stay unless `history` replaces them. */
  | { readonly type: 'adopt'; readonly made: Made; readonly finished: boolean; readonly history: ReviewHistory | null }
  /** Restores an earlier visit. `decided` may contain implied decisions, and halves of units (`wholeVerdicts`). */
  | {
      readonly type: 'restore';
      readonly decided: Made;
      readonly finished: boolean;
      readonly history?: ReviewHistory | null;
    };

/** A new review of a merged document, in the phase `inactive`. */
export function newReview(blocks: readonly Block[], layout: Layout, isHosted = false): Review {
  return {
    phase: 'inactive',
    layout,
    isHosted,
    blocks,
    changeIds: changeIdsOf(blocks),
    units: unitsOf(blocks),
    divided: [],
    enclosures: enclosuresOf(blocks),
    made: new Map(),
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

/** The verdict on a unit; null: undecided. A unit inside removed content has the verdict that follows. */
export function verdictOn({ decisions }: Review, { id }: Unit): ChangeAction | null {
  return decisions.get(id)?.verdict ?? null;
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
  if (review.phase !== 'active' && NEEDS_ACTIVE.has(action.type)) return review;
  const { units } = review;
  switch (action.type) {
    case 'start':
      return start(review);
    case 'decide':
      return decide(review, allAs(units.whole(action.changeIds), action.verdict));
    case 'decide-each':
      return decide(review, wholeVerdicts(units, action.decided).decided);
    case 'decide-remaining': {
      const open = review.changeIds.filter((id) => !review.decisions.has(id));
      return decide(review, allAs(units.whole(open), action.verdict));
    }
    case 'undo':
      return undo(review);
    case 'redo':
      return redo(review);
    case 'finish':
      return { ...review, phase: 'completed' };
    case 'reopen':
      return review.phase === 'completed' ? activated(review) : review;
    case 'set-layout':
      if ((review.isHosted && review.phase === 'active') || review.layout === action.layout) return review;
      return { ...review, layout: action.layout };
    case 'adopt':
      return adopt(review, action.made, action.finished, action.history);
    case 'restore':
      return restore(review, action.decided, action.finished, action.history ?? null);
  }
}

const NEEDS_ACTIVE: ReadonlySet<ReviewAction['type']> = new Set([
  'decide',
  'decide-each',
  'decide-remaining',
  'undo',
  'redo',
  'finish',
]);

/** A completed review continues where it ended. A review without a change completes at once. */
function start(review: Review): Review {
  if (review.phase === 'active') return review;
  return review.changeIds.length === 0 ? { ...review, phase: 'completed' } : activated(review);
}

function activated(review: Review): Review {
  return { ...review, phase: 'active', layout: review.isHosted ? 'unified' : review.layout };
}

/** The phase after decisions. The last decision completes an active hosted review. */
function settled(review: Review): Review {
  const isComplete = review.isHosted && review.phase === 'active' && remainingOf(review) === 0;
  return isComplete ? { ...review, phase: 'completed' } : review;
}

/** The review with these decisions, and the document with them applied. */
function withMade(review: Review, made: Made): Review {
  // The order of decisions does not matter (docs/fragment.md). If none is taken back, only the blocks of the new ones
  // become new objects.
  const fresh = [...made].filter(([id]) => !review.decisions.has(id));
  const isMore = [...review.made].every(([id, verdict]) => made.get(id) === verdict);
  const isFresh = isMore && fresh.length === made.size - review.made.size;
  const [from, added] = isFresh ? [review.resolved, fresh] : [review.blocks, [...made]];
  const idsAs = (verdict: ChangeAction): string[] => added.filter(([, as]) => as === verdict).map(([id]) => id);
  // A key waits for this: the changes of `from` are known, and those of an unchanged block were read before.
  const known = isFresh ? review.changeIds.filter((id) => !review.decisions.has(id)) : review.changeIds;
  const decided = { accept: idsAs('accepted'), reject: idsAs('rejected') };
  const resolved = resolveBlocks(from, decided, () => known);
  const open = new Set(resolved.flatMap(changesIn));
  // If all decisions are alike, so is what follows from them.
  const [only] = new Set(made.values()).size === 1 ? made.values() : [];
  const decisions = new Map<string, Decision>();
  for (const id of review.changeIds) {
    const verdict = made.get(id);
    if (verdict !== undefined) decisions.set(id, sameDecision(review, id, verdict, false));
    else if (!open.has(id)) decisions.set(id, sameDecision(review, id, only ?? review.enclosures.verdictOn(id), true));
  }
  return { ...review, made, decisions, resolved };
}

const CHANGES_IN = new WeakMap<Block, readonly string[]>();
const NO_CHANGES: readonly string[] = [];

/** The changes of a block. Blocks never change, so each is read once. */
function changesIn(block: Block): readonly string[] {
  let ids = CHANGES_IN.get(block);
  if (ids === undefined) {
    ids = hasChange(block) ? changeIdsOf([block]) : NO_CHANGES;
    CHANGES_IN.set(block, ids);
  }
  return ids;
}

/** Decisions stay the same objects from one state to the next. */
function sameDecision({ decisions }: Review, id: string, verdict: ChangeAction, implied: boolean): Decision {
  const before = decisions.get(id);
  return before?.verdict === verdict && before.implied === implied ? before : { verdict, implied };
}

function allAs(changeIds: readonly string[], verdict: ChangeAction | null): ReadonlyMap<string, ChangeAction | null> {
  return new Map(changeIds.map((id) => [id, verdict]));
}

function decide(review: Review, wanted: ReadonlyMap<string, ChangeAction | null>): Review {
  const { units, decisions } = review;
  const made = new Map(review.made);
  for (const [id, after] of wanted) {
    // What is implied and wanted alike needs no decision of its own.
    const isAlike = (other: string): boolean => !review.made.has(other) && decisions.get(other)?.verdict === after;
    if (after === null) made.delete(id);
    else if (!units.of(id)!.changeIds.every(isAlike)) made.set(id, after);
  }
  const isSame = made.size === review.made.size && [...made].every(([id, verdict]) => review.made.get(id) === verdict);
  if (isSame) return review;
  const decided = withWholeUnits(withMade(review, made));
  const step = stepBetween(review, decided);
  return settled({ ...decided, past: [...review.past, step], future: [] });
}

function stepBetween({ changeIds, made }: Review, after: Review): ReviewStep {
  return changeIds.flatMap((id) => {
    const [before, now] = [made.get(id) ?? null, after.made.get(id) ?? null];
    return before === now ? [] : [[id, before, now] as const];
  });
}

/**
 * The review with a decision on each change of a unit if one of them is decided. This matters if a decision removes the
 * content around one end of a move.
 */
function withWholeUnits(review: Review): Review {
  const made = new Map(review.made);
  for (const { changeIds } of review.units.all) {
    if (changeIds.length === 1) continue;
    const decided = changeIds.find((id) => review.decisions.has(id));
    if (decided === undefined || changeIds.every((id) => review.decisions.has(id))) continue;
    for (const id of changeIds) made.set(id, review.decisions.get(decided)!.verdict);
  }
  return made.size === review.made.size ? review : withWholeUnits(withMade(review, made));
}

function undo(review: Review): Review {
  const step = review.past.at(-1);
  if (step === undefined) return review;
  const undone = withMade(review, applied(review.made, inverse(standing(step, review.made))));
  return settled({ ...undone, past: review.past.slice(0, -1), future: [...review.future, step] });
}

function redo(review: Review): Review {
  const step = review.future.at(-1);
  if (step === undefined) return review;
  const done = withMade(review, applied(review.made, inverse(standing(inverse(step), review.made))));
  return settled({ ...done, past: [...review.past, step], future: review.future.slice(0, -1) });
}

/** What of a step still stands. Another window may have decided its changes since. */
function standing(step: ReviewStep, made: Made): ReviewStep {
  return step.filter(([id, , after]) => (made.get(id) ?? null) === after);
}

function adopt(review: Review, made: Made, finished: boolean, history: ReviewHistory | null): Review {
  const known = wholeVerdicts(review.units, made).decided;
  const isSame =
    known.size === review.made.size && [...known].every(([id, verdict]) => review.made.get(id) === verdict);
  const adopted = { ...(isSame ? review : withMade(review, known)), ...history };
  if (finished) return adopted.phase === 'completed' ? adopted : { ...adopted, phase: 'completed' };
  return adopted.phase === 'active' ? adopted : activated(adopted);
}

function inverse(step: ReviewStep): ReviewStep {
  return step.map(([id, before, after]) => [id, after, before]);
}

/** The decisions after a step. */
export function applied(made: Made, step: ReviewStep): Map<string, ChangeAction> {
  const result = new Map(made);
  for (const [id, , after] of step) {
    if (after === null) result.delete(id);
    else result.set(id, after);
  }
  return result;
}

function restore(review: Review, decided: Made, finished: boolean, history: ReviewHistory | null): Review {
  const known = new Map(review.changeIds.flatMap((id) => (decided.has(id) ? [[id, decided.get(id)!] as const] : [])));
  const restored = (history && continued(review, known, history)) ?? withoutHistory(review, known);
  const isComplete = restored.isHosted && remainingOf(restored) === 0;
  // A review was not finished if some of it is undecided again.
  const isFinished = finished && restored.divided.length === 0;
  return isFinished || isComplete ? { ...restored, phase: 'completed' } : activated(restored);
}

/** The review with these decisions. Units that they divide are undecided. */
function withoutHistory(review: Review, decided: Made): Review {
  const whole = wholeVerdicts(review.units, decided);
  const own = withoutImplied(review, whole.decided);
  // An implied decision on a part of a unit is a decision of its own beside those on its other parts.
  const made = wholeVerdicts(review.units, own).decided;
  return { ...withWholeUnits(withMade(review, made)), divided: whole.divided };
}

/** The review at the end of a history. Null if the history does not lead to these decisions. */
function continued(review: Review, decided: Made, history: ReviewHistory): Review | null {
  const { past, future } = history;
  if (![...past, ...future].every((step) => isWhole(step, review.units))) return null;
  const made = endOf(history);
  if (made === null) return null;
  const reached = withMade({ ...review, past, future }, made);
  const isThere = [...reached.decisions].every(([id, { verdict }]) => decided.get(id) === verdict);
  return isThere && reached.decisions.size === decided.size ? reached : null;
}

/** Whether a step decides whole units. Steps of earlier versions may not. */
function isWhole(step: ReviewStep, units: Units): boolean {
  const after = new Map(step.map(([id, , verdict]) => [id, verdict]));
  return step.every(([id, , verdict]) => units.of(id)!.changeIds.every((other) => after.get(other) === verdict));
}

/** Decisions without those that follow from the others. Earlier versions stored both alike. */
function withoutImplied(review: Review, decided: Made): Made {
  const likely = review.enclosures.withoutImplied(decided);
  if (likely === decided) return decided;
  const { decisions } = withMade(review, likely);
  return new Map([...decided].filter(([id, verdict]) => likely.has(id) || decisions.get(id)?.verdict !== verdict));
}

/** The decisions at the end of a history. Null if its steps do not follow from each other. */
function endOf({ past, future }: ReviewHistory): Made | null {
  let reached: Made = new Map();
  const follow = (step: ReviewStep): boolean => {
    const fits = step.every(([id, before]) => (reached.get(id) ?? null) === before);
    reached = applied(reached, step);
    return fits;
  };
  if (!past.every(follow)) return null;
  const end = reached;
  return future.toReversed().every(follow) ? end : null;
}
