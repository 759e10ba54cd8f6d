import type { BrowserWindow, Dialog, RenderProcessGoneDetails } from 'electron';
import type { DesktopServiceState } from '../../../shared/messages/desktop-bridge.ts';
import { APP_PAGE } from '../page/app-address.ts';
import type { PageChannel } from '../page/page-channel.ts';
import { START_PAGE, startPage } from '../page/start-page.ts';
import { shellMessages } from '../strings.ts';

/** Dependencies of the application's window. */
export interface ApplicationWindowDeps {
  /** Creates the window without a page. */
  readonly create: () => BrowserWindow;
  readonly dialog: Pick<Dialog, 'showMessageBox'>;
  readonly channel: PageChannel;
  readonly serviceState: () => DesktopServiceState;
  /** Starts the service again after a failure. */
  readonly restartService: () => void;
  /** Receives the part that failed, and the reason. */
  readonly onFault: (what: string, reason: unknown) => void;
  /** Called after a window opened, and after it closed. */
  readonly onChange: (isOpen: boolean) => void;
  /** Milliseconds. */
  readonly now: () => number;
}

/** A page that crashes more often within a minute would crash again. */
const PAGE_CRASHES_MOST = 3;
/** Chromium's code of a load that another load replaced. */
const ABORTED = -3;

/**
 * The one window, and which page it shows. It opens at once with the start page, whatever the service does. The
 * application's page replaces it when the service runs. A page that fails is replaced by an explanation.
 */
export class ApplicationWindow {
  readonly #deps: ApplicationWindowDeps;
  #window: BrowserWindow | null = null;
  #showsStart = true;
  #fault: string | null = null;
  #crashes: number[] = [];
  /** Closes the question about a page that hangs; null if none is open. */
  #hangQuestion: AbortController | null = null;

  constructor(deps: ApplicationWindowDeps) {
    this.#deps = deps;
  }

  /** Null if no window is open. */
  get current(): BrowserWindow | null {
    return this.#window;
  }

  /** Whether the window shows the start page, whose links the shell carries out. */
  get showsStart(): boolean {
    return this.#showsStart;
  }

  /** Brings the window to the front, and creates it if necessary. */
  show(): void {
    if (this.#window === null) {
      this.#open();
      return;
    }
    if (this.#window.isMinimized()) this.#window.restore();
    this.#window.show();
    this.#window.focus();
  }

  /** Shows the page that fits the new state of the service. A page that listens shows the state itself. */
  serviceChanged({ status }: DesktopServiceState): void {
    if (this.#window === null) return;
    if (this.#showsStart) this.#load(status === 'running' && this.#fault === null ? APP_PAGE : START_PAGE);
    else if (status === 'failed' && !this.#deps.channel.listens) this.#load(START_PAGE);
  }

  /** The start page as it is now. */
  startPage(): Response {
    return startPage(this.#deps.serviceState(), this.#fault);
  }

  /** The answer for the page itself. An answer that is no page is replaced by the start page with the reason. */
  async pageAnswer(response: Response): Promise<Response> {
    if (response.ok) return response;
    this.#fault = await reasonOf(response);
    this.#showsStart = true;
    return this.startPage();
  }

  /** Tries again after a failure. */
  tryAgain(): void {
    this.#fault = null;
    this.#crashes = [];
    if (this.#deps.serviceState().status === 'running') this.#load(APP_PAGE);
    else this.#deps.restartService();
  }

  #open(): void {
    const window = this.#deps.create();
    const { webContents } = window;
    this.#window = window;
    this.#fault = null;
    this.#deps.channel.attach(webContents);
    webContents.on('render-process-gone', (_event, details) => this.#pageGone(details));
    webContents.on('did-fail-load', (_event, code, description, _address, isMainFrame) => {
      if (isMainFrame && code !== ABORTED) this.#fail(shellMessages.pageNotLoaded(description));
    });
    window.on('unresponsive', () => void this.#askAboutHang(window));
    window.on('responsive', () => this.#hangQuestion?.abort());
    window.on('closed', () => {
      this.#hangQuestion?.abort();
      this.#window = null;
      this.#deps.channel.attach(null);
      this.#deps.onChange(false);
    });
    this.#load(this.#deps.serviceState().status === 'running' ? APP_PAGE : START_PAGE);
    this.#deps.onChange(true);
  }

  #load(address: string): void {
    this.#showsStart = address === START_PAGE;
    // `did-fail-load` reports a failure. A load that another one replaced is none.
    void this.#window?.loadURL(address).catch(() => undefined);
  }

  #fail(reason: string): void {
    // The start page itself could not be shown; another attempt would end the same way.
    if (this.#showsStart) return;
    this.#fault = reason;
    this.#load(START_PAGE);
  }

  #pageGone(details: RenderProcessGoneDetails): void {
    if (details.reason === 'clean-exit') return;
    this.#deps.onFault('page', details);
    const now = this.#deps.now();
    this.#crashes = [...this.#crashes.filter((at) => now - at < 60_000), now];
    if (this.#crashes.length <= PAGE_CRASHES_MOST) this.#window?.webContents.reload();
    else this.#fail(shellMessages.pageCrashes(this.#crashes.length, details.reason));
  }

  /** Asks whether to wait. The question closes by itself when the page responds again. */
  async #askAboutHang(window: BrowserWindow): Promise<void> {
    if (this.#hangQuestion !== null) return;
    const question = new AbortController();
    this.#hangQuestion = question;
    this.#deps.onFault('page', 'does not respond');
    const { response } = await this.#deps.dialog.showMessageBox(window, {
      type: 'warning',
      message: shellMessages.pageHangs,
      detail: shellMessages.pageHangsDetail,
      buttons: [...shellMessages.pageHangsChoices],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
      signal: question.signal,
    });
    this.#hangQuestion = null;
    // The crash makes `#pageGone` load the page again.
    if (response === 1 && !question.signal.aborted && this.#window === window) {
      window.webContents.forcefullyCrashRenderer();
    }
  }
}

async function reasonOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : null;
  return typeof message === 'string' ? message : shellMessages.pageRefused(response.status);
}
