/** Starts the one process of the application, and gives it the files of the command line and of the system. */
import { join, resolve } from 'node:path';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { FILES_GIVEN_MOST } from '../../shared/messages/desktop-channels.ts';
import { CrashLog } from './crash-log.ts';
import { DesktopShell, type ElectronParts, type ShellProcess } from './desktop-shell.ts';
import { filesInArguments } from './files/files-in-arguments.ts';
import { KnownFiles } from './files/known-files.ts';
import { OpenedFiles } from './files/opened-files.ts';
import { APP_SCHEME } from './page/app-address.ts';

/** The data that a second start passes to the first process. Chromium reorders the command line but not this data. */
const SecondStart = Compile(
  Type.Object({ files: Type.Array(Type.String({ minLength: 1 }), { maxItems: FILES_GIVEN_MOST }) }),
);
/** Windows groups windows and pinned icons by it. Equal to `appId` of the packages. */
const APP_ID = 'org.diffsvc.desktop';

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
  if (self.platform === 'win32') app.setAppUserModelId(APP_ID);
  // A driver may put its own options before the folder of the application.
  const args = self.args.slice(1).filter((argument) => app.isPackaged || resolve(argument) !== app.getAppPath());
  const files = filesInArguments(args, process.cwd());
  if (!app.requestSingleInstanceLock({ files })) {
    app.quit();
    return;
  }
  const crashes = new CrashLog(join(app.getPath('userData'), 'logs'), () => new Date());
  process.on('uncaughtExceptionMonitor', (fault) => crashes.add('shell', fault));
  process.on('unhandledRejection', (fault) => crashes.add('shell', fault));
  const opened = new OpenedFiles();
  opened.add(files);
  app.on('second-instance', (_event, _args, _folder, given) => {
    opened.add(SecondStart.Check(given) ? given.files : []);
  });
  // macOS names the files in events, also before the application is ready.
  app.on('open-file', (event, path) => {
    event.preventDefault();
    opened.add([path]);
  });
  void app.whenReady().then(async () => {
    const known = await KnownFiles.open(join(app.getPath('userData'), 'known-files.json'));
    new DesktopShell(electron, self, known, crashes).open(opened);
  });
}
