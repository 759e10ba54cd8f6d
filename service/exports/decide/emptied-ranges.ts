/**
 * Removes bookmarks and permissions whose content the decisions have removed (ECMA-376 part 1, 17.13.6 and 17.13.7). No
 * revision can mark them, so a redline has those of both documents. A bookmark that a field or a link names stays.
 */
import { innerText, isElement, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';

const RANGE = /^w:(bookmark|perm)(Start|End)$/;
/** What a range may hold beside text. */
const THINGS =
  /^(?:w:(?:drawing|pict|object|sym|footnoteReference|endnoteReference|tab|br)|m:t|w:t|w:delText|w:instrText|w:delInstrText)$/;

/** The part without ranges that had content in `before` and have none any more; the same object if there are none. */
export function withoutEmptiedRanges(
  before: XmlElement,
  after: XmlElement,
  isNamed: (name: string) => boolean,
): XmlElement {
  if (before === after) return after;
  const [had, has] = [filledRanges(before), filledRanges(after)];
  const gone = new Set([...had].filter((range) => !has.has(range)));
  if (gone.size === 0) return after;
  for (const name of namedRanges(after, isNamed)) gone.delete(name);
  return without(after, (node) => gone.has(rangeOf(node) ?? ''));
}

/** What fields and links of parts name: their instructions and anchors. */
export function namesIn(trees: Iterable<XmlElement>): (name: string) => boolean {
  const anchors = new Set<string>();
  const instructions: string[] = [];
  const visit = (node: XmlElement): void => {
    if (/^w:(?:del)?[iI]nstrText$/.test(node.name)) instructions.push(innerText(node));
    for (const key of ['w:anchor', 'w:instr']) {
      const value = node.attributes.get(key);
      if (value === undefined) continue;
      if (key === 'w:instr') instructions.push(value);
      else anchors.add(value);
    }
    for (const child of node.children) if (isElement(child)) visit(child);
  };
  for (const tree of trees) visit(tree);
  const words = new Set(instructions.join(' ').split(/[\s"“”]+/u));
  return (name) => anchors.has(name) || words.has(name);
}

/** The kind and the id of a range, for either of its ends; null for other elements. */
function rangeOf({ name, attributes }: XmlElement): string | null {
  const [, kind] = RANGE.exec(name) ?? [];
  return kind === undefined ? null : `${kind} ${attributes.get('w:id') ?? ''}`;
}

/** The ranges of a part that hold anything. */
function filledRanges(root: XmlElement): Set<string> {
  const filled = new Set<string>();
  const open = new Set<string>();
  const visit = (node: XmlElement): void => {
    const range = rangeOf(node);
    if (range !== null) {
      if (node.name.endsWith('Start')) open.add(range);
      else open.delete(range);
    } else if (open.size > 0 && THINGS.test(node.name)) {
      for (const each of open) filled.add(each);
      open.clear();
    }
    for (const child of node.children) if (isElement(child)) visit(child);
  };
  visit(root);
  return filled;
}

function namedRanges(root: XmlElement, isNamed: (name: string) => boolean, found: string[] = []): string[] {
  const range = root.name === 'w:bookmarkStart' ? rangeOf(root) : null;
  if (range !== null && isNamed(root.attributes.get('w:name') ?? '')) found.push(range);
  for (const child of root.children) if (isElement(child)) namedRanges(child, isNamed, found);
  return found;
}

function without(node: XmlElement, goes: (child: XmlElement) => boolean): XmlElement {
  const children = node.children.flatMap((child): XmlNode[] =>
    !isElement(child) ? [child] : goes(child) ? [] : [without(child, goes)],
  );
  const isSame = children.length === node.children.length && children.every((child, at) => child === node.children[at]);
  return isSame ? node : { ...node, children };
}
