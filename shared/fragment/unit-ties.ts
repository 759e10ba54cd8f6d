/** Finds which changes of a merged document belong together. */
import { comparedPicture, type Block, type OneSided, type Side, BOTH_SIDES } from '../document/model.ts';
import { commentsOf } from '../document/comments-of.ts';
import { stepsOf, type Path, type StepKind } from '../document/path.ts';
import { changeIdsOf } from './change-ids.ts';
import { ChangedFields, changesOfLinks } from './field-ties.ts';
import { isPlain } from './is-plain.ts';
import { notesOfOneSide } from './note-ties.ts';
import { movesOfSlides } from './slide-ties.ts';

/**
 * Why changes are one unit. `move`: both ends of a moved thing, and all that moves with a slide. `comment`: all text of a comment, because a file has it in
 * one wording only, and the replies of a comment that one side has. `note`: a footnote or endnote that one side has, with
 * its sign. `list`: neighbouring items of one list that became another kind of list. `picture`: a picture that stands
 * alone, and the one in its place. `field`: the words of one result of a field. `link`: a changed destination, and the
 * changed words of its link.
 */
export const TIE_KINDS = ['comment', 'note', 'move', 'list', 'picture', 'field', 'link'] as const;
export type TieKind = (typeof TIE_KINDS)[number];

/** Changes that belong together. Sets may overlap: a comment may contain one end of a move. */
export interface Tie {
  readonly kind: TieKind;
  readonly changeIds: ReadonlySet<string>;
}

/** The ties of a merged document. Each has two changes at least. */
export function tiesOf(blocks: readonly Block[]): Tie[] {
  const moves = new Map<string, Set<string>>();
  const found: Tie[] = [];
  addTies(blocks, moves, found);
  for (const changeIds of moves.values()) found.push({ kind: 'move', changeIds });
  for (const changeIds of movesOfSlides(blocks)) found.push({ kind: 'move', changeIds });
  for (const changeIds of changesOfComments(blocks)) found.push({ kind: 'comment', changeIds });
  for (const changeIds of repliesOfOneSide(blocks)) found.push({ kind: 'comment', changeIds });
  for (const changeIds of notesOfOneSide(blocks)) found.push({ kind: 'note', changeIds });
  return found.filter(({ changeIds }) => changeIds.size > 1);
}

/** Only nested tables recurse. The fragment scanner bounds their depth. */
function addTies(blocks: readonly Block[], moves: Map<string, Set<string>>, found: Tie[]): void {
  const restyled = new RestyledLists();
  const pictures = new ReplacedPictures();
  const fields = new ChangedFields();
  for (const block of blocks) {
    restyled.add(block);
    pictures.add(block.onlyIn, isPictureAlone(block));
    if (block.kind === 'text') fields.add(block);
    if (isPlain(block)) continue;
    addMove(block.onlyIn, moves);
    if (block.kind === 'text') {
      const inline = new ReplacedPictures();
      for (const run of block.runs) inline.add(run.edit, comparedPicture(run) !== undefined);
      inline.end(found);
      for (const changeIds of changesOfLinks(block.runs)) found.push({ kind: 'link', changeIds });
    } else if (block.kind === 'table') {
      for (const row of block.rows) {
        addMove(row.onlyIn, moves);
        for (const cell of row.cells) {
          addMove(cell.onlyIn, moves);
          addTies(cell.blocks, moves, found);
        }
      }
    }
  }
  restyled.end(found);
  pictures.end(found);
  for (const changeIds of fields.sets()) found.push({ kind: 'field', changeIds });
}

/** The ends of a move share its id. */
function addMove(onlyIn: OneSided | undefined, moves: Map<string, Set<string>>): void {
  if (onlyIn === undefined || onlyIn.changeId === null || onlyIn.moveId === undefined) return;
  const ends = moves.get(onlyIn.moveId);
  if (ends) ends.add(onlyIn.changeId);
  else moves.set(onlyIn.moveId, new Set([onlyIn.changeId]));
}

/** The changes of each comment of either side. */
function changesOfComments(blocks: readonly Block[]): Set<string>[] {
  const comments: Set<string>[] = [];
  const current: Partial<Record<Side, Set<string>>> = {};
  for (const block of blocks) {
    for (const side of BOTH_SIDES) {
      if (block.onlyIn !== undefined && block.onlyIn.side !== side) continue;
      const { first } = side === 'original' ? (block.original?.path ?? block.path) : block.path;
      if (first?.kind !== 'comment') continue;
      if (first.starts || current[side] === undefined) comments.push((current[side] = new Set()));
      for (const id of changeIdsOf([block])) current[side].add(id);
    }
  }
  return comments;
}

/** The changes of each reply that only one side has, with those of the comment that it answers on that side alone. */
function repliesOfOneSide(blocks: readonly Block[]): Set<string>[] {
  const comments = commentsOf(blocks);
  return comments.flatMap((reply) => {
    const side = BOTH_SIDES.find((each) => reply.parents[each] !== null);
    const parent = side && comments[reply.parents[side]!];
    if (parent === undefined) return [];
    const isAlone = BOTH_SIDES.some((other) => reply.facts[other] === null && parent.facts[other] === null);
    const own = [reply, parent].map(({ from, to }) => changeIdsOf(blocks.slice(from, to)));
    return isAlone ? [new Set(own.flat())] : [];
  });
}

/** How an item became an item of another kind of list. */
interface Restyling {
  /** Depth of the outermost step whose kind changed. */
  readonly depth: number;
  readonly original: StepKind;
  readonly revised: StepKind;
}

/** Runs of items of one list that became another kind of list. Items with changes of other kinds stand between them. */
class RestyledLists {
  readonly #runs: Set<string>[] = [];
  #last: Restyling | null = null;

  add(block: Block): void {
    const restyling = restylingOf(block);
    const last = this.#last;
    if (restyling === null) {
      // A new item that only one side has does not end the list.
      if (last !== null && !goesOnWith(block.path, last)) this.#last = null;
      return;
    }
    const isNext =
      last?.depth === restyling.depth &&
      last.original === restyling.original &&
      last.revised === restyling.revised &&
      stepsOf(block.path).every(({ starts }, depth) => depth >= last.depth || !starts);
    if (!isNext) this.#runs.push(new Set());
    this.#runs.at(-1)!.add(block.original!.changeId!);
    this.#last = restyling;
  }

  end(found: Tie[]): void {
    for (const changeIds of this.#runs) found.push({ kind: 'list', changeIds });
  }
}

/** Whether a block is in the list of either side that a restyled item is in. */
function goesOnWith(path: Path, { depth, original, revised }: Restyling): boolean {
  const steps = stepsOf(path);
  const kind = steps[depth]?.kind;
  return (kind === original || kind === revised) && steps.every(({ starts }, at) => at >= depth || !starts);
}

/** How the list around a block changed its kind; null if it did not. */
function restylingOf({ original, path }: Block): Restyling | null {
  if (original === undefined || original.changeId === null || original.path.length !== path.length) return null;
  const [before, after] = [stepsOf(original.path), stepsOf(path)];
  const depth = before.findIndex(({ kind }, at) => kind !== after[at]!.kind);
  if (depth === -1 || !isItem(before[depth]!.kind) || !isItem(after[depth]!.kind)) return null;
  return { depth, original: before[depth]!.kind, revised: after[depth]!.kind };
}

function isItem(kind: StepKind): boolean {
  return kind === 'ul' || kind === 'ol';
}

/** Pictures of one side that stand beside as many pictures of the other side. The first replaces the first. */
class ReplacedPictures {
  readonly #pairs: Set<string>[] = [];
  #run: Record<Side, string[]> = { original: [], revised: [] };

  add(onlyIn: OneSided | undefined, isPicture: boolean): void {
    const isOwn = isPicture && onlyIn !== undefined && onlyIn.changeId !== null && onlyIn.moveId === undefined;
    if (isOwn) this.#run[onlyIn.side].push(onlyIn.changeId);
    else this.#close();
  }

  #close(): void {
    const { original, revised } = this.#run;
    if (original.length > 0 && original.length === revised.length)
      for (const [at, id] of original.entries()) this.#pairs.push(new Set([id, revised[at]!]));
    if (original.length + revised.length > 0) this.#run = { original: [], revised: [] };
  }

  end(found: Tie[]): void {
    this.#close();
    for (const changeIds of this.#pairs) found.push({ kind: 'picture', changeIds });
  }
}

/** Whether a paragraph is one compared picture and nothing else. */
function isPictureAlone(block: Block): boolean {
  return block.kind === 'text' && block.runs.length === 1 && comparedPicture(block.runs[0]!) !== undefined;
}
