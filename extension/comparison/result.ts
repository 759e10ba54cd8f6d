import type { CompareTextResponse } from '../../shared/api/compare-text.ts';
import type { Summary } from '../../shared/change/page.ts';
import type { Side } from '../../shared/document/model.ts';
import { scanFragment } from '../../shared/fragment/scan.ts';
import { writeFragment } from '../../shared/fragment/write.ts';
import { listChanges, type ReviewChange } from '../../renderer/review/list-changes.ts';
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
  /** The private page of the comparison; a credential. Null when the service gave none. */
  readonly viewerUrl: string | null;
  /** The wish was for articles, and at least one page had none. */
  readonly articleMissing: boolean;
}

/** A comparison as the panel shows it. */
export interface ShownResult extends StoredResult {
  /** Written by our own writer from the scanned answer: nothing outside the grammar is in it. */
  readonly fragment: string;
  readonly changes: readonly ReviewChange[];
}

/** Reads a stored result. Throws `FragmentError` when its HTML is not a fragment. */
export function shownResult(stored: StoredResult): ShownResult {
  const blocks = scanFragment(stored.html);
  return { ...stored, fragment: writeFragment(blocks), changes: listChanges(blocks) };
}
