/** The program that Electron runs. Only this file imports Electron itself. `desktop-shell.ts` connects the parts. */
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
