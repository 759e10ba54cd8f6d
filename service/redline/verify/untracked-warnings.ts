/** Warnings of what differs and no revision can show, and of whose the result has. */
import { resolveRevisions } from '../../ooxml/resolve-revisions.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import type { DefinitionIds } from '../adopt/definitions.ts';
import type { SettingsReport } from '../adopt/settings.ts';
import type { Comparison, RedlineReport } from '../merge/comparison.ts';
import { rangePlaces, type RangePlaces } from './range-places.ts';

/** Names in a warning; a document may have hundreds. */
const NAMES_TOLD = 20;

/** The ranges of the body before and after all is accepted. */
export interface BodyRanges {
  readonly wanted: RangePlaces;
  readonly got: RangePlaces;
}

/** Where the ranges of the body are for who accepts everything, and where they are in the revised document. */
export function rangesOf({ original, revised, result }: Comparison): BodyRanges {
  const placesIn = (root: XmlElement): RangePlaces => rangePlaces(resolveRevisions(root, 'revised'));
  return { wanted: placesIn(revised.document), got: placesIn(result.tree(original.mainPart)!) };
}

/** Where Word keeps the cursor of the last session. */
const CURSOR = '_GoBack';

/** Tells of bookmarks and permissions that differ: those that came, and those that are not where the revised has them. */
export function tellRanges({ report, translation }: Comparison, { wanted, got }: BodyRanges): void {
  const came = translation.newRanges;
  const names = new Set(
    [...got.bookmarks].filter(([name, text]) => wanted.bookmarks.get(name) !== text).map(([name]) => name),
  );
  for (const { name, attributes } of came) if (name === 'w:bookmarkStart') names.add(attributes.get('w:name') ?? '');
  names.delete(CURSOR);
  if (names.size > 0)
    report.warn(
      'bookmarks_differ',
      `Bookmarks differ, and no revision can show that; the file has those of both documents, and one that both have where the original has it: ${listed([...names])}.`,
    );
  if (came.some(({ name }) => name === 'w:permStart') || !areSame(wanted.permissions, got.permissions))
    report.warn(
      'permissions_differ',
      'What may be edited under protection differs, and no revision can show that; the file has the permissions of both documents.',
    );
}

function areSame(a: RangePlaces['permissions'], b: RangePlaces['permissions']): boolean {
  return a.length === b.length && a.every(({ key, text }, index) => key === b[index]!.key && text === b[index]!.text);
}

/** Tells what no revision can show, and whose the result has. */
export function tellUntracked(
  report: RedlineReport,
  ids: DefinitionIds,
  { taken, left, theme }: SettingsReport,
  parts: readonly string[],
): void {
  const count = ids.differingStyles.length;
  if (count > 0) {
    report.warn(
      'styles_differ',
      `${count === 1 ? 'One style is' : `${count} styles are`} defined differently; no revision can show that, and the file has the revised document's definitions: ${listed(ids.differingStyles)}.`,
    );
  }
  if (ids.defaults !== 'same')
    report.warn(
      'defaults_differ',
      `The defaults of all text differ; no revision can show that, and the file has those of the ${ids.defaults === 'taken' ? 'revised' : 'original'} document.`,
    );
  if (theme !== 'same')
    report.warn(
      'theme_differs',
      `The themes differ; no revision can show that, and the file has that of the ${theme === 'taken' ? 'revised' : 'original'} document.`,
    );
  if (taken.length > 0)
    report.warn(
      'settings_differ',
      `Settings differ that no revision can show; the file has those of the revised document: ${taken.join(', ')}.`,
    );
  if (left.length > 0)
    report.warn(
      'settings_left',
      `Settings differ that no revision can show; the file has those of the original document: ${left.join(', ')}.`,
    );
  if (parts.length > 0)
    report.warn(
      'parts_left',
      `Beside the text something differs that no revision can show; the file has that of the original document: ${parts.join(', ')}.`,
    );
}

/** Some names of a list that may be long. */
function listed(names: readonly string[]): string {
  return `${names.slice(0, NAMES_TOLD).join(', ')}${names.length > NAMES_TOLD ? ' and more' : ''}`;
}
