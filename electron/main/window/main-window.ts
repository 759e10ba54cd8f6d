import type { BrowserWindow, BrowserWindowConstructorOptions, NativeTheme, Screen } from 'electron';
import { boundsToOpen, LEAST_SIZE, type Bounds } from './window-bounds.ts';

/** Dependencies of the window. */
export interface MainWindowDeps {
  readonly BrowserWindow: new (options: BrowserWindowConstructorOptions) => BrowserWindow;
  readonly screen: Pick<Screen, 'getPrimaryDisplay' | 'getAllDisplays'>;
  readonly nativeTheme: Pick<NativeTheme, 'shouldUseDarkColors'>;
  /** The built preload script, absolute. */
  readonly preload: string;
  /** The picture of the window. Null on macOS and Windows, which show the program's own. */
  readonly icon: string | null;
  /** The state of the window when it was last open; null if none is known. */
  readonly lastState: { readonly bounds: Bounds; readonly isMaximized: boolean } | null;
  /** Called when the window was moved, resized or maximised, and before it closes. */
  readonly onState: (bounds: Bounds, isMaximized: boolean) => void;
}

/** The page's background in both modes (`renderer/styles/app.css`), so that nothing flashes while it loads. */
const BACKGROUND = { light: '#ffffff', dark: '#16181d' };
/** Moving a window causes dozens of events a second. */
const SETTLED_MS = 500;

/**
 * The preferences of every page: no Node, an isolated world for the preload script, and the system's sandbox. They
 * are Electron's defaults today. They are explicit because the application relies on them.
 */
const SAFE_PREFERENCES = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  plugins: false,
  navigateOnDragDrop: false,
  safeDialogs: true,
  spellcheck: false,
} as const;

/** Creates the window without a page. It becomes visible when its first page has content. */
export function createMainWindow(deps: MainWindowDeps): BrowserWindow {
  const { screen, nativeTheme, preload, lastState } = deps;
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  const screens = [primary, ...others].map(({ workArea }) => workArea);
  const options: BrowserWindowConstructorOptions = {
    ...boundsToOpen(lastState?.bounds ?? null, screens),
    minWidth: LEAST_SIZE.width,
    minHeight: LEAST_SIZE.height,
    show: false,
    title: 'diffsvc',
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    webPreferences: { ...SAFE_PREFERENCES, preload },
  };
  if (deps.icon !== null) options.icon = deps.icon;
  const window = new deps.BrowserWindow(options);
  if (lastState?.isMaximized === true) window.maximize();
  window.once('ready-to-show', () => window.show());
  // The page reports the compared files, and the shell sets the title.
  window.on('page-title-updated', (event) => event.preventDefault());
  const reportState = (): void => deps.onState(window.getNormalBounds(), window.isMaximized());
  let timer: NodeJS.Timeout | undefined;
  const reportStateSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(reportState, SETTLED_MS);
  };
  window.on('resize', reportStateSoon);
  window.on('move', reportStateSoon);
  window.on('maximize', reportStateSoon);
  window.on('unmaximize', reportStateSoon);
  window.on('close', () => {
    clearTimeout(timer);
    reportState();
  });
  return window;
}
