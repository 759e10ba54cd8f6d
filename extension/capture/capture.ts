import type { CapturedPart } from '../../shared/messages/extension-message.ts';

/** One captured side of a comparison. Its content came from a page and is never trusted. */
export interface Capture {
  /** A unique id. It tells whether a side is still the compared one. */
  readonly id: string;
  readonly from: CapturedPart | 'clipboard' | 'pdf';
  readonly title: string;
  /** Empty for the clipboard. */
  readonly url: string;
  /** The HTML, a plain text, or the Base64 of a PDF. */
  readonly markup: string;
  readonly isPlainText: boolean;
  readonly unreadFrames: readonly string[];
  readonly takenAtMs: number;
  /** The tab that it came from. Absent for the clipboard, and in captures of earlier versions. */
  readonly tabId?: number;
  /** Whether “What changed since I last looked?” took it. The next look at its address replaces it. */
  readonly isLook?: boolean;
}

/** The address under which looks at a page are remembered: without the place inside the page. */
export function addressOf({ url }: Pick<Capture, 'url'>): string {
  return url.replace(/#.*$/su, '');
}

/** Why a gesture captured nothing. */
export type CaptureFault =
  /** The browser lets no extension read this tab: its own pages, the store, a PDF viewer. */
  | { readonly kind: 'not-readable'; readonly url: string }
  /** The tab did not answer in time. Its script may run for ever, or a dialog of it may be open. */
  | { readonly kind: 'no-answer'; readonly url: string; readonly seconds: number }
  | { readonly kind: 'nothing-selected' }
  | { readonly kind: 'too-large' }
  /** The page shows no text. */
  | { readonly kind: 'no-text' }
  /** The browser's own viewer shows a PDF, and its bytes could not be fetched. */
  | { readonly kind: 'pdf' }
  | { readonly kind: 'pdf-too-large' }
  /** Not two tabs are selected. */
  | { readonly kind: 'not-two-tabs'; readonly selected: number }
  /** The browser lets the extension read only the tab in front. The other one is in front now. */
  | { readonly kind: 'other-tab-closed' }
  /** The script in the tab returned an invalid answer. */
  | { readonly kind: 'unexpected' }
  | { readonly kind: 'snapshots-full'; readonly limit: number }
  /** In characters, of all snapshots together. */
  | { readonly kind: 'snapshots-large'; readonly limitLength: number }
  /** The browser did not store the capture: there is no room, or storing is forbidden. */
  | { readonly kind: 'not-stored' };

/** The part of a page to compare: its article, or the whole page. */
export type PageScope = 'article' | 'whole';
