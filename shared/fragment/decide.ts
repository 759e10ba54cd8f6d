import {
  CODE_BIT,
  type Attributes,
  type Block,
  type Cell,
  type OriginalForm,
  type Row,
  type Run,
  type Side,
  type TableBlock,
  type TextBlock,
} from '../document/model.ts';
import { withLook } from '../document/looks.ts';
import { ItemStartCarryOver } from '../document/item-start-carry-over.ts';
import { areJoined, joinRuns } from '../document/runs.ts';
import { hasChange } from './change-ids.ts';
import { isPlain } from './is-plain.ts';
import type { Verdicts } from './decisions.ts';

/**
 * Applies decisions to a merged list. What is undecided keeps its notes, and every step is such that the order of
 * decisions does not matter:
 *
 * - Whatever goes leaves its beginnings of items to the blocks after it, per kind prefix (`Inheritance`).
 * - A block that joins the one before it waits while that one may still go.
 * - A text block that is emptied waits while another may still join it. So does one with exact paths, until all is
 *   decided (`finish`), as what it shields from inheriting must stay shielded.
 */

/** A block as decided, or the place of one that goes. */
interface Entry {
  readonly block: Block;
  removed: boolean;
  /** Runs of a text block; those of blocks that join it are added. The block's own array while nothing is different. */
  runs: readonly Run[];
  /** The decisions may have emptied this text block. */
  readonly mayVanish: boolean;
}

const NO_RUNS: readonly Run[] = [];

function goneEntry(block: Block): Entry {
  return { block, removed: true, runs: NO_RUNS, mayVanish: false };
}

/** What has no text, and stays. */
function stayingEntry(block: Block): Entry {
  return { block, removed: false, runs: NO_RUNS, mayVanish: false };
}

/** Whether a run is text with nothing but marks, a link and perhaps an edit, as most are: quickly decided. */
function isPlainText({ image, look, format, link }: Run): boolean {
  return !format && !link && look === undefined && image === undefined;
}

function decideRun(run: Run, verdicts: Verdicts): Run | null {
  const fate = verdicts.fateOf(run.edit);
  if (fate === 'drop') return null;
  if (fate === 'keep' && isPlainText(run)) return run.edit ? { text: run.text, marks: run.marks, href: run.href } : run;
  const formatSide = run.format ? verdicts.sideOf(run.format.changeId) : null;
  const linkSide = run.link ? verdicts.sideOf(run.link.changeId) : null;
  if ((!run.edit || fate === 'open') && !formatSide && !linkSide) return run;
  const { edit, format, link, look, ...rest } = run;
  const decidedLook = (formatSide === 'original' ? format?.originalLook : undefined) ?? look;
  return {
    ...rest,
    ...(format && formatSide === 'original' && { marks: format.originalMarks | (run.marks & CODE_BIT) }),
    ...(decidedLook && { look: decidedLook }),
    ...(link && linkSide === 'original' && { href: link.originalHref }),
    ...(edit && fate === 'open' && { edit }),
    ...(format && !formatSide && { format }),
    ...(link && !linkSide && { link }),
  };
}

/**
 * The runs as decided. The same array where no decision is about them, so that their block stays the same object; but not
 * where an image of the other side still parts what is one text without it.
 */
function decideRuns(runs: readonly Run[], verdicts: Verdicts): readonly Run[] {
  let decided: Run[] | undefined;
  for (let at = 0; at < runs.length; at += 1) {
    const result = decideRun(runs[at]!, verdicts);
    if (result !== runs[at]) decided ??= runs.slice(0, at);
    if (result && decided) decided.push(result);
  }
  return decided ?? (areJoined(runs) ? runs : runs.slice());
}

/** The attributes of a block with another look; a table without one has none. */
function lookedLike(block: TextBlock | TableBlock, look: Attributes): Pick<TableBlock, 'attributes'> {
  return { attributes: withLook(block.attributes, look) };
}

/** Type, look and path after the decisions. A decided form stays as a mark that the path is exact; `finish` drops it. */
function decideForm<B extends Block>(block: B, verdicts: Verdicts): B {
  const { original } = block;
  if (!original) return block;
  const decided = original.changeId === null ? null : verdicts.sideOf(original.changeId);
  const exact = (path: Block['path']): OriginalForm => ({ changeId: null, path });
  if (decided === 'original') {
    const { path, type, look } = original;
    return {
      ...block,
      ...(block.kind === 'text' && type && { type }),
      ...(look && (block.kind === 'text' || block.kind === 'table') && lookedLike(block, look)),
      path,
      original: exact(path),
    };
  }
  const settled = decided === 'revised' || (original.changeId === null && verdicts.accepting);
  return settled ? { ...block, original: exact(block.path) } : block;
}

function withoutCarried<T extends { readonly carried?: unknown }>(noted: T, verdicts: Verdicts): T {
  if (!verdicts.accepting || noted.carried === undefined) return noted;
  const { carried: _, ...rest } = noted;
  return rest as T;
}

function withoutOneSided<T extends Pick<Block, 'onlyIn'>>(noted: T): T {
  if (!noted.onlyIn) return noted;
  const { onlyIn: _, ...rest } = noted;
  return rest as T;
}

/** A block that stands on one side only, decided to stay. */
function withoutBlockStanding(block: Block): Block {
  if (block.kind !== 'text' || block.original || block.boundary || block.carried) return withoutOneSided(block);
  // Most are: spelt out, as the rest of a spread takes ten times as long.
  const { kind, type, attributes, runs, path } = block;
  return { kind, type, attributes, runs, path };
}

function withoutBoundary(block: TextBlock): TextBlock {
  const { boundary: _, ...rest } = block;
  return rest;
}

function decideCell(cell: Cell, verdicts: Verdicts): Cell | null {
  const fate = verdicts.fateOf(cell.onlyIn);
  if (fate === 'drop') return null;
  const decided = withoutCarried(fate === 'keep' ? withoutOneSided(cell) : cell, verdicts);
  return { ...decided, blocks: decideBlocks(cell.blocks, verdicts) };
}

function decideRow(row: Row, verdicts: Verdicts): Row | null {
  const fate = verdicts.fateOf(row.onlyIn);
  if (fate === 'drop') return null;
  const cells = row.cells.map((cell) => decideCell(cell, verdicts)).filter((cell) => cell !== null);
  if (cells.length === 0 && row.cells.length > 0) return null;
  return { ...withoutCarried(fate === 'keep' ? withoutOneSided(row) : row, verdicts), cells };
}

function decideTable(block: TableBlock, verdicts: Verdicts): TableBlock {
  return { ...block, rows: block.rows.map((row) => decideRow(row, verdicts)).filter((row) => row !== null) };
}

/** Whether a boundary goes. Null: undecided. */
function joins(boundary: NonNullable<TextBlock['boundary']>, verdicts: Verdicts): boolean | null {
  if (boundary.changeId === null) return true;
  const decided: Side | null = verdicts.sideOf(boundary.changeId);
  return decided && decided !== boundary.side;
}

/** Whether a block may still go by a later decision about itself. */
function isUnsettled(block: Block): boolean {
  return (block.onlyIn !== undefined && block.onlyIn.changeId !== null) || (block.kind === 'table' && hasChange(block));
}

/**
 * For each block whether a text block at its place may be joined by a later one, as decisions fall. Images between do
 * not count: they stay where they are. Null: none may be anywhere.
 */
export function joinablePlaces(blocks: readonly (Block | null)[]): readonly boolean[] | null {
  if (!blocks.some((block) => block?.kind === 'text' && block.boundary)) return null;
  const places = new Array<boolean>(blocks.length).fill(false);
  let joinable = false;
  for (let at = blocks.length - 1; at >= 0; at--) {
    places[at] = joinable;
    const block = blocks[at];
    if (!block || block.kind === 'image') continue;
    if (block.kind === 'text' && block.boundary) joinable = true;
    else if (joinable && !isUnsettled(block)) joinable = false;
  }
  return places;
}

function decideEntry(block: Block, wasJoinable: boolean, verdicts: Verdicts): Entry {
  if (isPlain(block)) {
    const runs = block.kind === 'text' ? block.runs : NO_RUNS;
    return { block, removed: false, runs, mayVanish: wasJoinable };
  }
  const fate = verdicts.fateOf(block.onlyIn);
  if (fate === 'drop') return goneEntry(block);
  const decided = decideForm(fate === 'keep' && block.onlyIn ? withoutBlockStanding(block) : block, verdicts);
  switch (decided.kind) {
    case 'rule':
      return stayingEntry(decided);
    case 'image':
      return stayingEntry(withoutCarried(decided, verdicts));
    case 'table': {
      const table = decideTable(decided, verdicts);
      const emptied = table.rows.length === 0 && decided.rows.length > 0;
      return emptied && !table.original ? goneEntry(block) : stayingEntry(table);
    }
    case 'text': {
      const hadContent = decided.runs.length > 0 || (decided.carried?.images.length ?? 0) > 0;
      return {
        block: withoutCarried(decided, verdicts),
        removed: false,
        runs: decideRuns(decided.runs, verdicts),
        mayVanish: hadContent || decided.boundary !== undefined || wasJoinable,
      };
    }
  }
}

/** Settles the boundary before an entry, if it is decided. `before`: the last entry that stays and is not an image. */
function joinBoundary(entry: Entry, before: Entry | undefined, verdicts: Verdicts): Entry {
  const { block } = entry;
  if (block.kind !== 'text' || !block.boundary) return entry;
  const goes = joins(block.boundary, verdicts);
  if (goes === null) return entry;
  if (goes && before && isUnsettled(before.block)) {
    return { ...entry, block: { ...block, boundary: { side: block.boundary.side, changeId: null } } };
  }
  if (goes && before?.block.kind === 'text') {
    const runs = joined(before);
    for (const run of entry.runs) runs.push(run);
    return { ...entry, removed: true };
  }
  return { ...entry, block: withoutBoundary(block) };
}

/** The runs of an entry as an array of its own. */
function joined(entry: Entry): Run[] {
  const runs = entry.runs === (entry.block as TextBlock).runs ? [...entry.runs] : (entry.runs as Run[]);
  entry.runs = runs;
  return runs;
}

/** Whether nothing is left of a text block and nothing can come back or be added. */
function vanishes({ block, runs, mayVanish }: Entry, joinable: boolean): boolean {
  if (block.kind !== 'text' || !mayVanish || joinable || runs.length > 0) return false;
  return !block.onlyIn && !block.original && !block.boundary && !block.carried?.images.length;
}

/**
 * One list of blocks with the decisions applied. Carried notes stay unless something is accepted.
 *
 * @param inheritance what the blocks before these leave to them; theirs is added
 */
export function decideBlocks(
  blocks: readonly Block[],
  verdicts: Verdicts,
  inheritance = new ItemStartCarryOver(),
): Block[] {
  const wereJoinable = joinablePlaces(blocks);
  const entries: Entry[] = [];
  let before: Entry | undefined;
  for (let index = 0; index < blocks.length; index += 1) {
    const wasJoinable = wereJoinable?.[index] ?? false;
    const entry = joinBoundary(decideEntry(blocks[index]!, wasJoinable, verdicts), before, verdicts);
    entries.push(entry);
    if (!entry.removed && entry.block.kind !== 'image') before = entry;
  }

  // Decisions take boundaries and bring none.
  const joinable = wereJoinable && joinablePlaces(entries.map(({ removed, block }) => (removed ? null : block)));
  const decided: Block[] = [];
  for (let index = 0; index < entries.length; index += 1) {
    const block = closeEntry(entries[index]!, joinable?.[index] ?? false, inheritance);
    if (block !== null) decided.push(block);
  }
  return decided;
}

/** One block of a list in which none has a boundary, with the decisions applied; null: it goes. */
export function decideAlone(block: Block, verdicts: Verdicts, inheritance: ItemStartCarryOver): Block | null {
  // Without an entry: a hundred thousand may go.
  if (verdicts.fateOf(block.onlyIn) === 'drop') {
    inheritance.remove(block.path);
    return null;
  }
  return closeEntry(decideEntry(block, false, verdicts), false, inheritance);
}

/** The block of an entry with all that joined it and the path that it has then; null: it goes. */
function closeEntry(entry: Entry, joinable: boolean, inheritance: ItemStartCarryOver): Block | null {
  const { block } = entry;
  if (entry.removed || vanishes(entry, joinable)) {
    inheritance.remove(block.path);
    return null;
  }
  const path = block.original ? block.path : inheritance.take(block.path);
  if (path === block.path && (block.kind !== 'text' || entry.runs === block.runs)) return block;
  return block.kind === 'text' ? { ...block, path, runs: joinRuns(entry.runs) } : { ...block, path };
}
