import type { CapturedPart } from '../../shared/messages/extension-message.ts';

/** One side of a comparison, as it was taken. What is in it came from a page and is trusted nowhere. */
export interface Capture {
  /** Unique; says whether a side is still the one that was compared. */
  readonly id: string;
  readonly from: CapturedPart | 'clipboard';
  readonly title: string;
  /** Empty for the clipboard. */
  readonly url: string;
  /** HTML as read, or a plain text. */
  readonly markup: string;
  readonly isPlainText: boolean;
  readonly unreadFrames: readonly string[];
  readonly takenAtMs: number;
}

/** Why a gesture took nothing. */
export type CaptureFault =
  /** The browser lets no extension read this tab: its own pages, the store, a PDF viewer. */
  | { readonly kind: 'not-readable'; readonly url: string }
  | { readonly kind: 'nothing-selected' }
  | { readonly kind: 'too-large' }
  /** The page shows no text. */
  | { readonly kind: 'no-text' }
  /** The browser's own viewer shows a PDF. */
  | { readonly kind: 'pdf' }
  /** The script in the tab answered with something else. */
  | { readonly kind: 'unexpected' }
  | { readonly kind: 'snapshots-full'; readonly limit: number }
  /** In characters, of all of them together. */
  | { readonly kind: 'snapshots-large'; readonly limitLength: number }
  /** The browser did not store what was read: there is no room, or it lets nothing be stored. */
  | { readonly kind: 'not-stored' };

/** How the comparable text of a page is taken: the article found in it, or all of it. */
export type PageScope = 'article' | 'whole';
