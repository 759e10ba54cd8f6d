/**
 * The tracked-revision file of two DOCX: the original's package with every difference as a revision. Rejecting all gives
 * the original, and accepting all gives the revised document. Revisions of the inputs count as accepted, or are kept.
 *
 * The recipe: open both packages, adopt definitions and settings, merge the texts, write, read the result back and verify
 * it. To keep revisions of the inputs, put them into the finished redline.
 */
import type { Warning } from '../../shared/document/model.ts';
import type { Revisions } from '../../shared/api/revisions.ts';
import { Namespaces } from '../ooxml/namespaces.ts';
import { openWordPackage } from '../ooxml/package.ts';
import { adopt, type Separate } from './adopt/adopt.ts';
import { withOriginalForms } from './adopt/original-forms.ts';
import { withOriginalAnchors } from './adopt/renumbered-anchors.ts';
import { withSeparateAnchors } from './adopt/separate-anchors.ts';
import { keepRevisions } from './keep/keep-revisions.ts';
import { Comparison, type RedlineOptions } from './merge/comparison.ts';
import { mergeBody } from './merge/merge-body.ts';
import { mergeHeaders } from './merge/merge-headers.ts';
import { mergeNotes } from './merge/merge-notes.ts';
import type { PackagePair } from './package/package-pair.ts';
import type { Guide } from './text/guide.ts';
import type { RevisionStamp } from './text/revision-writer.ts';
import { countRevisions, type RevisionCounts } from './verify/count-revisions.ts';
import { misplacedAnchors } from './verify/misplaced-anchors.ts';
import { misplacedComments } from './verify/range-places.ts';
import { warnOfUntracked } from './verify/untracked-warnings.ts';
import { verifyRedline } from './verify/verify-redline.ts';

/** A finished redline. */
export interface Redline {
  /** The DOCX. If the inputs do not differ and the original has no revisions, these are the original's bytes. */
  readonly bytes: Uint8Array;
  /** The revisions beyond those that the original has. */
  readonly counts: Readonly<RevisionCounts>;
  /** Number of blocks that are replaced whole, because their detailed revisions would not round-trip. */
  readonly degradedBlocks: number;
  /** What no revision can show, and what was degraded. */
  readonly warnings: readonly Warning[];
}

/**
 * Compares two DOCX files. With a `guide` the revisions mark the same words as the changes of that comparison. `revisions`
 * is what becomes of the revisions of the inputs.
 *
 * @throws ServiceError as the package reader does
 */
export async function writeRedline(
  original: Uint8Array,
  revised: Uint8Array,
  stamp: RevisionStamp,
  guide?: Guide,
  revisions: Revisions = 'accept',
): Promise<Redline> {
  const namespaces = new Namespaces();
  const own = await openWordPackage(original, namespaces);
  const named = withOriginalAnchors(own, await openWordPackage(revised, namespaces));
  const other = withOriginalForms(own, named);

  const comparison = mergedBodies({ original: own, revised: other }, { stamp, guide });
  mergeNotes(comparison);
  mergeHeaders(comparison);

  const { result, report, origins } = comparison;
  // Revisions of the inputs are put back by the times of the redline's own marks.
  if (revisions === 'accept') result.partInsertions();
  const bytes = result.changed ? result.write() : original;
  const redline = await openWordPackage(bytes, namespaces);
  verifyRedline(comparison, redline);

  const packages = { original: comparison.original, revised: comparison.revised };
  const keeping = revisions === 'keep' ? keepRevisions({ packages, redline, origins }, stamp) : null;
  return {
    bytes: keeping?.bytes ?? bytes,
    counts: countRevisions(result.changedTrees),
    degradedBlocks: report.degradedBlocks,
    warnings: [...report.warnings, ...(keeping?.warnings ?? [])],
  };
}

/**
 * Adopts, and merges the bodies. Only a merged body shows which comments of both documents concern another text in each,
 * and which references would lead to another place than before. With such ones the stage begins anew, and both become
 * ones of their own. It drops the first result.
 */
function mergedBodies(packages: PackagePair, options: RedlineOptions): Comparison {
  const first = mergedBody(packages, options, { comments: new Set(), bookmarks: new Set() });
  const comments = misplacedComments(first);
  const { apart, lost } = misplacedAnchors(first);
  if (comments.size + apart.size + lost.size === 0) return first;
  return mergedBody(withSeparateAnchors(packages, apart), options, { comments, bookmarks: lost });
}

function mergedBody(packages: PackagePair, options: RedlineOptions, separate: Separate): Comparison {
  const adopted = adopt(packages, separate);
  const comparison = new Comparison(adopted, options);
  warnOfUntracked(comparison.report, adopted);
  mergeBody(comparison);
  return comparison;
}
