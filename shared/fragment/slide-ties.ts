/** Finds the moves of whole slides: what moves from one slide to another together with its heading. */
import { BOTH_SIDES, type Block, type OneSided, type Side } from '../document/model.ts';
import { beginsSlide } from '../document/slides.ts';

/** The two ends of a moved block: the slide of each, by the index of its heading, and its change. */
interface Ends {
  slides: Partial<Record<Side, number>>;
  readonly changeIds: string[];
  isHeading: boolean;
}

/** The changes of each moved slide: the moves of its heading and of all that moved with it. */
export function movesOfSlides(blocks: readonly Block[]): Set<string>[] {
  const moves = new Map<string, Ends>();
  const current: Record<Side, number> = { original: -1, revised: -1 };
  for (const [at, block] of blocks.entries()) {
    const { onlyIn } = block;
    const isHeading = beginsSlide(block);
    if (isHeading) for (const side of BOTH_SIDES) if ((onlyIn?.side ?? side) === side) current[side] = at;
    if (isEnd(onlyIn)) addEnd(moves, onlyIn, current[onlyIn.side], isHeading);
  }
  const slides = new Map<string, Set<string>>();
  const nameOf = ({ slides: { original = -1, revised = -1 } }: Ends): string => `${original} ${revised}`;
  for (const move of moves.values()) if (move.isHeading) slides.set(nameOf(move), new Set());
  for (const move of moves.values()) for (const id of move.changeIds) slides.get(nameOf(move))?.add(id);
  return [...slides.values()];
}

type MoveEnd = OneSided & { readonly changeId: string; readonly moveId: string };

function isEnd(note: OneSided | undefined): note is MoveEnd {
  return note !== undefined && note.changeId !== null && note.moveId !== undefined;
}

function addEnd(
  moves: Map<string, Ends>,
  { side, moveId, changeId }: MoveEnd,
  slide: number,
  isHeading: boolean,
): void {
  const move = moves.get(moveId) ?? { slides: {}, changeIds: [], isHeading };
  move.slides = { ...move.slides, [side]: slide };
  move.changeIds.push(changeId);
  move.isHeading &&= isHeading;
  moves.set(moveId, move);
}
