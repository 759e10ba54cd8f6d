import { childrenOf, type XmlElement } from '../../../service/ooxml/xml-tree.ts';

/**
 * The runs before and after the result of a simple field when it is written as a complex one (17.16.19). Word may
 * replace either by the other when it saves. A mark of insertion or deletion can contain only the complex one.
 */
export function complexField(field: XmlElement): { readonly before: XmlElement; readonly after: XmlElement } {
  const flags = [...field.attributes].filter(([name]) => /^w:(?:dirty|fldLock)$/.test(name));
  const character = (type: string, more: typeof flags = [], children: readonly XmlElement[] = []): XmlElement => ({
    name: 'w:fldChar',
    attributes: new Map([['w:fldCharType', type], ...more]),
    children,
  });
  const instruction: XmlElement = {
    name: 'w:instrText',
    attributes: new Map([['xml:space', 'preserve']]),
    children: [field.attributes.get('w:instr') ?? ''],
  };
  const run = (children: readonly XmlElement[]): XmlElement => ({ name: 'w:r', attributes: new Map(), children });
  const own = childrenOf(field).filter(({ name }) => name === 'w:fldData');
  return {
    before: run([character('begin', flags, own), instruction, character('separate')]),
    after: run([character('end')]),
  };
}
