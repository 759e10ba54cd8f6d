/** Connects Electron, the service and the page. Each part documents itself in its own file. */
import type Electron from 'electron';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  DesktopFileReading,
  DesktopPageState,
  DesktopSaving,
  DesktopTheme,
} from '../../shared/messages/desktop-bridge.ts';
import { existsSync } from 'node:fs';
import type { CrashLog } from './crash-log.ts';
import { CONVERTED_ENDINGS, DOCUMENT_ENDINGS, DOCUMENT_TYPES, isDocumentPath } from './files/document-types.ts';
import { ExportedFiles } from './files/exported-files.ts';
import type { KnownFiles } from './files/known-files.ts';
import type { OpenedFiles } from './files/opened-files.ts';
import { readDocument } from './files/read-document.ts';
import { saveDocument } from './files/save-document.ts';
import { WatchedDocuments } from './files/watch-documents.ts';
import { applicationMenu } from './menu/application-menu.ts';
import { answerRequests, type RequestHandlers } from './page/answer-requests.ts';
import { APP_PAGE, APP_SCHEME } from './page/app-address.ts';
import { forwardRequest } from './page/forward-request.ts';
import { PageChannel } from './page/page-channel.ts';
import { START_PAGE, startActionOf, type StartAction } from './page/start-page.ts';
import { placesOf } from './places.ts';
import { guardContents } from './security/guard-contents.ts';
import { openOutside } from './security/outside-links.ts';
import { denyPermissions } from './security/permissions.ts';
import { codeOfLinkCommand, ServiceAccess } from './service/service-access.ts';
import { startServiceChild } from './service/service-child.ts';
import { ServiceKeeper } from './service/service-keeper.ts';
import { findServingProcess, isHealthy } from './service/serving-process.ts';
import { UpdateCheck, type Updater } from './updates/update-check.ts';
import { ApplicationWindow } from './window/application-window.ts';
import { createMainWindow } from './window/main-window.ts';
import { readWindowState, writeWindowState, type WindowState } from './window/window-state.ts';
import { shellMessages } from './strings.ts';

/** The parts of Electron that the shell uses. */
export type ElectronParts = Pick<
  typeof Electron,
  | 'app'
  | 'BrowserWindow'
  | 'crashReporter'
  | 'dialog'
  | 'ipcMain'
  | 'Menu'
  | 'nativeTheme'
  | 'protocol'
  | 'screen'
  | 'session'
  | 'shell'
> & {
  /** See `UpdateCheckDeps`. */
  readonly updater: () => Updater;
};

/** What the shell knows about its own process. */
export interface ShellProcess {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** `process.argv`. */
  readonly args: readonly string[];
  readonly resourcesPath: string;
  readonly platform: NodeJS.Platform;
}

const RECENT_SHOWN = 10;
const NOTHING_SHOWN: DesktopPageState = { title: null, recentId: null, commands: [] };
/** The builder writes it into packages that know where newer versions are. */
const UPDATES_FILE = 'app-update.yml';

/** The application once Electron is ready: its window, its page, the service and the files. */
export class DesktopShell {
  readonly #electron: ElectronParts;
  readonly #self: ShellProcess;
  readonly #known: KnownFiles;
  readonly #crashes: CrashLog;
  readonly #places: ReturnType<typeof placesOf>;
  readonly #stateFile: string;
  readonly #keeper: ServiceKeeper;
  readonly #access: ServiceAccess;
  readonly #channel = new PageChannel();
  readonly #watched: WatchedDocuments;
  readonly #window: ApplicationWindow;
  readonly #exported = new ExportedFiles();
  readonly #updates: UpdateCheck | null;
  #lastState: WindowState | null;
  #stateKept: Promise<void> = Promise.resolve();
  #theme: DesktopTheme;
  #comparison: string | null;
  #checksForUpdates: boolean;
  #page: DesktopPageState = NOTHING_SHOWN;
  #ending: 'no' | 'closing' | 'closed' = 'no';
  #openRecent: (path: string) => void = () => undefined;

  constructor(electron: ElectronParts, self: ShellProcess, known: KnownFiles, crashes: CrashLog) {
    const { app } = electron;
    this.#electron = electron;
    this.#self = self;
    this.#known = known;
    this.#crashes = crashes;
    this.#places = placesOf({ ...self, isPackaged: app.isPackaged, appPath: app.getAppPath() });
    this.#stateFile = join(app.getPath('userData'), 'window-state.json');
    this.#lastState = readWindowState(this.#stateFile);
    this.#theme = this.#lastState?.theme ?? 'system';
    this.#comparison = this.#lastState?.comparison ?? null;
    this.#checksForUpdates = this.#lastState?.checksForUpdates ?? false;
    const { dataDir } = this.#places;
    const programs = { ...this.#places, environment: self.environment };
    this.#keeper = new ServiceKeeper({
      startChild: (anyPort) => startServiceChild(programs, anyPort, (line) => this.#log(line)),
      findServing: () => findServingProcess(dataDir, fetch),
      isHealthy: (origin) => isHealthy(origin, fetch),
      wait: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
      now: () => Date.now(),
      onState: (state) => {
        this.#channel.tell('service', state);
        if (state.status === 'failed') crashes.add('service', state.message);
        this.#window.serviceChanged(state);
      },
      onCrash: (end) => crashes.add('service', end),
    });
    this.#access = new ServiceAccess({
      keeper: this.#keeper,
      newCode: () => codeOfLinkCommand(programs),
      fetch,
      now: () => Date.now(),
    });
    this.#watched = new WatchedDocuments((paths) => {
      const references = paths.map((path) => known.remember(path));
      this.#channel.tell('filesChanged', references);
    });
    const isOffered = app.isPackaged && existsSync(join(self.resourcesPath, UPDATES_FILE));
    this.#updates = isOffered
      ? new UpdateCheck({
          updater: electron.updater,
          dialog: electron.dialog,
          window: () => this.#window.current,
          version: app.getVersion(),
          onFault: (fault) => crashes.add('updates', fault),
        })
      : null;
    this.#window = new ApplicationWindow({
      create: () => this.#createWindow(),
      dialog: electron.dialog,
      channel: this.#channel,
      serviceState: () => this.#keeper.state,
      restartService: () => this.#keeper.restart(),
      onFault: (what, reason) => crashes.add(what, reason),
      onChange: (isOpen) => {
        if (!isOpen) {
          this.#page = NOTHING_SHOWN;
          void this.#watched.close();
        }
        this.#setMenu();
      },
      now: () => Date.now(),
    });
  }

  /** Shows the window, and opens the files in it. */
  open(files: OpenedFiles): void {
    const { app, ipcMain, nativeTheme, protocol, session, shell, dialog } = this.#electron;
    nativeTheme.themeSource = this.#theme;
    denyPermissions(session.defaultSession);
    const outside = { dialog, shell, serviceOrigin: () => this.#access.lastOrigin };
    guardContents(app, (address) => {
      const action = this.#window.showsStart ? startActionOf(address) : null;
      if (action === null) void openOutside(address, outside);
      else this.#carryOut(action);
    });
    protocol.handle(APP_SCHEME, (request) => this.#answer(request));
    const isOurWindow = (contents: Electron.WebContents): boolean => contents === this.#window.current?.webContents;
    answerRequests(ipcMain, isOurWindow, this.#handlers(), (reason) => this.#crashes.add('refused', reason));
    app.on('second-instance', () => this.#show());
    app.on('activate', () => this.#show());
    app.on('window-all-closed', () => {
      if (this.#self.platform !== 'darwin') app.quit();
    });
    app.on('will-quit', (event) => {
      if (this.#ending === 'closed') return;
      event.preventDefault();
      if (this.#ending === 'no') void this.#end();
    });
    app.on('child-process-gone', (_event, details) => this.#crashes.add('child', details));
    this.#show();
    this.#keeper.start();
    if (this.#checksForUpdates) void this.#updates?.check(false);
    files.begin(async (paths) => {
      this.#show();
      this.#channel.tell('filesOpened', await this.#read(paths));
    });
    this.#openRecent = (path) => files.add([path]);
  }

  #show(): void {
    if (this.#ending === 'no') this.#window.show();
  }

  #createWindow(): Electron.BrowserWindow {
    return createMainWindow({
      ...this.#electron,
      preload: this.#places.preload,
      icon: this.#self.platform === 'linux' ? this.#places.icon : null,
      lastState: this.#lastState,
      onState: (bounds, isMaximized) => this.#keepState({ bounds, isMaximized }),
    });
  }

  /** Answers a request of the page. Only the start page needs no service. */
  async #answer(request: Request): Promise<Response> {
    if (request.url === START_PAGE) return this.#window.startPage();
    const response = await forwardRequest(request, this.#access);
    return request.url === APP_PAGE ? await this.#window.pageAnswer(response) : response;
  }

  #carryOut(action: StartAction): void {
    if (action === 'again') this.#window.tryAgain();
    else if (action === 'log') this.#electron.shell.showItemInFolder(this.#crashes.file);
    else this.#electron.app.quit();
  }

  #handlers(): RequestHandlers {
    const done = <T>(work: (request: T) => unknown) => {
      return async (request: T): Promise<null> => {
        await work(request);
        return null;
      };
    };
    return {
      'page:listens': done(() => {
        // Files that the reader opened come before what was open.
        const restores = !this.#channel.hasQueue;
        this.#channel.begin();
        this.#channel.tell('service', this.#keeper.state);
        if (restores && this.#comparison !== null) this.#channel.tell('comparison', this.#comparison);
      }),
      'page:state': done((state) => this.#takePageState(state)),
      'files:open': () => this.#chooseFiles(),
      'files:reference': ({ path }) => (isDocumentPath(path) ? this.#remember(path) : null),
      'files:read': async ({ reference }) => await this.#readKnown(reference),
      'files:watch': done(({ references }) => {
        const paths = references.map((reference) => this.#known.pathOf(reference));
        return this.#watched.watch(paths.filter((path) => path !== null));
      }),
      'files:save': ({ suggestedName, bytes }) => this.#save(suggestedName, bytes),
      'files:drag': done(({ reference }) => this.#drag(reference)),
      'data:show': done(() => this.#showDataFolder()),
      'theme:set': done(({ theme }) => this.#setTheme(theme)),
      'service:restart': done(() => this.#keeper.restart()),
    };
  }

  #takePageState(state: DesktopPageState): void {
    this.#page = state;
    if (state.recentId !== this.#comparison) {
      this.#comparison = state.recentId;
      this.#keepWindow();
    }
    this.#window.current?.setTitle(state.title === null ? 'diffsvc' : `${state.title} – diffsvc`);
    this.#setMenu();
  }

  async #chooseFiles(): Promise<readonly DesktopFileReading[]> {
    const window = this.#window.current;
    if (window === null) return [];
    const { canceled, filePaths } = await this.#electron.dialog.showOpenDialog(window, {
      title: shellMessages.openTitle,
      properties: ['openFile', 'multiSelections'],
      filters: [
        { name: shellMessages.allDocuments, extensions: [...DOCUMENT_ENDINGS] },
        ...DOCUMENT_TYPES.map(({ name, endings }) => ({ name, extensions: [...endings] })),
        { name: shellMessages.otherWordDocuments, extensions: [...CONVERTED_ENDINGS] },
      ],
    });
    return canceled ? [] : await this.#read(filePaths);
  }

  async #readKnown(reference: string): Promise<DesktopFileReading> {
    const path = this.#known.pathOf(reference);
    if (path !== null) return (await this.#read([path]))[0]!;
    return { outcome: 'failed', name: '', message: shellMessages.notRemembered };
  }

  async #read(paths: readonly string[]): Promise<readonly DesktopFileReading[]> {
    return await Promise.all(paths.map((path) => readDocument(path, this.#remember(path))));
  }

  #remember(path: string): string {
    const reference = this.#known.remember(path);
    this.#electron.app.addRecentDocument(path);
    this.#setMenu();
    return reference;
  }

  async #save(suggestedName: string, bytes: unknown): Promise<DesktopSaving> {
    const window = this.#window.current;
    if (window === null) return { outcome: 'cancelled' };
    const { app, dialog } = this.#electron;
    return await saveDocument(suggestedName, bytes, {
      dialog,
      window,
      folder: app.getPath('documents'),
      remember: (path) => this.#exported.add(path),
    });
  }

  async #drag(reference: string): Promise<void> {
    const file = this.#exported.pathOf(reference);
    // The reader may have moved or deleted it since.
    if (file === null || !existsSync(file)) return;
    const icon = await this.#electron.app.getFileIcon(file);
    this.#window.current?.webContents.startDrag({ file, icon });
  }

  #setTheme(theme: DesktopTheme): void {
    this.#theme = theme;
    this.#electron.nativeTheme.themeSource = theme;
    this.#keepWindow();
    this.#setMenu();
  }

  #keepWindow(): void {
    const window = this.#window.current;
    if (window !== null) this.#keepState({ bounds: window.getNormalBounds(), isMaximized: window.isMaximized() });
  }

  #keepState(state: Pick<WindowState, 'bounds' | 'isMaximized'>): void {
    this.#lastState = {
      ...state,
      theme: this.#theme,
      ...(this.#comparison === null ? {} : { comparison: this.#comparison }),
      checksForUpdates: this.#checksForUpdates,
    };
    const lastState = this.#lastState;
    // One after another, so that the last one stays.
    this.#stateKept = this.#stateKept.then(() => writeWindowState(this.#stateFile, lastState));
  }

  #setMenu(): void {
    const { app, Menu } = this.#electron;
    const template = applicationMenu(
      {
        platform: this.#self.platform,
        isPackaged: app.isPackaged,
        page: this.#page,
        theme: this.#theme,
        recent: this.#known.recent(RECENT_SHOWN),
        updates: this.#updates === null ? null : { atStart: this.#checksForUpdates },
      },
      {
        command: (command) => this.#channel.tell('command', command),
        openRecent: (path) => this.#openRecent(path),
        clearRecent: () => {
          this.#known.clearRecent();
          app.clearRecentDocuments();
          this.#setMenu();
        },
        showDataFolder: () => void this.#showDataFolder(),
        showCrashLog: () => this.#electron.shell.showItemInFolder(this.#crashes.file),
        restartService: () => this.#keeper.restart(),
        checkForUpdates: () => void this.#updates?.check(true),
        checkAtStart: (wanted) => {
          this.#checksForUpdates = wanted;
          this.#keepWindow();
          this.#setMenu();
        },
      },
    );
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  }

  async #showDataFolder(): Promise<void> {
    await this.#electron.shell.openPath(this.#places.dataDir);
  }

  /** Handles a line of the service's log. Errors go to the crash log. */
  #log(line: string): void {
    if (/"level":(50|60)\b/.test(line)) this.#crashes.add('service', line);
  }

  async #end(): Promise<void> {
    this.#ending = 'closing';
    await this.#watched.close();
    await this.#access.close();
    await this.#keeper.stop();
    await this.#known.saved();
    await this.#stateKept;
    this.#ending = 'closed';
    this.#electron.app.quit();
  }
}
