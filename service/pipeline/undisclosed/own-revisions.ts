/** Takes back what a returned DOCX declares: its revisions that the sent one does not have. */
import { openWordPackage } from '../../ooxml/package.ts';
import { storyParts } from '../../ooxml/part-uses.ts';
import { resolveRevisions } from '../../ooxml/resolve-revisions.ts';
import { isElement, withChildren, type XmlElement } from '../../ooxml/xml-tree.ts';
import { ResultPackage } from '../../redline/package/result-package.ts';
import { TargetIdentity } from '../../redline/package/target-identity.ts';
import { declarationOf, keyOf } from '../declared/declaration.ts';

const MARK = /^w:(?:ins|del|moveFrom|moveTo|cellIns|cellDel|cellMerge|numberingChange|\w+Change)$/;
const MOVE_RANGE = /^w:move(?:From|To)Range(?:Start|End)$/;
/** Hides a mark while the others are resolved. */
const HELD = '#declared';

/** The declarations of all revisions of a DOCX as keys. Throws `ServiceError` as the package reader does. */
export async function declarationKeys(bytes: Uint8Array): Promise<ReadonlySet<string>> {
  return new Set((await marksIn(bytes)).map((mark) => keyOf(declarationOf(mark))));
}

/** The numbers of revisions by author, without those that `known` names. Sorted by author. */
export async function declaredRevisions(
  bytes: Uint8Array,
  known: ReadonlySet<string>,
): Promise<{ author: string; revisions: number }[]> {
  const counts = new Map<string, number>();
  for (const mark of await marksIn(bytes)) {
    const declaration = declarationOf(mark);
    const { author } = declaration;
    if (!known.has(keyOf(declaration))) counts.set(author, (counts.get(author) ?? 0) + 1);
  }
  return [...counts]
    .map(([author, revisions]) => ({ author, revisions }))
    .sort((a, b) => (a.author < b.author ? -1 : a.author > b.author ? 1 : 0));
}

async function marksIn(bytes: Uint8Array): Promise<XmlElement[]> {
  const { package: archive, mainPart } = await openWordPackage(bytes);
  const marks: XmlElement[] = [];
  const walk = (node: XmlElement): void => {
    if (MARK.test(node.name)) marks.push(node);
    for (const child of node.children) if (isElement(child)) walk(child);
  };
  for (const name of storyParts(archive, mainPart)) {
    const root = archive.tree(name);
    if (root !== undefined) walk(root);
  }
  return marks;
}

/**
 * The DOCX with the revisions that `known` names accepted, and all others rejected. Returns the input bytes if there
 * are none.
 */
export async function withoutNewRevisions(bytes: Uint8Array, known: ReadonlySet<string>): Promise<Uint8Array> {
  const { package: archive, mainPart } = await openWordPackage(bytes);
  const result = new ResultPackage(archive, new TargetIdentity());
  for (const name of storyParts(archive, mainPart)) {
    const root = archive.tree(name);
    if (root === undefined) continue;
    const held = known.size === 0 ? root : renamed(root, (node) => (isNew(node, known) ? node.name + HELD : node.name));
    const accepted = known.size === 0 ? root : resolveRevisions(held, 'revised');
    const rejected = resolveRevisions(renamed(accepted, nameWithoutHeld), 'original');
    if (rejected !== root) result.setTree(name, rejected);
  }
  return result.changed ? result.write() : bytes;
}

function isNew(node: XmlElement, known: ReadonlySet<string>): boolean {
  return MARK.test(node.name) ? !known.has(keyOf(declarationOf(node))) : MOVE_RANGE.test(node.name);
}

function nameWithoutHeld({ name }: XmlElement): string {
  return name.endsWith(HELD) ? name.slice(0, -HELD.length) : name;
}

/** The tree with other names. Unchanged parts stay the same objects. The parser limits the depth. */
function renamed(node: XmlElement, nameOf: (node: XmlElement) => string): XmlElement {
  const children = node.children.map((child) => (isElement(child) ? renamed(child, nameOf) : child));
  const isSame = children.every((child, at) => child === node.children[at]);
  const same = isSame ? node : withChildren(node, children);
  const name = nameOf(node);
  return name === node.name ? same : { ...same, name };
}
