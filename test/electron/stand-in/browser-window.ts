/** A window of the stand-in: a page of a real Chromium with the preload script in it. */
import { EventEmitter } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page, type Route } from 'playwright-core';
import { EXECUTABLE, FLAGS } from '../../e2e/browser.ts';
import { calls } from './calls.ts';
import { filePaths, invoke, standInOrigin } from './protocol.ts';
import { appEvents, theme } from './shared-state.ts';

interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Options extends Bounds {
  readonly show: boolean;
  readonly title: string;
  readonly icon?: string;
  readonly webPreferences: { readonly preload: string };
}

type OpenHandler = (details: { url: string }) => { action: string };

/** The open windows. */
export const windows = new Set<BrowserWindow>();
/** A profile that outlives the process, or one of its own. */
const lasting = process.env['STAND_IN_PROFILE'];
const profile = lasting ?? mkdtempSync(join(tmpdir(), 'diffsvc-stand-in-'));
const contexts = new Set<BrowserContext>();

/**
 * Electron's objects for the preload script, in the page's own world, because a driver reaches no other in Chromium.
 */
function preloadWorld(source: string): string {
  return `(() => {
    if (window !== top) return;
    const listeners = new Map();
    window.__standInTell = (channel, message) => listeners.get(channel)?.({}, message);
    const electron = {
      contextBridge: { exposeInMainWorld: (name, api) => Object.defineProperty(window, name, { value: api }) },
      ipcRenderer: {
        on: (channel, listener) => listeners.set(channel, listener),
        invoke: (channel, ...args) => window.__standInInvoke(channel, args),
      },
      webUtils: { getPathForFile: (file) => window.__standInPaths?.[file.name] ?? '' },
    };
    (function (require, process) {
      ${source}
    })(() => electron, { platform: 'linux' });
  })();`;
}

/** See Electron's `WebContents`. */
class WebContents extends EventEmitter {
  readonly mainFrame = { url: '' };
  readonly ready: Promise<Page>;
  openHandler: OpenHandler = () => ({ action: 'allow' });
  #loads = 0;
  #gone = false;

  constructor(ready: Promise<Page>) {
    super();
    this.ready = ready;
  }

  /** Whether the shell itself loads a page. A second load may replace a first one. */
  get isLoading(): boolean {
    return this.#loads > 0;
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler;
  }

  isDestroyed(): boolean {
    return this.#gone;
  }

  destroy(): void {
    this.#gone = true;
  }

  send(channel: string, message: unknown): void {
    void this.ready.then((page) =>
      page.evaluate(([to, told]) => (window as never as Teller).__standInTell(to, told), [channel, message] as const),
    );
  }

  startDrag(item: object): void {
    calls.push(['startDrag', item]);
  }

  /** Ends the process of the page and notifies the shell. */
  forcefullyCrashRenderer(): void {
    this.emit('render-process-gone', {}, { reason: 'killed', exitCode: 137 });
  }

  reload(): void {
    void this.#reload();
  }

  async #reload(): Promise<void> {
    const page = await this.ready;
    this.#loads += 1;
    this.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false });
    await page.reload().finally(() => (this.#loads -= 1));
  }

  async load(address: string): Promise<void> {
    const page = await this.ready;
    this.#loads += 1;
    this.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false });
    this.mainFrame.url = toApp(address);
    await page.goto(await fromApp(address), { waitUntil: 'load' }).finally(() => (this.#loads -= 1));
  }
}

interface Teller {
  __standInTell(channel: string, message: unknown): void;
}

/** Null: the frame belongs to a window that is just being opened. */
function frameOf(request: ReturnType<Route['request']>): ReturnType<Page['mainFrame']> | null {
  try {
    return request.frame();
  } catch {
    return null;
  }
}

function toApp(address: string): string {
  return address.replace(/^http:\/\/127\.0\.0\.1:\d+/, 'app://diffsvc');
}

async function fromApp(address: string): Promise<string> {
  return address.replace(/^app:\/\/diffsvc/, await standInOrigin());
}

/** See Electron's `BrowserWindow`. */
export class BrowserWindow extends EventEmitter {
  readonly webContents: WebContents;
  readonly #options: Options;
  #bounds: Bounds;
  #isMaximized = false;
  #isShown: boolean;
  #title: string;
  #context: BrowserContext | null = null;

  constructor(options: Options) {
    super();
    this.#options = options;
    this.#bounds = { x: options.x, y: options.y, width: options.width, height: options.height };
    this.#isShown = options.show;
    this.#title = options.title;
    this.webContents = new WebContents(this.#open());
    windows.add(this);
    appEvents.emit('web-contents-created', {}, this.webContents);
  }

  async #open(): Promise<Page> {
    const { x, y, width, height } = this.#bounds;
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: EXECUTABLE,
      headless: process.env['DISPLAY'] === undefined,
      args: [...FLAGS, '--app=data:text/html,', `--window-position=${x},${y}`, `--window-size=${width},${height}`],
      ...(process.env['DISPLAY'] === undefined ? { viewport: { width, height } } : { viewport: null }),
      reducedMotion: 'reduce',
    });
    this.#context = context;
    contexts.add(context);
    const page = context.pages()[0]!;
    await page.exposeBinding('__standInInvoke', async ({ frame }, channel: string, args: unknown[]) => {
      const senderFrame = frame === page.mainFrame() ? this.webContents.mainFrame : { url: toApp(frame.url()) };
      return await invoke({ sender: this.webContents, senderFrame }, channel, args);
    });
    const source = readFileSync(this.#options.webPreferences.preload, 'utf8');
    await page.addInitScript(preloadWorld(source));
    await page.addInitScript((paths) => Object.assign(window, { __standInPaths: paths }), filePaths);
    await context.route('**/*', (route) => this.#decide(route, page));
    context.on('page', (popup) => void popup.close().catch(() => undefined));
    await this.applyTheme(page);
    return page;
  }

  /** Asks the shell before the page navigates or opens a window, as Electron does. */
  async #decide(route: Route, page: Page): Promise<void> {
    const request = route.request();
    if (!request.isNavigationRequest() || this.webContents.isLoading) {
      await route.continue();
      return;
    }
    const frame = frameOf(request);
    if (frame?.page() !== page) {
      const { action } = this.webContents.openHandler({ url: toApp(request.url()) });
      if (action !== 'deny') throw new Error(`the shell opens a window for ${request.url()}`);
      await route.abort('aborted');
      return;
    }
    let isPrevented = false as boolean;
    this.webContents.emit('will-frame-navigate', {
      url: toApp(request.url()),
      isMainFrame: frame === page.mainFrame(),
      preventDefault: () => (isPrevented = true),
    });
    if (isPrevented) {
      await route.abort('aborted');
      return;
    }
    this.webContents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false });
    await route.continue();
  }

  async applyTheme(given?: Page): Promise<void> {
    const page = given ?? (await this.webContents.ready);
    await page.emulateMedia({ colorScheme: theme.source === 'system' ? theme.system : theme.source });
  }

  describe(): object {
    const { x, y, width, height } = this.#bounds;
    const { webPreferences, icon } = this.#options;
    const bounds = { x, y, width, height };
    return { bounds, isMaximized: this.#isMaximized, isShown: this.#isShown, title: this.#title, icon, webPreferences };
  }

  async loadURL(address: string): Promise<void> {
    calls.push(['loadURL', address]);
    await this.webContents.load(address);
    this.emit('ready-to-show');
    process.send?.({ shown: true });
  }

  close(): void {
    if (!windows.has(this)) return;
    this.emit('close', {});
    windows.delete(this);
    this.webContents.destroy();
    const context = this.#context;
    if (context !== null) void context.close().finally(() => contexts.delete(context));
    this.emit('closed');
    if (windows.size === 0) appEvents.emit('window-all-closed');
  }

  getNormalBounds = (): Bounds => this.#bounds;
  isMaximized = (): boolean => this.#isMaximized;
  isMinimized = (): boolean => false;
  restore = (): void => undefined;
  focus = (): void => undefined;
  show = (): void => {
    if (!this.#isShown) calls.push(['show']);
    this.#isShown = true;
  };
  setTitle = (title: string): void => void (this.#title = title);
  maximize = (): void => {
    this.#isMaximized = true;
    this.emit('maximize');
  };
}

/** Ends the browser, and deletes its profile if it is to last no longer. */
export async function endBrowser(): Promise<void> {
  await Promise.all([...contexts].map((context) => context.close().catch(() => undefined)));
  if (lasting === undefined) rmSync(profile, { recursive: true, force: true });
}
