/**
 * Takes the edits of a moved paragraph to the place where the paragraph stays. A redline has deleted words of a move at the
 * old place alone, and inserted ones at the new place. A decision about the move removes one of the places, and a decision
 * about an edit may keep words that stand there.
 *
 *     moved from: within {-30-} days      the move rejected, the edit accepted:  within 90 days
 *     moved to:   within {+90+} days      the move accepted, the edit rejected:  within 30 days
 *
 * A paragraph that moved has marks of moves. A row has marks of deletion and insertion alone, so the list of changes says
 * which of them are the move.
 */
import { POSITIONS } from '../../ooxml/positions.ts';
import { resolveRevisions } from '../../ooxml/resolve-revisions.ts';
import { element, isElement, withChildren, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import type { Side } from '../../../shared/document/model.ts';
import { highestId } from '../../redline/adopt/highest-ids.ts';
import { SIDE_OF_MARK } from '../../pipeline/ranges/revision-ranges.ts';
import type { RevisionFate } from './match-revisions.ts';

const SIDES: Readonly<Record<'From' | 'To', Side>> = { From: 'original', To: 'revised' };
const MOVE: Readonly<Record<Side, string>> = { original: 'w:moveFrom', revised: 'w:moveTo' };
const EDIT: Readonly<Record<Side, string>> = { original: 'w:del', revised: 'w:ins' };
const RANGE = /^w:move(From|To)Range(Start|End)$/;

/** The paragraphs at both ends of a move. */
type Ends = Record<Side, XmlElement[]>;

/** Which marks of a paragraph are the move, and which are edits of it. */
export interface MoveMarks {
  readonly isMove: (mark: XmlElement, end: Side) => boolean;
  readonly isEdit: (mark: XmlElement, end: Side) => boolean;
  /** The name of a mark of the move. */
  readonly nameAt: Readonly<Record<Side, string>>;
}

const OF_PARAGRAPHS: MoveMarks = {
  isMove: ({ name }, end) => name === MOVE[end],
  isEdit: ({ name }, end) => name === EDIT[end],
  nameAt: MOVE,
};

/** Both ends of a moved paragraph. */
export interface MovedPair extends Readonly<Record<Side, XmlElement>> {
  /** The fate of the move, where a mark around the paragraph has it. Absent: the moved text has it. */
  readonly move?: RevisionFate;
}

/**
 * The part with each decided edit at each place where its paragraph may stay; the same object if none is elsewhere. Fates
 * of new marks are added to `fates`.
 */
export function placeEditsOfMoves(tree: XmlElement, fates: Map<XmlElement, RevisionFate>): XmlElement {
  const pairs = [...movesIn(tree).values()].flatMap(({ original, revised }) =>
    original.length === revised.length ? original.map((from, at) => ({ original: from, revised: revised[at]! })) : [],
  );
  return withPlacedEdits(tree, pairs, fates, OF_PARAGRAPHS);
}

/** The same for moved paragraphs that are known. */
export function withPlacedEdits(
  tree: XmlElement,
  pairs: readonly MovedPair[],
  fates: Map<XmlElement, RevisionFate>,
  marks: MoveMarks,
): XmlElement {
  const replacements = new Map<XmlElement, XmlElement>();
  const placing = new EditPlacing(tree, fates, marks);
  for (const pair of pairs) {
    const placed = placing.place(pair);
    if (placed === null) continue;
    replacements.set(pair.original, placed.original);
    replacements.set(pair.revised, placed.revised);
  }
  return replacements.size === 0 ? tree : withReplacements(tree, replacements);
}

/**
 * The paragraphs of each move by its name. A range begins in its first paragraph and ends behind its last one. One that
 * ends in its paragraph has no edits.
 */
function movesIn(tree: XmlElement): Map<string, Ends> {
  const moves = new Map<string, Ends>();
  const visit = (node: XmlElement): void => {
    let open: XmlElement[] | null = null;
    for (const child of node.children) {
      if (!isElement(child)) continue;
      const start = child.children.find((inner): inner is XmlElement => isElement(inner) && isStart(inner));
      if (child.name === 'w:p' && start !== undefined) open = child.children.some(isEnd) ? null : endOf(start, moves);
      if (RANGE.test(child.name)) open = null;
      else if (child.name === 'w:p' && open !== null) open.push(child);
      visit(child);
    }
  };
  visit(tree);
  return moves;
}

function isStart({ name }: XmlElement): boolean {
  return RANGE.exec(name)?.[2] === 'Start';
}

function isEnd(node: XmlNode): boolean {
  return isElement(node) && RANGE.exec(node.name)?.[2] === 'End';
}

function endOf(start: XmlElement, moves: Map<string, Ends>): XmlElement[] {
  const name = start.attributes.get('w:name') ?? '';
  const known = moves.get(name) ?? { original: [], revised: [] };
  moves.set(name, known);
  return known[SIDES[RANGE.exec(start.name)![1] as 'From' | 'To']];
}

/** One end of a moved paragraph: its edits before each stretch of moved text, and behind the last one. */
interface ReadEnd {
  readonly stretches: readonly XmlElement[];
  /** One list more than there are stretches. */
  readonly edits: readonly (readonly XmlElement[])[];
}

class EditPlacing {
  readonly #fates: Map<XmlElement, RevisionFate>;
  readonly #marks: MoveMarks;
  #lastId: number;

  constructor(tree: XmlElement, fates: Map<XmlElement, RevisionFate>, marks: MoveMarks) {
    this.#fates = fates;
    this.#marks = marks;
    this.#lastId = highestId(tree);
  }

  /** Both paragraphs with their edits; null if every edit follows the move, or if the marks do not correspond. */
  place({ original: from, revised: to, move }: MovedPair): Record<Side, XmlElement> | null {
    const [original, revised] = [this.#readEnd(from, 'original'), this.#readEnd(to, 'revised')];
    if (original === null || revised === null || original.stretches.length !== revised.stretches.length) return null;
    const stretches = [...original.stretches, ...revised.stretches];
    const fate = stretches.length === 0 ? (move ?? null) : this.#sameFate(stretches);
    const edits = [...original.edits.flat(), ...revised.edits.flat()];
    if (fate === null || fate === 'lost' || edits.every((mark) => this.#fateOf(mark) === fate)) return null;
    if (edits.some((mark) => this.#fates.get(mark) === 'lost')) return null;
    const all = original.edits.map((marks, at) => [...marks, ...revised.edits[at]!]);
    return { original: this.#rewrite(from, 'original', fate, all), revised: this.#rewrite(to, 'revised', fate, all) };
  }

  #fateOf(mark: XmlElement): RevisionFate {
    return this.#fates.get(mark) ?? 'open';
  }

  #sameFate(marks: readonly XmlElement[]): RevisionFate | null {
    const [first, ...others] = marks.map((mark) => this.#fateOf(mark));
    return first !== undefined && others.every((other) => other === first) ? first : null;
  }

  /** One paragraph of a move with the fate `move`. */
  #rewrite(
    paragraph: XmlElement,
    end: Side,
    move: RevisionFate,
    edits: readonly (readonly XmlElement[])[],
  ): XmlElement {
    const mayStay = move === 'open' || move === end;
    const placed = (at: number): XmlNode[] =>
      mayStay ? edits[at]!.flatMap((mark) => this.#editAt(mark, end, move === 'open')) : [];
    let stretch = 0;
    const children = paragraph.children.flatMap((child): XmlNode[] => {
      if (!isElement(child)) return [child];
      if (this.#marks.isEdit(child, end)) return [];
      if (!this.#marks.isMove(child, end)) return [child];
      stretch += 1;
      return [...placed(stretch - 1), child];
    });
    return withChildren(paragraph, [...children, ...placed(stretch)]);
  }

  /** What an edit is at one end of its move. */
  #editAt(mark: XmlElement, end: Side, isMoveOpen: boolean): XmlNode[] {
    const own = SIDE_OF_MARK.get(mark.name)!;
    const fate = this.#fateOf(mark);
    if (fate === 'open') return isMoveOpen && own !== end ? [] : [mark];
    if (fate !== own) return [];
    const content = resolveRevisions(element('w:p', {}, [mark]), own).children;
    if (!isMoveOpen) return [...content];
    this.#lastId += 1;
    const attributes = new Map([...mark.attributes, ['w:id', String(this.#lastId)]]);
    const moved: XmlElement = { name: this.#marks.nameAt[end], attributes, children: content };
    this.#fates.set(moved, 'open');
    return [moved];
  }

  /** Reads a paragraph at one end of a move. Null: it has content without a mark. */
  #readEnd(paragraph: XmlElement, end: Side): ReadEnd | null {
    const stretches: XmlElement[] = [];
    const edits: XmlElement[][] = [[]];
    for (const child of paragraph.children) {
      if (!isElement(child) || child.name === 'w:pPr' || POSITIONS.has(child.name) || RANGE.test(child.name)) continue;
      if (this.#marks.isMove(child, end)) {
        stretches.push(child);
        edits.push([]);
      } else if (this.#marks.isEdit(child, end)) edits.at(-1)!.push(child);
      else return null;
    }
    return { stretches, edits };
  }
}

/** A tree in which some elements are other ones. */
export function withReplacements(node: XmlElement, replacements: ReadonlyMap<XmlElement, XmlElement>): XmlElement {
  const own = replacements.get(node);
  if (own !== undefined) return own;
  const children = node.children.map((child) => (isElement(child) ? withReplacements(child, replacements) : child));
  return children.every((child, at) => child === node.children[at]) ? node : withChildren(node, children);
}
