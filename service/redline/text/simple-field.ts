import { childOf, element, type XmlElement } from '../../ooxml/xml-tree.ts';

/** The things in runs before and after a simple field's result that make it an equal complex field (17.16.18). */
export interface FieldEnds {
  readonly before: readonly XmlElement[];
  readonly after: readonly XmlElement[];
}

/**
 * The complex field that equals a `w:fldSimple` (17.16.19). A mark cannot enclose the short form (CT_RunTrackChange).
 * A mark inside it would affect only the result. Word also replaces one form by the other when it saves.
 */
export function endsOfField(field: XmlElement): FieldEnds {
  const attributes = [...field.attributes].filter(([name]) => name === 'w:fldLock' || name === 'w:dirty');
  const more = childOf(field, 'w:fldData');
  const character = (type: string): XmlElement => element('w:fldChar', { 'w:fldCharType': type });
  const begin = character('begin');
  return {
    before: [
      {
        ...begin,
        attributes: new Map([...begin.attributes, ...attributes]),
        children: more === undefined ? [] : [more],
      },
      element('w:instrText', { 'xml:space': 'preserve' }, [field.attributes.get('w:instr') ?? '']),
      character('separate'),
    ],
    after: [character('end')],
  };
}
