import { LAYOUTS, type Layout } from '../../shared/messages/display.ts';
import type { ReviewSession } from '../review/review-session.svelte.ts';
import { messages } from '../strings/comparison.ts';

/** The ways to show a comparison that a page offers, and the current one. */
export interface FrameViews<View extends string = string> {
  readonly choices: readonly {
    readonly value: View;
    readonly label: string;
    readonly keys?: string;
    /** Why it cannot be chosen now; undefined: it can. */
    readonly refused?: string | undefined;
  }[];
  readonly value: View;
  readonly choose: (view: View) => void;
}

/** The two layouts as views. A hosted review that is active has one of them only. */
export function layoutViews(session: ReviewSession, layout: Layout): FrameViews {
  const isLocked = session.review.isHosted && session.review.phase === 'active';
  return {
    choices: LAYOUTS.map((value) => ({
      value,
      label: messages.layoutOf(value),
      refused: isLocked && value === 'split' ? messages.layoutLocked : undefined,
    })),
    value: layout,
    choose: (value) => session.setLayout(value === 'split' ? 'split' : 'unified'),
  };
}
