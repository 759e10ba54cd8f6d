import type { XmlElement } from '../../../ooxml/xml-tree.ts';
import type { Reading } from '../reading.ts';

/**
 * The address of a link (ECMA-376 part 1, 21.1.2.3.5); null for none. A link to another slide names the id that the slide
 * keeps, because its number changes with every slide before it.
 */
export function linkOf(
  click: XmlElement | undefined,
  partName: string,
  { package: archive, slideIds }: Pick<Reading, 'package' | 'slideIds'>,
): string | null {
  const relationship = archive.relationshipsOf(partName).get(click?.attributes.get('r:id') ?? '');
  if (relationship === undefined) return null;
  if (relationship.external) return relationship.target;
  const slide = slideIds.get(relationship.target.toLowerCase());
  return slide === undefined ? null : `#slide-${slide}`;
}
