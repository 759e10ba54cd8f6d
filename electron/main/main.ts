/** The program that Electron runs. The only file that imports Electron itself; everything is connected in `desktop-shell.ts`. */
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
import { startDesktopShell } from './desktop-shell.ts';

startDesktopShell(
  { app, BrowserWindow, crashReporter, dialog, ipcMain, Menu, nativeTheme, protocol, screen, session, shell },
  { environment: process.env, args: process.argv, resourcesPath: process.resourcesPath, platform: process.platform },
);
