/**
 * Replaces the module `electron` in the main process where Electron's program cannot be downloaded. It has the names
 * that the shell uses, and a real Chromium window. The test asks over the process's channel (`control.ts`).
 */
import { EventEmitter } from 'node:events';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { request, type RequestOptions } from 'node:http';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { answerControl } from './control.ts';
import { BrowserWindow, endBrowser, windows } from './browser-window.ts';
import { calls } from './calls.ts';
import { appEvents, theme } from './shared-state.ts';
import * as protocolPart from './protocol.ts';

const args = process.argv.slice(2);
const appPath = join(process.argv[1]!, '..');
// Electron passes the folder of the application here.
process.argv[1] = appPath;
const given = args.find((argument) => argument.startsWith('--user-data-dir='))?.split('=')[1];
const paths = new Map<string, string>([
  ['appData', join(homedir(), '.config')],
  ['documents', process.env['STAND_IN_DOCUMENTS'] ?? homedir()],
  ['userData', given ?? ''],
]);
const isPackaged = process.env['STAND_IN_RESOURCES'] !== undefined;
if (isPackaged) Object.assign(process, { resourcesPath: process.env['STAND_IN_RESOURCES'] });

let ends = false;

/** One process for each folder of user data. Others leave their data in a file and signal the first one. */
class SingleInstance {
  readonly #lock = join(paths.get('userData')!, 'stand-in.lock');

  acquire(data: object): boolean {
    mkdirSync(paths.get('userData')!, { recursive: true });
    try {
      closeSync(openSync(this.#lock, 'wx'));
    } catch {
      const first = Number(readFileSync(this.#lock, 'utf8'));
      // Several processes may start at once, and their signals may arrive as one.
      const message = `${this.#lock}.second-${process.pid}`;
      writeFileSync(`${message}.part`, JSON.stringify({ argv: process.argv, folder: process.cwd(), data }));
      renameSync(`${message}.part`, message);
      process.kill(first, 'SIGUSR2');
      return false;
    }
    writeFileSync(this.#lock, String(process.pid));
    process.on('SIGUSR2', () => {
      const folder = paths.get('userData')!;
      for (const name of readdirSync(folder).filter((entry) => /\.second-\d+$/.test(entry))) {
        const second = JSON.parse(readFileSync(join(folder, name), 'utf8'));
        rmSync(join(folder, name));
        app.emit('second-instance', {}, second.argv, second.folder, second.data);
      }
    });
    process.on('exit', () => rmSync(this.#lock, { force: true }));
    return true;
  }
}

class App extends EventEmitter {
  readonly isPackaged = isPackaged;
  readonly commandLine = { hasSwitch: (name: string) => args.some((argument) => argument.startsWith(`--${name}=`)) };
  getPath = (name: string): string => paths.get(name) ?? '';
  setPath = (name: string, path: string): void => void paths.set(name, path);
  getAppPath = (): string => appPath;
  getVersion = (): string => '0.1.0';
  getName = (): string => 'diffsvc';
  getFileIcon = async (path: string): Promise<object> => await Promise.resolve({ iconOf: path });
  setAppUserModelId = (id: string): void => void calls.push(['setAppUserModelId', id]);
  enableSandbox = (): void => void calls.push(['enableSandbox']);
  requestSingleInstanceLock = (data: object): boolean => new SingleInstance().acquire(data);
  /** As on macOS, the files of the start come one by one and before the application is ready. */
  whenReady = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    for (const path of JSON.parse(process.env['STAND_IN_OPENED'] ?? '[]')) {
      this.emit('open-file', { preventDefault: () => undefined }, path);
    }
  };
  addRecentDocument = (path: string): void => void calls.push(['addRecentDocument', path]);
  clearRecentDocuments = (): void => void calls.push(['clearRecentDocuments']);

  /** Closes the windows, asks whether it may end, and ends. */
  quit = (): void => {
    for (const window of [...windows]) window.close();
    setImmediate(() => {
      let prevented = false as boolean;
      this.emit('will-quit', { preventDefault: () => (prevented = true) });
      if (prevented || ends) return;
      ends = true;
      void endBrowser().finally(() => process.exit(0));
    });
  };
}

/** See Electron's `app`. */
export const app = new App();
appEvents.emit = (name, ...event) => app.emit(name, ...event);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, app.quit);

/** Answers of dialogs that the test gave in advance, by kind. Without one the dialog is cancelled. */
const answers = new Map<string, object[]>();

async function showDialog<T extends object>(kind: string, options: unknown, closed: T): Promise<T> {
  calls.push([kind, options]);
  return await Promise.resolve((answers.get(kind)?.shift() as T | undefined) ?? closed);
}

/** See Electron's `dialog`. */
export const dialog = {
  showOpenDialog: (_window: unknown, options: object) =>
    showDialog('showOpenDialog', options, { canceled: true, filePaths: [] as string[] }),
  showSaveDialog: (_window: unknown, options: object) =>
    showDialog('showSaveDialog', options, { canceled: true, filePath: '' }),
  /** The window is optional, as in Electron. */
  showMessageBox: (...given: { cancelId?: number }[]) => {
    const options = given.at(-1)!;
    return showDialog('showMessageBox', options, { response: options.cancelId ?? 0 });
  },
};

interface TemplateItem {
  readonly id?: string;
  readonly role?: string;
  readonly enabled?: boolean;
  readonly click?: () => void;
  readonly submenu?: readonly TemplateItem[];
}

let applicationMenu: readonly TemplateItem[] = [];

/** See Electron's `Menu`. A template is its own menu. */
export const Menu = {
  buildFromTemplate: (template: readonly TemplateItem[]) => template,
  setApplicationMenu: (menu: readonly TemplateItem[]) => (applicationMenu = menu),
};

function menuItems(items: readonly TemplateItem[]): TemplateItem[] {
  return items.flatMap((item) => [item, ...menuItems(item.submenu ?? [])]);
}

/** See Electron's `nativeTheme`. The page sees it as a media feature. */
export const nativeTheme = {
  get themeSource() {
    return theme.source;
  },
  set themeSource(source) {
    theme.source = source;
    calls.push(['themeSource', source]);
    for (const window of windows) void window.applyTheme();
  },
  get shouldUseDarkColors() {
    return theme.source === 'system' ? theme.system === 'dark' : theme.source === 'dark';
  },
};

const displays = JSON.parse(
  process.env['STAND_IN_DISPLAYS'] ?? '[{"id":1,"workArea":{"x":0,"y":0,"width":1600,"height":1000}}]',
);

/** See Electron's `screen`. */
export const screen = { getPrimaryDisplay: () => displays[0], getAllDisplays: () => displays };

type Decide = (contents: unknown, permission: string, third: unknown, fourth: unknown) => unknown;
const permissionHandlers: { request?: Decide; check?: Decide; device?: () => boolean } = {};

/** See Electron's `session`. */
export const session = {
  defaultSession: Object.assign(new EventEmitter(), {
    setPermissionRequestHandler: (handler: Decide) => (permissionHandlers.request = handler),
    setPermissionCheckHandler: (handler: Decide) => (permissionHandlers.check = handler),
    setDevicePermissionHandler: (handler: () => boolean) => (permissionHandlers.device = handler),
  }),
  fromPartition: (name: string) => ({ name }),
};

/** See Electron's `net`. */
export const net = {
  request: (options: RequestOptions) => {
    calls.push(['net.request', `${options.hostname ?? ''}:${String(options.port ?? '')}${options.path ?? ''}`]);
    return request(options);
  },
};

/** See Electron's `shell`. */
export const shell = {
  openExternal: (address: string) => void calls.push(['openExternal', address]),
  openPath: (path: string) => void calls.push(['openPath', path]),
  showItemInFolder: (path: string) => void calls.push(['showItemInFolder', path]),
};

/** See Electron's `crashReporter`. */
export const crashReporter = { start: (options: object) => void calls.push(['crashReporter', options]) };

/** See Electron's `ipcMain` and `protocol`. */
export const { ipcMain, protocol } = protocolPart;
export { BrowserWindow };

answerControl({
  calls: () => calls,
  answer: ({ kind, answer }: { kind: string; answer: object }) => {
    answers.set(kind, [...(answers.get(kind) ?? []), answer]);
  },
  menu: () => menuItems(applicationMenu).map(({ id, role, enabled }) => ({ id, role, enabled: enabled ?? true })),
  click: ({ id }: { id: string }) => {
    const item = menuItems(applicationMenu).find((candidate) => candidate.id === id);
    if (item?.click === undefined) throw new Error(`no item ${id} in the menu`);
    if (item.enabled === false) throw new Error(`${id} is grey`);
    item.click();
  },
  systemTheme: ({ to }: { to: 'light' | 'dark' }) => {
    theme.system = to;
    for (const window of windows) void window.applyTheme();
  },
  permission: ({ permission, url, isMainFrame }: { permission: string; url: string; isMainFrame: boolean }) => {
    let requested: unknown = null;
    const details = { requestingUrl: url, isMainFrame };
    permissionHandlers.request!(null, permission, (isGranted: boolean) => (requested = isGranted), details);
    const checked = permissionHandlers.check!(null, permission, new URL(url).origin, details);
    return { requested, checked, device: permissionHandlers.device!() };
  },
  download: ({ url }: { url: string }) => {
    let isPrevented = false;
    const item = { getURL: () => url };
    session.defaultSession.emit('will-download', { preventDefault: () => (isPrevented = true) }, item);
    return isPrevented;
  },
  page: async ({ does, args }: { does: 'evaluate' | 'screenshot' | 'click' | 'setInputFiles'; args: unknown[] }) => {
    const page = await [...windows][0]!.webContents.ready;
    if (does !== 'evaluate') return await (page[does] as (...given: unknown[]) => Promise<unknown>)(...args);
    const [source, argument] = args as [string, unknown];
    return await page.evaluate(`(${source})(${JSON.stringify(argument)})`);
  },
  windows: () => [...windows].map((window) => window.describe()),
  invokeAs: ({ channel, request, url, isMainFrame }: protocolPart.ForeignInvocation) =>
    protocolPart.invokeAs([...windows][0]!.webContents, { channel, request, url, isMainFrame }),
  webview: () => {
    let isPrevented = false;
    [...windows][0]!.webContents.emit('will-attach-webview', { preventDefault: () => (isPrevented = true) }, {}, {});
    return isPrevented;
  },
  breakPage: () => [...windows][0]!.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 139 }),
  crash: () => void endBrowser().finally(() => process.exit(3)),
  hang: () => [...windows][0]!.emit('unresponsive'),
  openFile: ({ path }: { path: string }) => app.emit('open-file', { preventDefault: () => undefined }, path),
  closeWindow: () => [...windows][0]!.close(),
  activate: () => app.emit('activate'),
  pathsOfFiles: ({ paths: known }: { paths: Record<string, string> }) => Object.assign(protocolPart.filePaths, known),
});
