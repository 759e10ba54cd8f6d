/**
 * Types of `/scripts/v1/diffsvc.js` for host pages in TypeScript. Save this file beside your sources. The script
 * defines the global `Diffsvc`.
 */

export type DiffsvcTheme = 'system' | 'light' | 'dark';
export type DiffsvcView = 'unified' | 'split';

/** A change was accepted or rejected. `remaining` of `total` changes are undecided. */
export interface DiffsvcChangeResolved {
  readonly changeId: string;
  readonly action: 'accepted' | 'rejected';
  readonly remaining: number;
  readonly total: number;
}

/** A review is complete. Changes in neither list keep their marks in `resolvedHtml`. */
export interface DiffsvcComplete {
  readonly resolvedHtml: string;
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
}

/** The current state of the viewer. */
export interface DiffsvcState {
  readonly reviewing: boolean;
  readonly view: DiffsvcView;
  readonly theme: DiffsvcTheme;
  readonly collapsed: boolean;
  readonly total: number;
  readonly remaining: number;
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
}

/**
 * Why the viewer cannot be controlled. `frame_blocked`: the frame did not load. A policy of the page (`frame-src`) or
 * the browser forbids it, or the service does not run. `handshake_timeout`: the frame loaded and does not answer.
 * This page's origin is not the `embedOrigin` of the comparison, or the link has expired.
 */
export interface DiffsvcUnavailable {
  readonly reason: 'frame_blocked' | 'handshake_timeout';
  readonly message: string;
}

/** The options of a viewer. */
export interface DiffsvcEmbedOptions {
  /** Selector of the container element, or the element itself. The container determines the viewer's size. */
  readonly container: string | Element;
  readonly comparisonId: string;
  /** The private token of the comparison. It is required except for samples. */
  readonly token?: string;
  /** Opens the viewer in a review. */
  readonly review?: boolean;
  readonly theme?: DiffsvcTheme;
  readonly view?: DiffsvcView;
  /** The nonce of this page's Content-Security-Policy for the one added style element. */
  readonly cspNonce?: string;
  /** The viewer is ready and can be controlled. */
  readonly onReady?: (state: DiffsvcState) => void;
  readonly onChangeResolved?: (event: DiffsvcChangeResolved) => void;
  readonly onComplete?: (event: DiffsvcComplete) => void;
  /** The viewer should be controlled, by an option or a call, and does not answer. Called at most once. */
  readonly onUnavailable?: (event: DiffsvcUnavailable) => void;
}

/** A mounted viewer. Calls before it is ready wait for it. After `destroy` they do nothing. */
export interface DiffsvcEmbed {
  startReview(): void;
  accept(changeId: string): void;
  reject(changeId: string): void;
  acceptAll(): void;
  rejectAll(): void;
  setTheme(theme: DiffsvcTheme): void;
  /** Split view is refused while a review is active. */
  setView(view: DiffsvcView): void;
  /** Rejects if the viewer does not answer or is destroyed. */
  state(): Promise<DiffsvcState>;
  /** Removes the viewer and everything that came with it. */
  destroy(): void;
}

/** The only object of the script. */
export interface DiffsvcScript {
  /** Throws `TypeError` for invalid options: a missing container, a missing id, or an unknown word. */
  embed(options: DiffsvcEmbedOptions): DiffsvcEmbed;
}

declare global {
  const Diffsvc: DiffsvcScript;
}
