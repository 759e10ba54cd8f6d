/**
 * Takes the edits of a moved paragraph to the place where the paragraph stays. A redline has deleted words of a move at the
 * old place alone, and inserted ones at the new place. A decision about the move removes one of the places, and a decision
 * about an edit may keep words that stand there.
 *
 *     moved from: within {-30-} days      the move rejected, the edit accepted:  within 90 days
 *     moved to:   within {+90+} days      the move accepted, the edit rejected:  within 30 days
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

/**
 * The part with each decided edit at each place where its paragraph may stay; the same object if none is elsewhere. Fates
 * of new marks are added to `fates`.
 */
export function placeEditsOfMoves(tree: XmlElement, fates: Map<XmlElement, RevisionFate>): XmlElement {
  const replacements = new Map<XmlElement, XmlElement>();
  const placing = new EditPlacing(tree, fates);
  for (const { original, revised } of movesIn(tree).values()) {
    if (original.length !== revised.length) continue;
    original.forEach((from, at) => {
      const to = revised[at]!;
      const placed = placing.place(from, to);
      if (placed === null) return;
      replacements.set(from, placed.original);
      replacements.set(to, placed.revised);
    });
  }
  return replacements.size === 0 ? tree : replaced(tree, replacements);
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
  #lastId: number;

  constructor(tree: XmlElement, fates: Map<XmlElement, RevisionFate>) {
    this.#fates = fates;
    this.#lastId = highestId(tree);
  }

  /** Both paragraphs with their edits; null if every edit follows the move, or if the marks do not correspond. */
  place(from: XmlElement, to: XmlElement): Record<Side, XmlElement> | null {
    const [original, revised] = [readEnd(from, 'original'), readEnd(to, 'revised')];
    if (original === null || revised === null || original.stretches.length !== revised.stretches.length) return null;
    const fate = this.#sameFate([...original.stretches, ...revised.stretches]);
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
      if (child.name === EDIT[end]) return [];
      if (child.name !== MOVE[end]) return [child];
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
    const moved: XmlElement = { name: MOVE[end], attributes, children: content };
    this.#fates.set(moved, 'open');
    return [moved];
  }
}

/** Reads a paragraph at one end of a move. Null: it has content without a mark. */
function readEnd(paragraph: XmlElement, end: Side): ReadEnd | null {
  const stretches: XmlElement[] = [];
  const edits: XmlElement[][] = [[]];
  for (const child of paragraph.children) {
    if (!isElement(child) || child.name === 'w:pPr' || POSITIONS.has(child.name) || RANGE.test(child.name)) continue;
    if (child.name === MOVE[end]) {
      stretches.push(child);
      edits.push([]);
    } else if (child.name === EDIT[end]) edits.at(-1)!.push(child);
    else return null;
  }
  return stretches.length === 0 ? null : { stretches, edits };
}

function replaced(node: XmlElement, replacements: ReadonlyMap<XmlElement, XmlElement>): XmlElement {
  const own = replacements.get(node);
  if (own !== undefined) return own;
  const children = node.children.map((child) => (isElement(child) ? replaced(child, replacements) : child));
  return children.every((child, at) => child === node.children[at]) ? node : withChildren(node, children);
}
