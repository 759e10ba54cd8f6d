/** Finds the numbers that paragraphs of a tracked file had before its revisions. */
import { StyleTable } from '../../formats/docx/parts/styles.ts';
import { Numbering, type ListItem } from '../../formats/docx/numbering/numbering.ts';
import type { WordPackage } from '../../ooxml/package.ts';
import { resolveRevisions } from '../../ooxml/resolve-revisions.ts';
import { childOf, integerOf, isElement, valueOf, withChildren, type XmlElement } from '../../ooxml/xml-tree.ts';

/** The number of a paragraph, and the indent of the level of its list. */
export interface GoneNumber {
  readonly label: string;
  readonly indent: XmlElement | undefined;
}

/** Marks a paragraph while the tree is resolved. No file has it, because it is in no namespace. */
const TAG = 'paragraph-of-redline';

/** The numbers of all paragraphs of the body with every revision rejected, by the paragraphs of the tracked file. */
export function goneNumbers(opened: WordPackage): ReadonlyMap<XmlElement, GoneNumber> {
  const styles = new StyleTable(partOf(opened, 'styles'));
  const numbering = new Numbering(partOf(opened, 'numbering'), styles);
  const paragraphs: XmlElement[] = [];
  const numbers = new Map<XmlElement, GoneNumber>();
  for (const paragraph of paragraphsIn(resolveRevisions(tagged(opened.document, paragraphs), 'original'))) {
    const item = countItem(childOf(paragraph, 'w:pPr'), styles, numbering);
    const own = paragraphs[Number(paragraph.attributes.get(TAG))];
    if (item !== null && own !== undefined && item.label !== '')
      numbers.set(own, { label: item.label, indent: childOf(childOf(item.element, 'w:pPr'), 'w:ind') });
  }
  return numbers;
}

/** Counts a paragraph in its list. Its own properties name the list, or else its style. */
function countItem(properties: XmlElement | undefined, styles: StyleTable, numbering: Numbering): ListItem | null {
  const own = childOf(properties, 'w:numPr');
  const style = styles.paragraphStyle(valueOf(properties, 'w:pStyle')).numbering;
  const ownId = valueOf(own, 'w:numId');
  const numId = ownId ?? style?.numId;
  if (numId === undefined || numId === '0') return null;
  const byStyle =
    ownId === undefined && style !== undefined
      ? (style.level ?? numbering.levelOfStyle(numId, style.styleId))
      : undefined;
  return numbering.count(numId, integerOf(valueOf(own, 'w:ilvl')) ?? byStyle ?? 0);
}

function tagged(node: XmlElement, paragraphs: XmlElement[]): XmlElement {
  const children = node.children.map((child) => (isElement(child) ? tagged(child, paragraphs) : child));
  const copy = withChildren(node, children);
  if (node.name !== 'w:p') return copy;
  paragraphs.push(node);
  return { ...copy, attributes: new Map([...node.attributes, [TAG, String(paragraphs.length - 1)]]) };
}

function* paragraphsIn(node: XmlElement): Generator<XmlElement> {
  for (const child of node.children) {
    if (!isElement(child)) continue;
    if (child.name === 'w:p') yield child;
    yield* paragraphsIn(child);
  }
}

function partOf({ package: archive, mainPart }: WordPackage, type: string): XmlElement | undefined {
  const name = archive.related(mainPart, type);
  return name === undefined ? undefined : archive.tree(name);
}
