/** Finds the numbers that the parts of the original have, so that new ones begin above them. */
import type { WordPackage } from '../../ooxml/package.ts';
import { childrenOf, integerOf, isElement, type XmlElement } from '../../ooxml/xml-tree.ts';
import { isSeparator } from '../package/is-separator.ts';
import { textRoots } from '../package/text-roots.ts';

const NOTE_REFERENCE = /^w:(?:foot|end)noteReference$/;

/** The highest numeric id of annotations in a tree. */
export function highestId(root: XmlElement): number {
  let highest = 0;
  const visit = (node: XmlElement): void => {
    const id = Number(node.attributes.get('w:id') ?? '');
    // Content controls use the whole 32-bit range for ids of another kind.
    if (Number.isInteger(id) && id > highest && id < 0x3fffffff) highest = id;
    for (const child of node.children) if (isElement(child)) visit(child);
  };
  visit(root);
  return highest;
}

/** The highest drawing number in a tree. */
export function highestDrawing(root: XmlElement): number {
  let highest = 0;
  const visit = (node: XmlElement): void => {
    const id = node.name === 'wp:docPr' ? Number(node.attributes.get('id') ?? '') : 0;
    if (Number.isInteger(id) && id > highest && id < 0x3fffffff) highest = id;
    for (const child of node.children) if (isElement(child)) visit(child);
  };
  visit(root);
  return highest;
}

/**
 * An id above every id of the original's notes. It is also above the separators that come with the revised document's
 * first notes.
 */
export function firstFreeNote(original: WordPackage, revised: WordPackage): number {
  let highest = 0;
  for (const { package: archive, mainPart } of [original, revised]) {
    for (const kind of ['footnote', 'endnote']) {
      const name = archive.related(mainPart, `${kind}s`);
      for (const note of childrenOf(name === undefined ? undefined : archive.tree(name)))
        if (archive === original.package || isSeparator(note))
          highest = Math.max(highest, integerOf(note.attributes.get('w:id')) ?? 0);
    }
  }
  // A reference of the original may lead to no note.
  const visit = (node: XmlElement): void => {
    if (NOTE_REFERENCE.test(node.name)) highest = Math.max(highest, integerOf(node.attributes.get('w:id')) ?? 0);
    for (const child of node.children) if (isElement(child)) visit(child);
  };
  for (const root of textRoots(original)) visit(root);
  return highest + 1;
}
