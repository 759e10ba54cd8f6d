/** Makes a tracked-revision file of two documents, and resolves such a file. */
import type { Revisions } from '../../shared/api/revisions.ts';
import { resolvePackage } from '../redline/verify/resolve-package.ts';
import { writeRedline, type Redline } from '../redline/write-redline.ts';

export type { Redline } from '../redline/write-redline.ts';

/** The author of revisions if nobody is named. */
export const DEFAULT_AUTHOR = 'diffsvc';

/** Author and time of all revisions of a file. */
export interface Signature {
  readonly author: string;
  readonly at: Date;
}

/** The original's DOCX with every difference to the revised document as a tracked revision. Throws `ServiceError`. */
export function trackChanges(
  original: Uint8Array,
  revised: Uint8Array,
  signature: Signature,
  revisions?: Revisions,
): Promise<Redline> {
  return writeRedline(original, revised, stampOf(signature), undefined, revisions);
}

/** A signature in the form of revision marks. Word writes whole seconds. */
export function stampOf({ author, at }: Signature): { author: string; date: string } {
  return { author, date: `${at.toISOString().slice(0, 19)}Z` };
}

/** A tracked DOCX with all revisions accepted or rejected. Throws `ServiceError`. */
export function decideAll(tracked: Uint8Array, decision: 'accept' | 'reject'): Promise<Uint8Array> {
  return resolvePackage(tracked, decision === 'accept' ? 'revised' : 'original');
}
