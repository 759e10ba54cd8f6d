import { isLayout, isTheme, type Layout, type Theme } from './display.ts';
import { isBoolean, isChangeId, isChangeIds, isCount, isString, parseMessage } from './message-fields.ts';

/** What became of a change (decisions 4). */
export type ChangeAction = 'accepted' | 'rejected';

/** A change is decided (specification 6.2). `remaining` of `total` changes are still open. */
export interface ChangeResolved {
  readonly type: 'diffsvc:changeResolved';
  readonly changeId: string;
  readonly action: ChangeAction;
  readonly remaining: number;
  readonly total: number;
}

/** A review is complete. Changes that are in neither list keep their marks in `resolvedHtml`, a fragment. */
export interface ReviewComplete {
  readonly type: 'diffsvc:reviewComplete';
  readonly resolvedHtml: string;
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
}

/** The answer to `diffsvc:requestState` (decisions 4). `accepted` and `rejected` are ids of changes, as at the end. */
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

/** What a viewer says to the page that frames it; only to the origin that its link authorizes. */
export type ViewerMessage = ChangeResolved | ReviewComplete | ViewerState;

function isAction(value: unknown): value is ChangeAction {
  return value === 'accepted' || value === 'rejected';
}

/**
 * The viewer's message that `data` of a window message event is; null for anything else. Who sent it is not checked here.
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
