/** Accepts or rejects all revisions of a tracked DOCX. */
import { openWordPackage } from '../../ooxml/package.ts';
import { storyParts } from '../../ooxml/part-uses.ts';
import { resolveRevisions, type RevisionSide } from '../../ooxml/resolve-revisions.ts';
import { isElement, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import { ResultPackage } from '../package/result-package.ts';
import { TargetIdentity } from '../package/target-identity.ts';

/**
 * The document without revisions: `revised` accepts all of them, `original` rejects them. Returns the input bytes if
 * there are none.
 *
 * @throws ServiceError as the package reader does
 */
export async function resolvePackage(bytes: Uint8Array, side: RevisionSide): Promise<Uint8Array> {
  const { package: archive, mainPart } = await openWordPackage(bytes);
  const result = new ResultPackage(archive, new TargetIdentity());
  const gone = new Set<string>();
  for (const name of storyParts(archive, mainPart)) {
    const root = archive.tree(name);
    const resolved = root === undefined ? undefined : resolveRevisions(root, side);
    if (root === undefined || resolved === undefined || resolved === root) continue;
    const lost = goneComments(root, resolved);
    for (const id of lost) gone.add(id);
    result.setTree(name, withoutComments(resolved, lost));
  }
  const comments = archive.related(mainPart, 'comments');
  if (comments !== undefined && gone.size > 0) result.setTree(comments, withoutComments(result.tree(comments)!, gone));
  return result.changed ? result.write() : bytes;
}

/** Ids of comments whose reference was removed with a revision. Word also removes the comment and its range. */
function goneComments(before: XmlElement, after: XmlElement): Set<string> {
  const stay = commentReferences(after);
  return new Set([...commentReferences(before)].filter((id) => !stay.has(id)));
}

function commentReferences(node: XmlElement, found = new Set<string>()): Set<string> {
  if (node.name === 'w:commentReference') found.add(node.attributes.get('w:id') ?? '');
  for (const child of node.children) if (isElement(child)) commentReferences(child, found);
  return found;
}

/** A tree without some comments and their ranges. */
function withoutComments(node: XmlElement, ids: ReadonlySet<string>): XmlElement {
  if (ids.size === 0) return node;
  const goes = (child: XmlNode): boolean =>
    isElement(child) &&
    /^w:comment(?:RangeStart|RangeEnd)?$/.test(child.name) &&
    ids.has(child.attributes.get('w:id') ?? '');
  const children = node.children
    .filter((child) => !goes(child))
    .map((child) => (isElement(child) ? withoutComments(child, ids) : child));
  const isSame = children.length === node.children.length && children.every((child, at) => child === node.children[at]);
  return isSame ? node : { ...node, children };
}
