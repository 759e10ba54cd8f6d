/** Decisions with a key: they are about what the reader points at, and only about what is in view. */
import type { ChangeAction } from '../../shared/messages/viewer-message.ts';
import { reviewMessages } from '../strings/review.ts';
import type { Aim, FocusedRow } from './aim.svelte.ts';
import { undecidedAfter } from './decision-targets.ts';
import type { ReviewChange } from '../document-view/list-changes.ts';
import type { Review } from './review.ts';

/** The part of a review session that decides what is seen. */
interface ReviewSession {
  readonly aim: Aim;
  readonly canDecide: boolean;
  readonly currentId: string | null;
  readonly reachableAt: number | null;
  readonly review: Review;
  readonly listed: { readonly matching: readonly ReviewChange[] };
  readonly order: ReadonlyMap<string, number>;
  announcement: string;
  focusRowOf: string | null;
  step(by: 1 | -1): void;
  select(changeId: string): void;
  showCurrent(): void;
  decideCurrent(verdict: ChangeAction): void;
  decideTogether(changeIds: readonly string[], verdict: ChangeAction): void;
}

/**
 * Decides what the reader points at: the selected text, else the row with the keyboard, else the current change. What
 * is not in view, or does not pass the filter, is only shown.
 */
export function decideSeen(session: ReviewSession, verdict: ChangeAction): void {
  if (!session.canDecide) return;
  const { aim, currentId } = session;
  const { selected, row } = aim;
  if (selected.length > 0 && aim.isSeen(selected)) {
    session.decideTogether(selected, verdict);
    aim.unselect();
  } else if (row !== null) decideRow(session, row, verdict);
  else if (currentId === null || session.reachableAt === null) showFirst(session, verdict, () => session.step(1));
  else if (!aim.isSeen(session.review.units.whole([currentId])))
    showFirst(session, verdict, () => session.showCurrent());
  else session.decideCurrent(verdict);
}

/** The keyboard goes on with the row of the next undecided change. */
function decideRow(session: ReviewSession, { changeIds, isInSight }: FocusedRow, verdict: ChangeAction): void {
  const first = changeIds[0]!;
  if (!isInSight()) {
    showFirst(session, verdict, () => session.select(first));
    session.focusRowOf = first;
    return;
  }
  session.decideTogether(changeIds, verdict);
  const next = undecidedAfter(first, session.listed.matching, session.review.decisions, session.order);
  if (next === undefined) return;
  const said = session.announcement;
  session.select(next.id);
  session.announcement = `${said} ${session.announcement}`;
  session.focusRowOf = next.id;
}

/** Shows a change instead of deciding it, and says so. */
function showFirst(session: ReviewSession, verdict: ChangeAction, show: () => void): void {
  show();
  if (session.currentId === null) session.announcement = reviewMessages.noChanges;
  else session.announcement = reviewMessages.shownFirst(session.announcement, verdict);
}
