/**
 * Headers and footers, each a story. Which of them a section refers to cannot be tracked: one that only the revised has
 * comes in with its text inserted, and one that only the original has keeps its place with its text deleted.
 */
import { resolveRevisions } from '../ooxml/resolve-revisions.ts';
import { childOf, childrenOf, element, isElement, type XmlElement } from '../ooxml/xml-tree.ts';
import { withIgnorable } from './ignorable.ts';
import { markStory } from './merge-story.ts';
import { mergeChecked, type Comparison } from './comparison.ts';

const REFERENCE = /^w:(header|footer)Reference$/;

/** Merges the headers and footers of the sections that both sides have. Call it when the body is finished. */
export function mergeHeaders(comparison: Comparison): void {
  const { original, revised } = comparison;
  const own = sectionsOf(original.document);
  const other = sectionsOf(revised.document);
  if (own.length === 0 || other.length === 0) return;
  const done = new Set<string>();
  own.forEach((section, index) => {
    // Sections in order; the last one, which the body itself states, is the other's last.
    const partner = index === own.length - 1 ? other.at(-1) : index < other.length - 1 ? other[index] : undefined;
    if (partner !== undefined) mergeSection(section, partner, index, comparison, done);
  });
  for (const type of ['header', 'footer']) resolveOthers(type, comparison, done);
}

function mergeSection(
  own: XmlElement,
  other: XmlElement,
  index: number,
  comparison: Comparison,
  done: Set<string>,
): void {
  const { original, revised, report, result } = comparison;
  const [ownParts, otherParts] = [
    partsOf(own, original.package.relationshipsOf(original.mainPart)),
    partsOf(other, revised.package.relationshipsOf(revised.mainPart)),
  ];
  for (const [key, partName] of ownParts) {
    const partner = otherParts.get(key);
    if (done.has(partName)) continue;
    if (partner === undefined) {
      // Without a reference a later section takes over the header of the one before.
      if (index > 0) continue;
      done.add(partName);
      report.warn(
        'header_removed',
        'A header or footer that the revised document has not keeps its place with its text deleted.',
      );
      replaceStory(partName, comparison, (children, context) => markStory(children, 'del', context, true));
      continue;
    }
    done.add(partName);
    const root = revised.package.tree(partner);
    if (root === undefined) continue;
    const b = comparison.translation.part(resolveRevisions(root, 'revised'), partner, partName);
    replaceStory(
      partName,
      comparison,
      (children, context) => mergeChecked(children, b.children, comparison, context),
      b,
    );
  }
  const missing = [...otherParts].filter(([key]) => !ownParts.has(key));
  if (missing.length === 0 || (index > 0 && ownParts.size === 0 && otherParts.size === 0)) return;
  const added: XmlElement[] = [];
  for (const [key, partner] of missing) {
    const root = revised.package.tree(partner);
    if (root === undefined) continue;
    const [kind = 'header', type = 'default'] = key.split(' ');
    const name = result.copyPart(partner, revised.package);
    const b = comparison.translation.part(resolveRevisions(root, 'revised'), partner, name);
    result.setTree(name, { ...b, children: markStory(b.children, 'ins', comparison.contextOf(name), true) });
    const id = result.relate(
      original.mainPart,
      `http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}`,
      name,
      false,
    );
    added.push(element(`w:${kind}Reference`, { 'w:type': type, 'r:id': id }));
  }
  if (added.length === 0) return;
  report.warn(
    'header_added',
    'A header or footer that only the revised document has is added with its text inserted; its place cannot be tracked.',
  );
  addReferences(index, added, comparison);
}

function replaceStory(
  partName: string,
  comparison: Comparison,
  merge: (children: XmlElement['children'], context: ReturnType<Comparison['contextOf']>) => XmlElement['children'],
  other?: XmlElement,
): void {
  const root = comparison.original.package.tree(partName);
  if (root === undefined) return;
  const a = resolveRevisions(root, 'revised');
  const children = merge(a.children, comparison.contextOf(partName));
  if (a === root && children.length === a.children.length && children.every((node, at) => node === a.children[at]))
    return;
  comparison.result.setTree(partName, { ...a, attributes: withIgnorable(a, other), children });
}

/** Headers without a partner lose the revisions that they came with, like everything else. */
function resolveOthers(type: string, { original, result }: Comparison, done: ReadonlySet<string>): void {
  for (const relationship of original.package.relationshipsOf(original.mainPart).values()) {
    if (relationship.external || !relationship.type.endsWith(`/${type}`) || done.has(relationship.target)) continue;
    const root = original.package.tree(relationship.target);
    const resolved = root === undefined ? undefined : resolveRevisions(root, 'revised');
    if (resolved !== undefined && resolved !== root) result.setTree(relationship.target, resolved);
  }
}

/** The sections of a document in order, the last one that of the body. */
function sectionsOf(document: XmlElement): XmlElement[] {
  const sections: XmlElement[] = [];
  const visit = (node: XmlElement): void => {
    for (const child of node.children) {
      if (!isElement(child)) continue;
      if (child.name === 'w:sectPr') sections.push(child);
      else if (child.name !== 'w:r' && child.name !== 'w:sectPrChange') visit(child);
    }
  };
  visit(document);
  return sections;
}

/** Parts of the headers and footers of a section, by kind and type. */
function partsOf(
  section: XmlElement,
  relationships: ReadonlyMap<string, { readonly target: string; readonly external: boolean }>,
): Map<string, string> {
  const parts = new Map<string, string>();
  for (const child of childrenOf(section)) {
    const kind = REFERENCE.exec(child.name)?.[1];
    const relationship = relationships.get(child.attributes.get('r:id') ?? '');
    if (kind === undefined || relationship === undefined || relationship.external) continue;
    parts.set(`${kind} ${child.attributes.get('w:type') ?? 'default'}`, relationship.target);
  }
  return parts;
}

/** Adds references to a section of the result, before everything else in it (CT_SectPr). */
function addReferences(index: number, references: readonly XmlElement[], { result, original }: Comparison): void {
  const root = result.tree(original.mainPart);
  if (root === undefined) return;
  let seen = -1;
  const visit = (node: XmlElement): XmlElement => {
    if (node.name === 'w:sectPr') {
      seen += 1;
      return seen === index ? { ...node, children: [...references, ...node.children] } : node;
    }
    // A section that ends with an inserted mark is none of the original's.
    const mark = node.name === 'w:p' ? childOf(childOf(node, 'w:pPr'), 'w:rPr') : undefined;
    if (node.name === 'w:r' || childOf(mark, 'w:ins') !== undefined) return node;
    return { ...node, children: node.children.map((child) => (isElement(child) ? visit(child) : child)) };
  };
  result.setTree(original.mainPart, visit(root));
}
