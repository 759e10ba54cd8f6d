import { isLayout, isTheme, type Layout, type Theme } from './display.ts';
import { isBoolean, isChangeId, isOptionalCount, parseMessage } from './message-fields.ts';

/** The messages of a host page to a framed viewer (docs/embed.md). */
export type HostMessage =
  | { readonly type: 'diffsvc:startReview' }
  | { readonly type: 'diffsvc:acceptChange'; readonly changeId: string }
  | { readonly type: 'diffsvc:rejectChange'; readonly changeId: string }
  | { readonly type: 'diffsvc:acceptAll' }
  | { readonly type: 'diffsvc:rejectAll' }
  /** The viewer answers with `diffsvc:state`, which names the number of the question. */
  | { readonly type: 'diffsvc:requestState'; readonly question?: number | undefined }
  /** The viewer ignores it while a review is active. */
  | { readonly type: 'diffsvc:setView'; readonly view: Layout }
  | { readonly type: 'diffsvc:setTheme'; readonly theme: Theme }
  | { readonly type: 'diffsvc:setCollapse'; readonly collapsed: boolean };

/** Longer types are not repeated in an answer. */
const TYPE_MAX_LENGTH = 100;

/** The type of a message that is meant for a viewer, whatever its other fields are; null for anything else. */
export function hostRequestOf(data: unknown): string | null {
  const { type } = (data ?? {}) as { readonly type?: unknown };
  return typeof type === 'string' && type.startsWith('diffsvc:') && type.length <= TYPE_MAX_LENGTH ? type : null;
}

/**
 * Validates the `data` of a window message event as a host message; null for anything else. It does not check the
 * sender.
 */
export function parseHostMessage(data: unknown): HostMessage | null {
  return parseMessage<HostMessage>(data, {
    'diffsvc:startReview': {},
    'diffsvc:acceptChange': { changeId: isChangeId },
    'diffsvc:rejectChange': { changeId: isChangeId },
    'diffsvc:acceptAll': {},
    'diffsvc:rejectAll': {},
    'diffsvc:requestState': { question: isOptionalCount },
    'diffsvc:setView': { view: isLayout },
    'diffsvc:setTheme': { theme: isTheme },
    'diffsvc:setCollapse': { collapsed: isBoolean },
  });
}
