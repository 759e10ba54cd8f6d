import type { CompareTextResponse } from '../../shared/api/compare-text.ts';
import type { Summary } from '../../shared/change/page.ts';
import type { Block, Side } from '../../shared/document/model.ts';
import { scanFragment } from '../../shared/fragment/scan.ts';
import type { ComparisonDigests } from '../../shared/api/digests.ts';
import type { Capture, PageScope } from '../capture/capture.ts';

/** What a side of a comparison was. */
export interface ComparedSide extends Pick<Capture, 'from' | 'title' | 'url' | 'takenAtMs' | 'unreadFrames'> {
  /** What was compared of a page. */
  readonly scope: PageScope;
}

/** A finished comparison, as it is kept for the next time that the panel opens. */
export interface StoredResult {
  readonly sides: Readonly<Record<Side, ComparedSide>>;
  /** The fragment as the service sent it. */
  readonly html: string;
  readonly summary: Summary;
  readonly format: CompareTextResponse['format'];
  readonly fallback: boolean;
  /** What was sent of both sides is not the same characters. */
  readonly sourcesDiffer: boolean;
  /** Under which the service, and this browser the decisions of a review, keep it. */
  readonly comparisonId: string;
  /** The private page of the comparison, and the one to be framed; credentials. Null when the service gave none. */
  readonly viewerUrl: string | null;
  readonly embedUrl: string | null;
  /** The wish was for articles, and at least one page had none. */
  readonly articleMissing: boolean;
  /** Of what the service read of both sides: by these its completeness is proved. Null in results of earlier versions. */
  readonly digests: ComparisonDigests | null;
}

/** A comparison as the panel shows it. */
export interface ShownResult extends StoredResult {
  /** Scanned from the answer: nothing outside the grammar of fragments is in it. */
  readonly blocks: readonly Block[];
}

/** Reads a stored result. Throws `FragmentError` when its HTML is not a fragment. */
export function shownResult(stored: StoredResult): ShownResult {
  return { ...stored, digests: stored.digests ?? null, blocks: scanFragment(stored.html) };
}
