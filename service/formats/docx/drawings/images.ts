/** Reads pictures. A picture is shown from a `data:` URL if browsers can show it, and otherwise by its description. */
import type { Image } from '../../../../shared/document/model.ts';
import { extensionOf } from '../../../ooxml/content-types.ts';
import { chosenChildren } from '../../../ooxml/alternate-content.ts';
import { isOfType } from '../../../ooxml/relationships.ts';
import type { XmlElement } from '../../../ooxml/xml-tree.ts';
import type { Reading } from '../reading.ts';

/** Formats that the fragment shows (`shared/fragment/safe-url.ts`), by file name extension. */
const SHOWN: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
};

/** The picture that a relationship of a part refers to. */
export function readImage(
  relationshipId: string | undefined,
  alt: string,
  partName: string,
  reading: Pick<Reading, 'package' | 'losses' | 'pictures'>,
): Image {
  const relationship =
    relationshipId === undefined ? undefined : reading.package.relationshipsOf(partName).get(relationshipId);
  if (relationship === undefined || !isOfType(relationship, 'image')) {
    reading.losses.add('images_not_shown');
    return { src: '', alt };
  }
  // The address of a linked picture is reported and never opened.
  if (relationship.external) {
    reading.losses.add('images_not_shown');
    return { src: /^https?:/i.test(relationship.target) ? relationship.target : '', alt };
  }
  const type = SHOWN[extensionOf(relationship.target)];
  const part = reading.package.part(relationship.target);
  if (part === undefined || type === undefined) {
    reading.losses.add(part === undefined ? 'part_missing' : 'images_not_shown');
    return { src: '', alt };
  }
  const src = reading.pictures.show(part, type);
  if (src === null) reading.losses.add('pictures_left_out');
  return { src: src ?? '', alt };
}

/** The first element of a name at any depth, alternate content included. Text boxes are not searched. */
export function findWithin(node: XmlElement, name: string): XmlElement | undefined {
  for (const child of chosenChildren(node)) {
    if (child.name === name) return child;
    if (child.name === 'w:txbxContent') continue;
    const found = findWithin(child, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** All elements of a name, outermost only, in order. */
export function findAll(node: XmlElement, name: string, found: XmlElement[] = []): XmlElement[] {
  for (const child of chosenChildren(node)) {
    if (child.name === name) found.push(child);
    else findAll(child, name, found);
  }
  return found;
}
