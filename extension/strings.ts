import type { Sameness } from '../shared/change/uncompared.ts';
import type { Side } from '../shared/document/model.ts';
import type { Capture, CaptureFault, PageScope } from './capture/capture.ts';
import type { PanelExport } from './comparison/panel-exports.ts';
import type { Progress } from './comparison/progress.ts';
import type { TabMarking } from './panel/tab-marking.ts';
import { fileStem } from './panel/file-stem.ts';
import type { ServiceState } from './popup/service-state.ts';
import { count, numeral } from '../renderer/strings/say.ts';
import { momentFormat } from '../shared/in-words.ts';
import { TAB_PDF_MAX_BYTES } from '../shared/messages/extension-message.ts';

/** Every text of the extension's pages, menus and button. */

const moment = /* @__PURE__ */ momentFormat();
/** With seconds, for two versions of one minute. */
const exactMoment = /* @__PURE__ */ new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

const SIDES: Record<Side, string> = { original: 'Original', revised: 'Revised' };
const FROM: Record<Capture['from'], string> = {
  page: 'Page',
  selection: 'Selection',
  clipboard: 'Clipboard',
  pdf: 'PDF',
};

/** The host of an address, or the address itself if it has none. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host || url : url;
}

function captureFault(fault: CaptureFault): string {
  switch (fault.kind) {
    case 'not-readable':
      return `${fault.url === '' ? 'This tab' : `The tab ${fault.url}`} could not be read. Browsers keep their own pages, extension stores and PDF viewers from extensions. A frame of another site needs its own tab: open it there and try again.`;
    case 'no-answer':
      return `${fault.url === '' ? 'This tab' : `The tab ${fault.url}`} did not answer within ${count(fault.seconds, 'second', 'seconds')}. A page answers nothing while its own script runs or its dialog is open, and a very large page takes long. Close the dialog or reload the tab, or compare a selection.`;
    case 'nothing-selected':
      return 'Nothing is selected in this tab. Select the text to compare, then try again.';
    case 'too-large':
      return 'This page is larger than 24 MiB of HTML, the most that is read of a tab. Select the part to compare instead.';
    case 'no-text':
      return 'There is no text to read here. The page may still be loading, or draw its text as a picture, as some editors do. Copy the text there and compare it from the clipboard. Or save the document and compare the files in diffsvc’s app.';
    case 'pdf':
      return 'This tab shows a PDF, and its bytes could not be fetched again. Save the file, and compare it in diffsvc’s app or on its page.';
    case 'pdf-too-large':
      return `This PDF is larger than ${numeral(TAB_PDF_MAX_BYTES / 1024 ** 2)} MiB, the most that is read of a tab. Save the file, and compare it in diffsvc’s app or on its page.`;
    case 'not-two-tabs':
      return `${count(fault.selected, 'tab is', 'tabs are')} selected, and a comparison needs two. Hold Ctrl (on a Mac ⌘) and click the other tab, then try again.`;
    case 'other-tab-closed':
      return 'The browser lets this extension read a tab only after you used it there. The other tab is in front now: choose “Compare the two selected tabs” once more.';
    case 'unexpected':
      return 'The tab answered with something that is not a page’s content. Reload the tab and try again.';
    case 'snapshots-full':
      return `There are ${numeral(fault.limit)} snapshots, which is the limit. Remove one in the panel, then take this one again.`;
    case 'snapshots-large':
      return `With this page the snapshots would be larger than ${numeral(fault.limitLength / 1024 ** 2)} MiB together, which is the limit. Remove some in the panel, then take this one again.`;
    case 'not-stored':
      return 'The browser did not store what was read of this tab. Make room on the disk, or remove snapshots in the panel, then try again.';
  }
}

const EXPORT_ENDINGS: Record<PanelExport, string> = {
  track_changes_docx: '-tracked.docx',
  resolved_docx: '-final.docx',
  redline_pdf: '-redline.pdf',
};

const ADVICE: Readonly<Record<string, string>> = {
  api_key_revoked: 'The owner has revoked this extension’s key: pair it again.',
  invalid_api_key: 'The service does not know this extension’s key: pair it again.',
  unauthorized: 'Pair this extension with the service again.',
  origin_not_allowed: 'The service does not know this extension: pair it again.',
  quota_exceeded: 'The allowance begins anew with the next calendar month.',
  incomplete_stream: 'The service may have been restarted.',
};

/** Texts, and functions that return texts. `at` counts from 0 and is shown from 1. */
export const words = {
  product: 'diffsvc',
  /** Shown in the browsers' lists of extensions; at most 132 characters. */
  about: 'Compare selections and pages with the diffsvc service on your own machine. Nothing leaves it.',
  gestures: {
    pageOriginal: 'Set page as original',
    pageRevised: 'Compare page with original',
    pageSince: 'What changed since I last looked?',
    pagePair: 'Compare the two selected tabs',
    pageSnapshot: 'Take a snapshot of this page',
    selectionOriginal: 'Set selection as original',
    selectionRevised: 'Compare selection with original',
    selectionClipboard: 'Compare selection with clipboard',
  },
  badge: { 'original-set': '1', 'to-compare': '2', 'snapshot-kept': '+', 'first-look': '+', failed: '!' },
  buttonTitle: (
    outcome:
      | { readonly kind: 'original-set'; readonly title: string }
      | { readonly kind: 'to-compare' | 'snapshot-kept' | 'first-look' }
      | { readonly kind: 'failed'; readonly fault: CaptureFault },
  ): string => {
    switch (outcome.kind) {
      case 'original-set':
        return `diffsvc – original: ${outcome.title === '' ? 'Untitled' : outcome.title}`;
      case 'snapshot-kept':
        return 'diffsvc – snapshot kept';
      case 'first-look':
        return 'diffsvc – first look at this page kept';
      case 'failed':
        return `diffsvc – ${captureFault(outcome.fault)}`;
      case 'to-compare':
        return 'diffsvc – open the panel for the comparison';
    }
  },
  captureFault,
  /** The number of changes on the button. It has room for four characters. */
  changesBadge: (changes: number): string => (changes > 999 ? '999+' : String(changes)),
  firstLook: 'This is your first look at this page.',
  firstLookDetail:
    'The page is kept as it is now. Choose “What changed since I last looked?” again later, and you see what changed.',

  thisPage: 'This page',
  thisSelection: 'The selection in it',
  openPanel: 'Open panel',
  options: 'Options',
  popupTaken: {
    original: 'Set as original. Now compare another page or selection with it.',
    snapshot: 'Snapshot kept.',
  },
  serviceState: (state: ServiceState): string => {
    switch (state.kind) {
      case 'unpaired':
        return 'Not paired: open the panel';
      case 'running':
        return `Paired, runs on port ${state.port}`;
      case 'stopped':
        return `Paired, but nothing answers on port ${state.port}`;
    }
  },
  noTab: 'There is no tab to read.',

  side: (side: Side): string => SIDES[side],
  from: (from: Capture['from']): string => FROM[from],
  untitled: 'Untitled',
  /** The place of a version: its host and path. */
  place: (url: string): string => {
    if (!URL.canParse(url)) return url;
    const { host, pathname, search } = new URL(url);
    return host === '' ? url : `${host}${pathname === '/' ? '' : pathname}${search}`;
  },
  /** The time of a version, with seconds if both versions are of one minute. */
  versionTime: (atMs: number, withSeconds: boolean): string => (withSeconds ? exactMoment : moment).format(atMs),
  takenAt: (atMs: number): string => moment.format(atMs),
  host: hostOf,
  empty: {
    original:
      'Choose “Set page as original” or “Set selection as original” in a page’s menu or at the extension’s button.',
    revised:
      'Choose “Compare page with original” or “Compare selection with original” in another tab, or in the same one later.',
  } satisfies Record<Side, string>,
  clipboardWanted: 'The text in the clipboard.',
  readClipboard: 'Read the clipboard',
  clipboardDenied: 'The clipboard may not be read. Allow it when the browser asks, then try again.',
  clipboardEmpty: 'The clipboard holds no text. Copy the original first, then try again.',
  clipboardFailed: 'The clipboard could not be read. Click into this panel and try again.',
  swap: 'Swap',
  scopeLabel: 'What to compare of pages',
  scope: { article: 'The article', whole: 'The whole page' } satisfies Record<PageScope, string>,
  compare: 'Compare',
  comparing: 'Comparing…',
  progress: (progress: Progress): string => {
    switch (progress.step) {
      case 'preparing':
        return `Reading the ${SIDES[progress.side].toLowerCase()}…`;
      case 'uploading':
        return `Sending ${numeral(progress.sizeBytes)} bytes to the service on this machine…`;
      case 'comparing':
        return progress.blocks === 0 ? 'Comparing…' : `Comparing… ${count(progress.blocks, 'part', 'parts')} ready`;
      case 'waiting':
        return `The service takes no more requests just now, or is being restarted. It is asked again in ${count(progress.seconds, 'second', 'seconds')}.`;
    }
  },
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

  same: (sameness: Sameness | undefined): string => {
    if (sameness === 'same_file') return 'The same, character for character';
    return sameness === 'no_differences' ? 'No differences' : 'No differences in the compared content';
  },
  notCompared: 'The two also differ in what the comparison leaves out:',
  sameDetail: 'No word, format or link differs.',
  sameSources: 'The two differ only in what is not compared, such as white space between elements.',
  sidesCompared: 'Compared',
  changes: (total: number): string => count(total, 'change', 'changes'),
  fallback: 'Compared as text.',
  fallbackCause: 'The pages are too large to compare with their structure.',
  fallbackDetail: 'All words are compared; headings, formatting and links are not shown. A row of a table is one line.',
  articlesCompared: 'Only the articles were compared, not what is around them.',
  compareWhole: 'Compare the whole pages',
  articleMissing: 'No article was found in one of the pages, so the whole pages were compared.',
  plainText: 'One side is plain text, so both were compared as text.',
  unreadFrames: 'Frames of other sites were not compared; each can be compared in a tab of its own:',
  unreadFrame: (address: string, sides: readonly Side[]): string =>
    `${hostOf(address)} (${sides.length === 1 ? `in the ${SIDES[sides[0]!].toLowerCase()}` : 'in both'})`,
  list: 'Changes',
  find: 'Find',
  review: 'Review',
  keptHere: 'Your decisions stay in this extension. The application does not show them.',
  resolved: 'The document as decided',
  copyResolved: 'Copy document',
  saveResolved: 'Save as HTML',
  copied: 'Copied.',
  copyFailed: 'The browser did not let it be copied. Click into the panel and try again, or save it.',
  savedFile: 'Saved among the downloads.',
  save: 'Save as',
  exportOf: {
    track_changes_docx: 'Word with tracked changes',
    resolved_docx: 'Word as decided',
    redline_pdf: 'PDF of the redline',
  } satisfies Record<PanelExport, string>,
  exportName: (title: string, type: PanelExport): string => `${fileStem(title)}${EXPORT_ENDINGS[type]}`,
  exportFailed: 'The service could not make the file.',
  makingFile: 'Making the file…',
  noResult: 'The service sent no result. Compare again.',
  markPage: 'Show on the page',
  unmarkPage: 'Remove from the page',
  marking: (marking: TabMarking): string => {
    switch (marking.kind) {
      case 'marked': {
        const { shown, total } = marking;
        if (shown === total) return `The page shows ${count(total, 'change', 'changes')}.`;
        return `The page shows ${numeral(shown)} of ${count(total, 'change', 'changes')}. Deleted parts, fields and frames have no place to mark.`;
      }
      case 'other-page':
        return 'The tab shows another page now. Go back to the compared page, and try again.';
      case 'unsupported':
        return 'This browser cannot mark text on a page. A newer version can.';
      case 'not-readable':
        return 'The browser no longer lets this extension read the tab. Compare the page again.';
    }
  },
  openViewer: 'Open in viewer',
  showFramed: 'Show the viewer here',
  showHere: 'Show in the panel',
  framedViewer: 'The viewer of the service',
  frameFault: (reason: string): string =>
    `${reason === 'frame_blocked' ? 'The viewer of the service did not load' : 'The viewer of the service did not answer within 5 seconds'}, so the panel shows the result itself. Check that the service runs; links to it end after a day: compare again for a new one.`,
  newComparison: 'New comparison',
  resultLost: 'The last result could not be read and was dropped. Compare again.',

  pairHeading: 'Pair with the service on this machine',
  pairDetail:
    'Comparisons are made by the diffsvc service on this machine, and by nobody else. Pair this extension with it once: the owner of the service confirms a code.',
  port: 'Port',
  portFault: 'The port is a number from 1 to 65535. The service prints it when it starts.',
  pair: 'Pair',
  pairingCode: 'Code',
  pairingWaiting: 'Confirm the pairing on diffsvc’s own page if it shows this code and this extension:',
  openApp: 'Open diffsvc’s page again',
  secondsLeft: (seconds: number): string => `${count(seconds, 'second', 'seconds')} left`,
  permissionDenied:
    'Without the permission to reach 127.0.0.1 the extension cannot call the service. Choose Pair again and allow it.',
  pairingOver: 'The pairing was refused, or took longer than two minutes. Start a new one.',
  pairingName: (browserName: string): string => `diffsvc for ${browserName}`,
  paired: (port: number): string => `Paired with the service on port ${port}.`,
  unpair: 'Unpair',
  unpairDetail: 'Unpairing ends this extension’s key for good. Comparing again takes a new pairing.',
  unpaired: 'Unpaired: the key is revoked and forgotten.',
  unpairedHereOnly:
    'The key is forgotten here, but the service did not answer. Start it and revoke the key in its list of paired extensions.',

  unreachable: (port: number): string =>
    `No diffsvc service answers on port ${port} of this machine. Start it (npm start, or the app), or set its port in the options; then try again.`,
  connectionBroke: 'The connection to the service broke. Check that it is still running, then try again.',
  unsafeAnswer: 'The service answered with something that cannot be shown safely. Nothing of it is displayed.',
  unexpected: 'Something went wrong in the extension. The captured content is still here; try again.',
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
