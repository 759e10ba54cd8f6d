import type { MenuItemConstructorOptions } from 'electron';
import { basename, dirname } from 'node:path';
import type { DesktopCommand, DesktopPageState, DesktopTheme } from '../../../shared/messages/desktop-bridge.ts';
import { shellMessages } from '../strings.ts';

/** The state that the menu shows. */
export interface MenuState {
  readonly platform: NodeJS.Platform;
  /** Only developers get the development tools. */
  readonly isPackaged: boolean;
  readonly page: DesktopPageState;
  readonly theme: DesktopTheme;
  /** Paths, latest first. */
  readonly recent: readonly string[];
  /** Whether each start looks for a newer version. Null: the package knows no place to look. */
  readonly updates: { readonly atStart: boolean } | null;
}

/** Actions of the menu that need no page. */
export interface MenuActions {
  readonly command: (command: DesktopCommand) => void;
  readonly openRecent: (path: string) => void;
  readonly clearRecent: () => void;
  readonly showDataFolder: () => void;
  readonly showCrashLog: () => void;
  readonly restartService: () => void;
  readonly checkForUpdates: () => void;
  readonly checkAtStart: (wanted: boolean) => void;
}

type Item = MenuItemConstructorOptions;

const SEPARATOR: Item = { type: 'separator' };
const ABOUT: Item = { role: 'about', label: shellMessages.about };
const THEMES: readonly DesktopTheme[] = ['system', 'light', 'dark'];

/** Commands that work in every state of the page, because they lead into it. */
const ALWAYS: readonly DesktopCommand[] = ['new-comparison', 'open', 'settings', 'shortcuts'];

/**
 * The menu as a template. A command that the page cannot carry out now is disabled. The `id` of a command's item is
 * the command.
 */
export function applicationMenu(state: MenuState, actions: MenuActions): Item[] {
  const items = new CommandItems(state.page, actions);
  const isMac = state.platform === 'darwin';
  return [
    ...(isMac ? [appMenu(items, state, actions)] : []),
    fileMenu(items, state, actions),
    editMenu(items, state),
    viewMenu(items, state, actions),
    reviewMenu(items, state),
    { role: 'windowMenu' },
    helpMenu(items, state, actions),
  ];
}

/** Items for commands that the page carries out. */
class CommandItems {
  readonly #page: DesktopPageState;
  readonly #actions: MenuActions;

  constructor(page: DesktopPageState, actions: MenuActions) {
    this.#page = page;
    this.#actions = actions;
  }

  of(id: DesktopCommand, accelerator?: string): Item {
    return {
      id,
      label: shellMessages.commands[id],
      enabled: ALWAYS.includes(id) || this.#page.commands.includes(id),
      click: () => this.#actions.command(id),
      ...(accelerator === undefined ? {} : { accelerator }),
    };
  }

  /** The page handles these keys itself, in its own order of precedence. The menu only shows them. */
  withKeyOfPage(id: DesktopCommand, accelerator: string): Item {
    return { ...this.of(id, accelerator), registerAccelerator: false };
  }

  /** In a text field this is the system's undo; in a review it is the page's. */
  undoing(id: 'undo' | 'redo', accelerator: string): Item {
    return this.#page.commands.includes(id) ? this.withKeyOfPage(id, accelerator) : { role: id };
  }

  settings(platform: NodeJS.Platform): Item {
    return { ...this.of('settings', 'CmdOrCtrl+,'), label: shellMessages.settings(platform) };
  }
}

function quit(platform: NodeJS.Platform): Item {
  return { role: 'quit', label: shellMessages.quit(platform) };
}

function updateItems({ updates }: MenuState, actions: MenuActions): Item[] {
  if (updates === null) return [];
  const { atStart } = updates;
  return [
    { id: 'check-for-updates', label: shellMessages.checkForUpdates, click: actions.checkForUpdates },
    {
      id: 'check-at-start',
      label: shellMessages.checkAtStart,
      type: 'checkbox',
      checked: atStart,
      click: () => actions.checkAtStart(!atStart),
    },
  ];
}

function fileMenu(items: CommandItems, state: MenuState, actions: MenuActions): Item {
  return {
    label: shellMessages.menus.file,
    submenu: [
      items.of('new-comparison', 'CmdOrCtrl+N'),
      items.of('open', 'CmdOrCtrl+O'),
      { label: shellMessages.menus.recent, submenu: recentItems(state, actions) },
      SEPARATOR,
      // On macOS the function keys control the screen and the sound.
      items.of('compare-again', state.platform === 'darwin' ? 'Cmd+R' : 'F5'),
      items.of('swap', 'CmdOrCtrl+Shift+X'),
      SEPARATOR,
      items.of('export', 'CmdOrCtrl+S'),
      items.of('print', 'CmdOrCtrl+P'),
      SEPARATOR,
      ...(state.platform === 'darwin'
        ? [{ role: 'close' } as const]
        : [items.settings(state.platform), SEPARATOR, quit(state.platform)]),
    ],
  };
}

function editMenu(items: CommandItems, { platform }: MenuState): Item {
  return {
    label: shellMessages.menus.edit,
    submenu: [
      items.undoing('undo', 'CmdOrCtrl+Z'),
      items.undoing('redo', platform === 'darwin' ? 'Cmd+Shift+Z' : 'CmdOrCtrl+Y'),
      SEPARATOR,
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'selectAll' },
      SEPARATOR,
      items.of('find', 'CmdOrCtrl+F'),
    ],
  };
}

function viewMenu(items: CommandItems, { theme: chosen, isPackaged }: MenuState, actions: MenuActions): Item {
  return {
    label: shellMessages.menus.view,
    submenu: [
      items.of('view-unified', 'CmdOrCtrl+1'),
      items.of('view-side-by-side', 'CmdOrCtrl+2'),
      items.of('toggle-unchanged', 'CmdOrCtrl+U'),
      SEPARATOR,
      {
        label: shellMessages.menus.appearance,
        submenu: THEMES.map((theme) => ({
          id: `theme-${theme}`,
          label: shellMessages.commands[`theme-${theme}`],
          type: 'radio',
          checked: theme === chosen,
          // The page stores the choice and reports it back.
          click: () => actions.command(`theme-${theme}`),
        })),
      },
      SEPARATOR,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      SEPARATOR,
      { role: 'togglefullscreen' },
      ...(isPackaged ? [] : [{ role: 'toggleDevTools' } as const]),
    ],
  };
}

function reviewMenu(items: CommandItems, { platform }: MenuState): Item {
  const isMac = platform === 'darwin';
  return {
    label: shellMessages.menus.review,
    submenu: [
      isMac ? items.of('next-change', 'Cmd+Alt+Down') : items.withKeyOfPage('next-change', 'F8'),
      isMac ? items.of('previous-change', 'Cmd+Alt+Up') : items.withKeyOfPage('previous-change', 'F7'),
      SEPARATOR,
      items.of('accept-change'),
      items.of('reject-change'),
      SEPARATOR,
      items.of('accept-all'),
      items.of('reject-all'),
    ],
  };
}

function helpMenu(items: CommandItems, state: MenuState, actions: MenuActions): Item {
  const { platform } = state;
  const updates = updateItems(state, actions);
  return {
    role: 'help',
    submenu: [
      items.of('shortcuts', 'CmdOrCtrl+/'),
      SEPARATOR,
      { id: 'data-folder', label: shellMessages.showDataFolder(platform), click: actions.showDataFolder },
      { id: 'crash-log', label: shellMessages.showCrashLog(platform), click: actions.showCrashLog },
      { id: 'restart-service', label: shellMessages.restartService, click: actions.restartService },
      ...(platform === 'darwin' ? [] : [SEPARATOR, ...updates, ...(updates.length > 0 ? [SEPARATOR] : []), ABOUT]),
    ],
  };
}

/** The menu that macOS names after the application. */
function appMenu(items: CommandItems, state: MenuState, actions: MenuActions): Item {
  return {
    role: 'appMenu',
    submenu: [
      ABOUT,
      ...updateItems(state, actions),
      SEPARATOR,
      items.settings(state.platform),
      SEPARATOR,
      { role: 'services' },
      SEPARATOR,
      { role: 'hide', label: shellMessages.hide },
      { role: 'hideOthers' },
      { role: 'unhide' },
      SEPARATOR,
      quit(state.platform),
    ],
  };
}

function recentItems({ recent, platform }: MenuState, actions: MenuActions): Item[] {
  if (recent.length === 0) return [{ label: shellMessages.noRecent, enabled: false }];
  const names = recent.map((path) => basename(path));
  return [
    ...recent.map((path, at): Item => {
      const name = names[at] ?? path;
      const isAlone = names.filter((other) => other === name).length === 1;
      // An ampersand would mark the item's access key.
      const label = (isAlone ? name : `${name} (${basename(dirname(path))})`).replaceAll('&', '&&');
      return { id: `recent-${at}`, label, click: () => actions.openRecent(path) };
    }),
    SEPARATOR,
    { id: 'clear-recent', label: shellMessages.clearRecent(platform), click: actions.clearRecent },
  ];
}
