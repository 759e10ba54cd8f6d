/** A copy of a DOCX without outside addresses, for programs that would request every address in it. */
import { closedPicture } from './closed-picture/closed-picture.ts';
import { openWordPackage, type OoxmlPackage, type Part } from './package.ts';
import { shownParts } from './part-uses.ts';
import { isOfType, type Relationship } from './relationships.ts';
import { writeArchive, type ArchivePart } from './write-archive.ts';
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
/** Elements that are left out: objects of other programs, sources of data, templates, transformations. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...['w:control', 'w:mailMerge', 'w:attachedTemplate', 'w:attachedSchema', 'w:saveThroughXslt'],
  ...['o:OLEObject', 'c:externalData'],
]);
/**
 * The same in any namespace: addresses among the properties of the document, and a drawing of its own inside a part of
 * Word, which LibreOffice could take for a picture.
 */
const LEFT_OUT_ANYWHERE = /(?:^|:)(?:svg|Template|HyperlinkBase)$/;
/** Attributes with the id of a relationship. */
const USES: ReadonlySet<string> = new Set(['r:id', 'r:embed', 'r:pict', 'o:relid', 'r:dm', 'r:lo', 'r:qs', 'r:cs']);
/** Elements that a person clicks. */
const CLICKED_ELEMENTS: ReadonlySet<string> = new Set([
  'w:hyperlink',
  'a:hlinkClick',
  'a:hlinkHover',
  'a:hlinkMouseOver',
]);
/** Attributes of VML that hold an address of their own. */
const ADDRESSES: ReadonlySet<string> = new Set(['src', 'o:href', 'o:althref']);
/** Names of parts with relationships (ECMA-376 part 2, 9.3.3). */
const RELATIONSHIPS_PART = /(?:^|\/)_rels\/[^/]*\.rels$/i;
/** Addresses of links in the copy. A program may follow others itself. */
const WEB_ADDRESS = /^(?:https?:|mailto:|tel:|#)/i;
/** A target with a scheme, or on another machine, is outside of the package, whatever its mode says. */
const OUTSIDE_TARGET = /^(?:[a-z][a-z\d+.-]*:|[/\\]{2})/i;
/** Names of parts that are XML. */
const XML_PART = /\.(?:xml|vml)$/i;

/**
 * The copy. It keeps external relationships of hyperlinks only. It has no active content, no other document, no field
 * that reads one, no address in a drawing, and closed copies of its pictures. Its own content looks the same.
 *
 * @throws ServiceError as `openWordPackage` does
 */
export async function closedCopy(bytes: Uint8Array): Promise<Uint8Array> {
  const { package: archive, mainPart } = await openWordPackage(bytes);
  const shown = new Set(shownParts(archive, mainPart));
  const fonts = fontParts(archive);
  return writeArchive(
    archive.parts.map((part) => {
      if (RELATIONSHIPS_PART.test(part.name)) return cleaned(archive, part, withoutWaysOut);
      const clean = (root: XmlElement): XmlElement => withoutReading(root, archive.relationshipsOf(part.name));
      if (shown.has(part.name)) return cleaned(archive, part, clean);
      if (XML_PART.test(part.name)) return otherXml(archive, part, clean);
      return fonts.has(part.name) ? part : { name: part.name, bytes: closedPicture(part.bytes) };
    }),
  );
}

/** Names of the parts that are used as fonts, and as nothing else. */
function fontParts(archive: OoxmlPackage): ReadonlySet<string> {
  const [fonts, others] = [new Set<string>(), new Set<string>()];
  for (const { name } of archive.parts) {
    if (RELATIONSHIPS_PART.test(name)) continue;
    for (const relationship of archive.relationshipsOf(name).values()) {
      const target = relationship.external ? undefined : archive.part(relationship.target)?.name;
      if (target !== undefined) (isOfType(relationship, 'font') ? fonts : others).add(target);
    }
  }
  return new Set([...fonts].filter((name) => !others.has(name)));
}

function cleaned(archive: OoxmlPackage, part: Part, clean: (root: XmlElement) => XmlElement): ArchivePart {
  const root = archive.tree(part.name)!;
  const copy = clean(root);
  return copy === root ? part : { name: part.name, bytes: writeXml(copy, archive.namespaces) };
}

/** A part that no page shows. One that is no XML in spite of its name is a picture. */
function otherXml(archive: OoxmlPackage, part: Part, clean: (root: XmlElement) => XmlElement): ArchivePart {
  try {
    if (!isLeftOut(archive.tree(part.name)!.name)) return cleaned(archive, part, clean);
  } catch {
    // It is damaged, or is no XML.
  }
  return { name: part.name, bytes: closedPicture(part.bytes) };
}

function withoutWaysOut(root: XmlElement): XmlElement {
  const children = root.children.filter((child) => {
    if (!isElement(child)) return true;
    const [type, target] = [child.attributes.get('Type') ?? '', child.attributes.get('Target') ?? ''];
    const isExternal = child.attributes.get('TargetMode')?.toLowerCase() === 'external';
    return isExternal
      ? CLICKED.test(type) && WEB_ADDRESS.test(target)
      : !ACTIVE.test(type) && !OUTSIDE_TARGET.test(target);
  });
  return children.length === root.children.length ? root : withChildren(root, children);
}

type Relationships = ReadonlyMap<string, Relationship>;

function withoutReading(root: XmlElement, relationships: Relationships): XmlElement {
  return withoutWays(root, { reading: readingInstructions(root), relationships });
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

/** What the cleaning of a part knows. */
interface Cleaning {
  /** Elements with the instructions of fields that read something. */
  readonly reading: ReadonlySet<XmlElement>;
  readonly relationships: Relationships;
}

/** These recursions are safe, because the parser limits the depth of trees. */
function withoutWays(node: XmlElement, cleaning: Cleaning): XmlElement {
  if (node.name === 'w:altChunk' || node.name === 'w:subDoc') return { ...node, name: 'w:proofErr', children: [] };
  if (cleaning.reading.has(node)) return withChildren(node, []);
  const children = node.children
    .filter((child) => !isElement(child) || !isLeftOut(child.name))
    .map((child): XmlNode => (isElement(child) ? withoutWays(child, cleaning) : child));
  const isSame = children.length === node.children.length && children.every((child, at) => child === node.children[at]);
  const attributes = [...node.attributes].filter(([name, value]) => !leadsOut(node.name, name, value, cleaning));
  if (isSame && attributes.length === node.attributes.size) return node;
  return { name: node.name, attributes: new Map(attributes), children: isSame ? node.children : children };
}

function isLeftOut(name: string): boolean {
  return LEFT_OUT.has(name) || LEFT_OUT_ANYWHERE.test(name);
}

/** Whether an attribute makes a program open something else than a part of the package that the element may use. */
function leadsOut(element: string, name: string, value: string, { relationships }: Cleaning): boolean {
  if (name === 'w:instr') return READING_FIELD.test(value);
  if (ADDRESSES.has(name) || name === 'r:link') return true;
  if (name === 'href' || name.endsWith(':href')) return !element.startsWith('v:') || name !== 'href';
  const relationship = USES.has(name) ? relationships.get(value) : undefined;
  if (relationship === undefined) return false;
  if (relationship.external) return !CLICKED_ELEMENTS.has(element);
  return isOfType(relationship, 'font') && !element.startsWith('w:embed');
}
