/**
 * Decides on the edits inside text boxes of moved paragraphs. Both ends of a move have the same edits. The text of a deletion
 * is read at the old place, and that of every other mark at the new one. The other copy is decided as they are.
 */
import { isElement, type XmlElement } from '../../ooxml/xml-tree.ts';
import { SIDE_OF_MARK } from '../../pipeline/ranges/revision-ranges.ts';
import { isMark } from './decided-tree.ts';

const RANGE = /^w:move(From|To)Range(Start|End)$/;
const MOVED = /^w:move(From|To)$/;

/** The marks inside text boxes at both ends of a move, in order. */
interface BoxMarks {
  readonly From: XmlElement[];
  readonly To: XmlElement[];
}

type End = keyof BoxMarks;

/** Adds each mark whose text is read at the other end of its move to `copies`, with the mark that it repeats. */
export function mirrorMovedBoxes(tree: XmlElement, copies: Map<XmlElement, XmlElement>): void {
  for (const { From, To } of boxMarksOfMoves(tree).values()) {
    if (From.length !== To.length || From.some(({ name }, at) => name !== To[at]!.name)) continue;
    From.forEach((mark, at) => {
      if (SIDE_OF_MARK.get(mark.name) === 'original') copies.set(To[at]!, mark);
      else copies.set(mark, To[at]!);
    });
  }
}

/** The marks by the name of the move. Ranges of moves do not nest. */
function boxMarksOfMoves(tree: XmlElement): Map<string, BoxMarks> {
  const moves = new Map<string, BoxMarks>();
  const open: Record<End, XmlElement[] | undefined> = { From: undefined, To: undefined };
  const visit = (node: XmlElement): void => {
    const range = RANGE.exec(node.name);
    if (range?.[2] === 'Start') {
      const name = node.attributes.get('w:name') ?? '';
      const marks = moves.get(name) ?? { From: [], To: [] };
      moves.set(name, marks);
      open[range[1] as End] = marks[range[1] as End];
    } else if (range !== null) open[range[1] as End] = undefined;
    const end = MOVED.exec(node.name)?.[1] as End | undefined;
    if (end !== undefined) open[end]?.push(...marksIn(node));
    else for (const child of node.children) if (isElement(child)) visit(child);
  };
  visit(tree);
  return moves;
}

function marksIn(node: XmlElement): XmlElement[] {
  return node.children.flatMap((child) =>
    isElement(child) ? [...(isMark(child) ? [child] : []), ...marksIn(child)] : [],
  );
}
