import type { MenuItemConstructorOptions } from 'electron';
import dictionary from 'dictionary-en';
import nspell from 'nspell';
import { describe, expect, it, vi } from 'vitest';
import { applicationMenu } from '../../electron/main/menu/application-menu.ts';
import { shellMessages } from '../../electron/main/strings.ts';
import type { ElectronParts } from '../../electron/main/desktop-shell.ts';
import { startDesktopShell } from '../../electron/main/start-desktop-shell.ts';
import { DESKTOP_COMMANDS } from '../../shared/messages/desktop-bridge.ts';

const PLATFORMS = ['linux', 'win32', 'darwin'] as const;

function itemsOn(platform: NodeJS.Platform, updates: { atStart: boolean } | null = null): MenuItemConstructorOptions[] {
  const nothing = (): void => undefined;
  const template = applicationMenu(
    {
      ...{ platform, isPackaged: true, theme: 'system', recent: ['/a'], updates },
      page: { title: null, recentId: null, commands: DESKTOP_COMMANDS },
    },
    {
      ...{ command: nothing, openRecent: nothing, clearRecent: nothing, showDataFolder: nothing },
      ...{ showCrashLog: nothing, restartService: nothing, checkForUpdates: nothing, checkAtStart: nothing },
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

  it('has the words of this system', () => {
    const labelOf = (part: Partial<MenuItemConstructorOptions>): string | undefined =>
      items.find((item) => Object.entries(part).every(([name, value]) => item[name as keyof typeof item] === value))
        ?.label;
    const words = {
      darwin: ['Quit diffsvc', 'Settings…', 'Hide diffsvc'],
      win32: ['Exit', 'Options…', undefined],
      linux: ['Quit', 'Settings…', undefined],
    }[platform];
    expect([labelOf({ role: 'quit' }), labelOf({ id: 'settings' }), labelOf({ role: 'hide' })]).toEqual(words);
    const roles = items.map(({ role }) => role);
    expect(roles).toContain('windowMenu');
    expect(roles.includes('services')).toBe(platform === 'darwin');
  });

  it('offers updates only where the package knows a place, and never chosen', () => {
    const ids = ['check-for-updates', 'check-at-start'];
    expect(items.filter(({ id = '' }) => ids.includes(id))).toEqual([]);
    const offered = itemsOn(platform, { atStart: false }).filter(({ id = '' }) => ids.includes(id));
    expect(offered).toMatchObject([{ label: 'Check for Updates…' }, { type: 'checkbox', checked: false }]);
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

/** Every text of the shell. Texts with parts are called with a word in each place, so a size is "NaN". */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') {
    const call = value as (...given: unknown[]) => unknown;
    return PLATFORMS.flatMap((platform) => textsOf(call(platform, 'name', ['endings'])));
  }
  return Object.values(value as object).flatMap(textsOf);
}

it('spells every text of the shell right', () => {
  const spelling = nspell({ aff: Buffer.from(dictionary.aff), dic: Buffer.from(dictionary.dic) });
  for (const name of ['diffsvc', 'OpenDocument', 'OpenDocuments', 'Markdown', 'JSON', 'NaN', 'RTF', ...PLATFORMS])
    spelling.add(name);
  const words = textsOf(shellMessages).flatMap((text) => text.replaceAll('&', '').match(/\p{L}[\p{L}’]*\p{L}/gu) ?? []);
  expect(words.length).toBeGreaterThan(200);
  expect(words.filter((word) => !spelling.correct(word.replaceAll('’', "'")))).toEqual([]);
  expect(spelling.correct('Setings')).toBe(false);
});
