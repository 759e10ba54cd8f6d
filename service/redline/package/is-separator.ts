import type { XmlElement } from '../../ooxml/xml-tree.ts';

/** Whether a note is a separator between the text and the notes (ECMA-376 part 1, 17.11.23). */
export function isSeparator(note: XmlElement): boolean {
  return (note.attributes.get('w:type') ?? 'normal') !== 'normal';
}
