/** All revisions of a tracked DOCX, accepted or rejected. */
import { openWordPackage } from '../ooxml/package.ts';
import { resolveRevisions, type RevisionSide } from '../ooxml/resolve-revisions.ts';
import { ResultPackage, TargetIdentity } from './result-package.ts';

/** Parts that hold text, by the end of their content type (ECMA-376 part 1, 11.3). */
const STORIES =
  /wordprocessingml\.(?:document\.main|template\.main|header|footer|footnotes|endnotes|comments|document\.glossary)\+xml$|macroEnabled\.main\+xml$/;

/**
 * The document without revisions: `revised` accepts all of them, `original` rejects them. Without any, the bytes that
 * came in.
 *
 * @throws ServiceError as the reader of packages does
 */
export async function resolvePackage(bytes: Uint8Array, side: RevisionSide): Promise<Uint8Array> {
  const { package: archive, mainPart } = await openWordPackage(bytes);
  const result = new ResultPackage(archive, new TargetIdentity());
  const types = archive.contentTypes();
  for (const { name } of archive.parts) {
    if (name !== mainPart && !STORIES.test(types.typeOf(name))) continue;
    const root = archive.tree(name);
    const resolved = root === undefined ? undefined : resolveRevisions(root, side);
    if (resolved !== undefined && resolved !== root) result.setTree(name, resolved);
  }
  return result.changed ? result.write() : bytes;
}
