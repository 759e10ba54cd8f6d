import {
  COMPARED_MARKS,
  MARKS,
  textOf,
  type Block,
  type MarkName,
  type Row,
  type Run,
  type OneSided,
  type TextBlock,
  type TextType,
} from '../../shared/document/model.ts';
import { paragraphBoundary } from '../../shared/document/paragraph-boundary.ts';
import { sameKinds } from '../../shared/document/path.ts';

/** What a change of the fragment does, as a reader sees it. A split and a merge are changes of a paragraph boundary. */
export type ReviewKind =
  'insert' | 'delete' | 'replace' | 'format' | 'link' | 'block_insert' | 'block_delete' | 'split' | 'merge';

/** What a format change does, in all its pieces together. */
export interface FormatChange {
  /** Marks that some of its text has now and had not, in the order of `MARKS`. */
  readonly added: readonly MarkName[];
  readonly removed: readonly MarkName[];
  /** Of a block of another type than before. */
  readonly types: { readonly original: TextType; readonly revised: TextType } | null;
  /** The block stands in other lists or quotations, or at another level. */
  readonly placed: boolean;
}

/** One change of a merged document. `before` and `after` are texts, for a link its destinations; empty where none. */
export interface ReviewChange {
  readonly id: string;
  readonly kind: ReviewKind;
  readonly before: string;
  readonly after: string;
  /** One end of a moved block. */
  readonly moved: boolean;
  /** Pairs it with the other end. */
  readonly moveId?: string;
  /** Of a `format` change. */
  readonly format?: FormatChange;
  /** A change in the number that a heading begins with, and nowhere else. */
  readonly renumbers?: boolean;
}

interface Draft {
  kind: ReviewKind;
  before: string;
  after: string;
  moved: boolean;
  moveId?: string;
  format?: FormatChange;
  renumbers: boolean;
}

/** What is known of one piece of a change beside its texts. */
interface Piece {
  readonly moveId?: string | undefined;
  readonly format?: FormatChange;
  readonly renumbers?: boolean;
}

/** The changes met so far, by id, in the order of the document. */
class Drafts {
  readonly #byId = new Map<string, Draft>();

  /** Adds what a thing shows of a change. A change of several pieces is listed where its first one stands. */
  add(id: string, kind: ReviewKind, before: string, after: string, piece: Piece = {}): void {
    const { moveId, format, renumbers = false } = piece;
    const draft = this.#byId.get(id);
    if (!draft) {
      const moved = moveId !== undefined;
      this.#byId.set(id, {
        kind,
        before,
        after,
        moved,
        renumbers,
        ...(moved && { moveId }),
        ...(format && { format }),
      });
      return;
    }
    draft.renumbers &&= renumbers;
    if (draft.format && format) draft.format = joined(draft.format, format);
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

function joined(one: FormatChange, other: FormatChange): FormatChange {
  const both = (list: 'added' | 'removed'): MarkName[] =>
    MARKS.filter((name) => one[list].includes(name) || other[list].includes(name));
  return {
    added: both('added'),
    removed: both('removed'),
    types: one.types ?? other.types,
    placed: one.placed || other.placed,
  };
}

function marksIn(bits: number): MarkName[] {
  return MARKS.filter((_, index) => (bits & COMPARED_MARKS & (1 << index)) !== 0);
}

function isInline(kind: ReviewKind): boolean {
  return kind === 'insert' || kind === 'delete' || kind === 'replace';
}

function addStanding(drafts: Drafts, onlyIn: OneSided | undefined, text: string): void {
  if (onlyIn === undefined || onlyIn.changeId === null) return;
  const { moveId } = onlyIn;
  if (onlyIn.side === 'revised') drafts.add(onlyIn.changeId, 'block_insert', '', text, { moveId });
  else drafts.add(onlyIn.changeId, 'block_delete', text, '', { moveId });
}

function addRun(drafts: Drafts, run: Run, renumbers: boolean): void {
  const { edit, format, link, text } = run;
  if (edit !== undefined && edit.changeId !== null) {
    if (edit.side === 'revised') drafts.add(edit.changeId, 'insert', '', text, { renumbers });
    else drafts.add(edit.changeId, 'delete', text, '', { renumbers });
  }
  if (format) {
    const added = marksIn(run.marks & ~format.originalMarks);
    const removed = marksIn(format.originalMarks & ~run.marks);
    drafts.add(format.changeId, 'format', '', text, { format: { added, removed, types: null, placed: false } });
  }
  if (link) drafts.add(link.changeId, 'link', link.originalHref ?? '', run.href ?? '');
}

function addText(drafts: Drafts, block: TextBlock): void {
  if (block.boundary !== undefined) addBoundary(drafts, block.boundary);
  const numbered = block.type.startsWith('h') ? numberLength(block) : 0;
  let at = 0;
  for (const run of block.runs) {
    at += run.text.length;
    addRun(drafts, run, at <= numbered);
  }
}

/** What is another form of a whole block. */
function addForm(drafts: Drafts, block: Block, text: string): void {
  const { path, original } = block;
  if (original === undefined || original.changeId === null) return;
  const boundary = paragraphBoundary(block);
  if (boundary !== null) {
    addBoundary(drafts, { side: boundary, changeId: original.changeId });
    return;
  }
  const types =
    block.kind === 'text' && original.type !== undefined ? { original: original.type, revised: block.type } : null;
  const placed = !sameKinds(original.path, path);
  drafts.add(original.changeId, 'format', '', text, { format: { added: [], removed: [], types, placed } });
}

function addBoundary(drafts: Drafts, { side, changeId }: OneSided): void {
  if (changeId !== null) drafts.add(changeId, side === 'revised' ? 'split' : 'merge', '', '');
}

function addRow(drafts: Drafts, row: Row): void {
  addStanding(drafts, row.onlyIn, row.cells.map((cell) => shownText(cell.blocks)).join(' '));
  for (const cell of row.cells) {
    addStanding(drafts, cell.onlyIn, shownText(cell.blocks));
    addBlocks(drafts, cell.blocks);
  }
}

/** Recursion follows nested tables only, whose depth the fragment's scanner bounds. */
function addBlocks(drafts: Drafts, blocks: readonly Block[]): void {
  for (const block of blocks) {
    const text = shownText([block]);
    addStanding(drafts, block.onlyIn, text);
    addForm(drafts, block, text);
    if (block.kind === 'text') addText(drafts, block);
    if (block.kind === 'table') for (const row of block.rows) addRow(drafts, row);
  }
}

/** A word before the number of a heading, the number itself on both sides of a change, and what closes it. */
const HEADING_NUMBER =
  /^\s*(?:(?:article|chapter|clause|part|section|§+)\s*)?(?:(?:\d+[\d.]*|[ivxlcdm]+[.)])[.):]*)+\s*/iu;

/** How much of a heading's merged text, both sides of its changes together, is its number. */
function numberLength(block: TextBlock): number {
  return HEADING_NUMBER.exec(textOf(block))?.[0].length ?? 0;
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
