/**
 * Generated anchors: the bookmarks that a word processor makes for its own fields, and the references to them. Their
 * names begin with an underscore, which hides the bookmark from a reader. They change when a table of contents is made
 * anew. See ECMA-376 part 1, 17.13.6.2 for bookmarks, and 17.16.5 for the fields that name them.
 */
import { innerText, type XmlElement } from './xml-tree.ts';

/** A generated name in an instruction. LibreOffice begins its own with two underscores. */
const NAME_IN_INSTRUCTION = /(?<![\p{L}\p{N}_])_\w+/gu;

const PAGE_REFERENCE = /^\s*PAGEREF\s+"?([^\s"]+)/i;

/** Whether a bookmark's name is generated. */
export function isGeneratedName(name: string): boolean {
  return name.startsWith('_');
}

/** Whether a table of contents made the name for an entry. */
export function isContentsName(name: string): boolean {
  return /^_Toc\d|^__RefHeading_/.test(name);
}

/** Whether a field shows the page of an entry of a table of contents (17.16.5.45). */
export function isContentsPage(instruction: string): boolean {
  const [, name] = PAGE_REFERENCE.exec(instruction) ?? [];
  return name !== undefined && isContentsName(name);
}

/** The generated names that an element itself refers to, without its children's. */
export function generatedNamesIn(node: XmlElement): string[] {
  if (node.name === 'w:hyperlink') return [node.attributes.get('w:anchor') ?? ''].filter(isGeneratedName);
  return instructionOf(node)?.match(NAME_IN_INSTRUCTION) ?? [];
}

/** The element with other generated names. `nameOf` receives each name. Its children stay the same. */
export function withGeneratedNames(node: XmlElement, nameOf: (name: string) => string): XmlElement {
  const replaced = (attribute: string, value: string): XmlElement =>
    value === node.attributes.get(attribute)
      ? node
      : { ...node, attributes: new Map([...node.attributes, [attribute, value]]) };
  const attribute = node.name === 'w:hyperlink' ? 'w:anchor' : node.name === 'w:bookmarkStart' ? 'w:name' : undefined;
  if (attribute !== undefined) {
    const name = node.attributes.get(attribute) ?? '';
    return isGeneratedName(name) ? replaced(attribute, nameOf(name)) : node;
  }
  const instruction = instructionOf(node);
  if (instruction === undefined) return node;
  const value = instruction.replace(NAME_IN_INSTRUCTION, nameOf);
  if (value === instruction) return node;
  return node.name === 'w:fldSimple' ? replaced('w:instr', value) : { ...node, children: [value] };
}

function instructionOf(node: XmlElement): string | undefined {
  if (node.name === 'w:fldSimple') return node.attributes.get('w:instr');
  if (node.name !== 'w:instrText' && node.name !== 'w:delInstrText') return undefined;
  return innerText(node);
}
