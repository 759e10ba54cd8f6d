/**
 * Types of `/scripts/v1/diffsvc.js` for host pages in TypeScript. Save this file beside your sources. The script
 * defines the global `Diffsvc`.
 */

export type DiffsvcTheme = 'system' | 'light' | 'dark';
export type DiffsvcView = 'unified' | 'split';

/** What a person counts: both ends of a move are one. Absent if every change is decided by itself. */
interface DiffsvcUnits {
  readonly remainingUnits?: number | undefined;
  readonly totalUnits?: number | undefined;
}

/** A change was accepted or rejected. `remaining` of `total` changes are undecided. */
export interface DiffsvcChangeResolved extends DiffsvcUnits {
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
export interface DiffsvcState extends DiffsvcUnits {
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
 * A call or a message that had no effect. `request` is the type of the message, such as `diffsvc:acceptChange`.
 * `not_allowed`: this viewer has no review. `no_review`: the review has not begun. `review_complete`: it is over until
 * `startReview()`. `unknown_change`: the comparison has no such change. `no_effect`: it is so already. `view_locked`: a
 * review has one view. `not_understood`: the message has another form. `unavailable`: the viewer does not answer.
 */
export interface DiffsvcRefused {
  readonly request: string;
  readonly reason:
    | 'not_allowed'
    | 'no_review'
    | 'review_complete'
    | 'unknown_change'
    | 'no_effect'
    | 'view_locked'
    | 'not_understood'
    | 'unavailable';
  /** The change that it named. */
  readonly changeId?: string | undefined;
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
  /** A call or a message had no effect. */
  readonly onRefused?: (event: DiffsvcRefused) => void;
  /** The viewer should be controlled, by an option or a call, and does not answer. Called at most once. */
  readonly onUnavailable?: (event: DiffsvcUnavailable) => void;
}

/**
 * A mounted viewer. Calls before it is ready wait for it. Each says whether it is sent: false after `destroy`, and once
 * the viewer is unavailable.
 */
export interface DiffsvcEmbed {
  startReview(): boolean;
  accept(changeId: string): boolean;
  reject(changeId: string): boolean;
  acceptAll(): boolean;
  rejectAll(): boolean;
  setTheme(theme: DiffsvcTheme): boolean;
  /** Split view is refused while a review is active. */
  setView(view: DiffsvcView): boolean;
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
