import type { ChangeAction } from '../../../shared/messages/viewer-message.ts';
import { turnedAnchor } from '../../review/content-anchors.ts';
import type { AnchoredDecision, KeptReview } from './recent.ts';

const OTHER: Readonly<Record<ChangeAction, ChangeAction>> = { accepted: 'rejected', rejected: 'accepted' };

/**
 * A review for the comparison in the other order. Every decision keeps its wording: whoever accepted an insertion wants
 * its text, and in the other order that is a rejected deletion. `lost` are decisions that had no place in the
 * comparison of the review; in the other order they may have one again. Steps of the history fit one order only.
 */
export function turnedReview(kept: KeptReview, lost: readonly AnchoredDecision[]): KeptReview {
  const { id, reviewer, finished, decisions, passages } = kept;
  return {
    id,
    reviewer,
    finished,
    decisions: [...decisions, ...lost].map(turned),
    ...(passages && { passages }),
  };
}

function turned(decision: AnchoredDecision): AnchoredDecision {
  const { anchor, verdict } = decision;
  return { ...decision, anchor: turnedAnchor(anchor), verdict: verdict && OTHER[verdict] };
}
