import type { Side } from '../shared/document/model.ts';
import type { ReviewChange } from '../renderer/review/list-changes.ts';
import type { Capture, CaptureFault, PageScope } from './capture/capture.ts';

/** Every text of the extension's pages, menus and button. Nothing else holds words that a reader sees or hears. */

const number = new Intl.NumberFormat('en');

function count(value: number, one: string, many: string): string {
  return `${number.format(value)} ${value === 1 ? one : many}`;
}

const SIDES: Record<Side, string> = { original: 'Original', revised: 'Revised' };
const FROM: Record<Capture['from'], string> = { page: 'Page', selection: 'Selection', clipboard: 'Clipboard' };

/** Characters of a change that the list quotes. */
const QUOTED = 60;

/** White space as single spaces, cut to `QUOTED` characters. */
function quote(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  if (line === '') return text.includes('\n') ? 'a line break' : 'white space';
  const characters = [...line];
  return `“${characters.length > QUOTED ? `${characters.slice(0, QUOTED - 1).join('')}…` : line}”`;
}

function changeText({ kind, before, after, moved }: ReviewChange): string {
  switch (kind) {
    case 'insert':
      return `Inserted ${quote(after)}`;
    case 'delete':
      return `Deleted ${quote(before)}`;
    case 'replace':
      return `${quote(before)} → ${quote(after)}`;
    case 'block_insert':
      return moved ? `Moved here: ${quote(after)}` : `Inserted block ${quote(after)}`;
    case 'block_delete':
      return moved ? `Moved from here: ${quote(before)}` : `Deleted block ${quote(before)}`;
    case 'format':
      return `Formatting changed: ${quote(after)}`;
    case 'link':
      return `Link changed: ${before === '' ? 'none' : before} → ${after === '' ? 'none' : after}`;
    case 'split':
      return 'Paragraph split here';
    case 'merge':
      return 'Paragraphs joined here';
  }
}

function captureFault(fault: CaptureFault): string {
  switch (fault.kind) {
    case 'not-readable':
      return `${fault.url === '' ? 'This tab' : `The tab ${fault.url}`} could not be read. Browsers keep their own pages, extension stores and PDF viewers from extensions, and a frame of another site needs its own tab: open it there and try again.`;
    case 'nothing-selected':
      return 'Nothing is selected in this tab. Select the text to compare, then try again.';
    case 'too-large':
      return 'This page is larger than 24 MiB of HTML, the most that is read of a tab. Select the part to compare instead.';
    case 'unexpected':
      return 'The tab answered with something that is not a page’s content. Reload the tab and try again.';
    case 'snapshots-full':
      return `There are ${number.format(fault.limit)} snapshots, which is the limit. Remove one in the panel, then take this one again.`;
  }
}

const ADVICE: Readonly<Record<string, string>> = {
  api_key_revoked: 'The owner has revoked this extension’s key: pair it again.',
  invalid_api_key: 'The service does not know this extension’s key: pair it again.',
  unauthorized: 'Pair this extension with the service again.',
  origin_not_allowed: 'The service does not know this extension: pair it again.',
  quota_exceeded: 'The allowance begins anew with the next calendar month.',
  incomplete_stream: 'The service may have been restarted.',
};

/** Texts, and functions that make texts. `at` counts from 0 and is shown from 1. */
export const words = {
  product: 'diffsvc',
  gestures: {
    pageOriginal: 'Set page as original',
    pageRevised: 'Compare page with original',
    pageSnapshot: 'Take a snapshot of this page',
    selectionOriginal: 'Set selection as original',
    selectionRevised: 'Compare selection with original',
    selectionClipboard: 'Compare selection with clipboard',
  },
  badge: { 'original-set': '1', 'to-compare': '', 'snapshot-kept': '+', failed: '!' },
  buttonTitle: (
    outcome:
      | { readonly kind: 'original-set'; readonly title: string }
      | { readonly kind: 'to-compare' | 'snapshot-kept' }
      | { readonly kind: 'failed'; readonly fault: CaptureFault },
  ): string => {
    switch (outcome.kind) {
      case 'original-set':
        return `diffsvc – original: ${outcome.title}`;
      case 'snapshot-kept':
        return 'diffsvc – snapshot kept';
      case 'failed':
        return `diffsvc – ${captureFault(outcome.fault)}`;
      case 'to-compare':
        return 'diffsvc';
    }
  },
  captureFault,

  thisPage: 'This page',
  thisSelection: 'The selection in it',
  openPanel: 'Open panel',
  options: 'Options',
  popupTaken: {
    original: 'Set as original. Now compare another page or selection with it.',
    snapshot: 'Snapshot kept.',
  },
  noTab: 'There is no tab to read.',

  side: (side: Side): string => SIDES[side],
  from: (from: Capture['from']): string => FROM[from],
  untitled: 'Untitled',
  takenAt: (atMs: number): string =>
    new Date(atMs).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }),
  host: (url: string): string => (URL.canParse(url) ? new URL(url).host || url : url),
  empty: {
    original:
      'Choose “Set page as original” or “Set selection as original” in the menu of a page or by the button of the extension.',
    revised:
      'Choose “Compare page with original” or “Compare selection with original” in another tab, or in the same one later.',
  } satisfies Record<Side, string>,
  clipboardWanted: 'The text in the clipboard.',
  readClipboard: 'Read the clipboard',
  clipboardDenied: 'The clipboard may not be read. Allow it when the browser asks, then try again.',
  clipboardEmpty: 'The clipboard holds no text. Copy the original first, then try again.',
  clipboardFailed: 'The clipboard could not be read. Click into this panel and try again.',
  swap: 'Swap',
  scopeLabel: 'Compare of pages',
  scope: { article: 'The article', whole: 'The whole page' } satisfies Record<PageScope, string>,
  compare: 'Compare',
  comparing: 'Comparing…',
  progress: (blocks: number): string =>
    blocks === 0 ? 'Comparing…' : `Comparing… ${count(blocks, 'part', 'parts')} ready`,
  uploading: (sizeBytes: number): string => `Sending ${number.format(sizeBytes)} bytes to the service on this machine…`,
  cancel: 'Cancel',
  cancelled: 'The comparison was cancelled.',
  tryAgain: 'Try again',
  pairAgain: 'Pair again',
  dismiss: 'Dismiss',

  snapshots: 'Snapshots',
  noSnapshots: 'None yet. “Take a snapshot of this page” keeps a page as it is, to compare it with later.',
  useAsOriginal: 'Use as original',
  remove: 'Remove',
  removeNamed: (title: string): string => `Remove the snapshot of ${title}`,
  useNamed: (title: string): string => `Use the snapshot of ${title} as original`,

  same: 'No change',
  sameDetail: 'No word, format or link differs.',
  sameSources: 'The two differ only in what is not compared, such as white space between elements.',
  changes: (total: number): string => count(total, 'change', 'changes'),
  sidesCompared: (original: string, revised: string): string => `${original} → ${revised}`,
  fallback: 'Compared as text.',
  fallbackDetail:
    'The pages are too large to compare with their structure. All words are compared; headings, formatting and links are not shown.',
  articleMissing: 'No article was found in one of the pages, so the whole pages were compared.',
  plainText: 'One side is plain text, so both were compared as text.',
  unreadFrames: (side: Side): string => `Not compared, frames of other sites in ${SIDES[side].toLowerCase()}:`,
  listOfChanges: 'List of changes',
  moreChanges: (more: number): string => `${count(more, 'more change', 'more changes')}: step through them with Next.`,
  change: changeText,
  announceChange: (at: number, total: number, change: ReviewChange): string =>
    `Change ${number.format(at + 1)} of ${number.format(total)}. ${changeText(change)}`,
  openViewer: 'Open in viewer',
  newComparison: 'New comparison',
  resultLost: 'The last result could not be read and was dropped. Compare again.',

  pairHeading: 'Pair with the service on this machine',
  pairDetail:
    'Comparisons are made by the diffsvc service on this machine, and by nobody else. Pair this extension with it once: the owner of the service confirms a code.',
  port: 'Port',
  portFault: 'The port is a number from 1 to 65535. The service prints it when it starts.',
  pair: 'Pair',
  pairingCode: 'Code',
  pairingWaiting: 'Open diffsvc’s own page or app, and confirm the pairing if it shows this code and this extension:',
  secondsLeft: (seconds: number): string => `${count(seconds, 'second', 'seconds')} left`,
  permissionDenied:
    'Without the permission to reach 127.0.0.1 the extension cannot call the service. Choose Pair again and allow it.',
  pairingOver: 'The pairing was refused, or took longer than two minutes. Start a new one.',
  pairingName: (browserName: string): string => `diffsvc for ${browserName}`,
  paired: (port: number): string => `Paired with the service on port ${port}.`,
  unpair: 'Unpair',
  unpairDetail:
    'Unpairing forgets the key here. To end it for good, the owner also revokes it in the list of keys of the service.',
  unpaired: 'The key is forgotten.',

  unreachable: (port: number): string =>
    `No diffsvc service answers on port ${port} of this machine. Start it (npm start, or the app), or set its port in the options; then try again.`,
  connectionBroke: 'The connection to the service broke. Check that it is still running, then try again.',
  unsafeAnswer: 'The service answered with something that cannot be shown safely. Nothing of it is displayed.',
  unexpected: 'Something went wrong in the extension. What was taken is still here; try again.',
  adviceFor: (code: string): string | null => (Object.hasOwn(ADVICE, code) ? (ADVICE[code] ?? null) : null),

  optionsHeading: 'Options',
  pagesHeading: 'Pages',
  storedHeading: 'What is kept',
  storedDetail:
    'The two sides, the last result and the snapshots are kept in this browser until they are replaced or removed. They go to nobody but the service on this machine.',
  removeStored: 'Remove all of it',
  removedStored: 'Removed.',
  saved: 'Saved.',
} as const;
