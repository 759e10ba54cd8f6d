import type { CapturedPart, CaptureRole } from '../../shared/messages/extension-message.ts';
import { words } from '../strings.ts';

/** An action of the context menu, a key or the popup. */
export interface Gesture {
  readonly part: CapturedPart;
  readonly role: CaptureRole;
  readonly title: string;
}

/** All gestures in the order of the menu. Their ids are also the ids of commands and menu items. */
export const GESTURES = {
  'selection-original': { part: 'selection', role: 'original', title: words.gestures.selectionOriginal },
  'selection-revised': { part: 'selection', role: 'revised', title: words.gestures.selectionRevised },
  'selection-clipboard': { part: 'selection', role: 'clipboard', title: words.gestures.selectionClipboard },
  'page-original': { part: 'page', role: 'original', title: words.gestures.pageOriginal },
  'page-revised': { part: 'page', role: 'revised', title: words.gestures.pageRevised },
  'page-since': { part: 'page', role: 'since', title: words.gestures.pageSince },
  'page-pair': { part: 'page', role: 'pair', title: words.gestures.pagePair },
  'page-snapshot': { part: 'page', role: 'snapshot', title: words.gestures.pageSnapshot },
} as const satisfies Record<string, Gesture>;

/** The id of a gesture. */
export type GestureId = keyof typeof GESTURES;

/** The gesture with an id; null for an unknown id. */
export function gestureOf(id: unknown): Gesture | null {
  return typeof id === 'string' && Object.hasOwn(GESTURES, id) ? GESTURES[id as GestureId] : null;
}

/** Whether the panel shows the result. */
export function showsPanel({ role }: Pick<Gesture, 'role'>): boolean {
  return role === 'revised' || role === 'clipboard' || role === 'since' || role === 'pair';
}
