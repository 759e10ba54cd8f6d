/** How the application starts, and what it shows when the service or the page fails. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { didNotRun, EXECUTABLE } from '../e2e/browser.ts';
import {
  build,
  ELECTRON,
  pageIsThere,
  reasonWithoutWindow,
  startShell,
  temporaryFolder,
  type ShellUnderTest,
} from './shell-under-test.ts';

const REASON = ELECTRON === null ? reasonWithoutWindow(EXECUTABLE) : 'only the stand-in can be asked these questions';

describe.skipIf(REASON !== null)(`the start of the desktop application${didNotRun(REASON)}`, () => {
  let folder: string;
  let shell: ShellUnderTest;
  beforeAll(async () => {
    build();
    folder = temporaryFolder();
    writeFileSync(join(folder, 'old.txt'), 'The fee is 5 euro.\n');
    writeFileSync(join(folder, 'new.txt'), 'The fee is 6 euro.\n');
    writeFileSync(join(folder, 'table.numbers'), 'a');
    // The service cannot create its folder where a file lies.
    writeFileSync(join(folder, 'data'), '');
    const opened = JSON.stringify(['old.txt', 'new.txt'].map((name) => join(folder, name)));
    shell = await startShell({ folder, environment: { STAND_IN_OPENED: opened }, waitsForPage: false });
  });
  afterAll(async () => {
    expect(await shell.stop()).toBe(0);
    rmSync(folder, { recursive: true, force: true });
  });

  const text = (): Promise<string> => shell.page.evaluate(() => document.body.innerText).catch(() => '');
  async function shows(...parts: readonly string[]): Promise<string> {
    for (;;) {
      const shown = await text();
      if (parts.every((part) => shown.includes(part))) return shown;
      await sleep(100);
    }
  }

  it('shows a window before the service runs, and why it does not start', async () => {
    const shown = await shows('The comparison service does not start.');
    expect(shown).toContain(join(folder, 'data'));
    expect(shown).not.toMatch(/[{}]/);
    const [[, first]] = (await shell.calls('loadURL')) as [[string, string]];
    expect(first).toBe('app://diffsvc/starting');
    expect(await shell.calls('show')).toHaveLength(1);
    expect(await shell.calls('showMessageBox')).toEqual([]);
    await shell.page.screenshot({ path: join(folder, 'failed.png') });
    await shell.page.click('a[href$="do=log"]');
    while ((await shell.calls('showItemInFolder')).length === 0) await sleep(100);
  });

  it('tries again, and takes the files that came one by one before it was ready', async () => {
    rmSync(join(folder, 'data'));
    await shell.page.click('a[href$="do=again"]');
    await pageIsThere(shell.page);
    await shows('old.txt', 'new.txt');
  });

  it('takes the files of two processes that start at once, with a comparison open', async () => {
    mkdirSync(join(folder, 'more'));
    for (const name of ['three.txt', 'four.txt']) writeFileSync(join(folder, 'more', name), `${name}\n`);
    const starts = ['three.txt', 'four.txt'].map((name) => shell.startAgain(join('more', name)));
    expect(await Promise.all(starts)).toEqual([0, 0]);
    await shows('three.txt', 'four.txt');
  });

  it('says which file cannot be compared', async () => {
    expect(await shell.startAgain('table.numbers')).toBe(0);
    await shows('table.numbers is a .numbers file.');
  });

  it('asks what to do about a page that does not respond, and loads it again', async () => {
    await shell.page.evaluate(() => void (document.title = 'hangs'));
    await shell.ask('answer', { kind: 'showMessageBox', answer: { response: 1 } });
    await shell.ask('hang');
    while ((await shell.page.evaluate(() => document.title).catch(() => 'hangs')) === 'hangs') await sleep(100);
    const [[, question]] = (await shell.calls('showMessageBox')) as [[string, object]];
    expect(question).toMatchObject({
      message: 'The page does not respond.',
      buttons: ['Wait', 'Reload'],
      defaultId: 0,
    });
    await pageIsThere(shell.page);
  });

  it('explains a page that crashes again and again, and offers another attempt', async () => {
    for (let count = 0; count < 4; count++) {
      await shell.ask('breakPage');
      await sleep(0);
    }
    expect(await shows('The page cannot be shown.')).toContain('crashed');
    await shell.page.click('a[href$="do=again"]');
    await pageIsThere(shell.page);
  });
});
