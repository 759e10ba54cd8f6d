/**
 * Types of `/scripts/v1/diffsvc.js`, for host pages in TypeScript: save this file beside your sources. The script defines
 * the global `Diffsvc`.
 */

export type DiffsvcTheme = 'system' | 'light' | 'dark';
export type DiffsvcView = 'unified' | 'split';

/** A change was accepted or rejected. `remaining` of `total` changes are still open. */
export interface DiffsvcChangeResolved {
  readonly changeId: string;
  readonly action: 'accepted' | 'rejected';
  readonly remaining: number;
  readonly total: number;
}

/** A review is complete. Changes that are in neither list keep their marks in `resolvedHtml`. */
export interface DiffsvcComplete {
  readonly resolvedHtml: string;
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
}

/** The viewer as it is now. */
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
 * Why the viewer cannot be controlled. `frame_blocked`: the frame did not load; a policy of the page (`frame-src`) or the
 * browser forbids it, or the service does not run. `handshake_timeout`: it loaded and does not answer; this page's origin
 * is not the `embedOrigin` of the comparison, or the link has expired.
 */
export interface DiffsvcUnavailable {
  readonly reason: 'frame_blocked' | 'handshake_timeout';
  readonly message: string;
}

/** What is shown, where, and who hears of it. */
export interface DiffsvcEmbedOptions {
  /** Selector of the element that the viewer is put into, or the element. It gives the viewer its size. */
  readonly container: string | Element;
  readonly comparisonId: string;
  /** The private token of the comparison; required except for samples. */
  readonly token?: string;
  /** Opens the viewer in a review. */
  readonly review?: boolean;
  readonly theme?: DiffsvcTheme;
  readonly view?: DiffsvcView;
  /** The nonce of this page's Content-Security-Policy, for the one style element that is added. */
  readonly cspNonce?: string;
  /** The viewer answers: it can be controlled. */
  readonly onReady?: (state: DiffsvcState) => void;
  readonly onChangeResolved?: (event: DiffsvcChangeResolved) => void;
  readonly onComplete?: (event: DiffsvcComplete) => void;
  /** Control was asked for, by an option or a call, and the viewer does not answer. Called once at most. */
  readonly onUnavailable?: (event: DiffsvcUnavailable) => void;
}

/** A mounted viewer. Calls made before it is ready wait for it; after `destroy` they do nothing. */
export interface DiffsvcEmbed {
  startReview(): void;
  accept(changeId: string): void;
  reject(changeId: string): void;
  acceptAll(): void;
  rejectAll(): void;
  setTheme(theme: DiffsvcTheme): void;
  /** Split is refused while a review is active. */
  setView(view: DiffsvcView): void;
  /** Rejects when the viewer does not answer, or is destroyed. */
  state(): Promise<DiffsvcState>;
  /** Takes the viewer off the page, and everything that came with it. */
  destroy(): void;
}

/** The script's one object. */
export interface DiffsvcScript {
  /** Throws `TypeError` for options that cannot work: no such container, no id, a word that is none of those listed. */
  embed(options: DiffsvcEmbedOptions): DiffsvcEmbed;
}

declare global {
  const Diffsvc: DiffsvcScript;
}
