import type { ArtifactType } from '../../shared/api/jobs.ts';
import type { Usage } from '../../shared/api/usage.ts';
import type { Side } from '../../shared/document/model.ts';
import type { Progress, Stage } from './comparison/progress.ts';
import { messages } from '../components/messages.ts';
import type { Recent } from './recents/recent.ts';
import type { PageName } from './routes.ts';

/** Every text of the application that its comparison pages do not share with the viewer (`messages.ts`). */

const number = new Intl.NumberFormat('en');
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

function count(value: number, one: string, many: string): string {
  return `${number.format(value)} ${value === 1 ? one : many}`;
}

/** A size as people say it. */
function size(bytes: number): string {
  if (bytes < 1_000) return count(bytes, 'byte', 'bytes');
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'KB'] : [bytes / 1_000_000, 'MB'];
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

/** What a comparison without any name is called. */
const PASTED = 'Pasted texts';

const PAGE_NAMES: Record<PageName, string> = {
  start: 'Compare',
  editors: 'Live editors',
  recents: 'Recent',
  keys: 'API keys',
  extensions: 'Extensions',
  settings: 'Settings',
};

const STAGE_NAMES: Record<Stage, string> = {
  starting: 'Getting ready',
  uploading: 'Handing the files over',
  waiting: 'Waiting for the service',
  checking: 'Checking the files',
  reading: 'Reading',
  comparing: 'Comparing',
  showing: 'Showing the result',
};

function stage({ stage: at, sentBytes, totalBytes, reading, blocks }: Progress): string {
  const name = STAGE_NAMES[at];
  if (at === 'uploading' && totalBytes > 0) return `${name}: ${size(sentBytes)} of ${size(totalBytes)}`;
  if (at === 'reading') return `${name} ${reading.map((side) => messages.side(side).toLowerCase()).join(' and ')}`;
  if (at === 'comparing' && blocks > 0) return `${name}: ${count(blocks, 'block', 'blocks')} of the redline so far`;
  return name;
}

/** What a reader can do about a refusal, by its code; the service's own message says what happened. */
const ADVICE: Readonly<Record<string, string>> = {
  document_not_searchable: 'Run it through a program for text recognition (OCR), save it, and drop it again.',
  document_encrypted: 'Open it with its password, save a copy without one, and drop that.',
  document_invalid: 'Open it in the program that made it, save it again, and drop that.',
  document_too_large: 'Split the document, or leave out pictures: they are not compared.',
  document_too_complex: 'Split the document, and compare its parts.',
  archive_limit_exceeded: 'Open it in Word or LibreOffice, save it as a new DOCX, and drop that.',
  comparison_timeout: 'Split the documents, and compare their parts.',
  rate_limited: 'Wait a minute, then try again.',
  unauthorized: 'This page is not signed in any more: run “diffsvc link” and open the address that it prints.',
  export_authentication_required: 'Sign in to make files: run “diffsvc link” and open the address that it prints.',
  renderer_unavailable: 'Install LibreOffice and Chromium; “diffsvc doctor” says what this machine has.',
};

/** What can be made of a comparison, beside the files that the service makes. */
export type ExportKind = ArtifactType | 'changes_json' | 'changes_csv';

interface ExportText {
  readonly name: string;
  readonly about: string;
  readonly extension: string;
}

const EXPORTS: Record<ExportKind, ExportText> = {
  track_changes_docx: {
    name: 'Tracked Word document',
    about: 'Every change as a revision that Word and LibreOffice accept or reject, whatever you decided here.',
    extension: '.docx',
  },
  resolved_docx: {
    name: 'Final Word document',
    about: 'Your decisions applied. What is open stays as a tracked revision.',
    extension: '.docx',
  },
  redline_pdf: {
    name: 'Redline as PDF',
    about: 'Every change marked, whatever you decided here: to print or to send.',
    extension: '.pdf',
  },
  review_html: {
    name: 'Review file',
    about: 'One HTML file that anyone can open and review offline, with nothing installed.',
    extension: '.html',
  },
  resolved_html: { name: 'Final HTML', about: 'The document with your decisions applied.', extension: '.html' },
  changes_json: { name: 'Changes as JSON', about: 'Every change with its place, for programs.', extension: '.json' },
  changes_csv: {
    name: 'Changes as a table',
    about: 'CSV for a spreadsheet: place, texts before and after, your decision, notes.',
    extension: '.csv',
  },
};

/** Texts, and functions that make texts. */
export const appMessages = {
  navigation: 'Pages',
  pageName: (page: PageName): string => PAGE_NAMES[page],
  windowTitle: (page: string): string => `${page} – ${messages.product}`,
  size,
  adviceFor: (code: string): string | null => ADVICE[code] ?? null,

  welcomeHeading: 'This is what a comparison looks like',
  welcomeText: 'Two versions of a short contract. Deleted text is struck out, inserted text is underlined.',
  openSample: 'Open it and try a review',
  hideWelcome: 'Hide this',
  pastedTitle: PASTED,
  sampleTitle: 'Sample comparison',
  startHeading: 'What changed?',
  startText: 'Drop two documents anywhere on this page. Nothing leaves this machine.',
  recentHeading: 'Recent comparisons',
  allRecents: 'All of them',

  longText: 'A long text',

  progressHeading: 'Comparing',
  stage,
  stageNames: STAGE_NAMES,
  timeRunning: (seconds: number): string => count(seconds, 'second', 'seconds'),

  visitorHeading: 'This page is not signed in',
  visitorText:
    'You can compare, but as a visitor: a few requests a minute, no exports, no keys. To sign in as the owner of this installation, run this in a terminal on this machine and open the address that it prints:',
  visitorCommand: 'diffsvc link',
  visitorCheckout: 'From a checkout: npm run --silent diffsvc -- link',
  linkRefused: 'The link that you opened was used before, or is older than an hour.',
  needsOwner: 'This page is for the owner of this installation.',

  liveHeading: 'Live editors',
  liveText: 'Type or paste on both sides. The redline below follows.',
  liveEmpty: 'The redline appears here as soon as there is a text.',
  liveResult: 'Live redline',
  liveSame: 'No difference',
  livePending: 'Comparing…',
  liveCompare: 'Open as a comparison',

  recentsEmpty: 'Nothing has been compared yet. Comparisons appear here, with their review, until you delete them.',
  recentsNote:
    'Kept in this browser only: both documents, the redline and your review. The 50 latest are kept, and whatever you pin.',
  recentsFault: (fault: string): string =>
    `This browser keeps nothing for the next visit (${fault}). What is listed lasts until the page is closed.`,
  recentName: ({ originalName, revisedName }: Recent): string =>
    originalName === null && revisedName === null
      ? PASTED
      : `${originalName ?? messages.side('original')} → ${revisedName ?? messages.side('revised')}`,
  recentFacts: ({ changes, format }: Recent): string =>
    `${changes === 0 ? 'No change' : count(changes, 'change', 'changes')} · ${messages.format(format as 'txt')}`,
  recentReview: ({ decided, changes, finished }: Recent): string | null =>
    decided === 0
      ? null
      : finished
        ? 'Review finished'
        : `${number.format(decided)} of ${number.format(changes)} decided`,
  pin: 'Pin',
  unpin: 'Unpin',
  pinOf: (name: string, pinned: boolean): string => `${pinned ? 'Unpin' : 'Pin'} ${name}`,
  remove: 'Delete',
  removeOf: (name: string): string => `Delete ${name}`,
  searchRecents: 'Search by name',
  noRecentFits: 'No comparison has this name.',
  recentGone: 'This comparison is no longer kept in this browser. Compare the documents again.',
  moment: (ms: number): string => moment.format(ms),

  backToInputs: 'Back to the documents',
  compareAgain: 'Compare again',
  swapSides: 'Swap sides',
  export: 'Export',
  pages: 'Pages',
  more: 'More',
  copyChange: 'Copy change',
  copied: 'The change is copied.',
  notCopied: 'The browser did not let this page copy. Select the text and copy it yourself.',
  nothingToCopy: 'Go to a change first, with n or F8.',
  print: 'Print',
  changedOnDisk: (names: readonly string[]): string =>
    `${names.join(' and ')} ${names.length === 1 ? 'has' : 'have'} changed on disk.`,
  carried: (carried: number): string =>
    `${count(carried, 'decision', 'decisions')} of your last review of these documents ${carried === 1 ? 'was' : 'were'} taken over.`,
  lostHeading: (lost: number): string =>
    `${count(lost, 'decision', 'decisions')} of your last review could not be taken over: the text is another one now.`,
  lostVerdict: { accepted: 'Accepted', rejected: 'Rejected' } satisfies Record<'accepted' | 'rejected', string>,
  lostNoted: 'Noted',
  dismiss: messages.dismiss,

  exportHeading: 'Export',
  exportText: (accepted: number, rejected: number, open: number): string =>
    accepted + rejected === 0
      ? 'No change is decided yet: what is exported shows all of them as open.'
      : `${number.format(accepted)} accepted, ${number.format(rejected)} rejected, ${number.format(open)} open.`,
  exportOf: (kind: ExportKind): ExportText => EXPORTS[kind],
  exportMake: 'Save',
  exportMakeOf: (kind: ExportKind): string => `Save ${EXPORTS[kind].name}`,
  exportMaking: (share: number | null): string => (share === null ? 'Making…' : `Making… ${Math.round(share * 100)} %`),
  exportSaved: (name: string): string => `Saved as ${name}`,
  exportCancelled: 'Not saved.',
  exportWarnings: (warnings: readonly string[]): string => warnings.join(' '),
  close: 'Close',

  pagesHeading: 'Source pages',
  pagesLoading: 'Laying out the pages of both documents…',
  pagesFailed: 'The pages could not be laid out',
  pageOf: (side: Side, page: number, total: number): string =>
    `${messages.side(side)}, page ${number.format(page)} of ${number.format(total)}`,
  backToRedline: 'Back to the redline',

  keysText:
    'A program that calls this service sends a key. Each program gets its own, so that it can be revoked alone.',
  keyName: 'What is it for?',
  keyPlaceholder: 'Nightly run',
  createKey: 'Create key',
  newKeyHeading: 'Your new key',
  newKeyText: 'Copy it now: it is not shown again.',
  copyKey: 'Copy key',
  keyCopied: 'The key is copied.',
  keyDone: 'I have kept it',
  keysEmpty: 'There is no key yet.',
  keysColumns: { name: 'Name', created: 'Created', used: 'Last used', actions: 'Actions' },
  never: 'Never',
  revoke: 'Revoke',
  revokeOf: (name: string): string => `Revoke ${name}`,
  revokeAsk: (name: string): string => `Revoke “${name}”? Programs that use it are refused from now on.`,
  revoked: (at: string): string => `Revoked ${day.format(new Date(at))}`,
  day: (at: string): string => day.format(new Date(at)),
  momentOf: (at: string): string => moment.format(new Date(at)),
  keep: 'Keep it',
  usageHeading: 'This month',
  usageText: ({ used, allowance }: Usage): string => `${number.format(used)} of ${number.format(allowance)} units used`,
  usageMonth: (now: number): string => `${month.format(now)}, in UTC`,
  usageUnits: 'A unit is 100 KiB of both documents together.',

  extensionsText:
    'The browser extension compares selections and pages of any web site. It has to be paired once: it shows six digits, and you confirm the same ones here.',
  waitingHeading: 'Wants to be paired',
  noneWaiting: 'No extension is waiting. Open the extension’s settings and choose “Pair”, then come back to this page.',
  pairingId: 'Its id',
  pairingCode: 'Its code',
  pairingAsk: 'Does the extension show the same six digits?',
  pairingLeft: (seconds: number): string => `${count(seconds, 'second', 'seconds')} left`,
  confirmPairing: 'Yes, pair it',
  refusePairing: 'No, refuse it',
  pairingConfirmed: 'Confirmed. The extension takes its key in a moment.',
  pairedHeading: 'Paired extensions',
  nonePaired: 'No extension is paired.',
  unpair: 'Unpair',
  unpairOf: (name: string): string => `Unpair ${name}`,
  unpairAsk: (name: string): string => `Unpair “${name}”? It is refused from now on, and can be paired again.`,

  appearance: 'Appearance',
  theme: 'Colours',
  layout: 'A comparison opens',
  collapse: 'Fold long parts without a change',
  compareAtOnce: 'Compare as soon as two files are there',
  showWelcome: 'Show the sample on the first page again',
  signOutHeading: 'This browser',
  signOut: 'Sign out',
  signedIn: 'This browser is signed in as the owner of the installation.',
  signedOut: 'Signed out. A new link from “diffsvc link” signs you in again.',
  dataHeading: 'Where your data lies',
  dataService: 'The service keeps comparisons for a day at most, keys and usage in',
  dataBrowser: 'Recent comparisons, reviews and these settings are in this browser’s own storage.',
  showFolder: 'Show the folder',
  version: (version: string): string => `Version ${version}`,
  deleteHeading: 'Delete everything',
  deleteText:
    'Deletes all comparisons, exports and shared links that the service keeps for you, and all recent comparisons, reviews and settings of this browser. API keys stay. Uploads that were not compared go by themselves within a day.',
  deleteAll: 'Delete everything…',
  deleteAsk: 'Really delete everything? It cannot be undone.',
  deleteYes: 'Delete everything',
  deleted: (comparisons: number, files: number): string =>
    `Deleted: ${count(comparisons, 'comparison', 'comparisons')} and ${count(files, 'export', 'exports')} of the service, and everything of this browser.`,
  cancel: messages.cancel,
  loading: 'Loading…',

  shortcutsHeading: 'Keyboard',
  shortcuts: [
    ['n, F8', 'Next change'],
    ['p, F7', 'Previous change'],
    ['a', 'Accept the change (in a review)'],
    ['r', 'Reject the change (in a review)'],
    ['Ctrl + Z', 'Undo'],
    ['Ctrl + Shift + Z', 'Redo'],
    ['c', 'Copy the change as text'],
    ['Ctrl + Enter', 'Compare'],
    ['Escape', 'Cancel the comparison'],
  ] as const,
} as const;
