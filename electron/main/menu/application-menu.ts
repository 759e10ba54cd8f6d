import type { MenuItemConstructorOptions } from 'electron';
import { basename, dirname } from 'node:path';
import type { DesktopCommand, DesktopPageState, DesktopTheme } from '../../../shared/messages/desktop-bridge.ts';

/** What the menu shows. */
export interface MenuState {
  readonly platform: NodeJS.Platform;
  /** Development tools are for those who develop. */
  readonly isPackaged: boolean;
  readonly page: DesktopPageState;
  readonly theme: DesktopTheme;
  /** Paths, latest first. */
  readonly recent: readonly string[];
}

/** What the menu does by itself, without the page. */
export interface MenuActions {
  readonly command: (command: DesktopCommand) => void;
  readonly openRecent: (path: string) => void;
  readonly clearRecent: () => void;
  readonly showDataFolder: () => void;
  readonly showCrashLog: () => void;
  readonly restartService: () => void;
}

type Item = MenuItemConstructorOptions;

const SEPARATOR: Item = { type: 'separator' };
const THEMES: readonly (readonly [DesktopTheme, string])[] = [
  ['system', 'As the System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

/** Commands and their keys that work in any state of the page: they lead into it. */
const ALWAYS: readonly DesktopCommand[] = ['new-comparison', 'open', 'settings', 'shortcuts'];

/**
 * The menu as a template. A command that the page would not carry out now is grey. Items of commands have the command as
 * their `id`.
 */
export function applicationMenu(state: MenuState, actions: MenuActions): Item[] {
  const { page } = state;
  const isMac = state.platform === 'darwin';
  const command = (id: DesktopCommand, label: string, accelerator?: string): Item => ({
    id,
    label,
    enabled: ALWAYS.includes(id) || page.commands.includes(id),
    click: () => actions.command(id),
    ...(accelerator === undefined ? {} : { accelerator }),
  });
  /** The page hears these keys itself, in its own order of precedence; the menu only says what they are. */
  const pageKey = (id: DesktopCommand, label: string, accelerator: string): Item => ({
    ...command(id, label, accelerator),
    registerAccelerator: false,
  });
  /** In a text field the system's own undo, in a review the page's. */
  const undoing = (id: 'undo' | 'redo', label: string, accelerator: string): Item =>
    page.commands.includes(id) ? pageKey(id, label, accelerator) : { role: id };
  const settings = command('settings', 'Settings…', 'CmdOrCtrl+,');

  const file: Item = {
    label: '&File',
    submenu: [
      command('new-comparison', 'New Comparison', 'CmdOrCtrl+N'),
      command('open', 'Open…', 'CmdOrCtrl+O'),
      { label: 'Open Recent', submenu: recentItems(state, actions) },
      SEPARATOR,
      command('compare-again', 'Compare Again', 'F5'),
      command('swap', 'Swap Sides', 'CmdOrCtrl+Shift+X'),
      SEPARATOR,
      command('export', 'Export…', 'CmdOrCtrl+S'),
      command('print', 'Print…', 'CmdOrCtrl+P'),
      ...(isMac
        ? [SEPARATOR, { role: 'close' } as const]
        : [SEPARATOR, settings, SEPARATOR, { role: 'quit' } as const]),
    ],
  };
  const edit: Item = {
    label: '&Edit',
    submenu: [
      undoing('undo', 'Undo', 'CmdOrCtrl+Z'),
      undoing('redo', 'Redo', isMac ? 'Cmd+Shift+Z' : 'CmdOrCtrl+Y'),
      SEPARATOR,
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'selectAll' },
      SEPARATOR,
      command('find', 'Find in Changes', 'CmdOrCtrl+F'),
    ],
  };
  const view: Item = {
    label: '&View',
    submenu: [
      command('view-unified', 'Unified', 'CmdOrCtrl+1'),
      command('view-side-by-side', 'Side by Side', 'CmdOrCtrl+2'),
      command('toggle-unchanged', 'Show or Fold Unchanged Text', 'CmdOrCtrl+U'),
      SEPARATOR,
      {
        label: 'Appearance',
        submenu: THEMES.map(([theme, label]) => ({
          id: `theme-${theme}`,
          label,
          type: 'radio',
          checked: theme === state.theme,
          // The page keeps the choice, and tells it back.
          click: () => actions.command(`theme-${theme}`),
        })),
      },
      SEPARATOR,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      SEPARATOR,
      { role: 'togglefullscreen' },
      ...(state.isPackaged ? [] : [{ role: 'toggleDevTools' } as const]),
    ],
  };
  const review: Item = {
    label: '&Review',
    submenu: [
      pageKey('next-change', 'Next Change', 'F8'),
      pageKey('previous-change', 'Previous Change', 'F7'),
      SEPARATOR,
      command('accept-change', 'Accept Change'),
      command('reject-change', 'Reject Change'),
      SEPARATOR,
      command('accept-all', 'Accept All Shown'),
      command('reject-all', 'Reject All Shown'),
    ],
  };
  const help: Item = {
    role: 'help',
    submenu: [
      command('shortcuts', 'Keyboard Shortcuts', 'CmdOrCtrl+/'),
      SEPARATOR,
      { id: 'data-folder', label: 'Show Data Folder', click: actions.showDataFolder },
      { id: 'crash-log', label: 'Show Crash Log', click: actions.showCrashLog },
      { id: 'restart-service', label: 'Start the Service Again', click: actions.restartService },
      ...(isMac ? [] : [SEPARATOR, { role: 'about' } as const]),
    ],
  };
  const application: Item = {
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      SEPARATOR,
      settings,
      SEPARATOR,
      { role: 'services' },
      SEPARATOR,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      SEPARATOR,
      { role: 'quit' },
    ],
  };
  return [...(isMac ? [application] : []), file, edit, view, review, { role: 'windowMenu' }, help];
}

function recentItems({ recent }: MenuState, actions: MenuActions): Item[] {
  if (recent.length === 0) return [{ label: 'None', enabled: false }];
  const names = recent.map((path) => basename(path));
  return [
    ...recent.map((path, at): Item => {
      const name = names[at] ?? path;
      const isAlone = names.filter((other) => other === name).length === 1;
      // An ampersand would mark the key of the item.
      const label = (isAlone ? name : `${name} (${basename(dirname(path))})`).replaceAll('&', '&&');
      return { id: `recent-${at}`, label, click: () => actions.openRecent(path) };
    }),
    SEPARATOR,
    { id: 'clear-recent', label: 'Clear', click: actions.clearRecent },
  ];
}
