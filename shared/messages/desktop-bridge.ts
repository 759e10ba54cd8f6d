/**
 * The API that the desktop shell offers to the page as `window.diffsvcDesktop`. `electron/preload` installs it; a
 * browser has none. The schemas that check each message are in `desktop-channels.ts`, so that the page need not load
 * them.
 */

/**
 * A file on the reader's disk. The page never learns the path. The shell knows it by the reference, even after a
 * restart.
 */
export interface DesktopFile {
  /** The value with which the page asks to read or watch the file again. */
  readonly reference: string;
  /** Name with its extension, without folders. */
  readonly name: string;
  /** ISO 8601 in UTC. */
  readonly modifiedAt: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The current content of a file, or the reason for the reader why it cannot be read. */
export type DesktopFileReading =
  | { readonly outcome: 'read'; readonly file: DesktopFile }
  | { readonly outcome: 'failed'; readonly name: string; readonly message: string };

/** The outcome of saving a file. `saved`: the reference drags the file out, until the shell ends. `cancelled`: the reader closed the dialog. */
export type DesktopSaving =
  | { readonly outcome: 'saved'; readonly name: string; readonly reference: string }
  | { readonly outcome: 'cancelled' }
  | { readonly outcome: 'failed'; readonly message: string };

/** All menu commands that the page carries out. The shell's own commands (window, quit) are not among them. */
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

/** A menu command. `open`: show the shell's open dialog (`openFiles`) and use its result. */
export type DesktopCommand = (typeof DESKTOP_COMMANDS)[number];

/** Appearance: the system's, or a fixed one. */
export type DesktopTheme = 'system' | 'light' | 'dark';

/** What the page reports for the window title and the menu. */
export interface DesktopPageState {
  /** The compared files, such as "old.docx – new.docx"; null if there are none. */
  readonly title: string | null;
  /** The recent comparison that is open; null if none is. */
  readonly recentId: string | null;
  /** Commands that work now. The menu disables the others. */
  readonly commands: readonly DesktopCommand[];
}

/** The state of the service that the shell started or found. */
export interface DesktopServiceState {
  readonly status: 'starting' | 'running' | 'restarting' | 'failed';
  /** With `failed`: the reason and the next step. */
  readonly message: string | null;
}

/** The events of the shell by name, each with the argument of its listeners. */
export interface DesktopEvents {
  /** Files that were opened from the system: by a second start, "Open with", recent documents or the icon. */
  readonly filesOpened: readonly DesktopFileReading[];
  /** Watched files with new content. */
  readonly filesChanged: readonly string[];
  readonly command: DesktopCommand;
  /** The comparison that was open when the shell, or the page, ended. */
  readonly comparison: string;
  readonly service: DesktopServiceState;
}

/** The only channel on which the shell sends by itself: `[name, event]` of `DesktopEvents`. */
export const DESKTOP_EVENT_CHANNEL = 'desktop:event';

/** Name of the property of the page's `globalThis` that holds the bridge. */
export const DESKTOP_BRIDGE = 'diffsvcDesktop';

/**
 * The requests of the page to the shell. A promise rejects only if the shell refuses the message itself. `PageFile`
 * is the browser's `File`; that name is not available here.
 */
export interface DesktopBridge<PageFile> {
  readonly platform: 'linux' | 'darwin' | 'win32';
  /**
   * Listens to an event; the result stops listening. Events before the first listener are kept, so that no file is
   * lost that was opened together with the application.
   */
  on<Name extends keyof DesktopEvents>(name: Name, listener: (event: DesktopEvents[Name]) => void): () => void;
  /** Shows the open dialog and returns one or two files. Returns none if the reader closes it. */
  openFiles(): Promise<readonly DesktopFileReading[]>;
  /** The reference of a file that was dropped or chosen in the page. Null if the file is not on the disk. */
  referenceOf(file: PageFile): Promise<string | null>;
  /** Reads a file again, for recent comparisons and for changed files. */
  readFile(reference: string): Promise<DesktopFileReading>;
  /** Watches these files, at most two, instead of the previous ones. */
  watchFiles(references: readonly string[]): Promise<void>;
  /** Shows the save dialog and writes the file. */
  saveFile(suggestedName: string, bytes: Uint8Array): Promise<DesktopSaving>;
  /** Begins to drag out a file that this session saved. Call it when the reader begins to drag. */
  dragFile(reference: string): Promise<void>;
  /** Opens the folder of the service's data in the file manager. */
  showDataFolder(): Promise<void>;
  setTheme(theme: DesktopTheme): Promise<void>;
  /** Reports the page's state to the shell. */
  tellState(state: DesktopPageState): Promise<void>;
  /** Restarts the service after a failure. */
  restartService(): Promise<void>;
}
