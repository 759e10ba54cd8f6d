import {
  comparedPicture,
  COMPARED_MARKS,
  isCarried,
  MARKS,
  textOf,
  type Attributes,
  type Block,
  type MarkName,
  type Row,
  type Run,
  type OneSided,
  type Side,
  type TextBlock,
  type TextType,
} from '../../shared/document/model.ts';
import { DIRECTION } from '../../shared/document/direction.ts';
import type { ChangedPicture } from '../../shared/change/change.ts';
import { shownFacts, shownParent, type Comment } from '../../shared/document/comments-of.ts';
import { pageNumberChanges } from '../../shared/document/contents.ts';
import { editsShown } from '../../shared/document/edits-of-moves.ts';
import { homesOf, type Home } from '../../shared/document/homes.ts';
import { noteName } from '../../shared/document/notes.ts';
import { shownNote } from '../../shared/document/notes-of.ts';
import { imageInWords, runsInWords } from '../../shared/document/picture-words.ts';
import { paragraphBoundary } from '../../shared/document/paragraph-boundary.ts';
import { sameKinds } from '../../shared/document/path.ts';
import { shownLabels } from '../../shared/document/shown-labels.ts';

/** The kind of a change as a reader sees it. A split and a merge change a paragraph boundary. */
export type ReviewKind =
  'insert' | 'delete' | 'replace' | 'format' | 'link' | 'block_insert' | 'block_delete' | 'split' | 'merge';

/** The effect of a format change, over all its pieces. */
export interface FormatChange {
  /** Marks that some of its text gained, in the order of `MARKS`. */
  readonly added: readonly MarkName[];
  readonly removed: readonly MarkName[];
  /** Set if the type of the block changed. */
  readonly types: { readonly original: TextType; readonly revised: TextType } | null;
  /** Whether the block moved to other lists or quotations, or to another level. */
  readonly placed: boolean;
  /** Set if the direction of the block changed. */
  readonly direction?: DirectionChange;
}

/** The direction of a block on both sides; null: the ordinary one. */
export interface DirectionChange {
  readonly of: 'text' | 'table';
  readonly original: string | null;
  readonly revised: string | null;
}

/** What a change does to one picture. A side is null if it does not have the picture. */
export interface PictureChange {
  readonly original: ChangedPicture | null;
  readonly revised: ChangedPicture | null;
}

/** A comment that a change adds, deletes or edits. */
export interface ChangedComment {
  /** Index of its first block: the same for all changes of one comment. */
  readonly key: number;
  /** Empty if the document names nobody. */
  readonly author: string;
  readonly did: 'added' | 'deleted' | 'edited';
  readonly isReply: boolean;
  /** The start of its text. */
  readonly text: string;
}

/**
 * One change of a merged document. `before` and `after` are texts, with pictures in words; for a link they are
 * destinations. Either may be empty.
 */
export interface ReviewChange {
  readonly id: string;
  readonly kind: ReviewKind;
  readonly before: string;
  readonly after: string;
  /** Whether the change is one end of a moved block. */
  readonly moved: boolean;
  /** Identifies both ends of a move. */
  readonly moveId?: string;
  /** Set for a `format` change. */
  readonly format?: FormatChange;
  /** Set if the change inserts, deletes or replaces a picture and nothing else. */
  readonly picture?: PictureChange;
  /** The label of the block that contains the change, such as "4(b)" or "Footnote 3". A comment has that of its place. */
  readonly label?: string;
  /** The comment that contains the change. */
  readonly comment?: ChangedComment;
  /** Whether the change affects only the number at the start of a heading. */
  readonly renumbers?: boolean;
  /** Whether the change affects only page numbers of a table of contents or index. */
  readonly paginates?: boolean;
}

interface Draft {
  kind: ReviewKind;
  before: string;
  after: string;
  moved: boolean;
  moveId?: string;
  format?: FormatChange;
  picture?: PictureChange;
  label?: string;
  comment?: ChangedComment;
  renumbers: boolean;
}

/** What one piece of a change adds beside its texts. */
interface Piece {
  readonly moveId?: string | undefined;
  readonly format?: FormatChange;
  readonly picture?: PictureChange | undefined;
  readonly renumbers?: boolean;
}

/** The changes so far by id, in document order. */
class Drafts {
  readonly #byId = new Map<string, Draft>();
  /** The label of the block whose changes are added. */
  label: string | null = null;
  /** The comment whose changes are added. */
  comment: ChangedComment | null = null;

  /** Adds a piece of a change. A change with several pieces is listed at its first one. */
  add(id: string, kind: ReviewKind, before: string, after: string, piece: Piece = {}): void {
    const { moveId, format, picture, renumbers = false } = piece;
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
        ...(picture && { picture }),
        ...(this.label !== null && { label: this.label }),
        ...(this.comment !== null && { comment: this.comment }),
      });
      return;
    }
    draft.renumbers &&= renumbers;
    addPicture(draft, picture);
    if (draft.format && format) draft.format = joined(draft.format, format);
    if (draft.kind !== kind && isInline(draft.kind) && isInline(kind)) draft.kind = 'replace';
    // A link shows its destinations instead of its text, and one pair is enough.
    if (draft.kind === 'link') return;
    draft.before += before;
    draft.after += after;
  }

  list(): ReviewChange[] {
    return [...this.#byId].map(([id, draft]) => ({ id, ...draft }));
  }
}

/** Adds the picture of a further piece. A change with anything else, or with two pictures of a side, has none. */
function addPicture(draft: Draft, picture: PictureChange | undefined): void {
  const { original, revised } = draft.picture ?? { original: null, revised: null };
  const isPair = picture !== undefined && (original === null || picture.original === null);
  if (draft.picture !== undefined && isPair && (revised === null || picture.revised === null))
    draft.picture = { original: original ?? picture.original, revised: revised ?? picture.revised };
  else delete draft.picture;
}

function joined(one: FormatChange, other: FormatChange): FormatChange {
  const both = (list: 'added' | 'removed'): MarkName[] =>
    MARKS.filter((name) => one[list].includes(name) || other[list].includes(name));
  return {
    added: both('added'),
    removed: both('removed'),
    types: one.types ?? other.types,
    placed: one.placed || other.placed,
    ...((one.direction ?? other.direction) && { direction: (one.direction ?? other.direction)! }),
  };
}

function marksIn(bits: number): MarkName[] {
  return MARKS.filter((_, index) => (bits & COMPARED_MARKS & (1 << index)) !== 0);
}

function isInline(kind: ReviewKind): boolean {
  return kind === 'insert' || kind === 'delete' || kind === 'replace';
}

function addStanding(drafts: Drafts, onlyIn: OneSided | undefined, text: string, block?: Block): void {
  if (onlyIn === undefined || onlyIn.changeId === null) return;
  const { moveId } = onlyIn;
  const only = block?.kind === 'text' && block.runs.length === 1 ? block.runs[0] : undefined;
  const picture = only && pictureOn(only, onlyIn.side);
  if (onlyIn.side === 'revised') drafts.add(onlyIn.changeId, 'block_insert', '', text, { moveId, picture });
  else drafts.add(onlyIn.changeId, 'block_delete', text, '', { moveId, picture });
}

/** The picture of a run that only one side has; undefined if it is none. */
function pictureOn(run: Run, side: OneSided['side']): PictureChange | undefined {
  const image = comparedPicture(run);
  if (image === undefined) return undefined;
  const { alt, sha256 = '', width, height } = image;
  const picture = { alt, sha256, ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
  return side === 'revised' ? { original: null, revised: picture } : { original: picture, revised: null };
}

function addRun(drafts: Drafts, run: Run, renumbers: boolean): void {
  const { edit, format, link } = run;
  const text = comparedPicture(run) === undefined ? run.text : imageInWords(run.image!);
  if (edit !== undefined && edit.changeId !== null) {
    const piece = { renumbers, picture: pictureOn(run, edit.side) };
    if (edit.side === 'revised') drafts.add(edit.changeId, 'insert', '', text, piece);
    else drafts.add(edit.changeId, 'delete', text, '', piece);
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

/** Adds the change of a whole block's form. */
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
  const direction = directionChange(block, original.look);
  const format = { added: [], removed: [], types, placed, ...(direction && { direction }) };
  drafts.add(original.changeId, 'format', '', text, { format });
}

function directionChange(block: Block, look: Attributes | undefined): DirectionChange | undefined {
  if (look === undefined || (block.kind !== 'text' && block.kind !== 'table')) return undefined;
  const [original, revised] = [look[DIRECTION] ?? null, block.attributes?.[DIRECTION] ?? null];
  return original === revised ? undefined : { of: block.kind, original, revised };
}

function addBoundary(drafts: Drafts, { side, changeId }: OneSided): void {
  if (changeId !== null) drafts.add(changeId, side === 'revised' ? 'split' : 'merge', '', '');
}

function addRow(drafts: Drafts, row: Row): void {
  addStanding(drafts, row.onlyIn, row.cells.map((cell) => shownText(cell.blocks, row.onlyIn?.side)).join(' '));
  for (const cell of row.cells) {
    addStanding(drafts, cell.onlyIn, shownText(cell.blocks, cell.onlyIn?.side));
    addBlocks(drafts, cell.blocks);
  }
}

/** Only nested tables recurse. The fragment scanner bounds their depth. */
function addBlocks(drafts: Drafts, blocks: readonly Block[]): void {
  const labels = shownLabels(blocks);
  for (const [at, block] of blocks.entries()) {
    const { original, revised } = labels[at]!;
    drafts.label = revised ?? original;
    addBlock(drafts, block);
  }
}

function addBlock(drafts: Drafts, block: Block): void {
  const text = shownText([block], block.onlyIn?.side);
  addStanding(drafts, block.onlyIn, text, block);
  addForm(drafts, block, text);
  if (block.kind === 'text') addText(drafts, block);
  if (block.kind === 'table') for (const row of block.rows) addRow(drafts, row);
}

/** Adds the blocks of a document. Comments and notes follow the block that they belong to. */
function addDocument(drafts: Drafts, blocks: readonly Block[]): void {
  const labels = shownLabels(blocks);
  const homes = homesOf(blocks);
  const labelAt = (at: number): string | null => labels[at]!.revised ?? labels[at]!.original;
  for (const at of readingOrder(blocks.length, homes)) {
    const home = homes.get(at);
    drafts.label = home?.note ? noteName(shownNote(home.note)) : labelAt(home?.block ?? at);
    drafts.comment = home?.comment ? changedComment(home.comment, blocks) : null;
    addBlock(drafts, blocks[at]!);
  }
}

/** The indexes of all blocks in the order of a reader. */
function readingOrder(total: number, homes: ReadonlyMap<number, Home>): Iterable<number> {
  const guests = new Map<number, number[]>();
  for (const [at, { block }] of homes) {
    if (block === null) continue;
    const known = guests.get(block);
    if (known) known.push(at);
    else guests.set(block, [at]);
  }
  const order = new Set<number>();
  const add = (first: number): void => {
    // A comment may be about a note, and a note may have another one.
    const pending = [first];
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      if (order.has(at)) continue;
      order.add(at);
      pending.push(...(guests.get(at) ?? []).toReversed());
    }
  };
  for (let at = 0; at < total; at += 1) if ((homes.get(at)?.block ?? null) === null) add(at);
  // Two notes may have each other's sign.
  for (let at = 0; at < total; at += 1) add(at);
  return order;
}

function changedComment(comment: Comment, blocks: readonly Block[]): ChangedComment {
  const { from, to, facts } = comment;
  const { author } = shownFacts(comment);
  return {
    key: from,
    author,
    did: facts.original === null ? 'added' : facts.revised === null ? 'deleted' : 'edited',
    isReply: shownParent(comment) !== null,
    text: shownText(blocks.slice(author === '' ? from : from + 1, to)),
  };
}

/** An optional word, the number of a heading on both sides of a change, and a closing sign. */
const HEADING_NUMBER =
  /^\s*(?:(?:article|chapter|clause|part|section|§+)\s*)?(?:(?:\d+[\d.]*|[ivxlcdm]+[.)])[.):]*)+\s*/iu;

/** The length of a heading's number in its merged text, which contains both sides of each change. */
function numberLength(block: TextBlock): number {
  return HEADING_NUMBER.exec(textOf(block))?.[0].length ?? 0;
}

/**
 * The start of the text of blocks, long enough to quote. The limit keeps nested tables from copying their text
 * repeatedly.
 *
 * @param side the side whose text counts; without it, that of both
 */
function shownText(blocks: readonly Block[], side?: Side): string {
  const parts: string[] = [];
  let length = 0;
  const pending: Block[] = [...blocks].reverse();
  while (pending.length > 0 && length < QUOTED_LENGTH) {
    const block = pending.pop();
    if (block?.kind === 'text') {
      const isShown = (run: Run): boolean =>
        !isCarried(run) && (side === undefined || run.edit === undefined || run.edit.side === side);
      const text = runsInWords(block.runs.filter(isShown));
      parts.push(text);
      length += text.length + 1;
    } else if (block?.kind === 'table') {
      const inner = block.rows.flatMap((row) => row.cells.flatMap((cell) => cell.blocks));
      for (let at = inner.length - 1; at >= 0; at -= 1) pending.push(inner[at] as Block);
    }
  }
  return parts.join(' ');
}

/** More than any page quotes of a change (60 characters). */
const QUOTED_LENGTH = 200;

/**
 * The changes of a merged document in reading order: those of a comment or note are where its place is, those inside a
 * moved block at its new place. A change with several pieces is listed once.
 */
export function listChanges(merged: readonly Block[]): ReviewChange[] {
  const blocks = editsShown(merged);
  const drafts = new Drafts();
  addDocument(drafts, blocks);
  const pageNumbers = pageNumberChanges(blocks);
  if (pageNumbers.size === 0) return drafts.list();
  return drafts.list().map((change) => (pageNumbers.has(change.id) ? { ...change, paginates: true } : change));
}
