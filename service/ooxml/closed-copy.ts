/** A copy of a DOCX without outside addresses, for programs that would request every address in it. */
import { openWordPackage } from './package.ts';
import { shownParts } from './part-uses.ts';
import { writeArchive } from './write-archive.ts';
import { writeXml } from './write-xml.ts';
import { isElement, withChildren, type XmlElement, type XmlNode } from './xml-tree.ts';

/** Relationships that a program follows only when someone clicks. */
const CLICKED = /\/hyperlink$/;
/** Relationships to active content or to other documents: macros, controls, objects, templates, embedded documents. */
const ACTIVE =
  /\/(?:vbaProject|wordVbaData|keyMapCustomizations|attachedToolbars|control|activeXControlBinary|ctrlProp|oleObject|package|aFChunk|subDocument|attachedTemplate|frame|mailMergeSource|mailMergeHeaderSource|recipientData|customXml)$/;
/**
 * Fields that read another file, another program or an address, and those that read the clock, the name of the file or
 * of the user: these would print another text than the document has (ECMA-376 part 1, 17.16.5).
 */
const READING_FIELD =
  /^\s*(?:INCLUDETEXT|INCLUDEPICTURE|INCLUDE|IMPORT|LINK|DDE|DDEAUTO|RD|DATABASE|EMBED|MACROBUTTON|AUTOTEXT|GOTOBUTTON|PRINT|DATE|TIME|FILENAME|USERNAME|USERINITIALS|USERADDRESS)\b/i;
/** Attributes of VML that hold an address of their own. */
const ADDRESSES: ReadonlySet<string> = new Set(['src', 'o:href', 'o:althref']);
/** Names of parts with relationships (ECMA-376 part 2, 9.3.3). */
const RELATIONSHIPS_PART = /(?:^|\/)_rels\/[^/]*\.rels$/i;

/**
 * The copy. It keeps external relationships of hyperlinks only. It has no active content, no other document, no field
 * that reads one, and no address in a drawing. Its own content looks the same.
 *
 * @throws ServiceError as `openWordPackage` does
 */
export async function closedCopy(bytes: Uint8Array): Promise<Uint8Array> {
  const { package: archive, mainPart } = await openWordPackage(bytes);
  const shown = new Set(shownParts(archive, mainPart));
  const parts = archive.parts.map((part) => {
    const clean = RELATIONSHIPS_PART.test(part.name) ? withoutWaysOut : shown.has(part.name) ? withoutReading : null;
    const root = clean === null ? undefined : archive.tree(part.name);
    if (clean === null || root === undefined) return part;
    const cleaned = clean(root);
    return cleaned === root ? part : { name: part.name, bytes: writeXml(cleaned, archive.namespaces) };
  });
  return writeArchive(parts);
}

function withoutWaysOut(root: XmlElement): XmlElement {
  const children = root.children.filter((child) => {
    if (!isElement(child)) return true;
    const type = child.attributes.get('Type') ?? '';
    const isExternal = child.attributes.get('TargetMode') === 'External';
    return isExternal ? CLICKED.test(type) : !ACTIVE.test(type);
  });
  return children.length === root.children.length ? root : withChildren(root, children);
}

function withoutReading(root: XmlElement): XmlElement {
  return withoutWays(root, readingInstructions(root));
}

/** Elements that hold parts of a field's instruction, also of a deleted one. */
const INSTRUCTIONS: ReadonlySet<string> = new Set(['w:instrText', 'w:delInstrText']);

/** A field that has begun and not ended. */
interface OpenField {
  /** The elements of its instruction. */
  readonly parts: XmlElement[];
  /** The text of its instruction: its own, and the results of the fields inside it. */
  instruction: string;
  /** Whether its result has begun. */
  hasResult: boolean;
}

/**
 * The elements with the instructions of the fields that read something. An instruction may be divided over runs and
 * paragraphs, and contain fields of its own (ECMA-376 part 1, 17.16.18). A field without an end counts, too.
 */
function readingInstructions(root: XmlElement): ReadonlySet<XmlElement> {
  const found = new Set<XmlElement>();
  const open: OpenField[] = [];
  const close = ({ parts, instruction }: OpenField): void => {
    if (READING_FIELD.test(instruction)) for (const part of parts) found.add(part);
  };
  const visit = (node: XmlElement): void => {
    if (node.name === 'w:fldChar') {
      const type = node.attributes.get('w:fldCharType');
      const innermost = open.at(-1);
      if (type === 'begin') open.push({ parts: [], instruction: '', hasResult: false });
      else if (type === 'separate' && innermost !== undefined) innermost.hasResult = true;
      else if (type === 'end' && innermost !== undefined) close(open.pop()!);
    } else if (INSTRUCTIONS.has(node.name) || node.name === 'w:t') {
      const text = node.children.map((child) => (isElement(child) ? '' : child)).join('');
      const field = open.findLast(({ hasResult }) => !hasResult);
      if (field !== undefined) field.instruction += text;
      if (node.name === 'w:t') return;
      field?.parts.push(node);
      // Outside a field it might begin an instruction of its own.
      if (field === undefined && READING_FIELD.test(text)) found.add(node);
    }
    for (const child of node.children) if (isElement(child)) visit(child);
  };
  visit(root);
  for (const field of open) close(field);
  return found;
}

/** These recursions are safe, because the parser limits the depth of trees. */
function withoutWays(node: XmlElement, reading: ReadonlySet<XmlElement>): XmlElement {
  if (node.name === 'w:altChunk' || node.name === 'w:subDoc') return { ...node, name: 'w:proofErr', children: [] };
  if (reading.has(node)) return withChildren(node, []);
  const children = node.children.map((child): XmlNode => (isElement(child) ? withoutWays(child, reading) : child));
  const isSame = children.every((child, at) => child === node.children[at]);
  const attributes = [...node.attributes].filter(([name, value]) => {
    if (name === 'w:instr') return !READING_FIELD.test(value);
    return !ADDRESSES.has(name);
  });
  if (isSame && attributes.length === node.attributes.size) return node;
  return { name: node.name, attributes: new Map(attributes), children: isSame ? node.children : children };
}
