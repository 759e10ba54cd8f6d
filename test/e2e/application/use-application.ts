import { readFile } from 'node:fs/promises';
import type { BrowserContext, Download, Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach } from 'vitest';
import { orderOf } from '../../../renderer/app/comparison/guess-sides.ts';
import type { BrowserSession } from '../in-browser.ts';

/** The application on a page of its signed-in owner, with the actions of a person. */
export interface UsedApplication {
  /** The page of the current test. The tests of a file share what their browser stores. */
  readonly page: Page;
  /** Goes to a page of the application. */
  readonly at: (name: string) => Promise<unknown>;
  readonly button: (name: string) => Locator;
  /** The document of the open comparison. */
  readonly result: () => Locator;
  /** Chooses the files of a comparison. */
  readonly choose: (...files: readonly (readonly [name: string, bytes: Buffer])[]) => Promise<void>;
  /** The question which file is the original. */
  readonly asked: () => Locator;
  /** Reloads the page once all that the application began to store is stored: a program is faster than a person. */
  readonly reload: () => Promise<void>;
  /** A file in the sheet of exports. */
  readonly entry: (name: string) => Locator;
  /** Saves a file from the open sheet. */
  readonly save: (kind: string) => Promise<{ download: Download; bytes: Buffer }>;
  /** For each painted page, whether it shows anything dark. */
  readonly inked: () => Promise<boolean[]>;
}

/** Registers the hooks that open the application for each test of a file. */
export function useApplication(session: BrowserSession): UsedApplication {
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    const storageState = await session.ownersSignIn();
    context = await session.newContextOfFile({ storageState, viewport: { width: 1100, height: 750 } });
  });

  beforeEach(async () => {
    page = await session.newPage(context);
  });

  const at = (name: string) => page.goto(`${session.service.pageUrl}#/${name}`);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const result = () => page.locator('main#document').getByRole('region', { name: 'Document with its changes' });

  async function choose(...files: readonly (readonly [name: string, bytes: Buffer])[]): Promise<void> {
    const given = files.map(([name, buffer]) => ({ name, mimeType: 'application/octet-stream', buffer }));
    await page.locator('input[type=file]').first().setInputFiles(given);
    const [first, second] = files.map(([name]) => ({ name, modifiedMs: 0 }));
    // Where the names do not tell the order, the application asks.
    if (first && second && orderOf(first, second).doubt !== null)
      await asked().getByRole('button', { name: first.name }).click();
  }

  const asked = () => page.getByRole('group', { name: 'Which one is the original document?' });

  async function reload(): Promise<void> {
    await page.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open('diffsvc-recents');
          opening.onerror = () => reject(opening.error!);
          opening.onsuccess = () => {
            const database = opening.result;
            // Transactions of the same stores run in the order in which they began (Indexed Database API 3.0, 2.7.2).
            const last = database.transaction([...database.objectStoreNames], 'readwrite');
            last.onerror = () => reject(last.error!);
            last.oncomplete = () => {
              database.close();
              resolve();
            };
          };
        }),
    );
    await page.reload();
  }

  const entry = (name: string) => page.getByRole('tab', { name, exact: true });

  async function save(kind: string): Promise<{ download: Download; bytes: Buffer }> {
    await entry(kind).click();
    const [download] = await Promise.all([page.waitForEvent('download'), button(`Save ${kind}`).click()]);
    return { download, bytes: await readFile(await download.path()) };
  }

  async function inked(): Promise<boolean[]> {
    return await page.locator('main canvas').evaluateAll((canvases) =>
      (canvases as HTMLCanvasElement[]).map((canvas) => {
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
        return data.some((value, index) => index % 4 === 0 && value < 128 && data[index + 3]! > 0);
      }),
    );
  }

  return {
    get page() {
      return page;
    },
    at,
    button,
    result,
    choose,
    asked,
    reload,
    entry,
    save,
    inked,
  };
}
