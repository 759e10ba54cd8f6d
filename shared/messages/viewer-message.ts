import { isLayout, isTheme, type Layout, type Theme } from './display.ts';
import {
  isBoolean,
  isChangeId,
  isChangeIds,
  isCount,
  isOptionalChangeId,
  isOptionalCount,
  isString,
  parseMessage,
} from './message-fields.ts';

/** The decision on a change. */
export type ChangeAction = 'accepted' | 'rejected';

/** What a person counts: both ends of a move are one. Absent if every change is decided by itself. */
interface CountedUnits {
  readonly remainingUnits?: number | undefined;
  readonly totalUnits?: number | undefined;
}

/** A change was decided. `remaining` of `total` changes are undecided. */
export interface ChangeResolved extends CountedUnits {
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
export interface ViewerState extends CountedUnits {
  readonly type: 'diffsvc:state';
  /** The number of the question that it answers, if that had one. */
  readonly question?: number | undefined;
  readonly reviewing: boolean;
  readonly view: Layout;
  readonly theme: Theme;
  readonly collapsed: boolean;
  readonly total: number;
  readonly remaining: number;
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
}

/**
 * Why a message of a host page has no effect. `not_allowed`: this viewer has no review. `no_review`: the review has not
 * begun. `review_complete`: it is over until it is started again. `unknown_change`: the comparison has no such change.
 * `no_effect`: it is so already. `view_locked`: a review has one view. `not_understood`: the message has another form.
 */
export const REFUSED_REASONS = [
  'not_allowed',
  'no_review',
  'review_complete',
  'unknown_change',
  'no_effect',
  'view_locked',
  'not_understood',
] as const;
export type RefusedReason = (typeof REFUSED_REASONS)[number];

/** A message of the host page had no effect. `request` is its type. */
export interface RequestRefused {
  readonly type: 'diffsvc:refused';
  readonly request: string;
  readonly reason: RefusedReason;
  /** The change that it named. */
  readonly changeId?: string | undefined;
}

/** The messages of a viewer to the page that frames it. They go only to the origin that the link authorizes. */
export type ViewerMessage = ChangeResolved | ReviewComplete | ViewerState | RequestRefused;

function isAction(value: unknown): value is ChangeAction {
  return value === 'accepted' || value === 'rejected';
}

/** Whether a value can be the type of a message of the host page. */
function isRequest(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('diffsvc:');
}

function isReason(value: unknown): value is RefusedReason {
  return REFUSED_REASONS.some((reason) => reason === value);
}

const UNITS = { remainingUnits: isOptionalCount, totalUnits: isOptionalCount } as const;

/**
 * Validates the `data` of a window message event as a viewer message; null for anything else. It does not check the
 * sender.
 */
export function parseViewerMessage(data: unknown): ViewerMessage | null {
  return parseMessage<ViewerMessage>(data, {
    'diffsvc:changeResolved': { changeId: isChangeId, action: isAction, remaining: isCount, total: isCount, ...UNITS },
    'diffsvc:reviewComplete': { resolvedHtml: isString, accepted: isChangeIds, rejected: isChangeIds },
    'diffsvc:state': {
      question: isOptionalCount,
      reviewing: isBoolean,
      view: isLayout,
      theme: isTheme,
      collapsed: isBoolean,
      total: isCount,
      remaining: isCount,
      accepted: isChangeIds,
      rejected: isChangeIds,
      ...UNITS,
    },
    'diffsvc:refused': { request: isRequest, reason: isReason, changeId: isOptionalChangeId },
  });
}
