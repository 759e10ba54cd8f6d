import type { HostMessage } from '../../shared/messages/host-message.ts';
import type { RefusedReason, ViewerMessage } from '../../shared/messages/viewer-message.ts';
import { stateMessage } from '../review/review-messages.ts';
import type { ReviewSession } from '../review/review-session.svelte.ts';

/** Carries out a host page's message, or says why it has no effect. The sender was checked before. */
export function takeHostMessage(
  session: ReviewSession,
  message: HostMessage,
  tell: (answer: ViewerMessage) => void,
): void {
  if (message.type === 'diffsvc:requestState') {
    tell(stateMessage(session.review, { theme: session.theme, collapsed: session.collapsed }, message.question));
    return;
  }
  const reason = refusalOf(session, message) ?? (changesSomething(session, message) ? null : 'no_effect');
  if (reason === null) return;
  const named = 'changeId' in message ? { changeId: message.changeId } : {};
  tell({ type: 'diffsvc:refused', request: message.type, reason, ...named });
}

type Control = Exclude<HostMessage, { readonly type: 'diffsvc:requestState' }>;

/** Why a message cannot be carried out; null if it can. */
function refusalOf(session: ReviewSession, message: Control): RefusedReason | null {
  const { phase } = session.review;
  switch (message.type) {
    case 'diffsvc:startReview':
      return session.mayReview ? null : 'not_allowed';
    case 'diffsvc:acceptChange':
    case 'diffsvc:rejectChange':
    case 'diffsvc:acceptAll':
    case 'diffsvc:rejectAll':
      if (!session.mayReview) return 'not_allowed';
      if (phase === 'inactive') return 'no_review';
      if ('changeId' in message && session.changeOf(message.changeId) === undefined) return 'unknown_change';
      return phase === 'completed' ? 'review_complete' : null;
    case 'diffsvc:setView':
      return session.isHosted && phase === 'active' && message.view !== session.review.layout ? 'view_locked' : null;
    case 'diffsvc:setTheme':
    case 'diffsvc:setCollapse':
      return null;
  }
}

/** Carries a message out. False if everything was so already. */
function changesSomething(session: ReviewSession, message: Control): boolean {
  const { review, theme, collapsed } = session;
  carryOut(session, message);
  return session.review !== review || session.theme !== theme || session.collapsed !== collapsed;
}

function carryOut(session: ReviewSession, message: Control): void {
  switch (message.type) {
    case 'diffsvc:startReview':
      session.startReview();
      return;
    case 'diffsvc:acceptChange':
      session.act({ type: 'decide', changeIds: [message.changeId], verdict: 'accepted' });
      return;
    case 'diffsvc:rejectChange':
      session.act({ type: 'decide', changeIds: [message.changeId], verdict: 'rejected' });
      return;
    case 'diffsvc:acceptAll':
      session.act({ type: 'decide-remaining', verdict: 'accepted' });
      return;
    case 'diffsvc:rejectAll':
      session.act({ type: 'decide-remaining', verdict: 'rejected' });
      return;
    case 'diffsvc:setView':
      session.setLayout(message.view);
      return;
    case 'diffsvc:setTheme':
      session.theme = message.theme;
      return;
    case 'diffsvc:setCollapse':
      session.collapsed = message.collapsed;
      return;
  }
}
