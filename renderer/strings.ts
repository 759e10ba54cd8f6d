import type { UnitKind } from '../shared/fragment/units.ts';
import type { ChangedPicture } from '../shared/change/change.ts';
import type { RequestedFormat } from '../shared/api/text-spellings.ts';
import { MARK_WORDS } from '../shared/document/mark-words.ts';
import type { MarkName, Side, TextType } from '../shared/document/model.ts';
import {
  toldFormat,
  type AnyFormat,
  type ComparisonFormat,
  type DocumentFormat,
  type OtherFormat,
} from '../shared/formats.ts';
import { dayFormat, excessInWords, momentFormat, sizeInWords } from '../shared/in-words.ts';
import type { Layout, Theme } from '../shared/messages/display.ts';
import type { ChangeAction } from '../shared/messages/viewer-message.ts';

/**
 * Every text of the pages, in English. The file is over 400 lines long, because all texts that a person reads are here.
 * Each export has the words of one surface, and a build keeps those that its pages use. It imports nothing of the
 * pages, because they all import it. Types of a text's arguments are written here or come from shared/. Sizes are in
 * bytes, moments in milliseconds or as ISO 8601; `at` counts from 0 and is shown from 1.
 */

const number = /* @__PURE__ */ new Intl.NumberFormat('en');
const moment = /* @__PURE__ */ momentFormat();
const day = /* @__PURE__ */ dayFormat();

/** A whole number as it is written: 12,345. */
export function numeral(value: number): string {
  return number.format(value);
}

/** A number with the counted thing: 1 change, 2 changes. */
export function count(value: number, one: string, many: string): string {
  return `${numeral(value)} ${value === 1 ? one : many}`;
}

const PRODUCT = 'diffsvc';

const SIDES: Record<Side, string> = { original: 'Original', revised: 'Revised' };

/** The format of a comparison. If the sides have different formats, the format of each. */
interface ComparedFormats {
  readonly format: ComparisonFormat;
  readonly originalFormat?: AnyFormat | undefined;
  readonly revisedFormat?: AnyFormat | undefined;
}

const FORMATS: Record<ComparisonFormat, string> = {
  docx: 'DOCX',
  pdf: 'PDF',
  html: 'HTML',
  markdown: 'Markdown',
  txt: 'Plain text',
  json: 'JSON',
  mixed: 'Two formats',
};

const VERDICTS: Record<ChangeAction, string> = { accepted: 'Accepted', rejected: 'Rejected' };

/** An earlier review whose changes a draft has again. */
interface ToldEarlierReview {
  readonly originalName: string | null;
  readonly revisedName: string | null;
  readonly decided: number;
  readonly atMs: number;
}

/** A text of the service as a whole sentence. */
function sentence(text: string): string {
  return /[.!?]$/u.test(text) ? text : `${text}.`;
}

/** Why the browser does not keep something. */
type ToldStorageFault =
  { readonly kind: 'full'; readonly sizeBytes: number } | { readonly kind: 'refused'; readonly message: string };

/** Why steps wait in this browser. */
type ToldTrouble =
  | { readonly kind: 'unreachable' | 'signed_out' }
  | { readonly kind: 'failing'; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string; readonly steps: number };

/** The other decision on a change: whose it is, and whether it stands until somebody chooses. */
interface OtherDecision {
  readonly by: string;
  readonly theirsStand?: boolean | undefined;
}

function verdictWord(verdict: ChangeAction | null): string {
  return verdict === null ? 'undecided' : VERDICTS[verdict].toLowerCase();
}

/* The components of the design. */

/** What the components of renderer/design say, wherever they are. */
export const designMessages = {
  close: 'Close',
  cancel: 'Cancel',
  undo: 'Undo',
  dismiss: 'Dismiss',
} as const;

/* A change in words. */

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

interface ToldFormat {
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

const TYPE_WORDS: Record<TextType, string> = {
  p: 'paragraph',
  h1: 'heading 1',
  h2: 'heading 2',
  h3: 'heading 3',
  h4: 'heading 4',
  h5: 'heading 5',
  h6: 'heading 6',
  pre: 'preformatted text',
  line: 'line of text',
  'code-line': 'line of code',
  caption: 'caption',
};

/** A letter that is written from right to left. Text with one gets isolates, so that it turns nothing around it. */
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** A text as it is quoted in one line: white space as single spaces, cut after 60 characters. */
function quote(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  if (line === '') return text.includes('\n') ? 'a line break' : 'white space';
  const characters = [...line];
  const shown = characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : line;
  return RIGHT_TO_LEFT.test(shown) ? `“\u2068${shown}\u2069”` : `“${shown}”`;
}

const LINE_WORDS: Readonly<Record<string, string>> = {
  'vertical-rl': 'vertical',
  'vertical-lr': 'vertical, from the left',
  'sideways-rl': 'turned right',
  'sideways-lr': 'turned left',
};

/** Another direction: "horizontal text became vertical", "columns from left to right became right to left". */
function directionText({ of, original, revised }: NonNullable<ToldFormat['direction']>): string {
  if (of === 'table')
    return revised === null
      ? 'columns from right to left became left to right'
      : 'columns from left to right became right to left';
  const [was, is] = [original, revised].map((name) => (name === null ? 'horizontal' : (LINE_WORDS[name] ?? name)));
  return `${was} text became ${is}`;
}

/** What a format change does: "Bold added, italic removed", "Heading 2 became heading 3". */
function formatText(format: ToldFormat | undefined): string {
  if (format === undefined) return 'Formatting changed';
  const { added, removed, types, placed, direction } = format;
  const parts = [
    ...(types ? [`${TYPE_WORDS[types.original]} became ${TYPE_WORDS[types.revised]}`] : []),
    ...(placed ? ['list or quotation level changed'] : []),
    ...(direction ? [directionText(direction)] : []),
    ...added.map((name) => `${MARK_WORDS[name]} added`),
    ...removed.map((name) => `${MARK_WORDS[name]} removed`),
  ].join(', ');
  return parts === '' ? 'Look changed' : parts.charAt(0).toUpperCase() + parts.slice(1);
}

/** What a change does to a picture: "Picture replaced: “Site plan”". */
function pictureText({ original, revised }: ToldPicture, moved: boolean): string {
  const named = (words: string, { alt }: ChangedPicture): string =>
    alt.trim() === '' ? words : `${words}: ${quote(alt)}`;
  if (original === null)
    return revised === null ? 'Picture' : named(moved ? 'Picture moved here' : 'Picture inserted', revised);
  if (revised === null) return named(moved ? 'Picture moved from here' : 'Picture deleted', original);
  const isSame = original.sha256 === revised.sha256;
  if (isSame && original.alt !== revised.alt)
    return `Picture described anew: ${quoteOrNone(original.alt)} became ${quoteOrNone(revised.alt)}`;
  if (isSame && (original.width !== revised.width || original.height !== revised.height))
    return `${named('Picture resized', revised)}: ${sizeText(original)} became ${sizeText(revised)}`;
  if (original.alt === revised.alt) return named('Picture replaced', revised);
  return `Picture replaced: ${quoteOrNone(original.alt)} with ${quoteOrNone(revised.alt)}`;
}

function quoteOrNone(alt: string): string {
  return alt.trim() === '' ? 'no description' : quote(alt);
}

function sizeText({ width, height }: ChangedPicture): string {
  const pixels = (size: number | undefined): string => (size === undefined ? 'auto' : numeral(Math.round(size)));
  return `${pixels(width)} × ${pixels(height)}`;
}

/** The change with the number of its clause, for lists and for screen readers. */
function placedText(change: ChangeDescription): string {
  return change.label === undefined ? changeText(change) : `${change.label} ${changeText(change)}`;
}

/** "Comment by M. B. added", "Reply deleted". Of an edited comment its name alone. */
function commentText({ author, did, isReply }: ToldComment): string {
  const name = `${isReply ? 'Reply' : 'Comment'}${author === '' ? '' : ` by ${clipped(author, 60)}`}`;
  return did === 'edited' ? name : `${name} ${did}`;
}

function changeText(change: ChangeDescription): string {
  const { comment } = change;
  if (comment === undefined) return ownText(change);
  if (comment.did !== 'edited') return `${commentText(comment)}: ${quote(comment.text)}`;
  const own = ownText(change);
  return `${commentText(comment)}: ${own.charAt(0).toLowerCase()}${own.slice(1)}`;
}

function ownText(change: ChangeDescription): string {
  if (change.picture !== undefined) return pictureText(change.picture, change.moved);
  switch (change.kind) {
    case 'insert':
      return `Inserted ${quote(change.after)}`;
    case 'delete':
      return `Deleted ${quote(change.before)}`;
    case 'replace':
      return `Replaced ${quote(change.before)} with ${quote(change.after)}`;
    case 'block_insert':
      return change.moved ? `Moved here: ${quote(change.after)}` : `Inserted block ${quote(change.after)}`;
    case 'block_delete':
      return change.moved ? `Moved from here: ${quote(change.before)}` : `Deleted block ${quote(change.before)}`;
    case 'format':
      return `${formatText(change.format)}: ${quote(change.after)}`;
    case 'link':
      return `Link changed: ${change.before === '' ? 'none' : change.before} → ${change.after === '' ? 'none' : change.after}`;
    case 'split':
      return 'Paragraph split here';
    case 'merge':
      return 'Paragraphs joined here';
  }
}

/** Changes that are one decision. */
const UNITS: Readonly<Record<UnitKind, string>> = {
  single: 'Change',
  comment: 'Comment',
  note: 'Note',
  move: 'Moved',
  list: 'List of another kind',
  picture: 'Picture replaced',
  field: 'Field updated',
  link: 'Link changed',
};

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
function spokenChange(change: ChangeDescription, place: SpokenPlace, verdict: ChangeAction | undefined): string {
  const { at, total, section } = place;
  const { kind, before, after, label, picture, comment } = change;
  const isText =
    picture === undefined && comment === undefined && (kind === 'insert' || kind === 'delete' || kind === 'replace');
  const done = isText
    ? [before === '' ? '' : `Deleted: ${visible(before)}.`, after === '' ? '' : `Inserted: ${visible(after)}.`]
    : [`${changeText(change)}.`];
  const where = [label ?? '', clipped(section)].filter((part) => part !== '').join(', ');
  const state = verdict === undefined ? 'undecided' : VERDICTS[verdict].toLowerCase();
  return [...done, where === '' ? '' : `${where}.`, `Change ${numeral(at + 1)} of ${numeral(total)}, ${state}.`]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/* A comparison and its review, wherever they are shown. */

const LAYOUTS: Record<Layout, string> = { unified: 'Redline', split: 'Side by side' };
const THEMES: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' };

const GROUPS = {
  insert: 'Insertions',
  delete: 'Deletions',
  replace: 'Replacements',
  format: 'Format changes',
  link: 'Link changes',
  block_insert: 'Inserted blocks',
  block_delete: 'Deleted blocks',
  move: 'Moves',
} as const;

const IGNORING = {
  case: 'Case',
  space: 'White space',
  punctuation: 'Punctuation',
  numbers: 'Numbers',
  format: 'Formatting',
  moves: 'Moves',
  renumbered: 'Renumbered headings',
} as const;

/** What the application, the viewer, review files and the extension's panel all show. */
export const messages = {
  product: PRODUCT,
  pageTitle: (title: string): string => `${title} – ${PRODUCT}`,
  comparedAs: ({ format, originalFormat, revisedFormat }: ComparedFormats): string =>
    originalFormat && revisedFormat
      ? `${FORMATS[originalFormat]} compared with ${FORMATS[revisedFormat]}`
      : format === 'mixed'
        ? 'Two formats compared'
        : `Compared as ${FORMATS[format]}`,
  side: (side: Side): string => SIDES[side],
  dismiss: 'Dismiss',
  failed: 'The documents were not compared',
  unreadable: 'The service answered with something that this page cannot show safely. Nothing of it is displayed.',
  details: 'Details',
  errorCode: 'Code',
  requestId: 'Request',

  sameDetail: 'No word, format or link differs.',
  sameFile: 'The same file.',
  sameFileDetail: 'Both files are equal, byte for byte.',
  noDifferences: 'No differences.',
  noDifferencesDetail: 'Everything that was read is equal.',
  leftOut: (counts: string): string => `Equal, but not looked into: ${counts}.`,
  sameContent: 'No differences in the compared content. The documents differ in what the comparison leaves out:',
  alsoDifferent: 'The documents also differ in what the comparison leaves out:',
  moreDifferences: (more: number): string => `Show ${numeral(more)} more`,
  warnings: (number: number): string => `About the reading: ${count(number, 'remark', 'remarks')}`,
  fallback: 'Compared as text',
  fallbackCause: 'The documents are too large or too complex to compare with their structure.',
  fallbackDetail:
    'Words, numbers and paragraphs are all compared; headings, formatting and links are not shown. A row of a table is one line.',
  countsLabel: 'Changes by kind',
  counts: {
    insertions: (value: number): string => count(value, 'insertion', 'insertions'),
    deletions: (value: number): string => count(value, 'deletion', 'deletions'),
    replacements: (value: number): string => count(value, 'replacement', 'replacements'),
    formatChanges: (value: number): string => count(value, 'format change', 'format changes'),
    linkChanges: (value: number): string => count(value, 'link change', 'link changes'),
    blockInsertions: (value: number): string => count(value, 'inserted block', 'inserted blocks'),
    blockDeletions: (value: number): string => count(value, 'deleted block', 'deleted blocks'),
    moves: (value: number): string => count(value, 'move', 'moves'),
    comments: (value: number): string => count(value, 'comment', 'comments'),
    notes: (value: number): string => count(value, 'note', 'notes'),
    lists: (value: number): string => count(value, 'restyled list', 'restyled lists'),
    pictures: (value: number): string => count(value, 'replaced picture', 'replaced pictures'),
  },

  navigation: 'Changes',
  next: 'Next change',
  previous: 'Previous change',
  nextKeys: 'J',
  previousKeys: 'K',
  position: (at: number | null, total: number, openOnly: boolean): string => {
    const all = openOnly ? `${numeral(total)} open` : numeral(total);
    if (at !== null) return `${numeral(at + 1)} of ${all}`;
    return openOnly ? all : count(total, 'change', 'changes');
  },
  shortPosition: (at: number | null, total: number): string =>
    `${at === null ? '–' : numeral(at + 1)} / ${numeral(total)}`,
  change: placedText,
  changeAlone: changeText,
  /** The selected change for a screen reader. */
  announceChange: spokenChange,
  /** The name of a picture that has none. */
  picture: 'Picture',
  document: 'Document with its changes',
  skip: 'Skip to the document',
  outline: 'Outline',
  foldHeading: (heading: string): string => `Headings below ${heading}`,
  changesHere: (total: number): string => count(total, 'change', 'changes'),
  allDecided: 'All decided',
  nextNotice: (at: number, total: number): string => `Message ${numeral(at + 1)} of ${numeral(total)}`,
  showUnchanged: (total: number): string => `Show ${count(total, 'unchanged block', 'unchanged blocks')}`,
  showUnchangedRows: (total: number): string => `Show ${count(total, 'unchanged row', 'unchanged rows')}`,

  layout: 'View of the document',
  layoutOf: (layout: Layout): string => LAYOUTS[layout],
  layoutLocked: 'Side by side is off during a review.',
  theme: 'Colours',
  shortTheme: (theme: Theme): string => THEMES[theme],
  collapse: 'Fold long parts without a change',

  list: 'Changes',
  /** The words around the number of a printed page, before it and before the number of pages. */
  pageNumber: ['Page ', ' of '],
  viewOf: (view: string, title: string): string => `${view} · ${title}`,
  showList: 'List of changes',
  closeList: 'Close the list',
  allTypes: 'All types',
  type: 'Type',
  groupOf: (group: keyof typeof GROUPS): string => GROUPS[group],
  search: 'Search in changes',
  noneMatch: 'No change fits.',
  changeGroup: (format: ToldFormat | undefined, total: number): string =>
    format === undefined
      ? `Table of contents updated · ${count(total, 'change', 'changes')}`
      : `${formatText(format)} · ${count(total, 'place', 'places')}`,
  groupDecided: (accepted: number, rejected: number): string => {
    if (rejected === 0) return VERDICTS.accepted;
    return accepted === 0 ? VERDICTS.rejected : `${numeral(accepted)} accepted, ${numeral(rejected)} rejected`;
  },
  matching: (shown: number, total: number): string => `${numeral(shown)} of ${count(total, 'change', 'changes')}`,
  more: (left: number): string => `Show ${numeral(left)} more`,

  startReview: 'Review',
  continueReview: 'Continue review',
  review: 'Review',
  reviewStarted: (remaining: number): string => `Review started. ${count(remaining, 'change', 'changes')} to decide.`,
  progress: (decided: number, total: number): string =>
    `${numeral(decided)} of ${count(total, 'change', 'changes')} decided`,
  accept: 'Accept',
  reject: 'Reject',
  acceptKeys: 'a',
  rejectKeys: 'r',
  acceptAll: 'Accept all',
  rejectAll: 'Reject all',
  acceptMatching: (total: number): string => `Accept these ${numeral(total)}`,
  rejectMatching: (total: number): string => `Reject these ${numeral(total)}`,
  undo: 'Undo',
  redo: 'Redo',
  finish: 'Finish review',
  moreActions: 'More decisions',
  verdict: (verdict: ChangeAction): string => VERDICTS[verdict],
  decidedAndNext: (verdict: ChangeAction, remaining: number, next: ChangeDescription): string =>
    `${VERDICTS[verdict]}. ${numeral(remaining)} left. Next: ${placedText(next)}`,
  decidedMany: (verdict: ChangeAction, total: number, remaining: number): string =>
    `${count(total, 'change', 'changes')} ${verdict}. ${numeral(remaining)} left.`,
  reset: (remaining: number): string => `Undecided again. ${count(remaining, 'change', 'changes')} to decide.`,
  undone: (remaining: number): string => `Undone. ${count(remaining, 'change', 'changes')} to decide.`,
  redone: (remaining: number): string => `Done again. ${count(remaining, 'change', 'changes')} to decide.`,
  reviewComplete: (open: number): string =>
    open === 0
      ? 'Review complete. Every change is decided.'
      : `Review finished. ${count(open, 'change', 'changes')} left open.`,
  outcome: (accepted: number, rejected: number): string =>
    `${numeral(accepted)} accepted, ${numeral(rejected)} rejected`,
  keptHere: 'Your choices stay in this browser.',

  view: 'Display',
  ignore: 'Hide changes of',
  ignoring: (which: keyof typeof IGNORING): string => IGNORING[which],
  hidden: (total: number): string =>
    total === 0 ? 'Every change is shown' : `${count(total, 'change', 'changes')} hidden`,
  hiddenDetail:
    'A hidden change has no mark. You read it as it was decided, or else as the revised document has it. It still counts.',
  showHidden: 'Show all',
  zoom: 'Text size',
  zoomIn: 'Larger text',
  zoomOut: 'Smaller text',
  zoomOf: (zoom: number): string => `${numeral(Math.round(zoom * 100))} %`,
  wrap: 'Break long lines',
  fixedWidth: 'Fixed-width type',
  characterKeys: 'Keyboard shortcuts of a single letter',

  find: 'Find in the document',
  found: (at: number, total: number): string => (total === 0 ? 'Not found' : `${numeral(at + 1)} of ${numeral(total)}`),
  finding: 'Searching…',
  findNext: 'Next match',
  findPrevious: 'Previous match',

  proved: 'The whole text was compared',
  /** Begins with what matters, because a narrow bar cuts the end. */
  notCompared: (counts: string): string => `left out: ${counts}`,
  provedDetail:
    'Proved in this browser: rejecting all changes gives the original, accepting all gives the revised document.',
  broken: 'Not complete',
  brokenDetail: 'Rejecting or accepting all changes does not give the documents back. Compare them again.',
  checking: 'Checking…',
  digestOf: (side: Side): string => `SHA-256 of the ${side} text as it was read`,
  digestOfFile: (side: Side): string => `SHA-256 of the ${side === 'original' ? 'original' : 'revised'} file`,
  digestOfFragment: 'SHA-256 of the comparison',

  otherEnd: 'Other end',
  otherEndLong: 'Go to the other end of the move',
  copyChange: 'Copy',
  copyChangeLong: 'Copy this change as text',
  copied: 'Copied',
  notCopied: 'This browser did not let it be copied.',
  note: 'Note',
  noteLong: 'Write a note about this change',
  noteText: 'Note',
  noteTags: 'Tags, with commas between them',
  noteDone: 'Done',

  /** `by`: the names of those who made the decisions. */
  tookEarlier: (taken: number): string => `${count(taken, 'decision', 'decisions')} taken over.`,
  tookOver: (taken: number, conflicts: number, noted: number, by: readonly string[]): string =>
    [
      ...(taken + noted + conflicts === 0 ? ['That copy has nothing new.'] : []),
      ...(taken === 0 ? [] : [`${count(taken, 'decision', 'decisions')} of ${by.join(' and ')} added.`]),
      ...(noted === 0 ? [] : [`${count(noted, 'note', 'notes')} added.`]),
      ...(conflicts === 0 ? [] : [`${count(conflicts, 'change is', 'changes are')} decided differently.`]),
    ].join(' '),
  conflicts: 'Decided differently',
  conflictsDetail: (total: number, first: OtherDecision | undefined): string => {
    const { by = '', theirsStand = false } = first ?? {};
    const changes = count(total, 'change was', 'changes were');
    if (theirsStand) {
      return `${changes} decided otherwise in another window. The other decision stands until you choose.`;
    }
    return `${changes} decided otherwise ${by === '' ? 'in the other copy' : `by ${by}`}. Your decisions stand until you choose.`;
  },
  conflict: (
    mine: ChangeAction | null,
    theirs: ChangeAction | null,
    { by, theirsStand = false }: OtherDecision,
  ): string => {
    if (theirsStand) return `Here: ${verdictWord(mine)}. Other window: ${verdictWord(theirs)}.`;
    return `You: ${verdictWord(mine)}. ${by === '' ? 'Other copy' : by}: ${verdictWord(theirs)}.`;
  },
  keepMine: 'Keep mine',
  takeTheirs: 'Take theirs',
  keepAllMine: 'Keep all mine',
  takeAllTheirs: 'Take all theirs',
} as const;

/* Commands and their keys. */

const COMMAND_GROUPS = {
  review: 'Review',
  views: 'View',
  comparison: 'Comparison',
  application: 'Go to',
  headings: 'Headings',
} as const;

/** What palette, menus and the list of keys say. Keys are as `shownKey` takes them. */
export const commandMessages = {
  label: {
    next: 'Next change',
    previous: 'Previous change',
    accept: 'Accept the change',
    reject: 'Reject the change',
    reset: 'Reset the change to undecided',
    note: 'Write a note on the change',
    undo: 'Undo',
    redo: 'Redo',
    finish: 'Finish review',
    reopen: 'Reopen the review',
    palette: 'Command palette',
    help: 'Keyboard shortcuts',
  },
  group: (group: keyof typeof COMMAND_GROUPS): string => COMMAND_GROUPS[group],
  placeholder: 'Type a command or a heading',
  nothing: 'No command or heading fits.',
  showView: (view: string): string => `Show: ${view}`,
  keys: 'Keyboard shortcuts',
  keysDetail: 'Letters work everywhere except in text fields.',
  help: [
    {
      heading: 'Review',
      keys: [
        [['j', 'n', 'F8'], 'Next change'],
        [['k', 'p', 'F7'], 'Previous change'],
        [['a'], 'Accept the change'],
        [['r'], 'Reject the change'],
        [['u'], 'Reset the change to undecided'],
        [['e'], 'Write a note on the change'],
        [['Mod+z'], 'Undo'],
        [['Mod+Shift+z'], 'Redo'],
      ],
    },
    {
      heading: 'View',
      keys: [
        [['1'], 'Redline'],
        [['2'], 'Side by side'],
        [['3'], 'Original'],
        [['4'], 'Final'],
        [['5'], 'Pages'],
        [['/'], 'Find in the document'],
        [['Mod+f'], 'Find on the pages, also on those out of view'],
        [['c'], 'Copy the change as text'],
      ],
    },
    {
      heading: 'Everywhere',
      keys: [
        [['Mod+k'], 'Command palette with every command and heading'],
        [['?'], 'These shortcuts'],
        [['Mod+Enter'], 'Compare'],
        [['Escape'], 'Cancel or close'],
      ],
    },
  ] as const,
} as const;

/* The viewer of /view and /embed. */

interface RefusalText {
  readonly heading: string;
  readonly advice: string;
}

/** What a reader can do about a refusal, by its code. The message of the service says what happened. */
const REFUSALS: Readonly<Record<string, RefusalText>> = {
  token_expired: {
    heading: 'This link has expired',
    advice: 'Ask whoever sent it for a new one. Comparing the same documents again gives a new link.',
  },
  invalid_token: {
    heading: 'This link is not complete',
    advice: 'Open the link exactly as you received it, with everything after the question mark.',
  },
  token_issued_in_future: {
    heading: 'The clock of this machine is wrong',
    advice: 'The link was made at a time that has not come yet by this clock. Set the clock, then open the link again.',
  },
  not_found: {
    heading: 'There is no such comparison',
    advice: 'It was deleted, or it expired a while ago. Compare the documents again for a new link.',
  },
  rate_limited: {
    heading: 'Too many requests',
    advice: 'Wait a minute, then load this page again.',
  },
};

const UNKNOWN_REFUSAL: RefusalText = {
  heading: 'This comparison cannot be shown',
  advice: 'Load this page again. If it stays, the log of the service has the details under the request below.',
};

/* The review: the list of changes, cards, notes, and the summary of a review. */

const clock = /* @__PURE__ */ new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
/** A day as a file states it: in UTC, whatever the reader's time is. */
const fileDay = /* @__PURE__ */ dayFormat('UTC');

const STATUS_WORDS = { undecided: 'Undecided', accepted: 'Accepted', rejected: 'Rejected' } as const;

/** A decision with the name of who made it; null: the reader. */
function statusText(verdict: ChangeAction, by: string | null): string {
  return by === null ? STATUS_WORDS[verdict] : `${STATUS_WORDS[verdict]} by ${by}`;
}

/** How a change looks in its row. Empty texts are not shown. */
export interface ChangeRowText {
  /** What happened, if the texts alone do not say it. */
  readonly lead: string;
  readonly before: string;
  readonly old: string;
  readonly new: string;
  readonly after: string;
}

/** A text for one row: white space as single spaces, cut after `length` characters. */
function clipped(text: string, length = 120): string {
  const characters = [...text.replace(/\s+/gu, ' ')];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : characters.join('');
}

/** A text that is white space alone gets a name. */
function visible(text: string): string {
  if (text === '' || text.trim() !== '') return clipped(text);
  return text.includes('\n') ? '↵' : '␣';
}

function rowText(change: ChangeDescription, place: { readonly before: string; readonly after: string }): ChangeRowText {
  const { comment } = change;
  if (comment === undefined) return ownRow(change, place);
  const lead = commentText(comment);
  const none = { lead, before: '', old: '', new: '', after: '' };
  if (comment.did === 'added') return { ...none, new: clipped(comment.text) };
  if (comment.did === 'deleted') return { ...none, old: clipped(comment.text) };
  const own = ownRow(change, place);
  return { ...own, lead: own.lead === '' ? lead : `${lead}: ${own.lead}` };
}

function ownRow(change: ChangeDescription, place: { readonly before: string; readonly after: string }): ChangeRowText {
  const { kind, moved, picture, format } = change;
  const none = { lead: '', before: '', old: '', new: '', after: '' };
  if (picture !== undefined) return { ...none, lead: pictureText(picture, moved) };
  switch (kind) {
    case 'insert':
    case 'delete':
    case 'replace':
      return {
        ...none,
        before: place.before,
        old: visible(change.before),
        new: visible(change.after),
        after: place.after,
      };
    case 'block_insert':
      return { ...none, lead: moved ? 'Moved here' : '', new: visible(change.after) };
    case 'block_delete':
      return { ...none, lead: moved ? 'Moved from here' : '', old: visible(change.before) };
    case 'format':
      return { ...none, lead: formatText(format), after: clipped(change.after) };
    case 'link':
      return { ...none, lead: 'Link', old: clipped(change.before), new: clipped(change.after) };
    case 'split':
      return { ...none, lead: 'Paragraph split', before: place.before, new: '¶', after: place.after };
    case 'merge':
      return { ...none, lead: 'Paragraphs joined', before: place.before, old: '¶', after: place.after };
  }
}

/** Who marked a change in a returned file, and when as the file states it. */
interface ToldAuthor {
  readonly author: string;
  readonly date?: string;
}

function declaredText({ author, date }: ToldAuthor): string {
  const time = date === undefined ? Number.NaN : Date.parse(date);
  const name = author.trim() === '' ? 'an unnamed author' : clipped(author, 60);
  return `Marked by ${name}${Number.isNaN(time) ? '' : `, ${fileDay.format(time)}`}`;
}

/** How many a decision is on: "all 12", "12". One is never "all 1". */
/** Which changes a decision on many takes: all, the undecided ones beside decided ones, or those that are shown. */
export type BulkScope = 'all' | 'rest' | 'shown';

function allOf(total: number, scope: BulkScope): string {
  if (scope === 'rest') return `other ${numeral(total)}`;
  return scope === 'all' && total > 1 ? `all ${numeral(total)}` : numeral(total);
}

/** What the list of changes, the cards, the notes and the summary of a review say. */
export const reviewMessages = {
  list: 'Changes',
  total: numeral,
  row: rowText,
  /** The row of a change for a screen reader. `flags`: what matters about it. */
  rowName: (
    change: ChangeDescription,
    place: SpokenPlace,
    verdict: ChangeAction | undefined,
    notes: number,
    flags: string,
    declaredBy: ToldAuthor | undefined,
    decidedBy: string | null,
  ): string =>
    [
      spokenChange(change, place, verdict),
      ...(verdict === undefined || decidedBy === null ? [] : [`${statusText(verdict, decidedBy)}.`]),
      ...(declaredBy === undefined ? [] : [`${declaredText(declaredBy)}.`]),
      ...(flags === '' ? [] : [`${flags}.`]),
      ...(notes === 0 ? [] : [`${count(notes, 'message', 'messages')}.`]),
    ].join(' '),
  /** Who marked a change: "Marked by Ann, Jan 2, 2026". */
  declared: declaredText,
  /** The notes beside the text for a screen reader. */
  notesName: (change: ChangeDescription, notes: number): string =>
    `${placedText(change)}. ${count(notes, 'message', 'messages')}`,
  status: (status: keyof typeof STATUS_WORDS): string => STATUS_WORDS[status],
  statusBy: statusText,
  statusLabel: 'State of the changes',
  allStatuses: 'All',
  filter: 'Filter',
  filterLong: 'Filter the list',
  filtersSet: (total: number): string => `Filter, ${numeral(total)} set`,
  clearFilter: 'Clear filter',
  noted: 'With a note',
  type: 'Type',
  section: 'Section',
  allSections: 'All sections',
  matters: 'What matters',
  mattersFirst: 'List what matters first',
  /** What the rules say about a change. */
  signal: (title: string, text: string): string => `${title} · ${text}`,
  flagged: (titles: readonly string[]): string => titles.join(', '),
  references: 'References to check',
  undisclosed: 'Changed without being marked',
  referenceLead: (from: string, to: string | null): string =>
    to === null ? `Section ${from} is gone` : `Section ${from} is now ${to}`,
  removeFilter: (name: string): string => `Remove the filter ${name}`,
  shownOf: (shown: number, total: number): string =>
    shown === total ? count(total, 'change', 'changes') : `${numeral(shown)} of ${count(total, 'change', 'changes')}`,
  acceptTargets: (total: number, scope: BulkScope): string => `Accept ${allOf(total, scope)}`,
  rejectTargets: (total: number, scope: BulkScope): string => `Reject ${allOf(total, scope)}`,
  resetTargets: (total: number): string => `Reset ${numeral(total)}`,
  resetTargetsLong: (total: number): string => `Make ${count(total, 'change', 'changes')} undecided again`,
  accept: 'Accept',
  reject: 'Reject',
  reset: 'Reset',
  resetLong: 'Make it undecided again',
  acceptKeys: 'A',
  rejectKeys: 'R',
  resetKeys: 'U',
  noteKeys: 'E',
  acceptPlaces: (total: number): string => `Accept ${allOf(total, 'all')} ${total === 1 ? 'place' : 'places'}`,
  rejectPlaces: (total: number): string => `Reject ${allOf(total, 'all')} ${total === 1 ? 'place' : 'places'}`,
  resetPlaces: 'Reset all places',
  /** One sentence for a screen reader. `state`: the decision. */
  bundleName: (name: string, counted: string, state: readonly string[]): string =>
    [name, ...(counted === '' ? [] : [counted]), ...(state.length === 0 ? [] : [state.join(', ')])].join('. '),
  spread: 'In several places',
  sectionStart: 'Beginning of the document',
  sectionStory: 'Headers, footers and comments',
  sectionCount: (total: number): string => count(total, 'change', 'changes'),
  contents: 'Table of contents updated',
  format: formatText,
  blocks: (kind: 'block_insert' | 'block_delete', total: number): string =>
    kind === 'block_insert'
      ? `${count(total, 'paragraph', 'paragraphs')} or rows inserted`
      : `${count(total, 'paragraph', 'paragraphs')} or rows deleted`,
  /** `label`: what the document calls it, such as "Footnote 3". */
  unit: (tie: UnitKind, kind: ChangeDescription['kind'], label?: string): string =>
    tie === 'comment' || tie === 'note'
      ? `${label ?? UNITS[tie]} ${kind === 'block_delete' || kind === 'delete' ? 'deleted' : 'inserted'}`
      : UNITS[tie],
  places: (total: number): string => count(total, 'place', 'places'),
  changes: (total: number): string => count(total, 'change', 'changes'),
  exceptions: (total: number, verdict: ChangeAction | null): string =>
    `${numeral(total)} ${verdict === null ? 'undecided' : verdict}`,
  unreplaced: (total: number): string => `${count(total, 'place keeps', 'places keep')} the old wording`,
  unreplacedRow: 'Not replaced here',
  noChanges: 'No change fits the filter.',
  noneWith: (status: keyof typeof STATUS_WORDS): string =>
    status === 'undecided' ? 'Every change is decided.' : `No change is ${STATUS_WORDS[status].toLowerCase()} yet.`,
  showAllChanges: 'Show all changes',
  partly: 'Partly decided',
  decidedWith: 'Decided with the content around it',

  notes: 'Notes',
  note: 'Note',
  noteOnSelection: 'Note on the selection',
  noteOn: (quote: string): string => `Note on “${clipped(quote, 60)}”`,
  noteCount: (total: number): string => count(total, 'message', 'messages'),
  notesOnPassages: 'Notes on passages',
  messageText: 'Note',
  messagePlaceholder: 'Write a note',
  replyPlaceholder: 'Reply',
  addMessage: 'Add note',
  addReply: 'Reply',
  cancelNote: 'Cancel',
  editMessage: 'Edit',
  deleteMessage: 'Delete',
  saveMessage: 'Save',
  you: 'You',
  unknownAuthor: 'Unknown',
  tags: 'Tags, with commas between them',
  when: (at: string, nowMs: number): string => {
    const time = Date.parse(at);
    if (Number.isNaN(time)) return '';
    const ageMs = nowMs - time;
    if (ageMs >= 0 && ageMs < 60_000) return 'now';
    const isToday = new Date(time).toDateString() === new Date(nowMs).toDateString();
    return isToday ? clock.format(time) : moment.format(time);
  },
  whenLong: (at: string): string => (Number.isNaN(Date.parse(at)) ? '' : moment.format(Date.parse(at))),

  stepThroughAll: 'Also step through decided changes',
  showDecided: 'Show decided changes in the text',
  left: (remaining: number): string => `${numeral(remaining)} left`,
  nothingLeft: 'All decided',
  summary: (total: number, accepted: number, rejected: number, open: number, notes: number): string => {
    const parts = [
      `${numeral(accepted)} accepted`,
      `${numeral(rejected)} rejected`,
      ...(open === 0 ? [] : [`${numeral(open)} undecided`]),
      ...(notes === 0 ? [] : [count(notes, 'note', 'notes')]),
    ];
    return `${count(total, 'change', 'changes')}: ${parts.join(', ')}`;
  },
  complete: 'Review complete',
  finished: 'Review finished',
  reopenToChange: 'Reopen the review to change a decision.',
  finishOpen: (open: number): string => `${count(open, 'change is', 'changes are')} undecided. Finish the review?`,
  finishAnyway: 'Finish anyway',
  keepDeciding: 'Keep deciding',
  divided: (total: number): string => `${count(total, 'change is', 'changes are')} undecided again`,
  dividedDetail:
    'An earlier version took different decisions on parts of one change, such as both ends of a move. Decide each change once more.',
  shownFirst: (change: string, verdict: ChangeAction): string =>
    `Not decided, because it was out of view: ${change} Press again: it is ${verdict}.`,
  selectedChanges: (total: number): string => count(total, 'change selected', 'changes selected'),
  everyDecided: 'Every change is decided. You can finish the review.',
  reopen: 'Reopen',
};

const COMMENT_CHANGES = { added: 'Added', deleted: 'Deleted', edited: 'Edited' } as const;

/** What the cards of comments say. */
export const commentWords = {
  comment: (number: number): string => `Comment ${numeral(number)}`,
  did: (change: keyof typeof COMMENT_CHANGES): string => COMMENT_CHANGES[change],
  /** The name of a card for a screen reader. */
  name: (author: string, isReply: boolean, change: keyof typeof COMMENT_CHANGES | null, isDone: boolean): string =>
    [
      `${isReply ? 'Reply' : 'Comment'} by ${author}`,
      ...(change === null ? [] : [COMMENT_CHANGES[change].toLowerCase()]),
      ...(isDone ? ['resolved'] : []),
    ].join(', '),
  unknownAuthor: 'Unknown',
  resolved: 'Resolved',
  wasResolved: 'Resolved in the original',
  wasOpen: 'Not resolved in the original',
  close: 'Close the comment',
};

/** What the hosted viewer says beside the comparison. */
export const viewerMessages = {
  untitled: 'Comparison',
  expires: (at: string): string => `This link ends ${moment.format(new Date(at))}`,
  reviewUnavailable:
    'This comparison can be read but not reviewed: the plan of its creator does not include reviews. Ask for a link from an account with the plan Creator or Creator Pro.',
  refusal: (code: string): RefusalText => REFUSALS[code] ?? UNKNOWN_REFUSAL,
} as const;

/* The embed script. */

/** What the embed script says to the host's readers, and to those who write the host's page. */
export const embedMessages = {
  frameTitle: 'Document comparison',
  noComparison: 'Diffsvc.embed: comparisonId has to be the id of a comparison.',
  noTheme: 'Diffsvc.embed: theme has to be system, light or dark.',
  noView: 'Diffsvc.embed: view has to be unified or split.',
  noContainer: (selector: string): string =>
    `Diffsvc.embed: there is no element${selector === '' ? '' : ` ${selector}`} to put the viewer into.`,
  noAnswer: 'The viewer does not answer, or was destroyed.',
  destroyed: 'The viewer was destroyed.',
  asModule: 'diffsvc.js has to be loaded as <script src="…/scripts/v1/diffsvc.js">, not as a module.',
} as const;

/** Why a viewer in a frame does not answer, by the names that its host is given. */
export const FRAME_FAULTS = {
  frame_blocked:
    'The viewer did not load. Check that the service runs, and that the Content-Security-Policy of this page has its origin in frame-src.',
  handshake_timeout:
    'The viewer does not answer. The comparison needs the origin of this page as its embedOrigin, and a link that has not expired.',
} as const;

/* The review file. */

/** What a review file says beside the comparison. */
export const reviewFileMessages = {
  keptInFile: 'Save a copy to keep your choices or to hand them on.',
  reviewer: 'Your name',
  saveCopy: 'Save a copy',
  whoAreYou: (reviewer: string): string =>
    `${reviewer === '' ? 'A colleague' : reviewer} sent you this file. Enter your name, so that your decisions and notes carry it.`,
  enterName: 'Enter your name',
  saved: (name: string): string => `Saved as ${name}`,
  savedNameless: (name: string): string =>
    `Saved as ${name}. It has no name of yours: enter your name and save again, so that your colleagues know whose decisions these are.`,
  openCopy: 'Add decisions…',
  openCopyLong: 'Add the decisions from another copy of this file',
  sender: (reviewer: string, savedAt: string | null): string =>
    [
      reviewer === '' ? 'Sent without a name' : `Sent by ${reviewer}`,
      savedAt === null || Number.isNaN(Date.parse(savedAt)) ? '' : `, saved ${moment.format(new Date(savedAt))}`,
    ].join(''),
  otherComparison:
    'That file is about another comparison, so its decisions do not fit here. Choose a copy of this file.',
  damagedFile:
    'This file is damaged: the document in it is not the one it was made with. Ask for it again, or open an earlier copy.',
} as const;

/* The application. */

/** What a comparison without any name is called. */
const PASTED = 'Pasted texts';

const PAGE_NAMES = {
  start: 'Compare',
  text: 'Compare text',
  drafts: 'Three drafts',
  recents: 'Recent',
  settings: 'Settings',
  connections: 'Connections',
} as const;

const STAGE_NAMES = {
  starting: 'Getting ready',
  uploading: 'Uploading the files',
  waiting: 'Waiting for the service',
  checking: 'Checking the files',
  reading: 'Reading',
  comparing: 'Comparing',
  showing: 'Showing the result',
} as const;

interface ToldProgress {
  readonly stage: keyof typeof STAGE_NAMES;
  readonly sentBytes: number;
  readonly totalBytes: number;
  /** The sides that are being read. */
  readonly reading: readonly Side[];
  /** Blocks of the redline that have come. */
  readonly blocks: number;
}

function stageText({ stage, sentBytes, totalBytes, reading, blocks }: ToldProgress): string {
  const name = STAGE_NAMES[stage];
  if (stage === 'uploading' && totalBytes > 0)
    return `${name}: ${sizeInWords(sentBytes)} of ${sizeInWords(totalBytes)}`;
  if (stage === 'reading') return `${name} ${reading.map((side) => SIDES[side].toLowerCase()).join(' and ')}`;
  if (stage === 'comparing' && blocks > 0) return `${name}: ${count(blocks, 'block', 'blocks')} of the redline so far`;
  return name;
}

const SIGN_IN = 'This page is not signed in. Run “diffsvc link” and open the address that it prints.';

/** A refusal for a reader of the page. `message` of the service may be meant for programs. */
function refusalText(code: string, message: string): string {
  if (code === 'export_authentication_required') return `${SIGN_IN} Then try again.`;
  return code === 'unauthorized' ? `${message}\n${SIGN_IN}` : message;
}

/** Why a file is not taken. */
type ToldFault =
  | { readonly kind: 'too-large'; readonly sizeBytes: number; readonly limitBytes: number }
  | { readonly kind: 'document'; readonly format: DocumentFormat | OtherFormat }
  | { readonly kind: 'misnamed'; readonly format: 'docx' | 'pdf' }
  | { readonly kind: 'binary' | 'empty' | 'encoding' | 'folder' | 'unreadable' };

/** Why the order of two files is not sure (renderer/app/comparison/guess-sides.ts). */
type OrderDoubt = 'dates-disagree' | 'dates-alone' | 'nothing';

const COMPARED_FORMATS = 'DOCX, DOC, RTF, ODT, PDF, HTML, Markdown, text or JSON';

function faultText(fault: ToldFault, name: string): string {
  switch (fault.kind) {
    case 'too-large':
      return `“${name}” has ${excessInWords(fault.sizeBytes, fault.limitBytes)}; the limit is ${sizeInWords(fault.limitBytes)} for one document. Compare a part of it, or save its pictures smaller.`;
    case 'document': {
      const told = toldFormat(fault.format);
      return `“${name}” is ${told.name}, which is not compared. ${told.nextStep}`;
    }
    case 'binary':
      return `“${name}” is neither a text nor a document. Choose a ${COMPARED_FORMATS}.`;
    case 'empty':
      return `“${name}” is empty: it has 0 bytes. Save it again where it comes from, and choose it again.`;
    case 'folder':
      return `“${name}” is a folder. Choose the document in it.`;
    case 'misnamed':
      return `“${name}” is no ${FORMATS[fault.format]} file inside, whatever its name says. Open it in the program that made it, and save it as ${FORMATS[fault.format]}.`;
    case 'encoding':
      return `“${name}” is not UTF-8, nor UTF-16 with a byte order mark. Save it as UTF-8 and choose it again.`;
    case 'unreadable':
      return `“${name}” could not be read. It may have been moved, or it is a folder. Choose it again.`;
  }
}

/** Why the order of two files is asked for. `earlier` is the original as far as anything tells. */
function orderDoubtText(doubt: OrderDoubt, earlier: string, later: string): string {
  switch (doubt) {
    case 'dates-disagree':
      return `The names say that “${earlier}” is the earlier version. It was saved after “${later}”.`;
    case 'dates-alone':
      return `The names do not say it. “${later}” was saved after “${earlier}”, which copying a file can do as well.`;
    case 'nothing':
      return 'Neither the names of the files nor their dates say it.';
  }
}

/** What a tile keeps when a given file was refused. */
function keptText(name: string | null): string {
  return name === null ? 'The text before it stays.' : `“${name}” stays.`;
}

interface ExportText {
  readonly name: string;
  readonly about: string;
  readonly extension: string;
}

const EXPORTS = {
  resolved_docx: {
    name: 'Final Word document',
    about: 'The document with your decisions applied.',
    extension: '.docx',
  },
  track_changes_docx: {
    name: 'Tracked Word document',
    about: 'Every change as a tracked change that Word and LibreOffice accept or reject, whatever you decided here.',
    extension: '.docx',
  },
  report_pdf: {
    name: 'Report',
    about: 'Cover with the fingerprints of both files, every change with its decision and notes, then the redline.',
    extension: '.pdf',
  },
  report_html: { name: 'Report', about: '', extension: '.html' },
  redline_pdf: {
    name: 'Redline as PDF',
    about: 'Every change marked, whatever you decided here: to print or to send.',
    extension: '.pdf',
  },
  marked_pages_pdf: {
    name: 'Marked pages as PDF',
    about:
      'The pages of both versions with every change marked where it is printed. Decided changes are marked quietly.',
    extension: '.pdf',
  },
  review_html: {
    name: 'Review file',
    about:
      'One HTML file with your decisions and notes. A colleague reviews in it offline and sends a copy back. Drop that copy here.',
    extension: '.html',
  },
  resolved_html: {
    name: 'Final HTML',
    about: 'The document with your decisions applied, as one page for any browser.',
    extension: '.html',
  },
  evidence_zip: {
    name: 'Evidence pack',
    about: 'One archive with which anyone can prove later what was compared, and that no change is missing.',
    extension: '.zip',
  },
  changes_csv: {
    name: 'Changes as a table',
    about: 'CSV for a spreadsheet: place, texts before and after, your decision, notes.',
    extension: '.csv',
  },
  changes_json: {
    name: 'Changes as JSON',
    about: 'Every change with its place, decision and notes, for programs.',
    extension: '.json',
  },
} as const satisfies Record<string, ExportText>;

/** What an evidence pack holds. */
const EVIDENCE_ENTRIES = {
  manifest: [
    'manifest.json',
    'Fingerprints of both files, of their texts and of the redline; settings, version and date.',
  ],
  changes: ['changes.json', 'Every change with its place.'],
  redline: [
    'redline.html',
    'The redline. Rejecting all changes gives the original document, accepting all the revised one.',
  ],
  original: ['original', 'The original document as it was compared.'],
  revised: ['revised', 'The revised document as it was compared.'],
} as const;

const EXPORT_GROUPS = { word: 'Word', read: 'Report and PDF', review: 'Share', data: 'Data' } as const;

const INSERTION_LOOKS = {
  shaded: 'Underlined on green',
  underline: 'Underlined',
  double_underline: 'Double underlined',
} as const;
const DELETION_LOOKS = {
  shaded: 'Struck out on red',
  strikethrough: 'Struck out',
  double_strikethrough: 'Double struck out',
} as const;
const PAGES_LAYOUTS = { side_by_side: 'Side by side', one_after_the_other: 'One after the other' } as const;
const PAPERS = { a4: 'A4', letter: 'US Letter' } as const;
const LINK_TERMS = { '24h': 'One day', '48h': 'Two days', '72h': 'Three days' } as const;

const SIDE_NAMES: Record<Side, string> = { original: 'Original document', revised: 'Revised document' };

const VIEW_NAMES = {
  redline: 'Redline',
  split: 'Side by side',
  original: 'Original',
  final: 'Final',
  pages: 'Pages',
} as const;

const COLOR_NAMES = ['Teal', 'Violet', 'Rust', 'Green', 'Magenta', 'Blue', 'Olive'] as const;

const relative = /* @__PURE__ */ new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A moment as the time since then: "5 minutes ago", "yesterday"; after a week the date. */
function ago(ms: number, nowMs: number): string {
  const since = Math.max(0, nowMs - ms);
  if (since < MINUTE_MS) return 'just now';
  if (since < HOUR_MS) return relative.format(-Math.floor(since / MINUTE_MS), 'minute');
  if (since < DAY_MS) return relative.format(-Math.floor(since / HOUR_MS), 'hour');
  return since < 7 * DAY_MS ? relative.format(-Math.floor(since / DAY_MS), 'day') : day.format(ms);
}

const FINISHED_EXPORTS = {
  resolved_docx: 'Final Word',
  track_changes_docx: 'Tracked Word',
  report_pdf: 'PDF report',
} as const;

/** What a first reader of a comparison has to know, as pairs of a name and what it means. */
const READING = [
  ['Redline', 'Deleted text is struck out in red. Inserted text is underlined in green.'],
  ['Accept', 'The revised wording stays. A decision can be changed at any time.'],
  ['Reject', 'The original wording comes back.'],
  ['Undecided', 'The view “Final” shows it as accepted. In the final Word document it stays a tracked change.'],
  ['Flag', 'A rule found an amount, a date, a negation, a party or a defined term. Read the other changes as well.'],
  [
    'The whole text was compared',
    'Your browser proved it: rejecting all changes gives the original, accepting all gives the revised document.',
  ],
  ['Left out', 'The bar names what is not compared. If it differs, a message above the document says so.'],
  ['Notes', 'They are in the report, the review file and the tables. Word documents and links have none.'],
] as const;

/** What the application says beside the comparison. */
export const appMessages = {
  finishedExport: (kind: keyof typeof FINISHED_EXPORTS): string => FINISHED_EXPORTS[kind],
  navigation: 'Pages',
  pageName: (page: keyof typeof PAGE_NAMES): string => PAGE_NAMES[page],
  size: sizeInWords,
  refusal: refusalText,
  skip: 'Skip to the documents',

  help: 'Help',
  readingHeading: 'How to read a comparison',
  reading: READING,
  filesTab: 'Files',
  textTab: 'Text',
  inputTabs: 'What to compare',
  sideName: SIDE_NAMES,
  placeholder: 'Paste or type text here',
  formats: COMPARED_FORMATS,
  chooseFile: 'Choose file…',
  chooseOther: 'Choose another file…',
  chooseFileFor: (name: string): string => `Choose file… for ${name.toLowerCase()}`,
  clearFile: (name: string): string => `Remove ${name.toLowerCase()}`,
  dropHere: 'Drop it here, or',
  dropAnywhere: 'Drop two files anywhere. Where their names do not tell which one is the original, you are asked.',
  sidesTurned: (original: string, revised: string): string =>
    `“${original}” is the original document by name or date, “${revised}” the revised one.`,
  sidesChosen: 'Both documents are chosen.',
  whichIsOriginal: 'Which one is the original document?',
  orderDoubt: orderDoubtText,
  savedAt: (ms: number): string => `saved ${moment.format(ms)}`,
  orderNotSaid: 'Say first which of the two files is the original document.',
  sidesGuessed: 'The names say which file is the original. Swap them if that is wrong.',
  pastedText: 'Pasted text',
  fileFacts: (format: AnyFormat | null, sizeBytes: number): string =>
    [...(format === null ? [] : [FORMATS[format]]), sizeInWords(sizeBytes)].join(' · '),
  fileLoaded: (side: Side, name: string): string => `${SIDE_NAMES[side]}: ${name} loaded`,
  tooManyFiles: (given: number): string =>
    `${numeral(given)} files were dropped. Drop two at most: the original and the revised document.`,
  textFault: faultText,
  keptInTile: keptText,
  notTakenAlone: (name: string, refused: string): string =>
    `“${name}” was not taken, because “${refused}” is no document to compare it with.`,
  refusedTogether: 'Nothing was compared. Give two documents to compare them.',
  swap: 'Swap',
  swapLong: 'Swap original and revised document',
  formatLabel: 'Format',
  format: (format: RequestedFormat | 'docx' | 'pdf'): string => (format === 'auto' ? 'Detect' : FORMATS[format]),
  compare: 'Compare',
  compareShortcut: 'Ctrl Enter',
  escape: 'Esc',
  comparing: 'Comparing…',
  cancel: 'Cancel',
  cancelled: 'The comparison was cancelled.',
  bothEmpty: 'There is nothing to compare yet. Choose two files, or drop them anywhere on this page.',
  filesEmpty: 'Both files are empty: neither has any text. Choose two other files.',
  oneMissing: (side: Side): string =>
    `The ${SIDE_NAMES[side].toLowerCase()} is missing. Choose it, or drop it anywhere on this page.`,
  sideTooLarge: (side: Side, sizeBytes: number, limitBytes: number): string =>
    `The ${SIDE_NAMES[side].toLowerCase()} has ${excessInWords(sizeBytes, limitBytes)}; the limit is ${sizeInWords(limitBytes)} for one document. Compare a part of it.`,
  openedWhileComparing: (names: readonly string[]): string =>
    `A comparison is running. Open ${names.join(' and ')} again when it is done.`,
  unreachable: 'The service does not answer. Check that it is still running, then try again.',
  noResult: 'The service ended the comparison without its result. Compare again.',
  unexpected: 'Something went wrong in this page. Your texts are still here; compare again.',
  sameSources: 'Their sources differ only in what is not compared, such as white space between elements.',
  changes: (total: number): string => count(total, 'change', 'changes'),

  welcomeHeading: 'This is what a comparison looks like',
  welcomeText: 'Two versions of a short contract. Deleted text is struck out, inserted text is underlined.',
  openSample: 'Try it with a sample',
  hideWelcome: 'Hide this',
  pastedTitle: PASTED,
  sampleTitle: 'Sample comparison',
  startHeading: 'What changed?',
  startText: (host: string | null): string =>
    `See every difference between two documents. ${host === null ? 'Nothing leaves this machine.' : `The service at ${host} compares them.`}`,
  recentHeading: 'Recent comparisons',
  allRecents: (total: number): string => `Show all ${numeral(total)}`,
  compareTwo: 'Compare two documents',
  threeDrafts: 'Follow three drafts…',
  followIntoThird: 'Follow into a third draft',
  backToDrafts: 'Back to the three drafts',
  showAllRecents: 'Show all comparisons',
  viewName: (view: keyof typeof VIEW_NAMES): string => VIEW_NAMES[view],
  openingView: (layout: Layout): string => LAYOUTS[layout],
  formatName: (format: ComparisonFormat): string => FORMATS[format],
  changeCount: (changes: number, differsElsewhere: boolean): string => {
    if (changes > 0) return count(changes, 'change', 'changes');
    return differsElsewhere ? 'No changes in what was compared' : 'No changes';
  },
  reviewProgress: 'Decided changes',
  finished: 'Finished',
  notReviewed: (changes: number, differsElsewhere: boolean): string => {
    if (changes > 0) return 'Not reviewed';
    return differsElsewhere ? 'Something else differs' : 'Nothing to review';
  },
  twoFormats: (original: AnyFormat, revised: AnyFormat): string => `${FORMATS[original]} → ${FORMATS[revised]}`,
  ago,
  removed: (title: string): string => `Deleted “${title}”.`,

  progressHeading: 'Comparing',
  stage: stageText,
  stageNames: STAGE_NAMES,
  machineBusy: 'This machine is busy. The comparison goes on for as long as you wait, up to ten minutes.',
  timeRunning: (seconds: number): string => count(seconds, 'second', 'seconds'),

  visitorHeading: 'This page is not signed in',
  visitorText: 'You can compare, but as a visitor: a few requests a minute, no exports, no keys.',
  signIn: 'Sign in',
  signInOutcome: {
    opened: 'Your browser opened a new tab, and that tab is signed in. Pages of the same browser follow it.',
    recently: 'A tab was opened within the last half minute. Look for it in your browser.',
    'not-opened': 'The service could not open a browser on this machine.',
  },
  byLink: 'To sign in, run this in a terminal of the machine with the service, and open the address that it prints:',
  orByLink: 'If no tab opens, run this in a terminal here, and open the address that it prints:',
  signInFirst: 'Sign in first. An extension that waits appears here then.',
  visitorCommand: 'diffsvc link',
  visitorCheckout: 'From a checkout: npm run --silent diffsvc -- link',
  linkRefused: 'The link that you opened was used before, or is older than an hour.',
  needsOwner: 'This page is for the owner of this installation.',

  liveEmpty: 'The redline appears here while you type.',
  liveResult: 'Live redline',
  liveSame: 'No difference',
  livePending: 'Comparing…',
  liveTooLarge: (sizeBytes: number, limitBytes: number): string =>
    `Both texts together make a request of ${excessInWords(sizeBytes, limitBytes)}; while typing the limit is ${sizeInWords(limitBytes)}. Compare them on the first page, as files or pasted.`,
  liveCompare: 'Open as a comparison',

  recentsEmpty: 'Nothing has been compared yet.',
  recentsNote:
    'This browser keeps the 50 latest comparisons with their review, 1 GB at most, and everything that you pin.',
  recentsFault: (fault: ToldStorageFault): string => {
    if (fault.kind === 'refused')
      return `This browser keeps nothing for the next visit (${fault.message}). What is listed lasts until the page is closed.`;
    const what = fault.sizeBytes === 0 ? 'the last change' : `the last comparison (${sizeInWords(fault.sizeBytes)})`;
    return `This browser has no room for ${what}. It lasts until the page is closed. Delete comparisons here, or files of this machine, then compare again.`;
  },
  recentName: ({ originalName, revisedName }: Record<'originalName' | 'revisedName', string | null>): string =>
    originalName === null && revisedName === null
      ? PASTED
      : `${originalName ?? SIDES.original} → ${revisedName ?? SIDES.revised}`,
  recentReview: (decided: number, changes: number, finished: boolean): string | null =>
    decided === 0
      ? null
      : finished && decided === changes
        ? 'Review finished'
        : `${numeral(decided)} of ${numeral(changes)} decided`,
  pinOf: (name: string, pinned: boolean): string => `${pinned ? 'Unpin' : 'Pin'} ${name}`,
  removeOf: (name: string): string => `Delete ${name}`,
  searchRecents: 'Search by name',
  noRecentFits: 'No comparison has this name.',
  recentGone: 'This comparison is no longer kept in this browser. Compare the documents again.',

  backToInputs: 'Back to the documents',
  share: 'Share',
  shareHeading: 'Share link',
  shareAbout:
    'A page that shows the comparison in a browser, until the link ends. Your decisions and notes are not on it.',
  shareOpens: (host: string | null): string =>
    host === null
      ? 'It opens on this machine only: the service answers nobody else.'
      : `It opens wherever ${host} can be reached.`,
  shareTerm: 'The link ends after',
  shareTermOf: (term: keyof typeof LINK_TERMS): string => LINK_TERMS[term],
  openLink: 'Open',
  newLink: 'Create another link',
  endLinks: 'End all links',
  linksEnded: 'No link opens this comparison any more.',
  shareDetail: 'Anyone who can reach this service and has the link can read the comparison until the link ends.',
  shareFailed: 'The link was not created',
  makeLink: 'Create link',
  copyLink: 'Copy link',
  linkCopied: 'The link is copied.',
  linkEnds: (at: string): string => `The link ends ${moment.format(new Date(at))}.`,
  compareAgain: 'Compare both documents again',
  undisclosed: 'List edits they did not track',
  undisclosedFound: (total: number): string =>
    total === 0
      ? 'They tracked every edit.'
      : `${count(total, 'edit is', 'edits are')} not tracked. The list begins with ${total === 1 ? 'it' : 'them'}.`,
  swapSides: 'Swap sides',
  reviewTurned: (kept: number, lost: number, isReordered: boolean): string =>
    [
      `The sides are swapped. ${count(kept, 'decision keeps its wording', 'decisions keep their wording')}: accepted is rejected now, and rejected accepted.`,
      ...(lost === 0
        ? []
        : [`${numeral(lost)} found no place; the list above the document has ${lost === 1 ? 'it' : 'them'}.`]),
      ...(isReordered
        ? ['Where both wordings of a place stay, they stand in the other order: read those places again.']
        : []),
    ].join(' '),
  takeReview: 'Add a colleague’s review…',
  noReviewFile: (name: string): string =>
    `“${name}” is no review file. Choose the HTML file that your colleague saved with “Save a copy”.`,
  reviewWithoutComparison: (title: string): string =>
    `This is a review file of “${title}”, and this browser has no such comparison. Compare the same two documents, then give this file again. You can also open it in a browser as it is.`,
  export: 'Export',
  more: 'More',
  copyChange: 'Copy change',
  copied: 'The change is copied.',
  notCopied: 'The browser did not let this page copy. Select the text and copy it yourself.',
  nothingToCopy: 'Select a change first, with J or F8.',
  print: 'Print',
  printAbout: 'The view behind this sheet, whole, with the names of the files and page numbers.',
  printed: 'On paper',
  printedDocument: 'Document',
  printedList: 'Document and list',
  changedOnDisk: (names: readonly string[]): string =>
    `${names.join(' and ')} ${names.length === 1 ? 'has' : 'have'} changed on disk.`,
  comparedAfterSaving: (names: readonly string[]): string =>
    `${names.join(' and ')} ${names.length === 1 ? 'was' : 'were'} saved. Compared again.`,
  fileNotReadAgain: (name: string): string =>
    `${name === '' ? 'The file' : name} could not be read again. Choose it again on the start page.`,
  finalWithUndecided: (open: number): string =>
    `${count(open, 'undecided change is', 'undecided changes are')} shown here as accepted. In the final Word file ${open === 1 ? 'it stays a tracked change' : 'they stay tracked changes'}.`,
  carried: (carried: number): string =>
    `${count(carried, 'decision', 'decisions')} of your last review of these documents ${carried === 1 ? 'was' : 'were'} kept.`,
  /** `here`: how many of its decisions fit this draft. */
  earlierReview: ({ decided, originalName, revisedName, atMs }: ToldEarlierReview, here: number): string => {
    const names = originalName === null || revisedName === null ? '' : ` of “${originalName} – ${revisedName}”`;
    return (
      `You decided ${count(decided, 'change', 'changes')}${names} on ${day.format(atMs)}. ` +
      `${numeral(here)} ${here === 1 ? 'is here again. Take it over?' : 'are here again. Take them over?'}`
    );
  },
  takeEarlier: 'Take over',
  /** Why decisions and notes are in this browser alone, and what becomes of them. */
  stepsWait: (trouble: ToldTrouble): string => {
    switch (trouble.kind) {
      case 'unreachable':
        return 'The service cannot be reached. Your decisions are kept in this browser, and go to the service when it answers.';
      case 'failing':
        return `The service cannot take your decisions now: ${sentence(trouble.reason)} They are kept in this browser, and go to the service when it can.`;
      case 'signed_out':
        return 'This page is no longer signed in. Your decisions are kept in this browser. Sign in again, and they go to the service.';
      case 'refused': {
        const [what, they] =
          trouble.steps === 1 ? ['1 step', 'It is'] : [`${numeral(trouble.steps)} steps`, 'They are'];
        return `The service refused ${what} of yours: ${sentence(trouble.reason)} ${they} kept in this browser, and other windows do not show ${trouble.steps === 1 ? 'it' : 'them'}. Open the comparison again to try once more.`;
      }
    }
  },
  lostHeading: (lost: number): string =>
    `${count(lost, 'decision', 'decisions')} of your last review could not be kept: the text has changed.`,
  lostNoted: 'Noted',

  exportHeading: 'Export and share',
  exportKinds: 'What to make',
  exportGroup: (group: keyof typeof EXPORT_GROUPS): string => EXPORT_GROUPS[group],
  exportText: (accepted: number, rejected: number, open: number): string =>
    accepted + rejected === 0
      ? 'No change is decided yet.'
      : `${numeral(accepted)} accepted, ${numeral(rejected)} rejected, ${numeral(open)} undecided.`,
  exportOf: (kind: keyof typeof EXPORTS): ExportText => EXPORTS[kind],
  exportPreview: 'Preview',
  evidenceEntries: (changesOnly: boolean): readonly (readonly [name: string, about: string])[] => {
    const { manifest, changes, redline, original, revised } = EVIDENCE_ENTRIES;
    return changesOnly ? [manifest, changes] : [manifest, changes, redline, original, revised];
  },
  evidenceProof: 'To prove it again on any machine, run:',
  evidenceCommand: (changesOnly: boolean): string =>
    changesOnly ? 'diffsvc verify EARLIER LATER PACK.zip' : 'diffsvc verify PACK.zip',
  changesOnly: 'Only the changes',
  changesOnlyDetail: 'The pack then holds neither the files nor any unchanged text.',
  previewFailed: 'There is no preview now. The file can be saved all the same.',
  exportOptions: 'Options',
  stillOpen: (open: number, isWord: boolean): string =>
    `${count(open, 'change is', 'changes are')} undecided. ${open === 1 ? 'It stays' : 'They stay'} ${isWord ? (open === 1 ? 'a tracked change' : 'tracked changes') : 'marked'} in the file.`,
  notesStay: (notes: number): string =>
    `Your ${count(notes, 'note', 'notes')} ${notes === 1 ? 'is' : 'are'} not in this file. The report has ${notes === 1 ? 'it' : 'them'}.`,
  isFinal: 'Every change is decided. The file holds no tracked change.',
  checkingFile: 'Checking that the file is what you decided…',
  fileIsExact: 'This file is exactly what you decided',
  fileReadAgain:
    'The finished file was read again. Its words, paragraphs, pictures and links are as you decided. Formatting is not part of this check.',
  fileDiffers: 'This file is not exactly what you decided',
  fileNotChecked: 'This file could not be checked',
  fileDoubtful: 'Not saved yet. Read what the check found, then save.',
  morePlaces: (places: number): string => `${count(places, 'more place', 'more places')} in the file.`,
  beforeYouSend: 'Before you send it',
  revisionAuthor: 'Author of the tracked changes',
  revisionLook: 'Word chooses the colours of tracked changes. Each reader sets them in Word.',
  reportReviewer: 'Reviewer on the cover',
  reviewerOfFile: 'Your name',
  reportFormat: 'Format',
  paper: 'Paper',
  pagesLayout: 'Pages',
  pagesLayoutOf: (layout: keyof typeof PAGES_LAYOUTS): string => PAGES_LAYOUTS[layout],
  paperOf: (paper: keyof typeof PAPERS): string => PAPERS[paper],
  insertions: 'Insertions',
  insertionLook: (look: keyof typeof INSERTION_LOOKS): string => INSERTION_LOOKS[look],
  deletions: 'Deletions',
  deletionLook: (look: keyof typeof DELETION_LOOKS): string => DELETION_LOOKS[look],
  keepRevisions: 'Keep the tracked changes of both files',
  keepRevisionsDetail: 'They stay with author and date. Otherwise they count as accepted.',
  onlyChanges: 'Only parts with changes',
  onlyChangesDetail: 'What is far from any change is left out, and the file says how much.',
  coverKicker: 'Comparison report',
  coverDigest: (digest: string): string => `SHA-256 ${digest}`,
  coverNameless: 'Without a file name',
  coverDecisions: (accepted: number, rejected: number, open: number, notes: number): string =>
    [
      `${numeral(accepted)} accepted`,
      `${numeral(rejected)} rejected`,
      `${numeral(open)} undecided`,
      count(notes, 'note', 'notes'),
    ].join(' · '),
  reportReviewerOf: (reviewer: string): string => `Reviewer: ${reviewer}`,
  coverThen: 'Then: the list of changes, and the redline.',
  reviewContents: (changes: number, decided: number, notes: number): string =>
    `${count(changes, 'change', 'changes')}, ${count(decided, 'decision', 'decisions')}, ${count(notes, 'note', 'notes')}`,
  exportMake: 'Save',
  exportAnyway: 'Save anyway',
  exportMakeOf: (kind: keyof typeof EXPORTS, isAnyway = false): string =>
    `Save ${isAnyway ? 'anyway: ' : ''}${EXPORTS[kind].name}`,
  exportWaits: (reason: string): string => `Waiting. ${reason}`,
  exportMaking: (share: number | null): string => (share === null ? 'Making…' : `Making… ${Math.round(share * 100)} %`),
  exportSaved: (name: string): string => `Saved as ${name}`,
  exportDrag: 'Drag the name to a folder or a message.',
  exportCancelled: 'Not saved.',
  exportFailed: 'The file was not made.',
  exportWarnings: (warnings: readonly string[]): string => warnings.join(' '),
  close: 'Close',

  pagesFailed: 'The pages could not be laid out',
  tryAgain: 'Try again',
  compareAsText: 'Compare as text',

  keysHeading: 'API keys',
  keysText:
    'A program that calls this service sends a key. Give each program its own, so that you can revoke it alone.',
  keyName: 'What is it for?',
  keyPlaceholder: 'Nightly run',
  createKey: 'Create key',
  newKeyHeading: (name: string): string => `Your new key: ${name}`,
  newKeyText: 'Copy it now: it is not shown again.',
  copyKey: 'Copy key',
  keyCopied: 'The key is copied.',
  keyDone: 'Done',
  keysEmpty: 'You have no keys yet.',
  keysColumns: { name: 'Name', created: 'Created', used: 'Last used', actions: 'Actions' },
  never: 'Never',
  revoke: 'Revoke',
  revokeOf: (name: string): string => `Revoke ${name}`,
  revokeAsk: (name: string): string => `Revoke “${name}”?`,
  revokeDetail: 'Programs that use it can no longer call the service.',
  revoked: (at: string): string => `Revoked ${day.format(new Date(at))}`,
  day: (at: string): string => day.format(new Date(at)),
  momentOf: (at: string): string => moment.format(new Date(at)),
  keep: 'Keep it',

  connectionsText: 'What else may use this service: the browser extension, and your programs.',
  extensionsHeading: 'Browser extensions',
  extensionsText:
    'The extension compares selections and pages of any web site. Choose “Pair” in its settings; it then shows six digits, and you confirm the same ones here.',
  installExtension: 'Show how to install it',
  installSteps: [
    'In a checkout, run the command below. It puts a folder for Chromium and one for Firefox into dist/extension.',
    'Load the folder on the browser’s page for extensions, in developer mode.',
    'Choose “Pair” in the settings of the extension, then come back to this page.',
  ] as const,
  installCommand: 'npm run build:extension',
  referenceHeading: 'API reference',
  referenceText: 'Every operation with its fields, and a way to try it.',
  reference: 'Open the API reference',
  referencePath: '/docs',
  waitingHeading: 'Wants to be paired',
  pairingId: 'Its id',
  pairingCode: 'Its code',
  pairingAsk: 'Does the extension show the same six digits?',
  pairingLeft: (seconds: number): string => `${count(seconds, 'second', 'seconds')} left`,
  confirmPairing: 'Yes, pair it',
  refusePairing: 'No, refuse it',
  pairingConfirmed: 'Confirmed. The extension takes its key in a moment.',
  looksAlike: 'Another waiting extension has a name that looks the same. Compare the id before you confirm.',
  nonePaired: 'No extension is paired.',
  unpair: 'Unpair',
  unpairOf: (name: string): string => `Unpair ${name}`,
  unpairAsk: (name: string): string => `Unpair “${name}”?`,
  unpairDetail: 'It can no longer use the service. You can pair it again.',

  general: 'General',
  reviewerHeading: 'Reviewer',
  reviewerText: 'Your decisions and notes carry this name.',
  reviewerName: 'Name',
  reviewerColor: 'Colour',
  colorName: (at: number): string => COLOR_NAMES[at] ?? numeral(at + 1),
  appearance: 'Appearance',
  theme: 'Colours',
  layout: 'A comparison opens as',
  collapse: 'Fold long parts without a change',
  comparableFiles: 'Documents and texts',
  compareWhenSaved: 'Compare again when a file is saved',
  compareAtOnce: 'Compare as soon as two files are there',
  characterKeysDetail: 'Turn this off if speech input types letters by accident.',
  showWelcome: 'Show the sample on the first page',
  signOutHeading: 'This browser',
  signOut: 'Sign out',
  signedIn: 'This browser is signed in as the owner of the installation.',
  signedOut: 'Signed out. A new link from “diffsvc link” signs you in again.',
  dataHeading: 'Where your data is stored',
  dataService:
    'The service keeps your reviews until you delete them, and a comparison for a day, or until its last link ends. It also keeps API keys and usage. Its folder:',
  dataBrowser: 'Recent comparisons, a copy of your reviews and these settings are in this browser’s own storage.',
  showFolder: 'Show the folder',
  version: (version: string): string => `Version ${version}`,
  deleteHeading: 'Delete everything',
  deleteText:
    'Deletes all comparisons, exports and shared links that the service keeps for you. Deletes all recent comparisons, reviews and settings of this browser. API keys stay. Uploads that were never compared are deleted within a day.',
  deleteAll: 'Delete everything…',
  deleteAsk: 'Delete everything? This cannot be undone.',
  deleteYes: 'Delete everything',
  deleted: (comparisons: number, files: number): string =>
    `Deleted: ${count(comparisons, 'comparison', 'comparisons')} and ${count(files, 'export', 'exports')} of the service, and everything of this browser.`,
  loading: 'Loading…',
  partMissing: 'A part of this page did not arrive. The service may have been updated or stopped. Nothing is lost.',
  loadAgain: 'Load the page again',
} as const;

/* Three drafts. */

const DRAFT_ORDERS = {
  ours_first: {
    label: 'Ours, theirs, ours',
    drafts: ['Our draft, as sent', 'Their draft, as returned', 'Our newest draft'],
    lists: {
      accepted: ['We accepted', 'Changes of theirs that our newest draft keeps.'],
      changedBack: ['We changed back', 'Changes of theirs that our newest draft takes back.'],
      changedFurther: ['We changed further', 'Changes of theirs where our newest draft has other words.'],
      added: ['New from us', 'What our newest draft says or leaves out by itself.'],
    },
  },
  theirs_first: {
    label: 'Theirs, ours, theirs',
    drafts: ['Their draft, as received', 'Our draft, as sent', 'Their draft, as returned'],
    lists: {
      accepted: ['They accepted', 'Changes of ours that their newest draft keeps.'],
      changedBack: ['They changed back', 'Changes of ours that their newest draft takes back.'],
      changedFurther: ['They changed further', 'Changes of ours where their newest draft has other words.'],
      added: ['New from them', 'What their newest draft says or leaves out by itself.'],
    },
  },
} as const;

type DraftsOrderName = keyof typeof DRAFT_ORDERS;
type DraftListName = keyof (typeof DRAFT_ORDERS)[DraftsOrderName]['lists'];

const DRAFT_STEPS = {
  first: 'Comparing the first two drafts',
  second: 'Comparing the last two drafts',
  following: 'Following every change into the last draft',
} as const;

const ORDINALS = ['first', 'second', 'third'] as const;

const listing = /* @__PURE__ */ new Intl.ListFormat('en', { type: 'conjunction' });

const PART_OF_CHANGE = 'Part of a change';

/** A change of three drafts, or a part of one. */
interface FollowedDescription {
  readonly change: ChangeDescription;
  readonly section: string;
  readonly isPart: boolean;
  readonly now?: string;
}

function nowText(now: string): string {
  return now === '' ? 'Now: nothing' : `Now: “${clipped(now)}”`;
}

/** What the view of three drafts says. Drafts count from 0. */
export const draftMessages = {
  heading: 'Three drafts',
  about: 'See which changes were accepted, which were changed back, and what is new since the last version.',
  formats: 'DOCX, DOC, RTF, ODT, HTML, Markdown or text',
  orderLabel: 'Whose drafts they are',
  orderName: (order: DraftsOrderName): string => DRAFT_ORDERS[order].label,
  draft: (order: DraftsOrderName, draft: 0 | 1 | 2): string => DRAFT_ORDERS[order].drafts[draft],
  dropAnywhere: 'Drop three files anywhere: names and dates tell in which order they were made.',
  chosen: 'All three drafts are chosen.',
  follow: 'Follow the changes',
  wrongOrder: (earlier: string, later: string): string =>
    `By its name, “${later}” was made after “${earlier}”, and it stands before it here.`,
  putInOrder: 'Order by names',
  ordered: (names: readonly string[]): string => `The drafts are in this order: ${names.join(', ')}.`,
  change: 'Choose other drafts',
  loaded: (draft: string, name: string): string => `${draft}: ${name} loaded`,
  step: (step: keyof typeof DRAFT_STEPS): string => DRAFT_STEPS[step],
  done: 'The changes are followed.',
  failed: 'The drafts were not followed',
  missing: (draft: string): string =>
    `A draft is missing: ${draft.toLowerCase()}. Choose it, or drop it anywhere here.`,
  tooMany: (given: number): string => `${numeral(given)} files were dropped. Drop three at most, one for each draft.`,
  notFollowed: (name: string, format: string): string =>
    `“${name}” is ${format}, and changes of ${format} cannot be followed. Save all three drafts as DOCX, DOC, RTF or ODT, or all as HTML, Markdown or text.`,
  severalFormats: (formats: readonly string[]): string =>
    `The drafts have several formats: ${listing.format(formats)}. Save all three in one format.`,
  tooLarge: (sizeBytes: number, limitBytes: number): string =>
    `A draft has ${excessInWords(sizeBytes, limitBytes)}; the limit is ${sizeInWords(limitBytes)} for one document. Compare parts of them.`,
  same: (a: number, b: number): string =>
    `The ${ORDINALS[a] ?? ''} and the ${ORDINALS[b] ?? ''} draft are the same file, byte for byte. ${
      a === 0 && b === 1
        ? 'The second draft has no change to follow.'
        : a === 0
          ? 'Every change of the second draft is taken back.'
          : 'The third draft keeps every change and adds nothing.'
    }`,
  allSame: 'All three drafts are the same file, byte for byte. There is no change to follow.',
  names: (names: readonly string[]): string => names.join(' → '),
  summary: 'What became of the changes',
  listName: (order: DraftsOrderName, list: DraftListName): string => DRAFT_ORDERS[order].lists[list][0],
  listAbout: (order: DraftsOrderName, list: DraftListName): string => DRAFT_ORDERS[order].lists[list][1],
  total: numeral,
  none: 'None.',
  noChanges: 'The three drafts have no change that was read.',
  /** A row for a screen reader. */
  rowName: ({ change, section, isPart, now }: FollowedDescription): string =>
    [
      ...(isPart ? [`${PART_OF_CHANGE}.`] : []),
      `${placedText(change)}.`,
      ...(now === undefined ? [] : [`${nowText(now)}.`]),
      ...(section === '' ? [] : [`${clipped(section)}.`]),
      'Show it in the redline.',
    ].join(' '),
  place: (label: string | undefined, section: string, isPart: boolean): string =>
    [label ?? '', clipped(section), isPart ? PART_OF_CHANGE : ''].filter((part) => part !== '').join(' · '),
  now: nowText,
  jump: 'Show in the redline',
} as const;

/* The view of the pages. */

/** What the view of the pages says beside the documents. */
export const pageMessages = {
  view: 'Pages of both documents',
  tools: 'View of the pages',
  pagesOf: (side: Side): string => `${SIDES[side]}: pages`,
  withoutText: {
    same: 'This page has no text. The other version shows the same.',
    differs: 'Not compared: this page has no text. It differs.',
  },
  pageOf: (side: Side, page: number, total: number): string =>
    `${SIDES[side]}, page ${numeral(page)} of ${numeral(total)}`,
  pageNumber: (side: Side): string => `${SIDES[side]}: page number`,
  ofPages: (total: number): string => `of ${numeral(total)}`,
  hitOn: (side: Side, page: number): string => `${SIDES[side]}, page ${numeral(page)}`,
  thumbnails: 'Thumbnails',
  thumbnailsOf: (side: Side): string => `${SIDES[side]}: thumbnails`,
  goToPage: (page: number, changes: number): string =>
    `Page ${numeral(page)}${changes === 0 ? '' : changes === 1 ? ', 1 change' : `, ${numeral(changes)} changes`}`,
  zoom: 'Zoom',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fitWidth: 'Fit width',
  fitPage: 'Fit page',
  rotate: 'Rotate clockwise',
  bothSides: 'Both documents',
  side: 'Document',
  working: (step: 'waiting' | 'rendering'): string =>
    step === 'waiting' ? 'Waiting for other documents that are laid out…' : 'Laying out the pages of both documents…',
  reading: (side: Side, page: number, pages: number): string =>
    `Finding the changes: ${SIDES[side].toLowerCase()}, page ${numeral(page)} of ${numeral(pages)}`,
  progress: 'Pages',
  cancel: 'Cancel',
  cancelled: 'Nothing is shown, because you cancelled the pages.',
  notOpened: (reason: string): string => `The pages could not be opened (${reason}). Their address may have expired.`,
  missing: (count: number): string =>
    count === 1
      ? '1 change could not be marked completely on the pages. The redline shows it.'
      : `${numeral(count)} changes could not be marked completely on the pages. The redline shows them.`,
  currentMissing: 'This change could not be marked completely on the pages. The redline shows it.',
} as const;

/* The reference at /docs. */

/** What the reference says beside the description of the service. */
export const docsMessages = {
  loading: 'Reading the description of the service…',
  failed: (reason: string): string =>
    `The description could not be read: ${reason.replace(/\.$/u, '')}. Load this page again. If it stays, check that the service runs.`,
  heading: (service: string): string => `${service}: the interface`,
  version: (version: string): string => `Version ${version}. The same for programs:`,
  file: 'openapi.json (OpenAPI 3.1)',
  bearer: 'API key or access token for the calls of this page',
  bearerPlaceholder: 'dsk_…',
  operations: 'Operations',
  rights: {
    open: 'Needs no bearer.',
    openOrBearer: 'Anonymous, or with a bearer.',
    bearer: 'With a bearer.',
    bearerOrToken: 'With a bearer, or the token of a link.',
    other: 'Its right is in the address, or in a cookie of the service’s own page.',
  },
  parameters: 'Parameters',
  body: 'Body',
  answers: 'Answers',
  fields: 'Fields',
  example: 'Example',
  exampleOf: (name: string): string => `Example: ${name}`,
  columns: { name: 'Name', type: 'Type', meaning: 'Meaning' },
  required: 'required',
  arrayOf: (type: string): string => `array of ${type}`,
  commandLine: 'On the command line',
  copy: 'Copy',
  copied: 'Copied',
  playground: 'Try it',
  send: 'Send',
  stop: 'Stop',
  noAnswer: 'No answer',
  took: (ms: number): string => `${numeral(ms)} ms`,
  cut: (characters: number): string => `… ${count(characters, 'more character', 'more characters')}`,
} as const;
