import type { ChangeResolved, ReviewComplete, ViewerState } from '../../shared/messages/viewer-message.ts';
import type { Theme } from '../../shared/messages/display.ts';
import { idsWith, remainingOf, resolvedHtmlOf, verdictOn, type Review } from './review.ts';

/**
 * The messages to the host page about one step of a review. Each change with a new verdict comes in document order,
 * then the end of the review. A completed review reports its end again when a decision changes, because the resolved
 * document is another one. A change that became undecided has no message; it counts in `remaining` again.
 */
export function messagesBetween(before: Review, after: Review): (ChangeResolved | ReviewComplete)[] {
  const total = after.changeIds.length;
  const changed = after.changeIds.flatMap((changeId) => {
    const decision = after.decisions.get(changeId);
    const earlier = before.decisions.get(changeId);
    if (decision === undefined || decision.verdict === earlier?.verdict) return [];
    return [{ changeId, action: decision.verdict, isNew: earlier === undefined }];
  });
  let remaining = remainingOf(after) + changed.filter(({ isNew }) => isNew).length;
  const units = unitsIn(after);
  const messages: (ChangeResolved | ReviewComplete)[] = changed.map(({ changeId, action, isNew }) => {
    if (isNew) remaining -= 1;
    return { type: 'diffsvc:changeResolved', changeId, action, remaining, total, ...units };
  });
  if (after.phase === 'completed' && (before.phase !== 'completed' || changed.length > 0)) {
    messages.push({
      type: 'diffsvc:reviewComplete',
      resolvedHtml: resolvedHtmlOf(after),
      accepted: idsWith(after, 'accepted'),
      rejected: idsWith(after, 'rejected'),
    });
  }
  return messages;
}

/** The counts of units after a step; none if every change is decided by itself. */
function unitsIn(review: Review): Pick<ViewerState, 'remainingUnits' | 'totalUnits'> {
  const { all } = review.units;
  if (all.length === review.changeIds.length) return {};
  return { remainingUnits: all.filter((unit) => verdictOn(review, unit) === null).length, totalUnits: all.length };
}

/** The answer to `diffsvc:requestState`. `question`: its number. */
export function stateMessage(
  review: Review,
  shown: { theme: Theme; collapsed: boolean },
  question?: number,
): ViewerState {
  return {
    type: 'diffsvc:state',
    ...(question !== undefined && { question }),
    reviewing: review.phase === 'active',
    view: review.layout,
    theme: shown.theme,
    collapsed: shown.collapsed,
    total: review.changeIds.length,
    remaining: remainingOf(review),
    accepted: idsWith(review, 'accepted'),
    rejected: idsWith(review, 'rejected'),
    ...unitsIn(review),
  };
}
