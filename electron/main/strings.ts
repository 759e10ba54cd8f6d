import type { DesktopCommand } from '../../shared/messages/desktop-bridge.ts';

/**
 * Every text of the shell, in English. The texts of its page are in `renderer/strings.ts`. An ampersand marks the key
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
    'theme-system': 'As the System',
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
  noRecent: 'None',
  clearRecent: 'Clear',
  showDataFolder: 'Show Data Folder',
  showCrashLog: 'Show Crash Log',
  restartService: 'Start the Service Again',

  openTitle: 'Open one document or two',
  allDocuments: 'Documents',
  documents: {
    docx: 'Word document',
    pdf: 'PDF document',
    html: 'Web page',
    markdown: 'Markdown',
    txt: 'Text',
    json: 'JSON',
  },
  otherWordDocuments: 'DOC, RTF or OpenDocument',
  notCompared: (name: string, ending: string, endings: readonly string[]): string =>
    `${name} ${ending === '' ? 'has no ending' : `is a .${ending} file`}. These can be compared: ${endings.join(', ')}.`,
  notAFile: (name: string): string => `${name} is not a file.`,
  /** Both in MiB, as written. */
  tooLarge: (name: string, size: string, limit: string): string =>
    `${name} has ${size} MiB; up to ${limit} MiB can be compared. Compare it in parts.`,
  missing: (name: string): string =>
    `${name} is not there any more: it was moved, renamed or deleted. Open it from where it is now.`,
  forbidden: (name: string): string =>
    `${name} may not be read by you. Ask its owner, or copy it to a folder of yours.`,
  inUse: (name: string): string => `${name} is in use by another program. Close it there and try again.`,
  unreadable: (name: string, reason: string): string => `${name} cannot be read: ${reason}`,
  notRemembered: 'This file is not remembered any more. Open it again.',
  nothingToSave: 'There is nothing to save.',
  tooLargeToSave: (bytes: number, limit: number): string => `The file has ${bytes} bytes; up to ${limit} can be saved.`,

  openOutside: 'Open this link in the browser?',
  openOutsideChoices: ['Open', 'Cancel'],

  serviceFailed: 'The comparison service does not start.',
  serviceFailedChoices: ['Try Again', 'Quit'],
  endedWith: (code: number | null): string => `It ended with code ${code ?? 'unknown'}.`,
  unreachable: (reason: string): string => `The service does not answer: ${reason}`,
  foreignPage: 'Only the application’s own page may use this address.',
};
