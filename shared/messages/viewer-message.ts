import { isLayout, isTheme, type Layout, type Theme } from './display.ts';
import { isBoolean, isChangeId, isChangeIds, isCount, isString, parseMessage } from './message-fields.ts';

/** The decision on a change. */
export type ChangeAction = 'accepted' | 'rejected';

/** A change was decided. `remaining` of `total` changes are undecided. */
export interface ChangeResolved {
  readonly type: 'diffsvc:changeResolved';
  readonly changeId: string;
  readonly action: ChangeAction;
  readonly remaining: number;
  readonly total: number;
}

/** A review is complete. Changes in neither list keep their marks in the fragment `resolvedHtml`. */
export interface ReviewComplete {
  readonly type: 'diffsvc:reviewComplete';
  readonly resolvedHtml: string;
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
}

/** The answer to `diffsvc:requestState`. `accepted` and `rejected` are change ids, as in `ReviewComplete`. */
export interface ViewerState {
  readonly type: 'diffsvc:state';
  readonly reviewing: boolean;
  readonly view: Layout;
  readonly theme: Theme;
  readonly collapsed: boolean;
  readonly total: number;
  readonly remaining: number;
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
}

/** The messages of a viewer to the page that frames it. They go only to the origin that the link authorizes. */
export type ViewerMessage = ChangeResolved | ReviewComplete | ViewerState;

function isAction(value: unknown): value is ChangeAction {
  return value === 'accepted' || value === 'rejected';
}

/**
 * Validates the `data` of a window message event as a viewer message; null for anything else. It does not check the
 * sender.
 */
export function parseViewerMessage(data: unknown): ViewerMessage | null {
  return parseMessage<ViewerMessage>(data, {
    'diffsvc:changeResolved': { changeId: isChangeId, action: isAction, remaining: isCount, total: isCount },
    'diffsvc:reviewComplete': { resolvedHtml: isString, accepted: isChangeIds, rejected: isChangeIds },
    'diffsvc:state': {
      reviewing: isBoolean,
      view: isLayout,
      theme: isTheme,
      collapsed: isBoolean,
      total: isCount,
      remaining: isCount,
      accepted: isChangeIds,
      rejected: isChangeIds,
    },
  });
}
