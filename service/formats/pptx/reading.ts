/** The state that the parts of the PPTX reader share for one presentation. */
import type { Include } from '../../../shared/api/include.ts';
import { chosenChildren } from '../../ooxml/alternate-content.ts';
import type { OoxmlPackage } from '../../ooxml/package.ts';
import { treeOrNone } from '../../ooxml/tree-or-none.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import type { DocxInventory } from '../docx/parts/docx-inventory.ts';
import type { RepeatedContent } from '../docx/parts/repeated-content.ts';
import type { ShownPictures } from '../docx/parts/shown-pictures.ts';
import type { Losses } from '../docx/reading.ts';

/**
 * Namespaces that the reader understands beyond the format itself: mathematics and charts of later versions. Ink and
 * objects are read from the picture of their fallback.
 */
const UNDERSTOOD: ReadonlySet<string> = new Set(['a14', 'a16', 'cx', 'cx1', 'cx2', 'cx3', 'cx4', 'cx5', 'cx6']);

/** The reading of one presentation. */
export interface Reading {
  readonly package: OoxmlPackage;
  /** Name of the part of the presentation itself. */
  readonly mainPart: string;
  readonly presentation: XmlElement;
  readonly losses: Losses;
  readonly inventory: DocxInventory;
  readonly include: ReadonlySet<Include>;
  readonly pictures: ShownPictures;
  readonly repeated: RepeatedContent;
  /** Ids of the slides by the names of their parts, for links from slide to slide. */
  readonly slideIds: ReadonlyMap<string, string>;
}

/** The children of an element of a slide, with the alternate content that this reader understands. */
export function shownChildren(node: XmlElement): XmlElement[] {
  return chosenChildren(node, UNDERSTOOD);
}

/** The first child of a name among the shown ones. */
export function shownChild(node: XmlElement | undefined, name: string): XmlElement | undefined {
  return node === undefined ? undefined : shownChildren(node).find((child) => child.name === name);
}

/** The first shown element of a name at any depth. */
export function shownWithin(node: XmlElement, name: string): XmlElement | undefined {
  for (const child of shownChildren(node)) {
    if (child.name === name) return child;
    const found = shownWithin(child, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * A part that shows something, by its relationship to another part; undefined if it is missing, damaged or outside.
 *
 * @throws ServiceError `document_too_complex` if parts are shown again and again
 */
export function partShown(
  id: string | undefined,
  from: string,
  { package: archive, losses, repeated }: Reading,
): { readonly name: string; readonly root: XmlElement } | undefined {
  const relationship = id === undefined ? undefined : archive.relationshipsOf(from).get(id);
  const isOwn = relationship !== undefined && !relationship.external;
  const root = isOwn ? treeOrNone(() => archive.tree(relationship.target)) : undefined;
  if (!isOwn || root === undefined) {
    losses.add('part_missing');
    return undefined;
  }
  repeated.show(root, archive.part(relationship.target)?.bytes.byteLength ?? 0);
  return { name: relationship.target, root };
}
