import type { ErrorBody } from '../../shared/api/error-body.ts';
import type { HostedComparison } from '../../shared/api/comparisons.ts';
import type { Layout, Theme } from '../../shared/messages/display.ts';
import type { ChangeAction } from '../../shared/messages/viewer-message.ts';
import { messages } from '../components/messages.ts';
import type { Side } from '../../shared/document/model.ts';
import type { ChangeGroup } from '../review/change-filter.ts';
import type { Ignorable } from '../review/ignoring.ts';
import type { ReviewChange } from '../review/list-changes.ts';

/** Every text of the hosted viewer that the browser page has not as well. */

const number = new Intl.NumberFormat('en');
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

function count(value: number, one: string, many: string): string {
  return `${number.format(value)} ${value === 1 ? one : many}`;
}

const FORMATS: Record<HostedComparison['format'], string> = {
  html: 'HTML',
  markdown: 'Markdown',
  txt: 'Plain text',
  json: 'JSON',
  docx: 'DOCX',
  pdf: 'PDF',
};

const LAYOUTS: Record<Layout, string> = { unified: 'Unified', split: 'Side by side' };
const THEMES: Record<Theme, string> = { system: 'System colours', light: 'Light', dark: 'Dark' };
const VERDICTS: Record<ChangeAction, string> = { accepted: 'Accepted', rejected: 'Rejected' };

const GROUPS: Record<ChangeGroup, string> = {
  insert: 'Insertions',
  delete: 'Deletions',
  replace: 'Replacements',
  format: 'Format changes',
  link: 'Link changes',
  block_insert: 'Inserted blocks',
  block_delete: 'Deleted blocks',
  move: 'Moves',
};

const IGNORING: Record<Ignorable, string> = {
  case: 'Case',
  space: 'White space',
  punctuation: 'Punctuation',
  numbers: 'Numbers',
  format: 'Formatting',
  moves: 'Moves',
  renumbered: 'Renumbered headings',
};

/** What a reader can do about a refusal, by its code. The message of the service says what happened. */
const REFUSALS: Readonly<Record<string, { readonly heading: string; readonly advice: string }>> = {
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

const UNKNOWN_REFUSAL = {
  heading: 'This comparison cannot be shown',
  advice: 'Load this page again. If it stays, the log of the service has the details under the request below.',
};

/** Texts, and functions that make texts. */
export const viewerMessages = {
  untitled: 'Comparison',
  pageTitle: (title: string): string => `${title} – ${messages.product}`,
  facts: ({ format }: Pick<HostedComparison, 'format'>): string => `Compared as ${FORMATS[format]}`,
  expires: (at: string): string => `This link ends ${moment.format(new Date(at))}`,
  same: messages.same,
  sameDetail: messages.sameDetail,
  skip: 'Skip to the document',

  layout: 'Layout',
  layoutOf: (layout: Layout): string => LAYOUTS[layout],
  layoutLocked: 'Side by side is off during a review.',
  theme: 'Colours',
  themeOf: (theme: Theme): string => THEMES[theme],
  collapse: 'Fold unchanged',
  showUnchanged: (total: number): string => `Show ${count(total, 'unchanged block', 'unchanged blocks')}`,
  sides: { original: 'Original', revised: 'Revised' },

  tools: 'Tools',
  list: 'Changes',
  showList: 'List of changes',
  closeList: 'Close the list',
  allTypes: 'All types',
  type: 'Type',
  groupOf: (group: ChangeGroup): string => GROUPS[group],
  search: 'Search in changes',
  noneMatch: 'No change fits.',
  matching: (shown: number, total: number): string => `${number.format(shown)} of ${count(total, 'change', 'changes')}`,
  more: (left: number): string => `Show ${number.format(left)} more`,
  change: (change: ReviewChange): string => messages.change(change),
  announceChange: messages.announceChange,

  startReview: 'Review',
  continueReview: 'Continue review',
  review: 'Review',
  reviewUnavailable:
    'This comparison can be read but not reviewed: the plan of its creator does not include reviews. Ask for a link from an account with the plan Creator or Creator Pro.',
  reviewStarted: (remaining: number): string => `Review started. ${count(remaining, 'change', 'changes')} to decide.`,
  progress: (decided: number, total: number): string =>
    `${number.format(decided)} of ${count(total, 'change', 'changes')} decided`,
  accept: 'Accept',
  reject: 'Reject',
  acceptKeys: 'a',
  rejectKeys: 'r',
  acceptAll: 'Accept all',
  rejectAll: 'Reject all',
  acceptMatching: (total: number): string => `Accept these ${number.format(total)}`,
  rejectMatching: (total: number): string => `Reject these ${number.format(total)}`,
  undo: 'Undo',
  redo: 'Redo',
  finish: 'Finish review',
  moreActions: 'More',
  verdict: (verdict: ChangeAction): string => VERDICTS[verdict],
  decidedAndNext: (verdict: ChangeAction, remaining: number, next: ReviewChange): string =>
    `${VERDICTS[verdict]}. ${number.format(remaining)} left. Next: ${messages.change(next)}`,
  decidedMany: (verdict: ChangeAction, total: number, remaining: number): string =>
    `${count(total, 'change', 'changes')} ${verdict}. ${number.format(remaining)} left.`,
  undone: (remaining: number): string => `Undone. ${count(remaining, 'change', 'changes')} to decide.`,
  redone: (remaining: number): string => `Done again. ${count(remaining, 'change', 'changes')} to decide.`,
  reviewComplete: (open: number): string =>
    open === 0
      ? 'Review complete. Every change is decided.'
      : `Review finished. ${count(open, 'change', 'changes')} left open.`,
  outcome: (accepted: number, rejected: number): string =>
    `${number.format(accepted)} accepted, ${number.format(rejected)} rejected`,
  keptHere: 'Your choices stay in this browser.',
  keptInFile: 'Save a copy to keep your choices or to hand them on.',

  view: 'View',
  ignore: 'Ignore',
  ignoring: (which: Ignorable): string => IGNORING[which],
  hidden: (total: number): string => (total === 0 ? 'Every change is shown' : `${number.format(total)} hidden`),
  hiddenDetail: 'Out of view, not gone: they are still counted, and still to be decided.',
  showHidden: 'Show all',
  zoom: 'Text size',
  zoomOf: (zoom: number): string => `${number.format(Math.round(zoom * 100))} %`,
  wrap: 'Break long lines',

  find: 'Find in the document',
  found: (at: number, total: number): string =>
    total === 0 ? 'Not found' : `${number.format(at + 1)} of ${number.format(total)}`,
  findNext: 'Next match',
  findPrevious: 'Previous match',

  proved: 'Complete',
  provedDetail:
    'Proved in this browser: rejecting all changes gives the original, accepting all gives the revised document.',
  broken: 'Not complete',
  brokenDetail: 'Rejecting or accepting all changes does not give the documents back. Compare them again.',
  checking: 'Checking…',
  digestOf: (side: Side): string => `SHA-256 of the ${side === 'original' ? 'original' : 'revised document'}`,
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

  reviewer: 'Your name',
  saveCopy: 'Save a copy',
  saved: (name: string): string => `Saved as ${name}`,
  openCopy: 'Take over decisions…',
  openCopyLong: 'Take over the decisions of another copy of this file',
  savedBy: (reviewer: string, savedAt: string | null): string =>
    [
      `Decisions${reviewer === '' ? '' : ` of ${reviewer}`}`,
      savedAt === null || Number.isNaN(Date.parse(savedAt)) ? '' : `, saved ${moment.format(new Date(savedAt))}`,
    ].join(''),
  tookOver: (taken: number, conflicts: number): string =>
    `${count(taken, 'decision', 'decisions')} taken over.${
      conflicts === 0 ? '' : ` ${count(conflicts, 'change is', 'changes are')} decided differently.`
    }`,
  otherComparison:
    'That file is about another comparison, so its decisions do not fit here. Choose a copy of this file.',
  conflicts: 'Decided differently',
  conflictsDetail: (total: number): string =>
    `${count(total, 'change was', 'changes were')} decided otherwise in the other copy. Your decisions stand until you choose.`,
  conflict: (mine: ChangeAction, theirs: ChangeAction): string =>
    `You: ${VERDICTS[mine].toLowerCase()}. Other copy: ${VERDICTS[theirs].toLowerCase()}.`,
  keepMine: 'Keep mine',
  takeTheirs: 'Take theirs',
  keepAllMine: 'Keep all mine',
  takeAllTheirs: 'Take all theirs',
  damagedFile:
    'This file is damaged: the document in it is not the one it was made with. Ask for it again, or open an earlier copy.',

  refusal: ({ code }: ErrorBody): { readonly heading: string; readonly advice: string } =>
    REFUSALS[code] ?? UNKNOWN_REFUSAL,
  unreadable: 'The service answered with something that this page cannot show safely. Nothing of it is displayed.',
} as const;
