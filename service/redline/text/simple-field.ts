import { childOf, element, type XmlElement } from '../../ooxml/xml-tree.ts';

/** A simple field around its result, as the things in runs before and after it that make the same field (17.16.18). */
export interface FieldEnds {
  readonly before: readonly XmlElement[];
  readonly after: readonly XmlElement[];
}

/**
 * The complex field that a `w:fldSimple` is a short form of (17.16.19). No mark of insertion or deletion can stand around the short form
 * (CT_RunTrackChange), and within it only the result would come or go; Word too writes one form for the other when it saves.
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
