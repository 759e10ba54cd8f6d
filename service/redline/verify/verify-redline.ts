/** Verifies a written redline. Whatever it does not show or keep becomes a warning. */
import { BOTH_SIDES } from '../../../shared/document/model.ts';
import { isGeneratedName } from '../../ooxml/generated-anchors.ts';
import { bookmarksIn, referencesIn } from '../../ooxml/references.ts';
import type { WordPackage } from '../../ooxml/package.ts';
import type { Comparison } from '../merge/comparison.ts';
import { pagesStated } from '../package/contents-pages.ts';
import { goneBookmarks } from './gone-bookmarks.ts';
import { readWordPackage } from './package-reading.ts';
import { rangesOf, type RangePlaces } from './range-places.ts';
import { listed } from './untracked-warnings.ts';

/** Reports on a redline. `redline` is what was written of the comparison, opened again. */
export function verifyRedline(comparison: Comparison, redline: WordPackage): void {
  warnOfRanges(comparison);
  warnOfPageNumbers(comparison);
  warnOfLostTargets(comparison);
  warnOfSignature(comparison);
  warnOfBrokenLaws(comparison, redline);
}

/**
 * Warns of bookmarks and edit permissions that were added, or whose place differs from the revised document. Generated
 * bookmarks (of fields, and of Word's cursor) mean nothing to a reader and cause no warning.
 */
function warnOfRanges(comparison: Comparison): void {
  const { report, translation } = comparison;
  const { wanted, got } = rangesOf(comparison);
  const came = translation.newRanges;
  const names = new Set(
    [...got.bookmarks].filter(([name, text]) => wanted.bookmarks.get(name) !== text).map(([name]) => name),
  );
  for (const { name, attributes } of came) if (name === 'w:bookmarkStart') names.add(attributes.get('w:name') ?? '');
  for (const name of names) if (isGeneratedName(name)) names.delete(name);
  if (names.size > 0)
    report.warn(
      'bookmarks_differ',
      `Bookmarks differ, and no revision can show that. The file has the bookmarks of both documents. A common bookmark keeps its place in the original: ${listed([...names])}.`,
    );
  if (came.some(({ name }) => name === 'w:permStart') || !areSame(wanted.permissions, got.permissions))
    report.warn(
      'permissions_differ',
      'Edit permissions under protection differ, and no revision can show that. The file has the permissions of both documents.',
    );
}

function areSame(a: RangePlaces['permissions'], b: RangePlaces['permissions']): boolean {
  return a.length === b.length && a.every(({ key, text }, index) => key === b[index]!.key && text === b[index]!.text);
}

/** Warns of page numbers of a table of contents that are the revised document's whatever is rejected. */
function warnOfPageNumbers(comparison: Comparison): void {
  const { original, result, report } = comparison;
  const root = result.tree(original.mainPart);
  if (root === undefined || root === original.document) return;
  const wanted = pagesStated(comparison.resolved(original.document, 'revised'));
  const got = pagesStated(comparison.resolved(root, 'original'));
  const count = got.filter((page, at) => page !== wanted[at]).length;
  if (count > 0)
    report.warn(
      'page_numbers_taken',
      `${count === 1 ? 'One page number' : `${count} page numbers`} of the table of contents ${count === 1 ? 'is' : 'are'} the revised document's. A word processor computes ${count === 1 ? 'it' : 'them'} anew.`,
    );
}

/** Warns of references that lead nowhere after everything is accepted or rejected, and lead somewhere in the document. */
function warnOfLostTargets(comparison: Comparison): void {
  const { original, revised, result, report } = comparison;
  const root = result.tree(original.mainPart);
  if (root === undefined) return;
  const lost = BOTH_SIDES.flatMap((side) => {
    const resolved = comparison.resolved(root, side);
    const references = referencesIn(resolved);
    if (references.length === 0) return [];
    const document = side === 'original' ? original.document : revised.document;
    const known = bookmarksIn(comparison.resolved(document, 'revised'));
    const [kept, gone] = [bookmarksIn(resolved), goneBookmarks(root, side)];
    return references.filter(({ name }) => known.has(name) && (gone.has(name) || !kept.has(name)));
  });
  if (lost.length > 0)
    report.warn(
      'targets_lost',
      `${lost.length === 1 ? 'One link or cross-reference leads' : `${lost.length} links or cross-references lead`} to a bookmark that is missing after all revisions are accepted or rejected: ${listed([...new Set(lost.map(({ name }) => name))])}.`,
    );
}

/** Warns that the digital signature of the original is dropped. */
function warnOfSignature({ result, report }: Comparison): void {
  if (result.changed && result.wasSigned)
    report.warn(
      'signatures_left_out',
      'The original is digitally signed. A signature holds for no other file: the result has none.',
    );
}

/** Reads the redline back, and warns if it does not keep what rejecting and accepting promise. */
function warnOfBrokenLaws(comparison: Comparison, redline: WordPackage): void {
  const { report } = comparison;
  for (const side of BOTH_SIDES) {
    // What cannot be tracked stays the original's. The report names it already.
    const without = side === 'revised' ? report.untrackable : undefined;
    const got = readWordPackage(redline, side, without);
    const wanted = readWordPackage(comparison[side], 'revised', without);
    if (got.body !== wanted.body || got.notes !== wanted.notes || got.headers !== wanted.headers)
      report.warn(
        'laws_not_kept',
        `${side === 'original' ? 'Rejecting' : 'Accepting'} everything does not give exactly the ${side} document. One of the two files is damaged. Open both in a word processor, save them, and compare again.`,
      );
  }
}
