/** Writes a redline that needs no tracked changes: plain formatting shows what is inserted, deleted and moved. */
import type { MarkProfileName } from '../../../shared/api/mark-profiles.ts';
import { PROFILES } from '../../../shared/marks/mark-profiles.ts';
import { openWordPackage, type OoxmlPackage } from '../../ooxml/package.ts';
import { storyParts } from '../../ooxml/part-uses.ts';
import { childrenOf, isElement, withChildren, type XmlElement } from '../../ooxml/xml-tree.ts';
import { ResultPackage } from '../../redline/package/result-package.ts';
import { TargetIdentity } from '../../redline/package/target-identity.ts';
import { goneNumbers } from './gone-numbers.ts';
import { withPrintedComments } from './printed-comments.ts';
import { shownRevisions } from './shown-revisions.ts';

/** Options of a static redline. */
export interface StaticOptions {
  /** Whether comments become text, for a printer that has no room beside the page. */
  readonly printsComments?: boolean;
}

/**
 * The tracked file without revisions, with the text of both sides. Each reader sees the same marks, whatever a word
 * processor does with revisions. Deleted clauses keep their numbers as text, so the others count as in the new document.
 *
 * @throws ServiceError as the package reader does
 */
export async function writeStaticRedline(
  tracked: Uint8Array,
  marks: MarkProfileName,
  { printsComments = false }: StaticOptions = {},
): Promise<Uint8Array> {
  const opened = await openWordPackage(tracked);
  const { package: archive, mainPart } = opened;
  const result = new ResultPackage(archive, new TargetIdentity());
  const showing = {
    profile: PROFILES[marks],
    numbers: goneNumbers(opened),
    defaultStyle: defaultStyleIn(archive.related(mainPart, 'styles'), archive),
  };
  for (const name of storyParts(archive, mainPart)) {
    const root = archive.tree(name);
    if (root !== undefined) result.setTree(name, shownRevisions(root, showing));
  }
  const comments = archive.related(mainPart, 'comments');
  if (printsComments && comments !== undefined)
    result.setTree(mainPart, withPrintedComments(result.tree(mainPart)!, result.tree(comments)!));
  stopTracking(archive.related(mainPart, 'settings'), result);
  return result.write();
}

function defaultStyleIn(part: string | undefined, archive: OoxmlPackage): string | undefined {
  const styles = part === undefined ? [] : childrenOf(archive.tree(part), 'w:style');
  const isDefault = ({ attributes }: XmlElement): boolean => /^(?:1|true|on)$/u.test(attributes.get('w:default') ?? '');
  const found = styles.find((style) => isDefault(style) && style.attributes.get('w:type') === 'paragraph');
  return found?.attributes.get('w:styleId');
}

/** The file has no revisions, so an edit of its reader is no revision by itself. */
function stopTracking(part: string | undefined, result: ResultPackage): void {
  const settings = part === undefined ? undefined : result.tree(part);
  if (part === undefined || settings === undefined) return;
  const stays = settings.children.filter((child) => !isElement(child, 'w:trackRevisions'));
  if (stays.length < settings.children.length) result.setTree(part, withChildren(settings, stays));
}
