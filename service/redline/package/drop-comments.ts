/** Removes comments from a package, with everything that says something about them. */
import { storyParts } from '../../ooxml/part-uses.ts';
import type { WordPackage } from '../../ooxml/package.ts';
import { childrenOf, isElement, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import type { ResultPackage } from './result-package.ts';

/** Word's parts about comments and about their authors ([MS-DOCX] 2.5.1), by the end of their relationship type. */
const ABOUT_COMMENTS = /\/(?:commentsExtended|commentsIds|commentsExtensible|people)$/;

/** Ids of the comments that a tree refers to. */
export function commentReferences(node: XmlElement, found = new Set<string>()): Set<string> {
  if (node.name === 'w:commentReference') found.add(node.attributes.get('w:id') ?? '');
  for (const child of node.children) if (isElement(child)) commentReferences(child, found);
  return found;
}

/** Ids of the comments that some part referred to and that none refers to any more. */
export function goneComments({ package: archive, mainPart }: WordPackage, result: ResultPackage): Set<string> {
  const [before, after] = [new Set<string>(), new Set<string>()];
  for (const name of storyParts(archive, mainPart)) {
    const [former, tree] = [archive.tree(name), result.tree(name)];
    if (former !== undefined) commentReferences(former, before);
    if (tree !== undefined) commentReferences(tree, after);
  }
  return new Set([...before].filter((id) => !after.has(id)));
}

/** Removes comments, their ranges, what is said about them, and authors of whom nothing else is left. */
export function dropComments(opened: WordPackage, result: ResultPackage, ids: ReadonlySet<string>): void {
  if (ids.size === 0) return;
  const { package: archive, mainPart } = opened;
  const part = archive.related(mainPart, 'comments');
  const comments = part === undefined ? undefined : result.tree(part);
  const gone = childrenOf(comments, 'w:comment').filter(({ attributes }) => ids.has(attributes.get('w:id') ?? ''));
  const stories = storyParts(archive, mainPart);
  for (const name of stories) {
    const tree = result.tree(name);
    const left = tree === undefined ? undefined : without(tree, (node) => isOfComment(node, ids));
    if (left !== undefined && left !== tree) result.setTree(name, left);
  }
  const keys = new Set(gone.flatMap(({ children }) => paragraphIds(children)));
  const authors = new Set(gone.map(({ attributes }) => attributes.get('w:author') ?? ''));
  for (const name of stories) for (const author of authorsIn(result.tree(name))) authors.delete(author);
  const about = [...archive.relationshipsOf(mainPart).values()].filter(
    ({ type, external }) => !external && ABOUT_COMMENTS.test(type),
  );
  // The dates of comments are found by ids that another part gives to their paragraphs.
  for (const { target } of about)
    for (const { attributes } of childrenOf(archive.tree(target)))
      if (keys.has(attributes.get('w16cid:paraId') ?? '')) keys.add(attributes.get('w16cid:durableId') ?? '');
  for (const { target } of about) {
    const tree = result.tree(target);
    const left = tree === undefined ? undefined : without(tree, (node) => isAbout(node, keys, authors));
    if (left !== undefined && left !== tree) result.setTree(target, left);
  }
}

function isOfComment({ name, attributes }: XmlElement, ids: ReadonlySet<string>): boolean {
  return /^w:comment(?:RangeStart|RangeEnd)?$/.test(name) && ids.has(attributes.get('w:id') ?? '');
}

function isAbout({ name, attributes }: XmlElement, keys: ReadonlySet<string>, authors: ReadonlySet<string>): boolean {
  if (name === 'w15:person') return authors.has(attributes.get('w15:author') ?? '');
  return ['w15:paraId', 'w16cid:paraId', 'w16cex:durableId'].some((id) => keys.has(attributes.get(id) ?? '-'));
}

function paragraphIds(nodes: readonly XmlNode[]): string[] {
  return nodes.flatMap((node) =>
    isElement(node) ? [node.attributes.get('w14:paraId') ?? [], paragraphIds(node.children)].flat() : [],
  );
}

function authorsIn(node: XmlElement | undefined): string[] {
  if (node === undefined) return [];
  const own = node.attributes.get('w:author');
  const inner = node.children.flatMap((child) => (isElement(child) ? authorsIn(child) : []));
  return own === undefined ? inner : [own, ...inner];
}

/** A tree without some elements; the same object if it has none of them. */
function without(node: XmlElement, goes: (child: XmlElement) => boolean): XmlElement {
  const children = node.children.flatMap((child): XmlNode[] =>
    !isElement(child) ? [child] : goes(child) ? [] : [without(child, goes)],
  );
  const isSame = children.length === node.children.length && children.every((child, at) => child === node.children[at]);
  return isSame ? node : { ...node, children };
}
