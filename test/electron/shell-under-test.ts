/**
 * The whole built shell, main and preload. It runs in Electron itself if its program is found. Otherwise it runs
 * against the stand-in with a real Chromium window (`stand-in/`).
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { _electron } from 'playwright-core';
import { findElectron } from '../../scripts/desktop/find-electron.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SHELL = join(ROOT, 'dist', 'desktop', 'app');

/** The tested platform, for the names of suites. */
export const ELECTRON = findElectron();
export const RUNS_ON = ELECTRON === null ? 'on the stand-in for Electron' : `on Electron (${ELECTRON})`;

/** Options of a shell. */
export interface ShellOptions {
  /** Arguments: files. */
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** A data folder that survives the shell; by default a temporary one. */
  readonly folder?: string;
  /** A built shell other than the checkout's. */
  readonly shell?: string;
  /** Whether to wait for the application's page, and not only for a window. Default: true. */
  readonly waitsForPage?: boolean;
}

/** The actions of a test on the page: the part of Playwright's `Page` that works across processes. */
export interface ShellPage {
  /** Runs a self-contained function in the page. Its result is JSON. */
  evaluate<Result, Argument = undefined>(
    work: (argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result>;
  screenshot(options: { path: string }): Promise<unknown>;
  click(selector: string): Promise<unknown>;
  setInputFiles(selector: string, paths: string[]): Promise<unknown>;
}

/** A running shell. */
export interface ShellUnderTest {
  readonly page: ShellPage;
  readonly folder: string;
  /** Asks the stand-in. */
  ask<Answer = unknown>(action: string, argument?: object): Promise<Answer>;
  /** The shell's calls to Electron by this name, each with its arguments. */
  calls(name: string): Promise<unknown[][]>;
  /** A second start of the application, which passes its files to this one. Returns its exit code. */
  startAgain(...args: string[]): Promise<number | null>;
  /** Ends it as the system does. Returns its exit code. */
  stop(): Promise<number | null>;
}

let isBuilt = false;

/** Builds the shell and its page if their sources changed. */
export function build(): void {
  if (isBuilt) return;
  for (const script of ['build-renderer.mjs', 'desktop/build-shell.mjs']) {
    execFileSync(process.execPath, [join(ROOT, 'scripts', script)], { stdio: ['ignore', 'ignore', 'inherit'] });
  }
  isBuilt = true;
}

/** A folder for one test. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'diffsvc-desktop-'));
}

/** Starts the shell and waits for its page. */
export async function startShell(options: ShellOptions = {}): Promise<ShellUnderTest> {
  const shell = await startWindow(options);
  if (options.waitsForPage !== false) await pageIsThere(shell.page);
  return shell;
}

/** Waits until the application's page has replaced the start page. */
export async function pageIsThere(page: ShellPage): Promise<void> {
  const isThere = (): Promise<boolean> =>
    // The page cannot be asked while another one replaces it.
    page.evaluate(() => document.querySelector('script[type=module]') !== null).catch(() => false);
  while (!(await isThere())) await sleep(100);
}

async function startWindow(options: ShellOptions): Promise<ShellUnderTest> {
  const folder = options.folder ?? temporaryFolder();
  const environment = {
    ...process.env,
    DIFFSVC_DATA_DIR: join(folder, 'data'),
    DIFFSVC_PORT: '0',
    DIFFSVC_LOG_LEVEL: 'error',
    STAND_IN_DOCUMENTS: folder,
    ...options.environment,
  };
  const shell = options.shell ?? SHELL;
  const args = [`--user-data-dir=${join(folder, 'user')}`];
  const forget = (): void => {
    if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
  };
  if (ELECTRON !== null)
    return await startElectron(ELECTRON, [shell, ...args], options.args ?? [], environment, folder, forget);
  const command = [
    ...['--disable-warning=ExperimentalWarning', '--import', join(ROOT, 'test/electron/stand-in/register.mjs')],
    ...[join(shell, 'main.cjs'), ...args],
  ];
  const spawned = (more: readonly string[]): ChildProcess =>
    spawn(process.execPath, [...command, ...more], {
      env: environment,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      cwd: folder,
    });
  const child = spawned(options.args ?? []);
  const ended = once(child, 'exit') as Promise<[number | null]>;
  await new Promise((resolve, reject) => {
    child.on('message', (message: { shown?: boolean }) => {
      if (message.shown === true) resolve(undefined);
    });
    void ended.then(([code]) => reject(new Error(`the shell ended with ${code} before it had a window`)));
  });
  let nextId = 0;
  const ask = <Answer>(action: string, argument: object = {}): Promise<Answer> => {
    nextId += 1;
    const id = nextId;
    return new Promise((resolve, reject) => {
      const hear = (message: { id?: number; result?: Answer; fault?: string }): void => {
        if (message.id !== id) return;
        child.off('message', hear);
        if (message.fault === undefined) resolve(message.result as Answer);
        else reject(new Error(message.fault));
      };
      child.on('message', hear);
      child.send({ id, action, argument });
    });
  };
  const page: ShellPage = {
    evaluate: (work, argument) => ask<never>('page', { does: 'evaluate', args: [work.toString(), argument] }),
    screenshot: (options) => ask('page', { does: 'screenshot', args: [options] }),
    click: (selector) => ask('page', { does: 'click', args: [selector] }),
    setInputFiles: (selector, paths) => ask('page', { does: 'setInputFiles', args: [selector, paths] }),
  };
  return {
    page,
    folder,
    ask,
    calls: async (name) => (await ask<[string, ...unknown[]][]>('calls')).filter(([called]) => called === name),
    startAgain: async (...more) => ((await once(spawned(more), 'exit')) as [number | null])[0],
    stop: async () => {
      child.kill('SIGTERM');
      const [code] = await ended;
      forget();
      return code;
    },
  };
}

/** The part of the interface that also works in Electron itself; the rest is tested on the stand-in only. */
async function startElectron(
  executablePath: string,
  args: readonly string[],
  files: readonly string[],
  environment: NodeJS.ProcessEnv,
  folder: string,
  forget: () => void,
): Promise<ShellUnderTest> {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const application = await _electron.launch({
    executablePath,
    args: [...args, ...sandbox, ...files],
    env: environment as Record<string, string>,
    cwd: folder,
  });
  const page = await application.firstWindow();
  await page.waitForLoadState();
  const ended = once(application.process(), 'exit') as Promise<[number | null]>;
  const actions: Record<string, (argument: never) => Promise<unknown>> = {
    click: ({ id }: { id: string }) =>
      application.evaluate(({ Menu }, item) => Menu.getApplicationMenu()?.getMenuItemById(item)?.click(), id),
    answer: ({ kind, answer }: { kind: string; answer: object }) =>
      application.evaluate(
        ({ dialog }, [name, given]) => Object.assign(dialog, { [name]: () => Promise.resolve(given) }),
        [kind, answer] as const,
      ),
    windows: () =>
      application.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().map((window) => ({
          bounds: window.getBounds(),
          isMaximized: window.isMaximized(),
          isShown: window.isVisible(),
          title: window.getTitle(),
        })),
      ),
  };
  return {
    page: page,
    folder,
    ask: async <Answer>(action: string, argument: object = {}) => {
      const act = actions[action];
      if (act === undefined) throw new Error(`Electron itself is not asked for ${action}`);
      return (await act(argument as never)) as Answer;
    },
    calls: () => Promise.resolve([]),
    startAgain: async (...more) => {
      const second = spawn(executablePath, [...args, ...sandbox, ...more], { env: environment, cwd: folder });
      return ((await once(second, 'exit')) as [number | null])[0];
    },
    stop: async () => {
      await application.close();
      const [code] = await ended;
      forget();
      return code;
    },
  };
}

/** Why the window tests cannot run here; null if they can. */
export function reasonWithoutWindow(chromiumPath: string): string | null {
  if (ELECTRON !== null || existsSync(chromiumPath) || process.env['CI'] !== undefined) return null;
  return `neither Electron nor Chromium (${chromiumPath}) is here`;
}
