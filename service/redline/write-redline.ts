/**
 * The tracked-revision file of two DOCX: the original's package with every difference as a revision. Rejecting all gives
 * the original, and accepting all gives the revised document. Revisions of the inputs count as accepted, or are kept.
 *
 * The recipe: open both packages, give renumbered anchors one name, adopt definitions and settings, merge body, notes
 * and headers. Then read the result back, warn of differences that no revision can show, and write. To keep revisions of the
 * inputs, put them into the finished redline.
 */
import { BOTH_SIDES, type Warning } from '../../shared/document/model.ts';
import type { Revisions } from '../../shared/api/revisions.ts';
import { Namespaces } from '../ooxml/namespaces.ts';
import { openWordPackage, type WordPackage } from '../ooxml/package.ts';
import { withOriginalAnchors } from './adopt/renumbered-anchors.ts';
import { adoptSettings } from './adopt/settings.ts';
import { keepRevisions } from './keep/keep-revisions.ts';
import { Comparison, type ComparisonOptions, type PackagePair } from './merge/comparison.ts';
import { mergeBody } from './merge/merge-body.ts';
import { mergeHeaders } from './merge/merge-headers.ts';
import { mergeNotes } from './merge/merge-notes.ts';
import { Canonical } from './package/canonical.ts';
import type { RedlineReport } from './package/redline-report.ts';
import type { Guide } from './text/guide.ts';
import type { RevisionStamp } from './text/revision-writer.ts';
import { countRevisions, type RevisionCounts } from './verify/count-revisions.ts';
import { readWordPackage } from './verify/package-reading.ts';
import { misplacedComments, rangesOf } from './verify/range-places.ts';
import { partsThatDiffer, THREADS } from './verify/untracked-parts.ts';
import { warnOfDefinitions, warnOfRanges, warnOfSignature } from './verify/untracked-warnings.ts';

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
  const packages = { original: own, revised: withOriginalAnchors(own, await openWordPackage(revised, namespaces)) };
  const first = merged(packages, { stamp, guide, separateComments: new Set() });
  const ranges = rangesOf(first);
  const separateComments = misplacedComments(ranges, first.translation);
  const comparison = separateComments.size === 0 ? first : merged(packages, { stamp, guide, separateComments });
  warnOfRanges(comparison, ranges);
  warnOfSignature(comparison);
  const { result, report, origins } = comparison;
  const bytes = result.changed ? result.write() : original;
  const redline = await openWordPackage(bytes, namespaces);
  warnOfBrokenLaws(report, packages, redline);
  const kept = revisions === 'keep' ? keepRevisions({ packages, redline, origins }, stamp) : null;
  return {
    bytes: kept?.bytes ?? bytes,
    counts: countRevisions(result.changedTrees),
    degradedBlocks: report.degradedBlocks,
    warnings: [...report.warnings, ...(kept?.warnings ?? [])],
  };
}

/** Reads the redline back, and warns if it does not keep what rejecting and accepting promise. */
function warnOfBrokenLaws(report: RedlineReport, packages: PackagePair, redline: WordPackage): void {
  for (const side of BOTH_SIDES) {
    // What cannot be tracked stays the original's. The report names it already.
    const without = side === 'revised' ? report.untrackable : undefined;
    const got = readWordPackage(redline, side, without);
    const wanted = readWordPackage(packages[side], 'revised', without);
    if (got.body !== wanted.body || got.notes !== wanted.notes || got.headers !== wanted.headers)
      report.warn(
        'laws_not_kept',
        `${side === 'original' ? 'Rejecting' : 'Accepting'} everything does not give exactly the ${side} document. One of the two files is damaged. Open both in a word processor, save them, and compare again.`,
      );
  }
}

/** A finished comparison. */
function merged(packages: PackagePair, options: ComparisonOptions): Comparison {
  const comparison = new Comparison(packages, options);
  const { original, revised, result, identity, definitions, report } = comparison;
  const settings = adoptSettings(original, revised, result, new Canonical((id) => id));
  const parts = [...partsThatDiffer(original, revised, identity), ...(definitions.threadsDiffer ? [THREADS] : [])];
  warnOfDefinitions(report, definitions, settings, parts);
  mergeBody(comparison);
  mergeNotes(comparison);
  mergeHeaders(comparison);
  return comparison;
}
