/** Applies the fate of each mark to a part of a redline. */
import { isElement, withChildren, type XmlElement } from '../../ooxml/xml-tree.ts';
import { resolveRevisions } from '../../ooxml/resolve-revisions.ts';
import type { RevisionFate } from './match-revisions.ts';

/** Suffixes that hide a mark from readers of revisions while the other marks are resolved. */
const HELD = { original: '#rejected', open: '#open' } as const;

const MOVE_RANGE = /^w:move(?:From|To)Range(?:Start|End)$/;
const MOVED = /^w:move(?:From|To)$/;

/**
 * The part as decided; the same object if nothing changes. `isFinal`: marks without a place in the text follow the
 * revised document. These are marks of tables, sections and columns.
 */
export function decidedTree(
  tree: XmlElement,
  fates: ReadonlyMap<XmlElement, RevisionFate>,
  isFinal: boolean,
): XmlElement {
  // Marks are identified by object. Marks that are not accepted get another name before the tree is rebuilt.
  const openMoves = openMovesOf(tree, fates);
  const named = renamed(tree, (node) => {
    if (MOVE_RANGE.test(node.name) && openMoves.has(rangeOf(node))) return node.name + HELD.open;
    const fate = fates.get(node) ?? (isMark(node) && !isFinal ? 'open' : 'revised');
    return fate === 'revised' ? node.name : node.name + HELD[fate === 'original' ? 'original' : 'open'];
  });
  const accepted = resolveRevisions(named, 'revised');
  const rejected = resolveRevisions(renamed(accepted, without(HELD.original)), 'original');
  return renamed(rejected, without(HELD.open));
}

/** The ranges of moves that stay undecided. Markers around the ends of a move name it and stay with it. */
function openMovesOf(tree: XmlElement, fates: ReadonlyMap<XmlElement, RevisionFate>): Set<string> {
  const found = new Set<string>();
  const around = new Set<string>();
  const visit = (node: XmlElement): void => {
    if (MOVE_RANGE.test(node.name)) {
      if (node.name.endsWith('Start')) around.add(rangeOf(node));
      else around.delete(rangeOf(node));
    } else if (MOVED.test(node.name) && isOpen(fates.get(node))) for (const range of around) found.add(range);
    for (const child of node.children) if (isElement(child)) visit(child);
  };
  visit(tree);
  return found;
}

/** What the two markers of one range have in common. */
function rangeOf({ name, attributes }: XmlElement): string {
  return `${name.replace(/(?:Start|End)$/, '')} ${attributes.get('w:id') ?? ''}`;
}

function isOpen(fate: RevisionFate | undefined): boolean {
  return fate === 'open' || fate === 'lost';
}

/** Whether an element marks a revision. */
export function isMark({ name }: XmlElement): boolean {
  return /^w:(?:ins|del|moveFrom|moveTo|cellIns|cellDel|cellMerge|\w+Change)$/.test(name);
}

function without(suffix: string): (node: XmlElement) => string {
  return ({ name }) => (name.endsWith(suffix) ? name.slice(0, -suffix.length) : name);
}

/** The tree with other names. Unchanged parts stay the same objects. The parser limits the depth. */
function renamed(node: XmlElement, nameOf: (node: XmlElement) => string): XmlElement {
  const children = node.children.map((child) => (isElement(child) ? renamed(child, nameOf) : child));
  const isSame = children.every((child, at) => child === node.children[at]);
  const same = isSame ? node : withChildren(node, children);
  const name = nameOf(node);
  return name === node.name ? same : { ...same, name };
}
