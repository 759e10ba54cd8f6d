import { rm, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenFile } from './open-in-browser.ts';

/** The page with a one-time link, in the data directory. Only the account that runs the service can read it. */
const PAGE_FILE = 'sign-in.html';

/** Shows a page on the desktop, from a file that is deleted after the given seconds and when the service ends. */
export function pageShower(
  dataDir: string,
  openFile: OpenFile,
  ending: AsyncDisposableStack,
): (html: string, forSeconds: number) => Promise<boolean> {
  const file = join(dataDir, PAGE_FILE);
  const remove = (): Promise<void> => rm(file, { force: true });
  let timer: NodeJS.Timeout | undefined;
  ending.defer(async () => {
    clearTimeout(timer);
    await remove();
  });
  return async (html, forSeconds) => {
    clearTimeout(timer);
    const draft = `${file}.${process.pid}`;
    await rm(draft, { force: true });
    // `wx` follows no link that another account may have left in a shared folder.
    await writeFile(draft, html, { mode: 0o600, flag: 'wx' });
    await rename(draft, file);
    timer = setTimeout(() => void remove(), forSeconds * 1_000).unref();
    const shown = await openFile(file);
    if (!shown) await remove();
    return shown;
  };
}
