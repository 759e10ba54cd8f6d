/** Warnings about differences that no revision can show. Each warning names the document that the result follows. */
import { isGeneratedName } from '../../ooxml/generated-anchors.ts';
import type { DefinitionIds } from '../adopt/definitions.ts';
import type { SettingsReport } from '../adopt/settings.ts';
import type { Comparison } from '../merge/comparison.ts';
import type { RedlineReport } from '../package/redline-report.ts';
import type { BodyRanges, RangePlaces } from './range-places.ts';

/** Maximum number of names in a warning. A document may have hundreds. */
const NAMES_MAX = 20;

/**
 * Warns of bookmarks and edit permissions that were added, or whose place differs from the revised document. Generated
 * bookmarks (of fields, and of Word's cursor) mean nothing to a reader and cause no warning.
 */
export function warnOfRanges({ report, translation }: Comparison, { wanted, got }: BodyRanges): void {
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
export function warnOfSignature({ result, report }: Comparison): void {
  if (result.changed && result.wasSigned)
    report.warn(
      'signatures_left_out',
      'The original is digitally signed. A signature holds for no other file: the result has none.',
    );
}

/** Warns of definitions, settings and parts that differ. */
export function warnOfDefinitions(
  report: RedlineReport,
  ids: DefinitionIds,
  { taken, left, theme }: SettingsReport,
  parts: readonly string[],
): void {
  const count = ids.differingStyles.length;
  if (count > 0) {
    report.warn(
      'styles_differ',
      `${count === 1 ? 'One style is' : `${count} styles are`} defined differently, and no revision can show that. The file has the revised document's definitions: ${listed(ids.differingStyles)}.`,
    );
  }
  if (ids.defaults !== 'same')
    report.warn(
      'defaults_differ',
      `The defaults of all text differ, and no revision can show that. The file has the defaults of the ${ids.defaults === 'taken' ? 'revised' : 'original'} document.`,
    );
  if (theme !== 'same')
    report.warn(
      'theme_differs',
      `The themes differ, and no revision can show that. The file has the theme of the ${theme === 'taken' ? 'revised' : 'original'} document.`,
    );
  if (taken.length > 0)
    report.warn(
      'settings_differ',
      `Settings differ that no revision can show. The file has the settings of the revised document: ${taken.join(', ')}.`,
    );
  if (left.length > 0)
    report.warn(
      'settings_left',
      `Settings differ that no revision can show. The file has the settings of the original document: ${left.join(', ')}.`,
    );
  if (parts.length > 0)
    report.warn(
      'parts_left',
      `Beside the text something differs that no revision can show. The file has the original document's parts: ${parts.join(', ')}.`,
    );
}

/** The first names of a list. */
function listed(names: readonly string[]): string {
  return `${names.slice(0, NAMES_MAX).join(', ')}${names.length > NAMES_MAX ? ' and more' : ''}`;
}
