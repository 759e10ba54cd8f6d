/** What the next start of the desktop application takes up: the comparison, the window and its place. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { didNotRun, EXECUTABLE } from '../e2e/browser.ts';
import {
  build,
  ELECTRON,
  reasonWithoutWindow,
  startShell,
  temporaryFolder,
  type ShellUnderTest,
} from './shell-under-test.ts';

const REASON = ELECTRON === null ? reasonWithoutWindow(EXECUTABLE) : 'only the stand-in crashes when it is asked to';

describe.skipIf(REASON !== null)(`the next start of the desktop application${didNotRun(REASON)}`, () => {
  let folder: string;
  beforeAll(() => {
    build();
    folder = temporaryFolder();
    writeFileSync(join(folder, 'old.txt'), 'The fee is 5 euro.\n');
    writeFileSync(join(folder, 'new.txt'), 'The fee is 6 euro.\n');
    writeFileSync(join(folder, 'other.txt'), 'Another file.\n');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const start = (...args: string[]): Promise<ShellUnderTest> =>
    startShell({ folder, args, environment: { STAND_IN_PROFILE: join(folder, 'profile') } });
  const kept = (): { comparison?: string; bounds: object } =>
    JSON.parse(readFileSync(join(folder, 'user', 'window-state.json'), 'utf8'));
  const inserted = ({ page }: ShellUnderTest): Promise<string | null> =>
    page.evaluate(() => document.querySelector('main ins')?.textContent ?? null).catch(() => null);

  async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await holds())) await sleep(100);
  }
  const keeps = (wanted: boolean) => () => {
    try {
      return (kept().comparison !== undefined) === wanted;
    } catch {
      return false;
    }
  };

  it('shows the comparison again after a crash', async () => {
    const first = await start('old.txt', 'new.txt');
    await until(async () => (await inserted(first)) !== null);
    await until(keeps(true));
    const { comparison } = kept();
    void first.ask('crash');
    await until(() => {
      try {
        readFileSync(join(folder, 'user', 'stand-in.lock'));
        return false;
      } catch {
        return true;
      }
    });
    expect(kept().comparison).toBe(comparison);

    const second = await start();
    await until(async () => (await inserted(second)) !== null);
    expect(await second.page.evaluate(() => location.hash)).toBe(`#/comparison/${comparison!}`);
    expect(await second.stop()).toBe(0);
  });

  it('shows it after the end, in the same place on the screen, and not after the reader left it', async () => {
    const { bounds } = kept();
    const first = await start();
    await until(async () => (await inserted(first)) !== null);
    const [window] = await first.ask<[{ bounds: object }]>('windows');
    expect(window.bounds).toEqual(bounds);
    await first.ask('click', { id: 'new-comparison' });
    await until(keeps(false));
    expect(await first.stop()).toBe(0);
    const second = await start();
    await until(() => second.page.evaluate(() => document.body.innerText.includes('What changed?')));
    expect(await inserted(second)).toBeNull();
    expect(await second.stop()).toBe(0);
  });

  it('shows the files that it was started with instead', async () => {
    const first = await start('old.txt', 'new.txt');
    await until(async () => (await inserted(first)) !== null);
    await until(keeps(true));
    expect(await first.stop()).toBe(0);
    const second = await start('other.txt');
    await until(() => second.page.evaluate(() => document.body.innerText.includes('other.txt')));
    expect(await inserted(second)).toBeNull();
    expect(await second.stop()).toBe(0);
  });
});
