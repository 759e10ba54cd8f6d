/** The shapes of a slide in reading order, groups resolved. */
import { childOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { shownChildren, shownChild, type Reading } from '../reading.ts';
import { boxOf, groupTransform, inReadingOrder, type Box } from './boxes.ts';
import { isFooter, isTitle, placeholderOf, type Placeholder, type Templates } from './placeholders.ts';

const KINDS: ReadonlySet<string> = new Set(['p:sp', 'p:cxnSp', 'p:pic', 'p:graphicFrame', 'p:grpSp', 'p:contentPart']);
const HIDDEN = /^(?:1|true|on)$/;

/** A shape that is no group. */
export interface Shape {
  readonly node: XmlElement;
  /** Its name in the program that made it, such as "Title 1". */
  readonly name: string;
  /** What it says of itself for people who do not see it. */
  readonly alternative: string;
  readonly placeholder: Placeholder | null;
  readonly box: Box | null;
  /** Its own link, or the one of a group around it. */
  readonly click: XmlElement | undefined;
}

interface Placed {
  readonly box: Box | null;
  /** Title, other placeholders, the rest, footers. */
  readonly rank: number;
  readonly shapes: readonly Shape[];
}

/** The shapes of a slide: the title, the other placeholders, then the rest, each by position; footers last. */
export function shapesOf(slide: XmlElement, templates: Templates, reading: Reading): Shape[] {
  const tree = shownChild(shownChild(slide, 'p:cSld'), 'p:spTree');
  if (tree === undefined) return [];
  const placed = placedIn(tree, templates, reading, (box) => box, undefined);
  return [0, 1, 2, 3].flatMap((rank) =>
    inReadingOrder(placed.filter((each) => each.rank === rank)).flatMap(({ shapes }) => shapes),
  );
}

/** What a group contains stays together: it is read where the group stands. */
function placedIn(
  parent: XmlElement,
  templates: Templates,
  reading: Reading,
  toSlide: (box: Box) => Box,
  around: XmlElement | undefined,
): Placed[] {
  return shownChildren(parent).flatMap((node): Placed[] => {
    if (!KINDS.has(node.name)) return [];
    const described = propertiesOf(node);
    if (HIDDEN.test(described?.attributes.get('hidden') ?? '')) {
      reading.inventory.add('hidden_content', node.name + (described?.attributes.get('name') ?? ''), nameOf(described));
      return [];
    }
    const click = childOf(described, 'a:hlinkClick') ?? around;
    const placeholder = placeholderOf(node);
    const stated = boxOf(node) ?? (placeholder === null ? null : templates.boxOf(placeholder));
    const box = stated === null ? null : toSlide(stated);
    if (node.name === 'p:grpSp') {
      const inner = groupTransform(node);
      const members = placedIn(node, templates, reading, (each) => toSlide(inner(each)), click);
      return [{ box, rank: 2, shapes: inReadingOrder(members).flatMap(({ shapes }) => shapes) }];
    }
    const alternative = described?.attributes.get('descr') ?? described?.attributes.get('title') ?? '';
    const shape = { node, name: nameOf(described), alternative, placeholder, box, click };
    return [{ box, rank: rankOf(placeholder), shapes: [shape] }];
  });
}

function rankOf(placeholder: Placeholder | null): number {
  if (placeholder === null) return 2;
  if (isTitle(placeholder)) return 0;
  return isFooter(placeholder) ? 3 : 1;
}

function nameOf(described: XmlElement | undefined): string {
  return (described?.attributes.get('name') ?? '').replaceAll(/\s+/gu, ' ').trim();
}

/** The properties of a shape that are not drawn (`p:cNvPr`). */
function propertiesOf(node: XmlElement): XmlElement | undefined {
  const properties = shownChildren(node).find(({ name }) => /^p:nv\w+Pr$/.test(name));
  return childOf(properties, 'p:cNvPr');
}
