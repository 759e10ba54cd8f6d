import type { HostMessage } from '../../shared/messages/host-message.ts';
import type { ViewerMessage } from '../../shared/messages/viewer-message.ts';
import { stateMessage } from '../review/review-messages.ts';
import type { ReviewSession } from '../review/review-session.svelte.ts';

/** Carries out a host page's message. The sender was checked before. */
export function takeHostMessage(
  session: ReviewSession,
  message: HostMessage,
  tell: (answer: ViewerMessage) => void,
): void {
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
    case 'diffsvc:requestState':
      tell(stateMessage(session.review, { theme: session.theme, collapsed: session.collapsed }));
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
