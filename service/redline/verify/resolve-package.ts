/** Accepts or rejects all revisions of a tracked DOCX. */
import { openWordPackage } from '../../ooxml/package.ts';
import { storyParts } from '../../ooxml/part-uses.ts';
import { resolveRevisions, type RevisionSide } from '../../ooxml/resolve-revisions.ts';
import { dropComments, goneComments } from '../package/drop-comments.ts';
import { dropOrphans } from '../package/drop-orphans.ts';
import { ResultPackage } from '../package/result-package.ts';
import { TargetIdentity } from '../package/target-identity.ts';

/**
 * The document without revisions: `revised` accepts all of them, `original` rejects them. Comments, pictures and other
 * parts that only the removed content has are removed. Returns the input bytes if there are no revisions.
 *
 * @throws ServiceError as the package reader does
 */
export async function resolvePackage(bytes: Uint8Array, side: RevisionSide): Promise<Uint8Array> {
  const opened = await openWordPackage(bytes);
  const { package: archive, mainPart } = opened;
  const result = new ResultPackage(archive, new TargetIdentity());
  for (const name of storyParts(archive, mainPart)) {
    const root = archive.tree(name);
    const resolved = root === undefined ? undefined : resolveRevisions(root, side);
    if (resolved !== undefined && resolved !== root) result.setTree(name, resolved);
  }
  // Word also removes a comment whose reference was removed.
  dropComments(opened, result, goneComments(opened, result));
  dropOrphans(result, archive);
  return result.changed ? result.write() : bytes;
}
