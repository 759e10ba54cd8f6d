import { isLayout, isTheme, type Layout, type Theme } from './display.ts';
import { isBoolean, isChangeId, parseMessage } from './message-fields.ts';

/** What a host page says to a viewer that it frames (specification 6.2). */
export type HostMessage =
  | { readonly type: 'diffsvc:startReview' }
  | { readonly type: 'diffsvc:acceptChange'; readonly changeId: string }
  | { readonly type: 'diffsvc:rejectChange'; readonly changeId: string }
  | { readonly type: 'diffsvc:acceptAll' }
  | { readonly type: 'diffsvc:rejectAll' }
  /** Answered with `diffsvc:state`. */
  | { readonly type: 'diffsvc:requestState' }
  /** Refused without a word while a review is active. */
  | { readonly type: 'diffsvc:setView'; readonly view: Layout }
  | { readonly type: 'diffsvc:setTheme'; readonly theme: Theme }
  | { readonly type: 'diffsvc:setCollapse'; readonly collapsed: boolean };

/**
 * The host's message that `data` of a window message event is; null for anything else. Who sent it is not checked here.
 */
export function parseHostMessage(data: unknown): HostMessage | null {
  return parseMessage<HostMessage>(data, {
    'diffsvc:startReview': {},
    'diffsvc:acceptChange': { changeId: isChangeId },
    'diffsvc:rejectChange': { changeId: isChangeId },
    'diffsvc:acceptAll': {},
    'diffsvc:rejectAll': {},
    'diffsvc:requestState': {},
    'diffsvc:setView': { view: isLayout },
    'diffsvc:setTheme': { theme: isTheme },
    'diffsvc:setCollapse': { collapsed: isBoolean },
  });
}
