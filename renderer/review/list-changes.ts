import { textOf, type Block, type Row, type Run, type Standing, type TextBlock } from '../../shared/document/model.ts';

/** What a change of the fragment does, as a reader sees it. A split and a merge are changes of a paragraph boundary. */
export type ReviewKind =
  'insert' | 'delete' | 'replace' | 'format' | 'link' | 'block_insert' | 'block_delete' | 'split' | 'merge';

/** One change of a merged document. `before` and `after` are texts, for a link its destinations; empty where none. */
export interface ReviewChange {
  readonly id: string;
  readonly kind: ReviewKind;
  readonly before: string;
  readonly after: string;
  /** One end of a moved block. */
  readonly moved: boolean;
}

interface Draft {
  kind: ReviewKind;
  before: string;
  after: string;
  moved: boolean;
}

/** The changes met so far, by id, in the order of the document. */
class Drafts {
  readonly #byId = new Map<string, Draft>();

  /** Adds what a thing shows of a change. A change of several pieces is listed where its first one stands. */
  add(id: string, kind: ReviewKind, before: string, after: string, moved = false): void {
    const draft = this.#byId.get(id);
    if (!draft) {
      this.#byId.set(id, { kind, before, after, moved });
      return;
    }
    if (draft.kind !== kind && isInline(draft.kind) && isInline(kind)) draft.kind = 'replace';
    // A link shows its destinations, not its text: one pair says it.
    if (draft.kind === 'link') return;
    draft.before += before;
    draft.after += after;
  }

  list(): ReviewChange[] {
    return [...this.#byId].map(([id, draft]) => ({ id, ...draft }));
  }
}

function isInline(kind: ReviewKind): boolean {
  return kind === 'insert' || kind === 'delete' || kind === 'replace';
}

function addStanding(drafts: Drafts, standing: Standing | undefined, text: string): void {
  if (standing === undefined || standing.changeId === null) return;
  const moved = standing.moveId !== undefined;
  if (standing.side === 'revised') drafts.add(standing.changeId, 'block_insert', '', text, moved);
  else drafts.add(standing.changeId, 'block_delete', text, '', moved);
}

function addRun(drafts: Drafts, run: Run): void {
  const { edit, format, link, text } = run;
  if (edit !== undefined && edit.changeId !== null) {
    if (edit.side === 'revised') drafts.add(edit.changeId, 'insert', '', text);
    else drafts.add(edit.changeId, 'delete', text, '');
  }
  if (format) drafts.add(format.changeId, 'format', '', text);
  if (link) drafts.add(link.changeId, 'link', link.originalHref ?? '', run.href ?? '');
}

function addText(drafts: Drafts, block: TextBlock): void {
  const { boundary } = block;
  if (boundary !== undefined && boundary.changeId !== null) {
    drafts.add(boundary.changeId, boundary.side === 'revised' ? 'split' : 'merge', '', '');
  }
  for (const run of block.runs) addRun(drafts, run);
}

function addRow(drafts: Drafts, row: Row): void {
  addStanding(drafts, row.standing, row.cells.map((cell) => shownText(cell.blocks)).join(' '));
  for (const cell of row.cells) {
    addStanding(drafts, cell.standing, shownText(cell.blocks));
    addBlocks(drafts, cell.blocks);
  }
}

/** Recursion follows nested tables only, whose depth the fragment's scanner bounds. */
function addBlocks(drafts: Drafts, blocks: readonly Block[]): void {
  for (const block of blocks) {
    const text = shownText([block]);
    addStanding(drafts, block.standing, text);
    if (block.original !== undefined && block.original.changeId !== null) {
      drafts.add(block.original.changeId, 'format', '', text);
    }
    if (block.kind === 'text') addText(drafts, block);
    if (block.kind === 'table') for (const row of block.rows) addRow(drafts, row);
  }
}

/** The start of the text of blocks, enough to quote. Cut, so that tables in tables do not copy their text again. */
function shownText(blocks: readonly Block[]): string {
  const parts: string[] = [];
  let length = 0;
  const pending: Block[] = [...blocks].reverse();
  while (pending.length > 0 && length < QUOTED_LENGTH) {
    const block = pending.pop();
    if (block?.kind === 'text') {
      const text = textOf(block);
      parts.push(text);
      length += text.length + 1;
    } else if (block?.kind === 'table') {
      const inner = block.rows.flatMap((row) => row.cells.flatMap((cell) => cell.blocks));
      for (let at = inner.length - 1; at >= 0; at -= 1) pending.push(inner[at] as Block);
    }
  }
  return parts.join(' ');
}

/** More than is ever quoted of one change (the page quotes 60 characters). */
const QUOTED_LENGTH = 200;

/**
 * The changes of a merged document in the order in which a reader meets them, each once, however many pieces it has.
 */
export function listChanges(blocks: readonly Block[]): ReviewChange[] {
  const drafts = new Drafts();
  addBlocks(drafts, blocks);
  return drafts.list();
}
