/** Makes a tracked-revision file of a comparison of two DOCX, and resolves such a file. */
import type { Revisions } from '../../shared/api/revisions.ts';
import { scanFragment } from '../../shared/fragment/scan.ts';
import { resolvePackage } from '../redline/verify/resolve-package.ts';
import { writeRedline, type Redline } from '../redline/write-redline.ts';
import { redlineGuide } from './ranges/redline-guide.ts';

export type { Redline } from '../redline/write-redline.ts';

/** The author of revisions if nobody is named. */
export const DEFAULT_AUTHOR = 'diffsvc';

/** Author and time of all revisions of a file. */
export interface Signature {
  readonly author: string;
  readonly at: Date;
}

/** A comparison of two DOCX. */
export interface ComparedFiles {
  readonly original: Uint8Array;
  readonly revised: Uint8Array;
  /** The fragment of the comparison. */
  readonly fragment: string;
}

/**
 * The original's DOCX with every difference to the revised document as a tracked revision. The revisions mark the words
 * that the fragment marks. Throws `ServiceError`, and `FragmentError` if it is no fragment.
 */
export async function trackChanges(
  { original, revised, fragment }: ComparedFiles,
  signature: Signature,
  revisions?: Revisions,
): Promise<Redline> {
  return await writeRedline(original, revised, stampOf(signature), redlineGuide(scanFragment(fragment)), revisions);
}

/** A signature in the form of revision marks. Word writes whole seconds. */
export function stampOf({ author, at }: Signature): { author: string; date: string } {
  return { author, date: `${at.toISOString().slice(0, 19)}Z` };
}

/** A tracked DOCX with all revisions accepted or rejected. Throws `ServiceError`. */
export function decideAll(tracked: Uint8Array, decision: 'accept' | 'reject'): Promise<Uint8Array> {
  return resolvePackage(tracked, decision === 'accept' ? 'revised' : 'original');
}
