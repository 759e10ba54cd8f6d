/** Checks the structured changes of a comparison: pages of any size have the same changes, and so has the fragment. */
import type { Change, PageBlock, StructuredPage } from '../../shared/change/page.ts';

/** Source of pages; a `TextComparison` is one. */
export interface PageSource {
  page(offset: number, limit: number): StructuredPage;
}

/** The changes of a comparison and the faults of its pages, one line each. */
export interface PageVerdict {
  readonly changes: readonly Change[];
  readonly faults: readonly string[];
}

const WHOLE_LIMIT = 500;
// Page sizes that are compared with the whole. At most `MAX_PAGES` pages of a size are read, spread evenly.
const LIMITS = [1, 7, 100];
const MAX_PAGES = 60;
// A fault often repeats on every page.
const MAX_FAULTS = 20;

const SUMMARY_FIELD = {
  insert: 'insertions',
  delete: 'deletions',
  replace: 'replacements',
  format: 'formatChanges',
  link: 'linkChanges',
  block_insert: 'blockInsertions',
  block_delete: 'blockDeletions',
} as const;

/** Reads all pages and checks them. `fragmentIds` are the change ids that the fragment names. */
export function judgePages(source: PageSource, fragmentIds: ReadonlySet<string>): PageVerdict {
  const faults: string[] = [];
  const fault = (message: string): void => {
    if (faults.length < MAX_FAULTS) faults.push(message);
  };
  const pages = wholeOf(source, fault);
  const changes = pages.flatMap((page) => page.changes);
  const first = pages[0]!;

  if (first.summary.changeCount !== first.totalChanges) {
    fault(`summary.changeCount ${first.summary.changeCount}, totalChanges ${first.totalChanges}`);
  }
  if (changes.length !== first.totalChanges)
    fault(`${changes.length} changes on the pages, totalChanges ${first.totalChanges}`);
  for (const [type, field] of Object.entries(SUMMARY_FIELD)) {
    const count = changes.filter((change) => change.type === type).length;
    if (count !== first.summary[field]) fault(`summary.${field} ${first.summary[field]}, counted ${count}`);
  }

  const ids = new Set(changes.map((change) => change.id));
  if (ids.size !== changes.length) fault('change ids repeat');
  for (const id of ids) if (!fragmentIds.has(id)) fault(`${id} is not in the fragment`);
  for (const id of fragmentIds) if (!ids.has(id)) fault(`${id} of the fragment is not among the changes`);

  judgeMoves(changes, fault);
  for (const page of pages) judgePage(page, fault);
  for (const limit of LIMITS) comparePaging(source, changes, limit, fault);
  return { changes, faults };
}

/** Text that moved and differs has changes of its own at both places: nobody takes an edit for a pure move. */
function judgeMoves(changes: readonly Change[], fault: (message: string) => void): void {
  const from = new Map<string, Extract<Change, { type: 'block_delete' }>[]>();
  for (const change of changes)
    if (change.type === 'block_delete' && change.sourceLocation.moveId !== undefined)
      from.set(change.sourceLocation.moveId, [...(from.get(change.sourceLocation.moveId) ?? []), change]);
  for (const change of changes) {
    const moveId = change.type === 'block_insert' ? change.revisedLocation.moveId : undefined;
    const [other, ...more] = moveId === undefined ? [] : (from.get(moveId) ?? []);
    if (change.type !== 'block_insert' || other === undefined || more.length > 0) continue;
    if (other.before.text === change.after.text) continue;
    const isInside = (at: number | undefined, start: number, text: string): boolean =>
      at !== undefined && at >= start && at < start + text.split('\n').length;
    const isEdited = changes.some(
      (edit) =>
        ('sourceLocation' in edit &&
          edit.type !== 'block_delete' &&
          isInside(edit.sourceLocation.blockIndex, other.sourceLocation.blockIndex, other.before.text)) ||
        ('revisedLocation' in edit &&
          edit.type !== 'block_insert' &&
          isInside(edit.revisedLocation.blockIndex, change.revisedLocation.blockIndex, change.after.text)),
    );
    if (!isEdited) fault(`${moveId}: the texts of both ends differ, and no change says how`);
  }
}

function wholeOf(source: PageSource, fault: (message: string) => void): StructuredPage[] {
  const pages = [source.page(0, WHOLE_LIMIT)];
  for (let next = pages[0]!.nextOffset; next !== undefined; next = pages.at(-1)!.nextOffset) {
    const page = source.page(next, WHOLE_LIMIT);
    if (page.offset !== next || page.changes.length === 0) {
      fault(`page at ${next} says offset ${page.offset} and has ${page.changes.length} changes`);
      break;
    }
    pages.push(page);
  }
  return pages;
}

function comparePaging(
  source: PageSource,
  changes: readonly Change[],
  limit: number,
  fault: (message: string) => void,
): void {
  const count = Math.ceil(changes.length / limit);
  const asked = Math.min(count, MAX_PAGES);
  for (let turn = 0; turn < asked; turn += 1) {
    // The first and the last page are always among those asked for.
    const offset = limit * (asked === 1 ? 0 : Math.round((turn * (count - 1)) / (asked - 1)));
    const page = source.page(offset, limit);
    const expected = changes.slice(offset, offset + limit);
    if (JSON.stringify(page.changes) !== JSON.stringify(expected))
      fault(`page ${offset}+${limit} differs from the whole`);
    const next = offset + limit < changes.length ? offset + limit : undefined;
    if (page.nextOffset !== next) fault(`page ${offset}+${limit}: nextOffset ${page.nextOffset}, expected ${next}`);
    judgePage(page, fault);
  }
}

function judgePage(page: StructuredPage, fault: (message: string) => void): void {
  const source = blocksOf(page.source?.blocks ?? [], fault);
  const revised = blocksOf(page.revised?.blocks ?? [], fault);
  const entries = new Map(page.alignment?.map((entry) => [entry.id, entry]));
  for (const change of page.changes) {
    const before = 'before' in change ? change.before.text : null;
    const after = 'after' in change ? change.after.text : null;
    if (before !== null && 'sourceLocation' in change)
      judgeRange(change.id, 'source', change.sourceLocation, before, source, page, fault);
    if (after !== null && 'revisedLocation' in change)
      judgeRange(change.id, 'revised', change.revisedLocation, after, revised, page, fault);
    if (page.alignment !== undefined && change.alignmentId !== undefined) {
      const entry = entries.get(change.alignmentId);
      if (entry === undefined) fault(`${change.id}: ${change.alignmentId} is not on its page`);
      else if (!(entry.changeIds ?? []).includes(change.id))
        fault(`${change.id}: ${change.alignmentId} does not name it`);
    }
  }
  for (const entry of page.alignment ?? []) {
    const of = (op: 'delete' | 'insert'): string =>
      entry.segments.map((segment) => (segment.op === 'equal' || segment.op === op ? segment.text : '')).join('');
    // A split or merged paragraph has several entries: each holds a part of the one block on the other side.
    const left = entry.sourceBlockId === undefined ? undefined : source.get(entry.sourceBlockId);
    const right = entry.revisedBlockId === undefined ? undefined : revised.get(entry.revisedBlockId);
    if (left !== undefined && !left.text.includes(of('delete'))) fault(`${entry.id}: segments do not give ${left.id}`);
    if (right !== undefined && !right.text.includes(of('insert')))
      fault(`${entry.id}: segments do not give ${right.id}`);
  }
}

function blocksOf(blocks: readonly PageBlock[], fault: (message: string) => void): Map<string, PageBlock> {
  for (const block of blocks) {
    let at = 0;
    for (const span of block.spans) {
      if (span.charStart !== at || span.charEnd !== at + [...span.text].length)
        fault(`${block.id}: span at ${span.charStart}`);
      at = span.charEnd;
    }
    if (block.spans.map((span) => span.text).join('') !== block.text) fault(`${block.id}: spans do not give the text`);
  }
  return new Map(blocks.map((block) => [block.id, block]));
}

function judgeRange(
  id: string,
  side: 'source' | 'revised',
  location: { readonly blockId: string; readonly charRange: { readonly start: number; readonly end: number } },
  text: string,
  blocks: ReadonlyMap<string, PageBlock>,
  page: StructuredPage,
  fault: (message: string) => void,
): void {
  if (page[side] === undefined) return;
  const block = blocks.get(location.blockId);
  if (block === undefined) {
    fault(`${id}: block ${location.blockId} is not on its page`);
    return;
  }
  // The line feed of a split or merge lies between two blocks, in neither.
  if (text === '\n' && location.charRange.start === location.charRange.end) return;
  const { start, end } = location.charRange;
  const cut = [...block.text].slice(start, end).join('');
  // A change of several blocks, such as a row, names its first block. Its text has a line for each block.
  if (cut !== text && !text.startsWith(`${cut}\n`))
    fault(`${id}: ${side} ${location.blockId} [${start}, ${end}) is not the changed text`);
}
