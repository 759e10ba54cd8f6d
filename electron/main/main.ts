/** The program that Electron runs. Only this file imports Electron itself. `start-desktop-shell.ts` starts the process. */
import {
  app,
  BrowserWindow,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  protocol,
  screen,
  session,
  shell,
} from 'electron';
import { autoUpdater } from 'electron-updater';
import { startDesktopShell } from './start-desktop-shell.ts';

startDesktopShell(
  {
    app,
    BrowserWindow,
    crashReporter,
    dialog,
    ipcMain,
    Menu,
    nativeTheme,
    protocol,
    screen,
    session,
    shell,
    // Made when it is asked for.
    updater: () => autoUpdater,
  },
  { environment: process.env, args: process.argv, resourcesPath: process.resourcesPath, platform: process.platform },
);
