/** Separates the revisions that can be kept from those that count as accepted. */
import { resolveRevisions, type RevisionSide } from '../../ooxml/resolve-revisions.ts';
import { isElement, withChildren, type XmlElement } from '../../ooxml/xml-tree.ts';

/** Every mark of a revision with an author. */
const MARK =
  /^w:(?:ins|del|moveFrom|moveTo|cellIns|cellDel|cellMerge|numberingChange|\w+Change|customXml\w+RangeStart)$/;
/** The marks that can be kept, with what belongs to them. */
const FOLLOWED =
  /^w:(?:ins|del|moveFrom|moveTo|cellIns|cellDel|cellMerge|numberingChange|\w+Change|move(?:From|To)Range(?:Start|End))$/;
/** The elements whose children are the blocks of a story. */
const STORY = /^w:(?:body|footnote|endnote|hdr|ftr)$/;
/** Alternatives and the properties of content controls. Their marks are in no leaf of a story. */
const NOT_READ = /^(?:mc:|w:sdt(?:End)?Pr$)/;
const MOVE_RANGE = /^w:move(?:From|To)Range(Start|End)$/;
/** Hides a mark while others are resolved. */
const HELD = '#held';

/** The tree with all revisions accepted that cannot be kept. `accepted` is their number. */
export function withFollowedOnly(tree: XmlElement): { tree: XmlElement; accepted: number } {
  let accepted = 0;
  const named = (node: XmlElement, parents: readonly string[]): XmlElement => {
    const isFollowed = FOLLOWED.test(node.name) && canFollow(node.name, parents);
    if (MARK.test(node.name) && !isFollowed) accepted += 1;
    const inside = [...parents, node.name];
    const same = mapped(node, (child) => named(child, inside));
    return isFollowed ? { ...same, name: node.name + HELD } : same;
  };
  const held = named(tree, []);
  return { tree: unheld(resolveRevisions(held, 'revised')), accepted };
}

/**
 * A tree with only some of its revisions: the others are resolved for one side. The ranges of moves stay. They are
 * positions meanwhile, because a range between two paragraphs does not keep them from becoming one.
 */
export function resolvedExcept(tree: XmlElement, side: RevisionSide, stays: (mark: XmlElement) => boolean): XmlElement {
  const held = (node: XmlElement): XmlElement => {
    const same = mapped(node, held);
    const edge = MOVE_RANGE.exec(node.name)?.[1];
    if (edge !== undefined)
      return { ...same, name: `w:bookmark${edge}`, attributes: new Map([...same.attributes, [HELD, node.name]]) };
    return MARK.test(node.name) && stays(node) ? { ...same, name: node.name + HELD } : same;
  };
  return unheld(resolveRevisions(held(tree), side));
}

/**
 * Whether a mark is at a place that can be followed: of text, an equation, a paragraph, a table, its rows and cells, or
 * a section. A text box is a story of its own. No other object of a run is followed.
 */
function canFollow(name: string, around: readonly string[]): boolean {
  const parents = around.slice(around.lastIndexOf('w:txbxContent') + 1);
  const parent = parents.at(-1);
  if (parents.some((each) => NOT_READ.test(each))) return false;
  // An equation is one leaf, with all that is in it.
  if (parents.some((each) => each.startsWith('m:'))) return true;
  const run = parents.lastIndexOf('w:r');
  if (run >= 0) return parents[run + 1] === 'w:rPr' && (name === 'w:rPrChange' || parents[run + 2] === 'w:rPrChange');
  if (parent === undefined || parent === 'w:tc' || STORY.test(parent)) return name.includes('Range');
  return true;
}

function unheld(node: XmlElement): XmlElement {
  const same = mapped(node, unheld);
  const name = node.attributes.get(HELD);
  if (name !== undefined)
    return { ...same, name, attributes: new Map([...same.attributes].filter(([key]) => key !== HELD)) };
  return node.name.endsWith(HELD) ? { ...same, name: node.name.slice(0, -HELD.length) } : same;
}

/** The element with each child element replaced; the same object if nothing changed. The parser limits the depth. */
function mapped(node: XmlElement, change: (child: XmlElement) => XmlElement): XmlElement {
  const children = node.children.map((child) => (isElement(child) ? change(child) : child));
  return children.every((child, at) => child === node.children[at]) ? node : withChildren(node, children);
}
