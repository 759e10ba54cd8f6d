/** A change in words: what it did, for lists, cards and screen readers. */
import type { ChangedPicture } from '../../shared/change/change.ts';
import { MARK_WORDS } from '../../shared/document/mark-words.ts';
import type { MarkName, TextType } from '../../shared/document/model.ts';
import type { ChangeAction } from '../../shared/messages/viewer-message.ts';
import { change as texts } from './english/change.ts';
import { clipped, joined, numeral, sayOf, visible, type Under } from './say.ts';
import { stateWord } from './words.ts';

const say = /* @__PURE__ */ sayOf(texts);

/** What a text says of a change. `before` and `after` are its texts, for a link its destinations; empty where none. */
export interface ChangeDescription {
  readonly kind:
    'insert' | 'delete' | 'replace' | 'format' | 'link' | 'block_insert' | 'block_delete' | 'split' | 'merge';
  readonly before: string;
  readonly after: string;
  readonly moved: boolean;
  readonly format?: ToldFormat;
  readonly picture?: ToldPicture;
  /** The label of the block that contains the change, such as "4(b)". */
  readonly label?: string;
  readonly comment?: ToldComment;
}

/** A comment that a change adds, deletes or edits. */
interface ToldComment {
  readonly author: string;
  readonly did: 'added' | 'deleted' | 'edited';
  readonly isReply: boolean;
  /** The start of its text. */
  readonly text: string;
}

interface ToldPicture {
  readonly original: ChangedPicture | null;
  readonly revised: ChangedPicture | null;
}

/** What a change of format did to marks, type, place and direction. */
export interface ToldFormat {
  readonly added: readonly MarkName[];
  readonly removed: readonly MarkName[];
  readonly types: { readonly original: TextType; readonly revised: TextType } | null;
  /** The block is in other lists or quotations, or at another level. */
  readonly placed: boolean;
  /** The directions of a block; null: the ordinary one. */
  readonly direction?: {
    readonly of: 'text' | 'table';
    readonly original: string | null;
    readonly revised: string | null;
  };
}

/** A letter that is written from right to left. Text with one gets isolates, so that it turns nothing around it. */
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** A text as it is quoted in one line: white space as single spaces, cut after 60 characters. */
function quote(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  if (line === '') return text.includes('\n') ? texts.lineBreak : texts.whiteSpace;
  const shown = clipped(line, 60);
  return RIGHT_TO_LEFT.test(shown) ? `“\u2068${shown}\u2069”` : `“${shown}”`;
}

/** Directions of lines that have a name of their own. */
const LINES: Readonly<Record<string, Under<typeof texts, 'line'>>> = {
  'vertical-rl': 'vertical-rl',
  'vertical-lr': 'vertical-lr',
  'sideways-rl': 'sideways-rl',
  'sideways-lr': 'sideways-lr',
};

function lineWord(direction: string | null): string {
  if (direction === null) return texts['line.horizontal'];
  const known = LINES[direction];
  return known === undefined ? direction : texts[`line.${known}`];
}

/** Another direction: "horizontal text became vertical", "columns from left to right became right to left". */
function directionText({ of, original, revised }: NonNullable<ToldFormat['direction']>): string {
  if (of === 'table') return revised === null ? texts.columnsBecameLeftToRight : texts.columnsBecameRightToLeft;
  return say('lineBecame', { original: lineWord(original), revised: lineWord(revised) });
}

/** What a format change does: "Bold added, italic removed", "Heading 2 became heading 3". */
export function formatText(format: ToldFormat | undefined): string {
  if (format === undefined) return texts.formatChanged;
  const { added, removed, types, placed, direction } = format;
  const typeWords = types && { original: texts[`type.${types.original}`], revised: texts[`type.${types.revised}`] };
  const parts = [
    typeWords === null ? '' : say('typeBecame', typeWords),
    placed ? texts.levelChanged : '',
    direction === undefined ? '' : directionText(direction),
    ...added.map((name) => say('markAdded', { mark: MARK_WORDS[name] })),
    ...removed.map((name) => say('markRemoved', { mark: MARK_WORDS[name] })),
  ];
  const text = joined(parts, ', ');
  return text === '' ? texts.lookChanged : text.charAt(0).toUpperCase() + text.slice(1);
}

/** What a change does to a picture: "Picture replaced: “Site plan”". */
export function pictureText({ original, revised }: ToldPicture, moved: boolean): string {
  if (original === null) {
    if (revised === null) return texts.picture;
    return named(moved ? texts.pictureMovedHere : texts.pictureInserted, revised);
  }
  if (revised === null) return named(moved ? texts.pictureMovedFrom : texts.pictureDeleted, original);
  const described = { original: altText(original), revised: altText(revised) };
  const isSame = original.sha256 === revised.sha256;
  if (isSame && original.alt !== revised.alt) return say('pictureDescribed', described);
  if (isSame && (original.width !== revised.width || original.height !== revised.height)) {
    return say('sizeBecame', {
      picture: named(texts.pictureResized, revised),
      original: sizeText(original),
      revised: sizeText(revised),
    });
  }
  if (original.alt === revised.alt) return named(texts.pictureReplaced, revised);
  return say('pictureReplacedBy', described);
}

function named(did: string, { alt }: ChangedPicture): string {
  return alt.trim() === '' ? did : say('pictureNamed', { did, alt: quote(alt) });
}

function altText({ alt }: ChangedPicture): string {
  return alt.trim() === '' ? texts.noDescription : quote(alt);
}

function sizeText({ width, height }: ChangedPicture): string {
  const pixels = (size: number | undefined): string =>
    size === undefined ? texts.sizeAuto : numeral(Math.round(size));
  return say('size', { width: pixels(width), height: pixels(height) });
}

/** "Comment by M. B. added", "Reply deleted". Of an edited comment its name alone. */
export function commentText({ author, did, isReply }: ToldComment): string {
  const name = clipped(author, 60);
  const nameless = isReply ? texts.reply : texts.comment;
  const comment = author === '' ? nameless : say(isReply ? 'replyBy' : 'commentBy', { author: name });
  return did === 'edited' ? comment : say(`commentDid.${did}`, { comment });
}

/** The change with the number of its clause, for lists and for screen readers. */
export function placedText(change: ChangeDescription): string {
  return change.label === undefined ? changeText(change) : `${change.label} ${changeText(change)}`;
}

/** What a change does, in one sentence without its end. */
export function changeText(change: ChangeDescription): string {
  const { comment } = change;
  if (comment === undefined) return ownText(change);
  if (comment.did !== 'edited') {
    return say('commentText', { comment: commentText(comment), text: quote(comment.text) });
  }
  const own = ownText(change);
  return say('commentText', { comment: commentText(comment), text: own.charAt(0).toLowerCase() + own.slice(1) });
}

function ownText(change: ChangeDescription): string {
  if (change.picture !== undefined) return pictureText(change.picture, change.moved);
  const [before, after] = [change.before, change.after];
  switch (change.kind) {
    case 'insert':
      return say('inserted', { after: quote(after) });
    case 'delete':
      return say('deleted', { before: quote(before) });
    case 'replace':
      return say('replaced', { before: quote(before), after: quote(after) });
    case 'block_insert':
      return say(change.moved ? 'movedHere' : 'insertedBlock', { after: quote(after) });
    case 'block_delete':
      return say(change.moved ? 'movedFrom' : 'deletedBlock', { before: quote(before) });
    case 'format':
      return say('formatted', { format: formatText(change.format), after: quote(after) });
    case 'link':
      return say('linkChanged', { before: before || texts.noLink, after: after || texts.noLink });
    case 'split':
      return texts.split;
    case 'merge':
      return texts.merged;
  }
}

/** Where a change is spoken of: `at` counts from 0. `section` is empty without a heading. */
export interface SpokenPlace {
  readonly at: number;
  readonly total: number;
  readonly section: string;
}

/**
 * A change as it is spoken: "Deleted: ten. Inserted: fourteen. Section 4, Term. Change 3 of 12, undecided." What was
 * done comes first, because a listener may stop there.
 */
export function spokenChange(
  change: ChangeDescription,
  { at, total, section }: SpokenPlace,
  verdict: ChangeAction | undefined,
): string {
  const { kind, before, after, label, picture, comment } = change;
  const isText =
    picture === undefined && comment === undefined && (kind === 'insert' || kind === 'delete' || kind === 'replace');
  const done = isText
    ? [
        before === '' ? '' : say('spokenDeleted', { before: visible(before) }),
        after === '' ? '' : say('spokenInserted', { after: visible(after) }),
      ]
    : [`${changeText(change)}.`];
  const where = joined([label ?? '', clipped(section)], ', ');
  const place = say('spokenPlace', { at: at + 1, total, state: stateWord(verdict) });
  return joined([...done, where === '' ? '' : `${where}.`, place], ' ');
}
