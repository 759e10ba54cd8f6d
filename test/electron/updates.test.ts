/** The check for a newer version: nothing is sent before the reader asks, or has turned it on. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { UpdateCheck, type Updater } from '../../electron/main/updates/update-check.ts';
import { didNotRun, EXECUTABLE } from '../e2e/browser.ts';
import { build, ELECTRON, reasonWithoutWindow, startShell, temporaryFolder } from './shell-under-test.ts';

describe('the check for updates', () => {
  /** An updater that finds this version, and the answers of the reader. */
  function checkWith(found: string | null | Error, ...answers: number[]) {
    const updater = {
      autoDownload: true,
      autoInstallOnAppQuit: true,
      requestHeaders: null,
      checkForUpdates: vi.fn(() => {
        if (found instanceof Error) return Promise.reject(found);
        if (found === null) return Promise.resolve(null);
        return Promise.resolve({ isUpdateAvailable: found !== '0.1.0', updateInfo: { version: found } });
      }),
      downloadUpdate: vi.fn(() => Promise.resolve([])),
      quitAndInstall: vi.fn(),
    };
    const shown: string[] = [];
    const faults: unknown[] = [];
    const check = new UpdateCheck({
      updater: () => updater as unknown as Updater,
      dialog: {
        showMessageBox: (...given: unknown[]) => {
          const { message, cancelId = 0 } = given.at(-1) as { message: string; cancelId?: number };
          shown.push(message);
          return Promise.resolve({ response: answers.shift() ?? cancelId, checkboxChecked: false });
        },
      },
      window: () => null,
      version: '0.1.0',
      onFault: (fault) => faults.push(fault),
    });
    return { check, updater, shown, faults };
  }

  it('fetches nothing and installs nothing without a yes', async () => {
    const { check, updater, shown } = checkWith('0.2.0');
    await check.check(false);
    expect(shown).toEqual(['Version 0.2.0 is available.']);
    expect([updater.autoDownload, updater.autoInstallOnAppQuit]).toEqual([false, false]);
    expect(updater.downloadUpdate).not.toHaveBeenCalled();
    expect(updater.quitAndInstall).not.toHaveBeenCalled();
  });

  it('installs at once, or at the end as the reader was told', async () => {
    const now = checkWith('0.2.0', 0, 0);
    await now.check.check(true);
    expect(now.updater.quitAndInstall).toHaveBeenCalledOnce();
    const later = checkWith('0.2.0', 0, 1);
    await later.check.check(true);
    expect(later.shown).toEqual(['Version 0.2.0 is available.', 'Version 0.2.0 is ready.']);
    expect(later.updater.quitAndInstall).not.toHaveBeenCalled();
    expect(later.updater.autoInstallOnAppQuit).toBe(true);
  });

  it('answers a reader who asked, and bothers nobody at the start', async () => {
    for (const [found, message] of [
      ['0.1.0', 'This is the latest version.'],
      [null, 'This package cannot update itself.'],
      [new Error('net::ERR_NAME_NOT_RESOLVED\n  at …'), 'The check for updates failed.'],
    ] as const) {
      const quiet = checkWith(found);
      await quiet.check.check(false);
      expect(quiet.shown).toEqual([]);
      const asked = checkWith(found);
      await asked.check.check(true);
      expect(asked.shown).toEqual([message]);
      expect(asked.faults).toHaveLength(found instanceof Error ? 1 : 0);
    }
  });
});

const REASON =
  process.platform !== 'linux' || ELECTRON !== null
    ? 'only the stand-in on Linux tells what is sent'
    : reasonWithoutWindow(EXECUTABLE);

describe.skipIf(REASON !== null)(`a package that knows where newer versions are${didNotRun(REASON)}`, () => {
  let folder: string;
  let server: Server;
  const asked: string[] = [];
  const headers: unknown[] = [];
  beforeAll(async () => {
    build();
    folder = temporaryFolder();
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      headers.push(request.headers);
      response.end(
        'version: 0.2.0\nfiles:\n  - url: diffsvc-0.2.0.AppImage\n    sha512: AA==\npath: diffsvc-0.2.0.AppImage\n',
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    mkdirSync(join(folder, 'resources'));
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
    writeFileSync(join(folder, 'resources', 'app-update.yml'), `provider: generic\nurl: ${url}\n`);
  });
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  });

  const start = () =>
    startShell({
      ...{ folder, waitsForPage: false },
      environment: { STAND_IN_RESOURCES: join(folder, 'resources'), APPIMAGE: join(folder, 'diffsvc.AppImage') },
    });

  it('asks there when the reader asks, and at the start when the reader turned it on', async () => {
    const first = await start();
    await first.ask('click', { id: 'check-at-start' });
    expect(await first.calls('net.request')).toEqual([]);
    await first.ask('click', { id: 'check-for-updates' });
    while ((await first.calls('showMessageBox')).length === 0) await sleep(100);
    expect(await first.calls('showMessageBox')).toMatchObject([
      ['showMessageBox', { message: 'Version 0.2.0 is available.', detail: 'You have version 0.1.0.', defaultId: 1 }],
    ]);
    expect(asked.map((path) => path.replace(/\?.*/u, ''))).toEqual(['/latest-linux.yml']);
    // Nothing in the request tells one installation from the others.
    expect(JSON.stringify(headers)).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/u);
    expect(await first.stop()).toBe(0);

    const second = await start();
    while ((await second.calls('showMessageBox')).length === 0) await sleep(100);
    expect(asked).toHaveLength(2);
    await second.ask('click', { id: 'check-at-start' });
    expect(await second.stop()).toBe(0);

    const third = await start();
    expect((await third.ask<{ id?: string }[]>('menu')).map(({ id }) => id)).toContain('check-for-updates');
    expect(await third.calls('net.request')).toEqual([]);
    expect(await third.stop()).toBe(0);
    expect(asked).toHaveLength(2);
  });
});
