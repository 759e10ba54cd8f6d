import type { BrowserWindow, Dialog } from 'electron';
import type { AppUpdater } from 'electron-updater';
import { shellMessages } from '../strings.ts';

/** The part of `electron-updater` that is used. */
export type Updater = Pick<
  AppUpdater,
  'autoDownload' | 'autoInstallOnAppQuit' | 'requestHeaders' | 'checkForUpdates' | 'downloadUpdate' | 'quitAndInstall'
>;

/** Dependencies of the check. */
export interface UpdateCheckDeps {
  /** The updater, which calls nobody before it is asked. Called with the first check only. */
  readonly updater: () => Updater;
  readonly dialog: Pick<Dialog, 'showMessageBox'>;
  /** The window of the questions; null if none is open. */
  readonly window: () => BrowserWindow | null;
  /** The version that runs. */
  readonly version: string;
  /** Receives the reason of a failed check. */
  readonly onFault: (fault: unknown) => void;
}

/**
 * Looks for a newer version where the package says. Without a check nothing is sent. Nothing is fetched or installed
 * before the reader agreed.
 */
export class UpdateCheck {
  readonly #deps: UpdateCheckDeps;
  #updater: Updater | null = null;
  #isChecking = false;

  constructor(deps: UpdateCheckDeps) {
    this.#deps = deps;
  }

  /** Looks once. If the reader `asked`, every outcome is shown; otherwise only a new version is. */
  async check(asked: boolean): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      await this.#check(asked);
    } catch (fault) {
      this.#deps.onFault(fault);
      if (asked) await this.#tell(shellMessages.updateFailed, (fault as Error).message.split('\n')[0] ?? '');
    } finally {
      this.#isChecking = false;
    }
  }

  async #check(asked: boolean): Promise<void> {
    const { version } = this.#deps;
    const updater = (this.#updater ??= this.#deps.updater());
    updater.autoDownload = false;
    updater.autoInstallOnAppQuit = false;
    // Else the updater sends a random number that stays the same and tells one installation from the others.
    updater.requestHeaders = { 'x-user-staging-id': 'none' };
    const answer = await updater.checkForUpdates();
    if (answer === null) {
      if (asked) await this.#tell(shellMessages.updateNotHere, shellMessages.updateNotHereDetail);
      return;
    }
    if (!answer.isUpdateAvailable) {
      if (asked) await this.#tell(shellMessages.updateNone, shellMessages.updateVersion(version));
      return;
    }
    const { version: newer } = answer.updateInfo;
    const mayFetch = await this.#ask(shellMessages.updateFound(newer), shellMessages.updateVersion(version), [
      ...shellMessages.updateFetchChoices,
    ]);
    if (!mayFetch) return;
    await updater.downloadUpdate();
    const mayInstall = await this.#ask(shellMessages.updateReady(newer), shellMessages.updateReadyDetail, [
      ...shellMessages.updateInstallChoices,
    ]);
    if (mayInstall) updater.quitAndInstall();
    // As the reader was told, the update is installed when the application ends.
    else updater.autoInstallOnAppQuit = true;
  }

  /** Whether the reader chose the first button. The second one is the default. */
  async #ask(message: string, detail: string, buttons: string[]): Promise<boolean> {
    const options = { type: 'info', message, detail, buttons, defaultId: 1, cancelId: 1, noLink: true } as const;
    return (await this.#show(options)).response === 0;
  }

  async #tell(message: string, detail: string): Promise<void> {
    await this.#show({ type: 'info', message, detail, buttons: [...shellMessages.updateTold] });
  }

  async #show(options: Electron.MessageBoxOptions): Promise<Electron.MessageBoxReturnValue> {
    const { dialog, window } = this.#deps;
    const parent = window();
    return parent === null ? await dialog.showMessageBox(options) : await dialog.showMessageBox(parent, options);
  }
}
