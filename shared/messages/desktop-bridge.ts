/**
 * What the desktop shell offers the page: `window.diffsvcDesktop`, put there by `electron/preload`. In a browser it is
 * missing. Without the schemas with which the shell checks every message (`desktop-channels.ts`), so that the page does
 * not carry them.
 */

/** A file of the reader's disk. The page never learns the path; the shell knows it by the reference, over restarts too. */
export interface DesktopFile {
  /** What the page gives the shell to read or watch the file again. */
  readonly reference: string;
  /** Name with its ending, without folders. */
  readonly name: string;
  /** ISO 8601 in UTC. */
  readonly modifiedAt: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A file as it is now, or why it cannot be read, in words for the reader. */
export type DesktopFileReading =
  | { readonly outcome: 'read'; readonly file: DesktopFile }
  | { readonly outcome: 'failed'; readonly name: string; readonly message: string };

/** What became of a file that was to be saved. `cancelled`: the reader closed the dialog. */
export type DesktopSaving =
  | { readonly outcome: 'saved'; readonly name: string }
  | { readonly outcome: 'cancelled' }
  | { readonly outcome: 'failed'; readonly message: string };

/** All commands of the menu that the page carries out; what the shell does by itself (window, quit) is not among them. */
export const DESKTOP_COMMANDS = [
  'new-comparison',
  'open',
  'export',
  'print',
  'undo',
  'redo',
  'find',
  'settings',
  'compare-again',
  'swap',
  'view-unified',
  'view-side-by-side',
  'toggle-unchanged',
  'theme-system',
  'theme-light',
  'theme-dark',
  'next-change',
  'previous-change',
  'accept-change',
  'reject-change',
  'accept-all',
  'reject-all',
  'shortcuts',
] as const;

/** A command of the menu. `open`: show the shell's open dialog (`openFiles`) and take what it gives. */
export type DesktopCommand = (typeof DESKTOP_COMMANDS)[number];

/** Appearance: what the system has, or always the same. */
export type DesktopTheme = 'system' | 'light' | 'dark';

/** What the page tells of itself, for the title of the window and the menu. */
export interface DesktopPageState {
  /** What is compared, such as "old.docx – new.docx"; null: nothing is. */
  readonly title: string | null;
  /** Commands that would do something now; the others are grey in the menu. */
  readonly commands: readonly DesktopCommand[];
}

/** How the service does that the shell started, or found running. */
export interface DesktopServiceState {
  readonly status: 'starting' | 'running' | 'restarting' | 'failed';
  /** With `failed`: why, and what to do. */
  readonly message: string | null;
}

/** What the shell tells the page; each name with what its listener is given. */
export interface DesktopEvents {
  /** Files that were opened from the system: a second start, "Open with", recent documents, the icon. */
  readonly filesOpened: readonly DesktopFileReading[];
  /** Watched files whose content is another now. */
  readonly filesChanged: readonly string[];
  readonly command: DesktopCommand;
  readonly service: DesktopServiceState;
}

/** The one channel on which the shell speaks by itself: `[name, event]` of `DesktopEvents`. */
export const DESKTOP_EVENT_CHANNEL = 'desktop:event';

/** Name of the property of the page's `globalThis` that holds the bridge. */
export const DESKTOP_BRIDGE = 'diffsvcDesktop';

/**
 * What the page can ask of the shell. A promise rejects only when the shell refuses the message itself. `PageFile` is the
 * browser's `File`, which has no name here.
 */
export interface DesktopBridge<PageFile> {
  readonly platform: 'linux' | 'darwin' | 'win32';
  /**
   * Listens to what the shell tells; the result stops it. Events of before the first listener are kept for it, so that no
   * file is lost that was opened together with the application.
   */
  on<Name extends keyof DesktopEvents>(name: Name, listener: (event: DesktopEvents[Name]) => void): () => void;
  /** The open dialog: one file or two; none when the reader closes it. */
  openFiles(): Promise<readonly DesktopFileReading[]>;
  /** The reference of a file that was dropped or chosen in the page; null when it does not lie on the disk. */
  referenceOf(file: PageFile): Promise<string | null>;
  /** Reads a file again, for "recent" and for a file that changed. */
  readFile(reference: string): Promise<DesktopFileReading>;
  /** Watches these files, two at most, instead of those before. */
  watchFiles(references: readonly string[]): Promise<void>;
  /** The save dialog, then the file. */
  saveFile(suggestedName: string, bytes: Uint8Array): Promise<DesktopSaving>;
  /** Opens the folder of the service's data in the file manager. */
  showDataFolder(): Promise<void>;
  setTheme(theme: DesktopTheme): Promise<void>;
  /** Tells the shell what the page shows now. */
  tellState(state: DesktopPageState): Promise<void>;
  /** Starts the service again after it failed. */
  restartService(): Promise<void>;
}
