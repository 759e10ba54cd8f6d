/**
 * Finds references that do not lead to one thing each: to no note, to a note that another reference has too, or to no
 * header. Damaged and careless files have them, and each reader understands them in its own way.
 */
import type { WordPackage } from '../../ooxml/package.ts';
import { childrenOf, isElement, type XmlElement } from '../../ooxml/xml-tree.ts';
import { textRoots } from '../package/text-roots.ts';

const NOTE = /^w:(footnote|endnote)Reference$/;
const HEADER = /^w:(?:header|footer)Reference$/;

/** Whether a document has such references. */
export function hasLooseReferences(opened: WordPackage): boolean {
  const { package: archive, mainPart, document } = opened;
  const notes = new Set(['footnote', 'endnote'].flatMap((kind) => noteNames(opened, kind)));
  const relationships = archive.relationshipsOf(mainPart);
  const seen = new Set<string>();
  const isLoose = (node: XmlElement, around: XmlElement | null, root: XmlElement): boolean => {
    const kind = NOTE.exec(node.name)?.[1];
    if (kind !== undefined) {
      const name = `${kind} ${node.attributes.get('w:id') ?? ''}`;
      if (root !== document || seen.has(name) || !notes.has(name)) return true;
      seen.add(name);
    }
    if (HEADER.test(node.name)) {
      const target = relationships.get(node.attributes.get('r:id') ?? '')?.target;
      if (around?.name !== 'w:sectPr' || target === undefined || archive.part(target) === undefined) return true;
    }
    return node.children.some((child) => isElement(child) && isLoose(child, node, root));
  };
  return textRoots(opened).some((root) => isLoose(root, null, root));
}

function noteNames({ package: archive, mainPart }: WordPackage, kind: string): string[] {
  const name = archive.related(mainPart, `${kind}s`);
  const root = name === undefined ? undefined : archive.tree(name);
  return childrenOf(root, `w:${kind}`).map((note) => `${kind} ${note.attributes.get('w:id') ?? ''}`);
}
