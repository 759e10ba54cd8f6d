import { excessInWords, sizeInWords } from '../../shared/in-words.ts';
import type { DesktopCommand } from '../../shared/messages/desktop-bridge.ts';

/**
 * Every text of the shell, in English. The texts of its page are in `renderer/strings`. An ampersand marks the key
 * of a menu.
 */
export const shellMessages = {
  menus: {
    file: '&File',
    edit: '&Edit',
    view: '&View',
    review: '&Review',
    recent: 'Open Recent',
    appearance: 'Appearance',
  },
  commands: {
    'new-comparison': 'New Comparison',
    open: 'Open…',
    settings: 'Settings…',
    'compare-again': 'Compare Again',
    swap: 'Swap Sides',
    export: 'Export…',
    print: 'Print…',
    undo: 'Undo',
    redo: 'Redo',
    find: 'Find in Changes',
    'view-unified': 'Unified',
    'view-side-by-side': 'Side by Side',
    'toggle-unchanged': 'Show or Fold Unchanged Text',
    'theme-system': 'Use System Setting',
    'theme-light': 'Light',
    'theme-dark': 'Dark',
    'next-change': 'Next Change',
    'previous-change': 'Previous Change',
    'accept-change': 'Accept Change',
    'reject-change': 'Reject Change',
    'accept-all': 'Accept All Shown',
    'reject-all': 'Reject All Shown',
    shortcuts: 'Keyboard Shortcuts',
  } satisfies Record<DesktopCommand, string>,
  /** Words that a system expects in its menus. Linux has those of the desktops. */
  settings: (platform: NodeJS.Platform): string => (platform === 'win32' ? 'Options…' : 'Settings…'),
  quit: (platform: NodeJS.Platform): string => {
    if (platform === 'darwin') return 'Quit diffsvc';
    return platform === 'win32' ? 'Exit' : 'Quit';
  },
  about: 'About diffsvc',
  hide: 'Hide diffsvc',
  checkForUpdates: 'Check for Updates…',
  checkAtStart: 'Check for Updates at Start',
  noRecent: 'No Recent Documents',
  clearRecent: (platform: NodeJS.Platform): string => (platform === 'darwin' ? 'Clear Menu' : 'Clear Recent'),
  showDataFolder: (platform: NodeJS.Platform): string => `Show Data Folder${inFileManager(platform)}`,
  showCrashLog: (platform: NodeJS.Platform): string => `Show Crash Log${inFileManager(platform)}`,
  restartService: 'Restart Service',

  openTitle: 'Open one document or two',
  allDocuments: 'Documents',
  documents: {
    docx: 'Word document',
    pdf: 'PDF document',
    xlsx: 'Workbook',
    pptx: 'Presentation',
    html: 'Web page',
    markdown: 'Markdown',
    txt: 'Text',
    json: 'JSON',
    csv: 'Comma-separated values',
    tsv: 'Tab-separated values',
  },
  otherWordDocuments: 'DOC, RTF or OpenDocument',
  notCompared: (name: string, ending: string, endings: readonly string[]): string =>
    `${name} ${ending === '' ? 'has no ending' : `is a .${ending} file`}. These can be compared: ${endings.join(', ')}.`,
  notAFile: (name: string): string => `${name} is not a file.`,
  /** `size` and `limit`: numbers of MiB, already written out. */
  tooLarge: (name: string, size: string, limit: string): string =>
    `${name} has ${size} MB; the limit is ${limit} MB for one document. Compare it in parts.`,
  missing: (name: string): string =>
    `${name} is not there any more: it was moved, renamed or deleted. Open it from where it is now.`,
  forbidden: (name: string): string =>
    `${name} may not be read by you. Ask its owner, or copy it to a folder of yours.`,
  inUse: (name: string): string => `${name} is in use by another program. Close it there and try again.`,
  unreadable: (name: string, reason: string): string => `${name} cannot be read: ${reason}`,
  notRemembered: 'This file is not remembered any more. Open it again.',
  nothingToSave: 'There is nothing to save.',
  tooLargeToSave: (bytes: number, limit: number): string =>
    `The file has ${excessInWords(bytes, limit)}; up to ${sizeInWords(limit)} can be saved.`,

  updateNone: 'This is the latest version.',
  updateFound: (version: string): string => `Version ${version} is available.`,
  updateVersion: (version: string): string => `You have version ${version}.`,
  updateFetchChoices: ['Download', 'Not Now'],
  updateReady: (version: string): string => `Version ${version} is ready.`,
  updateReadyDetail: 'It is installed when the application ends, or now with a restart.',
  updateInstallChoices: ['Restart Now', 'Later'],
  updateNotHere: 'This package cannot update itself.',
  updateNotHereDetail: 'Install a newer one as you installed this one.',
  updateFailed: 'The check for updates failed.',
  updateTold: ['OK'],

  openOutside: 'Open this link in the browser?',
  openOutsideChoices: ['Open', 'Cancel'],

  starting: 'Starting…',
  startingLong: 'This takes longer than usual. The comparison service is still starting.',
  serviceFailed: 'The comparison service does not start.',
  pageFailed: 'The page cannot be shown.',
  failedNext: 'Nothing is lost. Mend what is said above if you can, then try again. The log has more details.',
  startActions: { again: 'Try Again', log: 'Show Log', quit: 'Quit' },
  pageNotLoaded: (reason: string): string => `The page could not be loaded: ${reason}.`,
  pageRefused: (status: number): string => `The service has no page here (HTTP ${status}). Restart the application.`,
  pageCrashes: (count: number, reason: string): string =>
    `The page ended ${count} times within a minute. The last reason was “${reason}”.`,
  pageHangs: 'The page does not respond.',
  pageHangsDetail: 'A large comparison may take a while. Reloading keeps the decisions that were stored.',
  pageHangsChoices: ['Wait', 'Reload'],
  endedWith: (code: number | null): string => `It ended with code ${code ?? 'unknown'}.`,
  unreachable: (reason: string): string => `The service does not answer: ${reason}`,
  foreignPage: 'Only the application’s own page may use this address.',
};

/** The file manager by its own name. Linux has many. */
function inFileManager(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return ' in Finder';
  return platform === 'win32' ? ' in File Explorer' : '';
}
