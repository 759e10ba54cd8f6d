import type { CapturedPart, CaptureRole } from '../../shared/messages/extension-message.ts';
import { words } from '../strings.ts';

/** What a reader can ask for by the context menu, a key or the popup. */
export interface Gesture {
  readonly part: CapturedPart;
  readonly role: CaptureRole;
  readonly title: string;
}

/** All gestures by their ids, which are also those of commands and menu items, in the order of the menu. */
export const GESTURES = {
  'selection-original': { part: 'selection', role: 'original', title: words.gestures.selectionOriginal },
  'selection-revised': { part: 'selection', role: 'revised', title: words.gestures.selectionRevised },
  'selection-clipboard': { part: 'selection', role: 'clipboard', title: words.gestures.selectionClipboard },
  'page-original': { part: 'page', role: 'original', title: words.gestures.pageOriginal },
  'page-revised': { part: 'page', role: 'revised', title: words.gestures.pageRevised },
  'page-snapshot': { part: 'page', role: 'snapshot', title: words.gestures.pageSnapshot },
} as const satisfies Record<string, Gesture>;

/** The id of a gesture. */
export type GestureId = keyof typeof GESTURES;

/** The gesture of an id; null for an id that is none of ours. */
export function gestureOf(id: unknown): Gesture | null {
  return typeof id === 'string' && Object.hasOwn(GESTURES, id) ? GESTURES[id as GestureId] : null;
}

/** Whether what comes of it is seen in the panel. */
export function showsPanel({ role }: Pick<Gesture, 'role'>): boolean {
  return role === 'revised' || role === 'clipboard';
}
