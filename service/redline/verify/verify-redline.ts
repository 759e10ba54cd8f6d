/** Verifies a written redline. Whatever it does not show or keep becomes a warning. */
import { BOTH_SIDES } from '../../../shared/document/model.ts';
import { isGeneratedName } from '../../ooxml/generated-anchors.ts';
import type { WordPackage } from '../../ooxml/package.ts';
import type { Comparison } from '../merge/comparison.ts';
import { readWordPackage } from './package-reading.ts';
import { rangesOf, type RangePlaces } from './range-places.ts';
import { listed } from './untracked-warnings.ts';

/** Reports on a redline. `redline` is what was written of the comparison, opened again. */
export function verifyRedline(comparison: Comparison, redline: WordPackage): void {
  warnOfRanges(comparison);
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
