import { setTimeout as delay } from 'node:timers/promises';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import type { BrowserContext, Page, Worker } from 'playwright-core';
import type { KeyList } from '../../shared/api/owner.ts';
import type { PairingList } from '../../shared/api/pairing.ts';
import { launchProfile, PATIENCE_MS } from './browser.ts';
import { copyExtension, type BuiltExtension } from './built-extension.ts';

/** The built extension in its own browser. */
export interface ExtensionUnderTest {
  readonly context: BrowserContext;
  /** `chrome-extension://<id>`. */
  readonly origin: string;
  /** Simulates a click in the context menu of the current tab, because a driver cannot open that menu. */
  choose(menuItemId: string, page: Page, frameId?: number): Promise<void>;
  /** Opens a page of the extension as a tab, because a driver does not see the side panel. */
  open(path: string): Promise<Page>;
  /** Opens a page of another extension of the same browser, which may read all sites. */
  openNeighbour(): Promise<Page>;
  readonly worker: Worker;
  close(): Promise<void>;
  /** Restarts the browser with its stored data. */
  restart(): Promise<ExtensionUnderTest>;
}

/**
 * Starts a browser with the contents of the extension's package. A driver can neither answer a
 * permission prompt nor grant `activeTab`. The copy under test therefore has the optional access to 127.0.0.1 from the
 * start. The test pages are served there.
 */
export async function startExtension(): Promise<ExtensionUnderTest> {
  const built = await copyExtension();
  const unpacked = join(built.folder, 'unpacked');
  for (const [name, content] of Object.entries(unzipSync(await readFile(await built.zip('chromium'))))) {
    await mkdir(dirname(join(unpacked, name)), { recursive: true });
    await writeFile(join(unpacked, name), content);
  }
  const manifestPath = join(unpacked, 'manifest.json');
  const manifest = JSON.parse(await readFile(manifestPath, 'utf8'));
  manifest.host_permissions = manifest.optional_host_permissions;
  delete manifest.optional_host_permissions;
  manifest.permissions.push('clipboardRead');
  delete manifest.optional_permissions;
  await writeFile(manifestPath, JSON.stringify(manifest));
  return await launch(built, unpacked);
}

async function launch(built: BuiltExtension, unpacked: string): Promise<ExtensionUnderTest> {
  const neighbour = await writeNeighbour(join(built.folder, 'neighbour'));
  const context = await launchProfile(join(built.folder, 'profile'), [
    `--disable-extensions-except=${unpacked},${neighbour}`,
    `--load-extension=${unpacked},${neighbour}`,
  ]);
  context.setDefaultTimeout(PATIENCE_MS);
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  // Not by URL: the origin of an unknown scheme is opaque.
  const origin = worker.url().split('/', 3).join('/');
  return {
    context,
    origin,
    worker,
    async choose(menuItemId, page, frameId = 0) {
      await page.bringToFront();
      await worker.evaluate(
        async ([id, url, frame]) => {
          const tabs = await chrome.tabs.query({});
          const active = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
          const tab = tabs.find((one) => one.url === url) ?? active[0];
          // The browser's own tests use it; the types omit it.
          const event = chrome.contextMenus.onClicked as unknown as { dispatch(...given: unknown[]): void };
          event.dispatch({ menuItemId: id, frameId: frame }, tab);
        },
        [menuItemId, page.url(), frameId] as const,
      );
    },
    async open(path) {
      const page = await context.newPage();
      await page.goto(`${origin}/${path}`);
      return page;
    },
    async openNeighbour() {
      const page = await context.newPage();
      await page.goto(`chrome-extension://${idOfUnpacked(neighbour)}/page.html`);
      return page;
    },
    async close() {
      await context.close();
      await built.remove();
    },
    async restart() {
      await context.close();
      return await launch(built, unpacked);
    },
  };
}

/** Writes an extension that has a page and every right to sites. Returns its folder. */
async function writeNeighbour(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const manifest = {
    ...{ manifest_version: 3, name: 'Neighbour', version: '1' },
    ...{ permissions: ['tabs', 'scripting', 'storage'], host_permissions: ['<all_urls>'] },
  };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'page.html'), '<!doctype html><title>Neighbour</title>');
  return folder;
}

/** The id that Chromium gives to an unpacked extension: the digest of its folder's name, in letters from a to p. */
function idOfUnpacked(folder: string): string {
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 32);
  return digest.replaceAll(/./gu, (digit) => String.fromCodePoint(97 + Number.parseInt(digit, 16)));
}

/** Pages on loopback by path. */
export interface PageServer {
  /** `http://127.0.0.1:<port>`. */
  readonly origin: string;
  /** The same pages under another site. */
  readonly otherOrigin: string;
  stop(): Promise<void>;
}

/** Serves HTML pages, `.pdf` and `.js` with their media types. `pages` may grow while it runs. */
export async function servePages(pages: ReadonlyMap<string, string | Uint8Array>): Promise<PageServer> {
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const content = pages.get(path);
    const type = path.endsWith('.pdf')
      ? 'application/pdf'
      : path.endsWith('.js')
        ? 'text/javascript'
        : 'text/html; charset=utf-8';
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': type });
    response.end(content ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    otherOrigin: `http://localhost:${String(port)}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The owner of a test service, signed in by its one-time link. */
export interface Owner {
  pairings(): Promise<PairingList['pairings']>;
  confirm(pairingId: string, code: string): Promise<void>;
  refuse(pairingId: string): Promise<void>;
  keys(): Promise<KeyList['keys']>;
  revoke(keyId: string): Promise<void>;
}

/** The answer, also of a service that a busy machine makes late: it refuses with 503 and says when to ask again. */
async function fetchWhenFree(url: string, init: RequestInit): Promise<Response> {
  for (;;) {
    const response = await fetch(url, init);
    if (response.status !== 503) return response;
    await delay(1_000 * Number(response.headers.get('retry-after') ?? 1));
  }
}

/** Signs in as the browser page does. */
export async function signIn(link: string): Promise<Owner> {
  const { origin, hash } = new URL(link);
  const code = /[\w-]{20,}/u.exec(hash === '' ? new URL(link).search : hash)?.[0] ?? '';
  const headers = { origin, 'content-type': 'application/json' };
  const opened = await fetchWhenFree(`${origin}/v1/sessions`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ code }),
  });
  if (!opened.ok) throw new Error(`The link was refused: ${await opened.text()}`);
  const { sessionPath } = (await opened.json()) as { sessionPath: string };
  const cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const renewed = await fetchWhenFree(origin + sessionPath, { method: 'POST', headers: { origin, cookie } });
  if (!renewed.ok) throw new Error(`The session was refused: ${await renewed.text()}`);
  const { accessToken } = (await renewed.json()) as { accessToken: string };
  const call = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const authorization = `Bearer ${accessToken}`;
    const init =
      body === undefined
        ? { headers: { authorization } }
        : { headers: { authorization, 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetchWhenFree(origin + path, { method, ...init });
    if (!response.ok) throw new Error(`${method} ${path}: ${String(response.status)} ${await response.text()}`);
    return (response.status === 204 ? undefined : await response.json()) as Answer;
  };
  return {
    pairings: async () => (await call<PairingList>('GET', '/v1/pairings')).pairings,
    confirm: (id, given) => call('POST', `/v1/pairings/${id}/confirmation`, { code: given }),
    refuse: (id) => call('DELETE', `/v1/pairings/${id}`),
    keys: async () => (await call<KeyList>('GET', '/v1/diffsvc/keys')).keys,
    revoke: (keyId) => call('DELETE', `/v1/diffsvc/keys/${keyId}`),
  };
}
