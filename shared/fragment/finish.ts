import {
  CODE_BIT,
  isCarried,
  type Block,
  type CarriedLayer,
  type Cell,
  type Row,
  type Run,
  type Side,
  type TextBlock,
} from '../document/model.ts';
import type { Path } from '../document/path.ts';
import { ItemStartCarryOver } from '../document/item-start-carry-over.ts';
import { settlePath } from '../document/settle-paths.ts';
import { joinRuns } from '../document/runs.ts';
import { fateAt } from './decisions.ts';
import { isPlain } from './is-plain.ts';

/** The runs of the original's text with the content that the original carried there. */
function restoreRuns(runs: readonly Run[], { code, images, links = [] }: CarriedLayer): Run[] {
  const restored: Run[] = [];
  let at = 0;
  let nextImage = 0;
  let nextCode = 0;
  let nextLink = 0;
  const restoreImages = (): void => {
    for (; nextImage < images.length && images[nextImage]!.at <= at; nextImage++) {
      const { image, href } = images[nextImage]!;
      restored.push({ text: '', marks: 0, href: href ?? null, image });
    }
  };
  for (const run of runs) {
    if (isCarried(run)) continue;
    const end = at + run.text.length;
    for (let from = at; at < end; from = at) {
      restoreImages();
      while (nextCode < code.length && code[nextCode]![1] <= at) nextCode++;
      const [codeStart, codeEnd] = code[nextCode] ?? [end, end];
      const isCode = codeStart <= at;
      while (nextLink < links.length && links[nextLink]![1] <= at) nextLink++;
      const [linkStart, linkEnd, address] = links[nextLink] ?? [end, end, ''];
      const isLink = linkStart <= at;
      at = Math.min(end, isCode ? codeEnd : codeStart, isLink ? linkEnd : linkStart, images[nextImage]?.at ?? end);
      const offset = end - run.text.length;
      const marks = isCode ? run.marks | CODE_BIT : run.marks & ~CODE_BIT;
      const text = run.text.slice(from - offset, at - offset);
      restored.push({ ...run, text, marks, ...(isLink && { href: address }) });
    }
  }
  at = Infinity;
  restoreImages();
  return restored;
}

/** Resolves the images that only one side has. */
function finishRuns(runs: readonly Run[], outcome: Side): readonly Run[] {
  if (!runs.some(({ edit }) => edit)) return runs;
  const finished: Run[] = [];
  for (const { edit, ...run } of runs) {
    if (!edit || fateAt(outcome, edit.side) === 'keep') finished.push(run);
  }
  return finished;
}

/** The final form of a cell; the same object if that is its form already. */
function finishCell(given: Cell, outcome: Side): Cell {
  const { carried, ...cell } = given;
  const blocks = finishBlocks(cell.blocks, outcome);
  if (!carried && isSame(blocks, cell.blocks)) return given;
  return { ...cell, ...(outcome === 'original' && carried), blocks };
}

/** The final form of a row; the same object if that is its form already. */
function finishRow(given: Row, outcome: Side): Row {
  const { carried, ...row } = given;
  const cells = row.cells.map((cell) => finishCell(cell, outcome));
  if (!carried && isSame(cells, row.cells)) return given;
  return { ...row, section: (outcome === 'original' ? carried : undefined) ?? row.section, cells };
}

function isSame<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((each, at) => each === other[at]);
}

/** The final form of a block, before item starts are carried over; null: it is removed. */
function finishBlock(block: Block, outcome: Side): Block | null {
  // The paths inside the cells of a table are settled in any case.
  if (block.kind !== 'table' && isPlain(block)) return block;
  if (block.onlyIn && fateAt(outcome, block.onlyIn.side) === 'drop') return null;
  if (block.kind === 'text') return finishText(block, outcome);
  const { original, onlyIn: _, ...rest } = block;
  const path = (outcome === 'original' ? original?.path : undefined) ?? block.path;
  switch (rest.kind) {
    case 'rule':
      return { ...rest, path };
    case 'image': {
      const { carried, ...image } = rest;
      if (outcome === 'revised' || !carried) return { ...image, path };
      const { href: __, ...unlinked } = image;
      return { ...unlinked, ...carried, path };
    }
    case 'table': {
      if (rest.rows.length === 0 && original) return null;
      return { ...rest, path, rows: rest.rows.map((row) => finishRow(row, outcome)) };
    }
  }
}

function finishText(block: TextBlock, outcome: Side): TextBlock | null {
  // Spelled out: there may be a hundred thousand blocks, and the rest of a spread takes ten times as long.
  const { kind, boundary, original, carried } = block;
  const form = outcome === 'original' ? original : undefined;
  const restored = outcome === 'original' ? carried : undefined;
  const plain = finishRuns(block.runs, outcome);
  const runs = joinRuns(restored ? restoreRuns(plain, restored) : plain);
  if (runs.length === 0 && (block.runs.length > 0 || original || carried?.images.length)) return null;
  const type = form?.type ?? block.type;
  const path = form?.path ?? block.path;
  const attributes = restored?.attributes ?? block.attributes;
  return { kind, type, attributes, runs, path, ...(boundary && { boundary }) };
}

/**
 * Turns a list in which every change is decided into the canonical document, block by block. Applies the carried
 * notes of the outcome's side, removes all notes, and settles the paths.
 */
export class Finish {
  readonly #outcome: Side;
  readonly #carryOver = new ItemStartCarryOver();
  #previous: Path | undefined;

  constructor(outcome: Side) {
    this.#outcome = outcome;
  }

  /** The final form of the next block; null: it is removed. */
  block(block: Block): Block | null {
    const result = finishBlock(block, this.#outcome);
    if (!result) {
      this.#carryOver.remove(block.path);
      return null;
    }
    const own = block.original ? result.path : this.#carryOver.take(block.path);
    const path = settlePath(this.#previous, own);
    this.#previous = path;
    return path === result.path ? result : { ...result, path };
  }
}

/** The final form of a whole list. */
export function finishBlocks(blocks: readonly Block[], outcome: Side): Block[] {
  const finish = new Finish(outcome);
  return blocks.map((block) => finish.block(block)).filter((block) => block !== null);
}
