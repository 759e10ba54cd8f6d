/**
 * Takes the edits of a moved row to the place where the row stays. A redline deletes the row at the old place and inserts
 * it at the new one, because the file format has no mark for a moved row. The list of changes says which marks are the
 * move.
 */
import { childOf, childrenOf, innerText, isElement, withChildren, type XmlElement } from '../../ooxml/xml-tree.ts';
import { BOTH_SIDES, type Side } from '../../../shared/document/model.ts';
import { withPlacedEdits, withReplacements, type MovedPair, type MoveMarks } from './edits-of-moves.ts';
import type { RevisionFate } from './match-revisions.ts';

const EDIT: Readonly<Record<Side, string>> = { original: 'w:del', revised: 'w:ins' };

/** What the list of changes says about marks. */
export interface ListedMoves {
  /** Pairs the marks of rows at both ends of a move; undefined for a row that did not move. */
  readonly moveOf: (rowMark: XmlElement) => string | undefined;
  /** Whether a mark shows text of a whole block, and no edit of its own. */
  readonly isBlock: (mark: XmlElement) => boolean;
}

/**
 * The part with each decided edit of a moved row at each place where the row may stay. Fates of new marks are added to
 * `fates`, and parts of marks to `copies`.
 */
export function placeEditsOfRows(
  tree: XmlElement,
  fates: Map<XmlElement, RevisionFate>,
  copies: Map<XmlElement, XmlElement>,
  { moveOf, isBlock }: ListedMoves,
): XmlElement {
  const pairs = pairsIn(tree, moveOf, fates);
  if (pairs.length === 0) return tree;
  const marks: MoveMarks = {
    isMove: (mark, end) => mark.name === EDIT[end] && isBlock(mark),
    isEdit: (mark, end) => mark.name === EDIT[end] && !isBlock(mark),
    nameAt: EDIT,
  };
  const replacements = new Map<XmlElement, XmlElement>();
  const parted = pairs.map((pair): MovedPair => {
    const cuts = new Set(BOTH_SIDES.flatMap((end) => editPlaces(pair[end], end, marks)));
    const [original, revised] = BOTH_SIDES.map((end) => {
      const next = cut(pair[end], cuts, (mark) => marks.isMove(mark, end), { fates, copies });
      if (next !== pair[end]) replacements.set(pair[end], next);
      return next;
    }) as [XmlElement, XmlElement];
    return { ...pair, original, revised };
  });
  const whole = replacements.size === 0 ? tree : withReplacements(tree, replacements);
  return withPlacedEdits(whole, parted, fates, marks);
}

/** The paragraphs of moved rows, with their partners. Rows with other cells or paragraphs are left out. */
function pairsIn(
  tree: XmlElement,
  moveOf: ListedMoves['moveOf'],
  fates: ReadonlyMap<XmlElement, RevisionFate>,
): MovedPair[] {
  const moves = new Map<string, Record<Side, XmlElement[]>>();
  const fateOf = new Map<string, RevisionFate>();
  const visit = (node: XmlElement): void => {
    if (node.name === 'w:tr') {
      const properties = childOf(node, 'w:trPr');
      for (const side of BOTH_SIDES) {
        const mark = childOf(properties, EDIT[side]);
        const id = mark === undefined ? undefined : moveOf(mark);
        if (mark === undefined || id === undefined) continue;
        fateOf.set(id, fates.get(mark) ?? 'open');
        const ends = moves.get(id) ?? { original: [], revised: [] };
        moves.set(id, ends);
        ends[side].push(node);
      }
    }
    for (const child of node.children) if (isElement(child)) visit(child);
  };
  visit(tree);
  return [...moves].flatMap(([id, { original, revised }]) => {
    const cells = paired(original, revised, 'w:tc') ?? [];
    const paragraphs = cells.flatMap((pair) => paired([pair.original], [pair.revised], 'w:p') ?? []);
    return paragraphs.map((pair) => ({ ...pair, move: fateOf.get(id)! }));
  });
}

/** The children with a name in two lists, by their places; null if the lists do not correspond. */
function paired(original: readonly XmlElement[], revised: readonly XmlElement[], name: string): MovedPair[] | null {
  if (original.length !== revised.length) return null;
  const found: MovedPair[] = [];
  for (const [at, node] of original.entries()) {
    const [own, other] = [childrenOf(node, name), childrenOf(revised[at], name)];
    if (own.length !== other.length) return null;
    found.push(...own.map((child, index) => ({ original: child, revised: other[index]! })));
  }
  return found;
}

/** Places of edits in the moved text of a paragraph, in UTF-16 units. */
function editPlaces(paragraph: XmlElement, end: Side, { isMove, isEdit }: MoveMarks): number[] {
  let at = 0;
  return childrenOf(paragraph).flatMap((child) => {
    if (isMove(child, end)) at += lengthOf(child);
    return isEdit(child, end) ? [at] : [];
  });
}

/** Marks of parts, and the fates of marks. */
interface Parts {
  readonly fates: Map<XmlElement, RevisionFate>;
  readonly copies: Map<XmlElement, XmlElement>;
}

/** A paragraph whose moved text is divided at some places; the same object if it is so already. */
function cut(
  paragraph: XmlElement,
  places: ReadonlySet<number>,
  isMove: (mark: XmlElement) => boolean,
  { fates, copies }: Parts,
): XmlElement {
  let at = 0;
  const children = paragraph.children.flatMap((child) => {
    if (!isElement(child) || !isMove(child)) return [child];
    const [start, length] = [at, lengthOf(child)];
    at += length;
    const inside = [...places].filter((place) => place > start && place < start + length).sort((x, y) => x - y);
    if (inside.length === 0) return [child];
    return [start, ...inside].map((from, index) => {
      const part = partOf(child, from - start, (inside[index] ?? start + length) - start);
      fates.set(part, fates.get(child) ?? 'open');
      copies.set(part, copies.get(child) ?? child);
      return part;
    });
  });
  return children.length === paragraph.children.length ? paragraph : withChildren(paragraph, children);
}

function isText({ name }: XmlElement): boolean {
  return name === 'w:t' || name === 'w:delText';
}

function lengthOf(node: XmlElement): number {
  if (isText(node)) return innerText(node).length;
  return childrenOf(node).reduce((sum, child) => sum + lengthOf(child), 0);
}

/** The part of a mark with the units `[from, to)` of its text. What has no text goes with the text behind it. */
function partOf(mark: XmlElement, from: number, to: number): XmlElement {
  let at = 0;
  const isLast = to === lengthOf(mark);
  const part = (node: XmlElement): XmlElement | null => {
    if (node.name.endsWith('Pr')) return node;
    if (isText(node)) {
      const text = innerText(node);
      const start = at;
      at += text.length;
      const kept = text.slice(Math.max(0, from - start), Math.max(0, to - start));
      const attributes = new Map([...node.attributes, ['xml:space', 'preserve']]);
      return kept === '' ? null : { name: node.name, attributes, children: [kept] };
    }
    const inner = childrenOf(node).filter(({ name }) => !name.endsWith('Pr'));
    if (inner.length === 0) return at >= from && (at < to || isLast) ? node : null;
    const children = childrenOf(node).flatMap((child) => part(child) ?? []);
    return children.some(({ name }) => !name.endsWith('Pr')) ? withChildren(node, children) : null;
  };
  return part(mark) ?? withChildren(mark, []);
}
