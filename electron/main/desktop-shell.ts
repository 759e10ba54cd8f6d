/** Connects Electron, the service and the page. Each part documents itself in its own file. */
import type Electron from 'electron';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type {
  DesktopFileReading,
  DesktopPageState,
  DesktopSaving,
  DesktopTheme,
} from '../../shared/messages/desktop-bridge.ts';
import { FILES_AT_ONCE_MOST } from '../../shared/messages/desktop-channels.ts';
import { CrashLog } from './crash-log.ts';
import { CONVERTED_ENDINGS, DOCUMENT_ENDINGS, DOCUMENT_TYPES } from './files/document-types.ts';
import { filesInArguments } from './files/files-in-arguments.ts';
import { KnownFiles } from './files/known-files.ts';
import { readDocument } from './files/read-document.ts';
import { saveDocument } from './files/save-document.ts';
import { WatchedDocuments } from './files/watch-documents.ts';
import { applicationMenu } from './menu/application-menu.ts';
import { answerRequests, type RequestHandlers } from './page/answer-requests.ts';
import { APP_PAGE, APP_SCHEME } from './page/app-address.ts';
import { forwardRequest } from './page/forward-request.ts';
import { PageChannel } from './page/page-channel.ts';
import { placesOf } from './places.ts';
import { guardContents } from './security/guard-contents.ts';
import { openOutside } from './security/outside-links.ts';
import { denyPermissions } from './security/permissions.ts';
import { codeOfLinkCommand, ServiceAccess } from './service/service-access.ts';
import { startServiceChild } from './service/service-child.ts';
import { ServiceKeeper } from './service/service-keeper.ts';
import { findServingProcess, isHealthy } from './service/serving-process.ts';
import { openMainWindow } from './window/main-window.ts';
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
>;

/** What the shell knows about its own process. */
export interface ShellProcess {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** `process.argv`. */
  readonly args: readonly string[];
  readonly resourcesPath: string;
  readonly platform: NodeJS.Platform;
}

/** The data that a second start passes to the first process. Chromium reorders the command line but not this data. */
const SecondStart = Compile(
  Type.Object({ files: Type.Array(Type.String({ minLength: 1 }), { maxItems: FILES_AT_ONCE_MOST }) }),
);
const RECENT_SHOWN = 10;
/** A page that crashes more often within a minute would crash again. */
const PAGE_CRASHES_MOST = 3;
const NOTHING_SHOWN: DesktopPageState = { title: null, commands: [] };

/** Runs the application. Called once, before Electron is ready. */
export function startDesktopShell(electron: ElectronParts, self: ShellProcess): void {
  const { app, protocol, crashReporter } = electron;
  // The folder lies beside the service's data. On some systems both would otherwise be "diffsvc" in the same folder.
  if (!app.commandLine.hasSwitch('user-data-dir')) {
    app.setPath('userData', join(app.getPath('appData'), 'diffsvc-desktop'));
  }
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
  ]);
  app.enableSandbox();
  crashReporter.start({ uploadToServer: false });
  const files = filesInArguments(self.args.slice(app.isPackaged ? 1 : 2), process.cwd());
  if (!app.requestSingleInstanceLock({ files })) {
    app.quit();
    return;
  }
  const crashes = new CrashLog(join(app.getPath('userData'), 'logs'), () => new Date());
  process.on('uncaughtExceptionMonitor', (fault) => crashes.add('shell', fault));
  process.on('unhandledRejection', (fault) => crashes.add('shell', fault));
  const opened = [...files];
  // macOS names the files in events before the application is ready.
  const keep = (event: Electron.Event, path: string): void => {
    event.preventDefault();
    opened.push(path);
  };
  app.on('open-file', keep);
  void app.whenReady().then(async () => {
    const known = await KnownFiles.open(join(app.getPath('userData'), 'known-files.json'));
    app.off('open-file', keep);
    await new DesktopShell(electron, self, known, crashes).open(opened);
  });
}

class DesktopShell {
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
  #window: Electron.BrowserWindow | null = null;
  #left: WindowState | null;
  #theme: DesktopTheme;
  #page: DesktopPageState = NOTHING_SHOWN;
  #pageCrashes: number[] = [];
  #asksAboutFailure = false;
  #ending: 'no' | 'closing' | 'closed' = 'no';

  constructor(electron: ElectronParts, self: ShellProcess, known: KnownFiles, crashes: CrashLog) {
    const { app } = electron;
    this.#electron = electron;
    this.#self = self;
    this.#known = known;
    this.#crashes = crashes;
    this.#places = placesOf({ ...self, isPackaged: app.isPackaged, appPath: app.getAppPath() });
    this.#stateFile = join(app.getPath('userData'), 'window-state.json');
    this.#left = readWindowState(this.#stateFile);
    this.#theme = this.#left?.theme ?? 'system';
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
        if (state.status === 'failed' && !this.#channel.listens) void this.#askAboutFailure(state.message ?? '');
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
  }

  /** Shows the window, with these files if there are any. */
  async open(paths: readonly string[]): Promise<void> {
    const { app, ipcMain, nativeTheme, protocol, session, shell, dialog } = this.#electron;
    nativeTheme.themeSource = this.#theme;
    denyPermissions(session.defaultSession);
    const outside = { dialog, shell, serviceOrigin: () => this.#access.lastOrigin };
    guardContents(app, (address) => void openOutside(address, outside));
    protocol.handle(APP_SCHEME, (request) => forwardRequest(request, this.#access));
    const isOurWindow = (contents: Electron.WebContents): boolean => contents === this.#window?.webContents;
    answerRequests(ipcMain, isOurWindow, this.#handlers(), (reason) => this.#crashes.add('refused', reason));
    app.on('second-instance', (_event, _args, _folder, given) => {
      void this.#show(SecondStart.Check(given) ? given.files : []);
    });
    app.on('open-file', (event, path) => {
      event.preventDefault();
      void this.#show([path]);
    });
    app.on('activate', () => void this.#show([]));
    app.on('window-all-closed', () => {
      if (this.#self.platform !== 'darwin') app.quit();
    });
    app.on('will-quit', (event) => {
      if (this.#ending === 'closed') return;
      event.preventDefault();
      if (this.#ending === 'no') void this.#end();
    });
    app.on('child-process-gone', (_event, details) => this.#crashes.add('child', details));
    this.#keeper.start();
    await this.#show(paths);
  }

  /** Brings the window to the front, creates it if necessary, and passes files to it. */
  async #show(paths: readonly string[]): Promise<void> {
    if (this.#ending !== 'no') return;
    if (this.#window === null) {
      this.#openWindow();
    } else {
      if (this.#window.isMinimized()) this.#window.restore();
      this.#window.show();
      this.#window.focus();
    }
    if (paths.length > 0) this.#channel.tell('filesOpened', await this.#read(paths));
  }

  #openWindow(): void {
    const window = openMainWindow({
      ...this.#electron,
      preload: this.#places.preload,
      left: this.#left,
      onState: (bounds, isMaximized) => this.#keepState({ bounds, isMaximized }),
    });
    this.#window = window;
    this.#channel.attach(window.webContents);
    window.webContents.on('render-process-gone', (_event, details) => this.#pageGone(details));
    window.on('closed', () => {
      this.#window = null;
      this.#channel.attach(null);
      this.#page = NOTHING_SHOWN;
      void this.#watched.close();
      this.#setMenu();
    });
    this.#setMenu();
  }

  #pageGone(details: Electron.RenderProcessGoneDetails): void {
    if (details.reason === 'clean-exit') return;
    this.#crashes.add('page', details);
    const now = Date.now();
    this.#pageCrashes = [...this.#pageCrashes.filter((at) => now - at < 60_000), now];
    if (this.#pageCrashes.length <= PAGE_CRASHES_MOST) this.#window?.webContents.reload();
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
        this.#channel.begin();
        this.#channel.tell('service', this.#keeper.state);
      }),
      'page:state': done((state) => this.#takePageState(state)),
      'files:open': () => this.#chooseFiles(),
      'files:reference': ({ path }) => this.#remember(path),
      'files:read': async ({ reference }) => await this.#readKnown(reference),
      'files:watch': done(({ references }) => {
        const paths = references.map((reference) => this.#known.pathOf(reference));
        return this.#watched.watch(paths.filter((path) => path !== null));
      }),
      'files:save': ({ suggestedName, bytes }) => this.#save(suggestedName, bytes),
      'data:show': done(() => this.#showDataFolder()),
      'theme:set': done(({ theme }) => this.#setTheme(theme)),
      'service:restart': done(() => this.#keeper.restart()),
    };
  }

  #takePageState(state: DesktopPageState): void {
    this.#page = state;
    this.#window?.setTitle(state.title === null ? 'diffsvc' : `${state.title} – diffsvc`);
    this.#setMenu();
  }

  async #chooseFiles(): Promise<readonly DesktopFileReading[]> {
    if (this.#window === null) return [];
    const { canceled, filePaths } = await this.#electron.dialog.showOpenDialog(this.#window, {
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
    const window = this.#window;
    if (window === null) return { outcome: 'cancelled' };
    const { app, dialog } = this.#electron;
    return await saveDocument(suggestedName, bytes, { dialog, window, folder: app.getPath('documents') });
  }

  #setTheme(theme: DesktopTheme): void {
    this.#theme = theme;
    this.#electron.nativeTheme.themeSource = theme;
    if (this.#window !== null) {
      this.#keepState({ bounds: this.#window.getNormalBounds(), isMaximized: this.#window.isMaximized() });
    }
    this.#setMenu();
  }

  #keepState(state: Pick<WindowState, 'bounds' | 'isMaximized'>): void {
    this.#left = { ...state, theme: this.#theme };
    void writeWindowState(this.#stateFile, this.#left);
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
      },
      {
        command: (command) => this.#channel.tell('command', command),
        openRecent: (path) => void this.#show([path]),
        clearRecent: () => {
          this.#known.clearRecent();
          app.clearRecentDocuments();
          this.#setMenu();
        },
        showDataFolder: () => void this.#showDataFolder(),
        showCrashLog: () => this.#electron.shell.showItemInFolder(this.#crashes.file),
        restartService: () => this.#keeper.restart(),
      },
    );
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  }

  async #showDataFolder(): Promise<void> {
    await this.#electron.shell.openPath(this.#places.dataDir);
  }

  /** The page would report the failure, but the service delivers the page. */
  async #askAboutFailure(reason: string): Promise<void> {
    if (this.#asksAboutFailure) return;
    this.#asksAboutFailure = true;
    const { response } = await this.#electron.dialog.showMessageBox({
      type: 'error',
      message: shellMessages.serviceFailed,
      detail: reason,
      buttons: [...shellMessages.serviceFailedChoices],
      defaultId: 0,
      cancelId: 1,
    });
    this.#asksAboutFailure = false;
    if (response !== 0) {
      this.#electron.app.quit();
      return;
    }
    this.#keeper.restart();
    await this.#window?.loadURL(APP_PAGE);
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
    this.#ending = 'closed';
    this.#electron.app.quit();
  }
}
