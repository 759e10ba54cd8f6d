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
import { labelOf, originalLabelOf, withLabel } from '../document/label.ts';
import { withLook } from '../document/looks.ts';
import { ItemStartCarryOver } from '../document/item-start-carry-over.ts';
import { areJoined, joinRuns } from '../document/runs.ts';
import { hasChange } from './change-ids.ts';
import { isPlain, isPlainRow } from './is-plain.ts';
import type { Verdicts } from './decisions.ts';

/**
 * Applies decisions to a merged list. Undecided changes keep their notes. The order of decisions does not matter:
 *
 * - A removed block leaves its item starts to the blocks after it, per kind prefix (`ItemStartCarryOver`).
 * - A block that joins the one before it waits while that one may still be removed.
 * - An emptied text block waits while another block may still join it. An emptied block with exact paths waits until
 *   everything is decided (`finish`). Until then it shields the blocks after it from item starts.
 */

/** A block as decided, or the place of a removed one. */
interface Entry {
  readonly block: Block;
  removed: boolean;
  /** Runs of a text block; runs of blocks that join it are appended. The block's own array while nothing differs. */
  runs: readonly Run[];
  /** Whether the decisions may have emptied this text block. */
  readonly mayVanish: boolean;
}

const NO_RUNS: readonly Run[] = [];

function goneEntry(block: Block): Entry {
  return { block, removed: true, runs: NO_RUNS, mayVanish: false };
}

/** The entry of a block that has no text and stays. */
function stayingEntry(block: Block): Entry {
  return { block, removed: false, runs: NO_RUNS, mayVanish: false };
}

/** Whether a run is text with nothing but marks, a link and perhaps an edit. Most runs are, and are quickly decided. */
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
 * The runs as decided. Returns the same array if no decision concerns them, so that their block stays the same
 * object. The exception: a removed image separated runs that are one without it.
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

/** The attributes of a block with another look; a table without a look has no attributes. */
function lookedLike(block: TextBlock | TableBlock, look: Attributes): Pick<TableBlock, 'attributes'> {
  return { attributes: withLook(block.attributes, look) };
}

/**
 * Type, look and path after the decisions. A decided form remains as a mark that the path is exact; `finish` drops
 * it.
 */
function decideForm<B extends Block>(block: B, verdicts: Verdicts): B {
  const { original } = block;
  if (!original) return block;
  const decided = original.changeId === null ? null : verdicts.sideOf(original.changeId);
  const exact = (path: Block['path']): OriginalForm => ({ changeId: null, path });
  if (decided === 'original') {
    const { path, type, look } = original;
    const looked = look && (block.kind === 'text' || block.kind === 'table') ? lookedLike(block, look) : {};
    const former = { ...block, ...looked, path, original: exact(path) };
    if (former.kind !== 'text' || block.kind !== 'text') return former;
    // A label belongs to the list that a block is in.
    const attributes = withLabel(former.attributes, originalLabelOf(block));
    return { ...former, ...(type && { type }), attributes };
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

/** A text block without its carried layer, if that is out. A form that can still come back keeps its label. */
function withoutCarriedText(block: TextBlock, verdicts: Verdicts): TextBlock {
  const decided = withoutCarried(block, verdicts);
  const { original } = block;
  if (decided === block || original === undefined || original.changeId === null) return decided;
  const label = originalLabelOf(block);
  return label === labelOf(block) ? decided : { ...decided, original: { ...original, label: label ?? '' } };
}

/** A one-sided block that was decided to stay, without its note. */
function withoutOneSidedNote(block: Block): Block {
  if (block.kind !== 'text' || block.original || block.boundary || block.carried) return withoutOneSided(block);
  // Most blocks are plain text. The copy is spelled out, because the rest of a spread takes ten times as long.
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
  // Unchanged rows stay the same objects.
  if (isPlainRow(row)) return row;
  const fate = verdicts.fateOf(row.onlyIn);
  if (fate === 'drop') return null;
  const cells = row.cells.map((cell) => decideCell(cell, verdicts)).filter((cell) => cell !== null);
  if (cells.length === 0 && row.cells.length > 0) return null;
  return { ...withoutCarried(fate === 'keep' ? withoutOneSided(row) : row, verdicts), cells };
}

function decideTable(block: TableBlock, verdicts: Verdicts): TableBlock {
  return { ...block, rows: block.rows.map((row) => decideRow(row, verdicts)).filter((row) => row !== null) };
}

/** Whether a boundary is removed. Null: undecided. */
function joins(boundary: NonNullable<TextBlock['boundary']>, verdicts: Verdicts): boolean | null {
  if (boundary.changeId === null) return true;
  const decided: Side | null = verdicts.sideOf(boundary.changeId);
  return decided && decided !== boundary.side;
}

/** Whether a later decision about the block itself may still remove it. */
function isUnsettled(block: Block): boolean {
  return (block.onlyIn !== undefined && block.onlyIn.changeId !== null) || (block.kind === 'table' && hasChange(block));
}

/**
 * For each block, whether a later text block may still join a text block in its place. Images between them do not
 * count, because they stay. Null: no block can be joined.
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
  const decided = decideForm(fate === 'keep' && block.onlyIn ? withoutOneSidedNote(block) : block, verdicts);
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
        block: withoutCarriedText(decided, verdicts),
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

/** Whether a text block is empty, and no later decision can restore or add text. */
function vanishes({ block, runs, mayVanish }: Entry, joinable: boolean): boolean {
  if (block.kind !== 'text' || !mayVanish || joinable || runs.length > 0) return false;
  return !block.onlyIn && !block.original && !block.boundary && !block.carried?.images.length;
}

/**
 * One list of blocks with the decisions applied. Carried notes stay unless something is accepted.
 *
 * @param carryOver item starts that the blocks before these leave to them; this list's starts are added
 */
export function decideBlocks(
  blocks: readonly Block[],
  verdicts: Verdicts,
  carryOver = new ItemStartCarryOver(),
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

  // Decisions remove boundaries and add none.
  const joinable = wereJoinable && joinablePlaces(entries.map(({ removed, block }) => (removed ? null : block)));
  const decided: Block[] = [];
  for (let index = 0; index < entries.length; index += 1) {
    const block = closeEntry(entries[index]!, joinable?.[index] ?? false, carryOver);
    if (block !== null) decided.push(block);
  }
  return decided;
}

/** One block with the decisions applied, from a list in which no block has a boundary. Null: it is removed. */
export function decideAlone(block: Block, verdicts: Verdicts, carryOver: ItemStartCarryOver): Block | null {
  // Without an entry, because a hundred thousand blocks may be removed.
  if (verdicts.fateOf(block.onlyIn) === 'drop') {
    carryOver.remove(block.path);
    return null;
  }
  return closeEntry(decideEntry(block, false, verdicts), false, carryOver);
}

/** The block of an entry with everything that joined it, and its resulting path. Null: it is removed. */
function closeEntry(entry: Entry, joinable: boolean, carryOver: ItemStartCarryOver): Block | null {
  const { block } = entry;
  if (entry.removed || vanishes(entry, joinable)) {
    carryOver.remove(block.path);
    return null;
  }
  const path = block.original ? block.path : carryOver.take(block.path);
  if (path === block.path && (block.kind !== 'text' || entry.runs === block.runs)) return block;
  return block.kind === 'text' ? { ...block, path, runs: joinRuns(entry.runs) } : { ...block, path };
}
