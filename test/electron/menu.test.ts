import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { applicationMenu } from '../../electron/main/menu/application-menu.ts';
import { startDesktopShell, type ElectronParts } from '../../electron/main/desktop-shell.ts';
import { DESKTOP_COMMANDS } from '../../shared/messages/desktop-bridge.ts';

const PLATFORMS = ['linux', 'win32', 'darwin'] as const;

function itemsOn(platform: NodeJS.Platform): MenuItemConstructorOptions[] {
  const nothing = (): void => undefined;
  const template = applicationMenu(
    { platform, isPackaged: true, page: { title: null, commands: DESKTOP_COMMANDS }, theme: 'system', recent: ['/a'] },
    {
      ...{ command: nothing, openRecent: nothing, clearRecent: nothing, showDataFolder: nothing },
      ...{ showCrashLog: nothing, restartService: nothing },
    },
  );
  const flat = (items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
    items.flatMap((item) => [item, ...flat((item.submenu as MenuItemConstructorOptions[] | undefined) ?? [])]);
  return flat(template);
}

describe.each(PLATFORMS)('the menu on %s', (platform) => {
  const items = itemsOn(platform);
  const accelerators = items.flatMap(({ accelerator }) => (typeof accelerator === 'string' ? [accelerator] : []));

  it('gives each key to one item', () => {
    expect(new Set(accelerators).size).toBe(accelerators.length);
  });

  it('uses the keys of this system', () => {
    if (platform === 'darwin') {
      // Function keys control the hardware there, and these keys belong to the system.
      for (const key of accelerators) expect(key).not.toMatch(/^F\d+$|^(Cmd|CmdOrCtrl)\+[HMQWT]$/);
      expect(items.find(({ id }) => id === 'redo')?.accelerator).toBe('Cmd+Shift+Z');
    } else {
      for (const key of accelerators) expect(key).not.toMatch(/^Cmd\+/);
      expect(items.find(({ id }) => id === 'compare-again')?.accelerator).toBe('F5');
    }
  });

  it('calls the file manager by its name', () => {
    const label = items.find(({ id }) => id === 'data-folder')?.label;
    const names = { linux: '', win32: ' in File Explorer', darwin: ' in Finder' };
    expect(label).toBe(`Show Data Folder${names[platform]}`);
  });
});

it.each(PLATFORMS)('names the application to the taskbar of Windows alone: %s', (platform) => {
  const setAppUserModelId = vi.fn();
  const quit = vi.fn();
  const app = {
    ...{ commandLine: { hasSwitch: () => true }, enableSandbox: () => undefined, getAppPath: () => '/app' },
    ...{ isPackaged: true, requestSingleInstanceLock: () => false, setAppUserModelId, quit },
  };
  const electron = {
    app,
    protocol: { registerSchemesAsPrivileged: () => undefined },
    crashReporter: { start: () => undefined },
  } as unknown as ElectronParts;
  startDesktopShell(electron, { environment: {}, args: ['diffsvc'], resourcesPath: '/', platform });
  expect(setAppUserModelId.mock.calls).toEqual(platform === 'win32' ? [['org.diffsvc.desktop']] : []);
  expect(quit).toHaveBeenCalledOnce();
});
