/** Sets the ranges of comments in a document's body (ECMA-376 part 1, 17.13.4). */
import { element, isElement, withChildren, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import { indexOfUnit } from './signed-blocks.ts';
import { withNew } from './with-new.ts';

/** A place in a body. */
export interface Anchor {
  /** An element right below a paragraph. */
  readonly host: XmlElement;
  /** Units of its text before the place, if it is a run of one text. */
  readonly units: number;
  /** The place, if it is anything else. */
  readonly at: 'before' | 'behind';
}

/** The range of some comments, which are one thread. */
export interface CommentRange {
  readonly ids: readonly string[];
  readonly start: Anchor;
  readonly end: Anchor;
}

/** Nodes at a place in a host. */
interface Inserted extends Omit<Anchor, 'host'> {
  readonly nodes: readonly XmlElement[];
}

/** The body with the ranges. */
export function withCommentRanges(document: XmlElement, ranges: readonly CommentRange[]): XmlElement {
  const inserted = new Map<XmlElement, Inserted[]>();
  const insert = ({ host, units, at }: Anchor, nodes: readonly XmlElement[]): void => {
    inserted.set(host, [...(inserted.get(host) ?? []), { units, at, nodes }]);
  };
  for (const { ids, start, end } of ranges) {
    insert(
      start,
      ids.map((id) => element('w:commentRangeStart', { 'w:id': id })),
    );
    insert(
      end,
      ids.flatMap((id) => [
        element('w:commentRangeEnd', { 'w:id': id }),
        element('w:r', {}, [element('w:commentReference', { 'w:id': id })]),
      ]),
    );
  }
  return rebuilt(document, inserted);
}

function rebuilt(node: XmlElement, inserted: ReadonlyMap<XmlElement, readonly Inserted[]>): XmlElement {
  const children = node.children.flatMap((child): XmlNode[] => {
    if (!isElement(child)) return [child];
    const own = inserted.get(child);
    return own === undefined ? [rebuilt(child, inserted)] : divided(child, own);
  });
  return withNew(node, children);
}

/** A host with nodes before it, inside it where it is a run of one text, and behind it. */
function divided(host: XmlElement, inserted: readonly Inserted[]): XmlNode[] {
  const text = onlyText(host);
  if (text === null) {
    const nodesAt = (where: Anchor['at']): XmlElement[] =>
      inserted.filter(({ at }) => at === where).flatMap(({ nodes }) => nodes);
    return [...nodesAt('before'), host, ...nodesAt('behind')];
  }
  const stated = text.children.filter((child) => typeof child === 'string').join('');
  // White space at the ends is not shown unless the text says so.
  const words = text.attributes.get('xml:space') === 'preserve' ? stated : stated.trim();
  const parts: XmlNode[] = [];
  let from = 0;
  for (const { units, at, nodes } of [...inserted].sort((a, b) => a.units - b.units)) {
    let cut = indexOfUnit(words, units);
    // Words begin behind the white space before them.
    if (at === 'before') cut += /^\s*/u.exec(words.slice(cut))![0].length;
    if (cut > from) parts.push(partOf(host, text, words.slice(from, cut)));
    parts.push(...nodes);
    from = Math.max(from, cut);
  }
  if (from < words.length || from === 0) parts.push(partOf(host, text, words.slice(from)));
  return parts;
}

/** The text of a run that has nothing but it; null: the element is something else. */
function onlyText(host: XmlElement): XmlElement | null {
  if (host.name !== 'w:r') return null;
  const content = host.children.filter((child): child is XmlElement => isElement(child) && child.name !== 'w:rPr');
  const [only] = content;
  return content.length === 1 && only?.name === 'w:t' ? only : null;
}

function partOf(run: XmlElement, text: XmlElement, words: string): XmlElement {
  const part = element('w:t', { 'xml:space': 'preserve' }, [words]);
  return withChildren(
    run,
    run.children.map((child) => (child === text ? part : child)),
  );
}
