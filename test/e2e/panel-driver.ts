import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  servePages,
  signIn,
  startExtension,
  type ExtensionUnderTest,
  type Owner,
  type PageServer,
} from './extension-under-test.ts';
import { startTestService, type TestService } from './service.ts';

/** The panel, which a driver sees only as a tab. */
const PANEL = 'panel/panel.html';

/** The extension in its browser, the service, its owner and test pages, with the actions of a person. */
export class PanelDriver {
  readonly service: TestService;
  readonly owner: Owner;
  readonly server: PageServer;
  /** Pages by path; a test adds its own. */
  readonly pages: Map<string, string | Uint8Array>;
  extension: ExtensionUnderTest;
  /** Errors of the extension's pages: exceptions and policy violations. */
  faults: string[] = [];

  private constructor(
    service: TestService,
    owner: Owner,
    server: PageServer,
    pages: Map<string, string | Uint8Array>,
    extension: ExtensionUnderTest,
  ) {
    this.service = service;
    this.owner = owner;
    this.server = server;
    this.pages = pages;
    this.extension = extension;
  }

  /** `plans` replaces the generous default terms of the service, and `environment` adds variables to its own. */
  static async start(plans: object = {}, environment: Readonly<Record<string, string>> = {}): Promise<PanelDriver> {
    const [service, extension] = await Promise.all([startTestService(plans, environment), startExtension()]);
    const pages = new Map<string, string | Uint8Array>();
    return new PanelDriver(service, await signIn(service.link), await servePages(pages), pages, extension);
  }

  async stop(): Promise<void> {
    await this.extension.close();
    await this.server.stop();
    await this.service.stop();
  }

  /** Closes what a test opened. Fails if a page of the extension had an error. */
  async clear(): Promise<void> {
    const [first, ...others] = this.extension.context.pages();
    for (const page of others) await page.close();
    await first?.goto('about:blank');
    const { faults } = this;
    this.faults = [];
    expect(faults).toEqual([]);
  }

  get port(): string {
    return new URL(this.service.pageUrl).port;
  }

  /** Opens a page of the extension, by default the panel. */
  async open(path = PANEL): Promise<Page> {
    const page = await this.extension.open(path);
    page.on('pageerror', (fault) => this.faults.push(fault.message));
    page.on('console', (message) => {
      // The browser's own line about a refused call is no fault of the page.
      if (message.type() === 'error' && !/status of \d{3}|ERR_(CONNECTION|EMPTY|INCOMPLETE)/u.test(message.text()))
        this.faults.push(message.text());
    });
    return page;
  }

  /** The same in its own window, like the side panel. */
  async openInNewWindow(): Promise<Page> {
    const opened = this.extension.context.waitForEvent('page');
    await this.extension.worker.evaluate((url) => chrome.windows.create({ url }), `${this.extension.origin}/${PANEL}`);
    return await opened;
  }

  /** The text on the extension's button. */
  async badge(): Promise<string> {
    return await this.extension.worker.evaluate(() => chrome.action.getBadgeText({}));
  }

  async visit(path: string, origin = this.server.origin): Promise<Page> {
    const page = await this.extension.context.newPage();
    await page.goto(origin + path);
    return page;
  }

  /** Selects all of the first element that matches a selector. */
  async select(page: Page, selector: string): Promise<void> {
    await page.evaluate((found) => getSelection()!.selectAllChildren(document.querySelector(found)!), selector);
  }

  /** The document of a result. */
  result(panel: Page) {
    return panel.getByRole('region', { name: 'Document with its changes' });
  }

  /** Its text, with single spaces. */
  async textOf(panel: Page): Promise<string> {
    return (await this.result(panel).innerText()).replace(/\s+/gu, ' ');
  }

  /** Sets one page as the original and compares the other with it. */
  async comparePages(panel: Page, before: string, after: string): Promise<void> {
    await this.extension.choose('page-original', await this.visit(before));
    await panel.getByRole('region', { name: 'Original' }).getByText('Page', { exact: true }).waitFor();
    await this.extension.choose('page-revised', await this.visit(after));
    await this.result(panel).waitFor();
    await panel.bringToFront();
  }

  /** Compares the same sides again. */
  async again(panel: Page): Promise<void> {
    await panel.getByRole('button', { name: 'New comparison' }).click();
    await panel.getByRole('button', { name: 'Compare', exact: true }).click();
  }

  /** Leaves an earlier result if the panel shows one. */
  async startAnew(panel: Page): Promise<void> {
    const anew = panel.getByRole('button', { name: 'New comparison' });
    await anew
      .or(panel.getByRole('heading', { name: 'Snapshots' }))
      .first()
      .waitFor();
    if (await anew.isVisible()) await anew.click();
  }

  /** Begins a pairing in the panel. Returns its id and code. */
  async beginPairing(panel: Page): Promise<{ pairingId: string; code: string }> {
    await panel.getByRole('textbox', { name: 'Port' }).fill(this.port);
    await panel.getByRole('button', { name: 'Pair', exact: true }).click();
    const code = await panel.locator('output').innerText();
    const waiting = (await this.owner.pairings()).find((pairing) => pairing.code === code);
    expect(waiting).toMatchObject({ extensionOrigin: this.extension.origin, name: 'diffsvc for Chromium' });
    return { pairingId: waiting!.pairingId, code };
  }

  async pair(): Promise<void> {
    const panel = await this.open();
    const { pairingId, code } = await this.beginPairing(panel);
    await this.owner.confirm(pairingId, code);
    await panel.getByRole('heading', { name: 'Snapshots' }).waitFor();
    await panel.close();
  }

  /** The extension's keys that are not revoked. */
  async liveKeys(): Promise<string[]> {
    const keys = await this.owner.keys();
    return keys
      .filter(({ extensionOrigin, revokedAt }) => extensionOrigin === this.extension.origin && revokedAt === undefined)
      .map(({ keyId }) => keyId);
  }
}
