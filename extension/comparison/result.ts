import type { CompareTextResponse } from '../../shared/api/compare-text.ts';
import type { ContentComplete } from '../../shared/api/stream-events.ts';
import type { Outcome } from '../../shared/change/uncompared.ts';
import type { Summary } from '../../shared/change/page.ts';
import type { Block, Side } from '../../shared/document/model.ts';
import { scanFragment } from '../../shared/fragment/scan.ts';
import type { ComparisonDigests } from '../../shared/api/digests.ts';
import type { Capture, PageScope } from '../capture/capture.ts';

/** The description of one compared side. */
export interface ComparedSide extends Pick<Capture, 'from' | 'title' | 'url' | 'takenAtMs' | 'unreadFrames' | 'tabId'> {
  /** The compared part of a page. */
  readonly scope: PageScope;
}

/** A finished comparison in the form that is stored for the next panel. */
export interface StoredResult {
  readonly sides: Readonly<Record<Side, ComparedSide>>;
  /** The fragment as the service sent it. */
  readonly html: string;
  readonly summary: Summary;
  readonly format: CompareTextResponse['format'] | ContentComplete['format'];
  readonly fallback: boolean;
  /** Why, as one sentence; absent without a fallback. */
  readonly fallbackReason?: string;
  /** Whether the sent characters of both sides differ. */
  readonly sourcesDiffer: boolean;
  /** The id under which the service stores the comparison, and this browser the review. */
  readonly comparisonId: string;
  /**
   * The private address of the comparison, and the one to frame. Both are credentials. Null if the service sent none.
   */
  readonly viewerUrl: string | null;
  readonly embedUrl: string | null;
  /** Articles were wanted, and at least one page had none. */
  readonly articleMissing: boolean;
  /**
   * Digests of both sides as the service read them, for the completeness proof. Null in results of earlier versions.
   */
  readonly digests: ComparisonDigests | null;
  /** Absent in results of earlier versions. */
  readonly outcome?: Outcome;
}

/** A comparison in the form that the panel shows. */
export interface ShownResult extends StoredResult {
  /** Scanned from the answer, so that it contains only the grammar of fragments. */
  readonly blocks: readonly Block[];
}

/** Reads a stored result. Throws `FragmentError` if its HTML is not a fragment. */
export function shownResult(stored: StoredResult): ShownResult {
  return { ...stored, digests: stored.digests ?? null, blocks: scanFragment(stored.html) };
}
