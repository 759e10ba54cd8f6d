import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { didNotRun, launchBrowser, reasonToSkip } from './browser.ts';
import { startTestService, type TestService } from './service.ts';

/** A browser for the tests of one file, and what went wrong in it during the test under way. */
export class BrowserSession {
  /** Errors of the console, exceptions and violations of the content policy. A test that leaves one here fails. */
  readonly faults: string[] = [];
  /** What ends each test, and what ends them all; what was begun last comes first. */
  readonly #testEnds: (() => Promise<void>)[] = [];
  readonly #ends: (() => Promise<void> | void)[] = [];
  #browser: Browser | null = null;
  #service: TestService | null = null;

  /** @throws Error outside of the tests, when the browser does not run yet. */
  get browser(): Browser {
    if (this.#browser === null) throw new Error('The browser runs within tests and hooks only.');
    return this.#browser;
  }

  /** @throws Error where none was asked for: see {@link onService}. */
  get service(): TestService {
    if (this.#service === null) throw new Error('No service runs here: use onService.');
    return this.#service;
  }

  /** Ends this after the last test; what was begun last is ended first. */
  atEnd(end: () => Promise<void> | void): void {
    this.#ends.unshift(end);
  }

  /** A window with a store of its own, which lasts as long as the test; 1,100 × 700 pixels and without motion unless told. */
  async newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await this.browser.newContext({
      viewport: { width: 1100, height: 700 },
      reducedMotion: 'reduce',
      ...options,
    });
    this.#testEnds.unshift(() => context.close());
    return context;
  }

  /** A page, watched, which lasts as long as the test; in a window of its own or in the given one. */
  async newPage(where: BrowserContext | BrowserContextOptions = {}): Promise<Page> {
    const context = 'newPage' in where ? where : await this.newContext(where);
    const page = await context.newPage();
    this.#testEnds.unshift(() => page.close());
    page.setDefaultTimeout(20_000);
    page.on('console', (message) => {
      if (message.type() === 'error') this.faults.push(message.text());
    });
    page.on('pageerror', (fault) => this.faults.push(fault.message));
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        reportError(new Error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
      });
    });
    return page;
  }

  /** Takes the one fault that is expected: the browser itself notes every answer of such a status, and nothing else. */
  expectNoted(status: number): void {
    expect(this.faults.splice(0)).toEqual([expect.stringContaining(`status of ${status}`)]);
  }

  async start(needsService: boolean): Promise<void> {
    const browser = await launchBrowser();
    this.#browser = browser;
    this.atEnd(() => browser.close());
    if (!needsService) return;
    const service = await startTestService();
    this.#service = service;
    this.atEnd(() => service.stop());
  }

  async endTest(): Promise<void> {
    for (const end of this.#testEnds.splice(0)) await end();
    expect(this.faults.splice(0)).toEqual([]);
  }

  async end(): Promise<void> {
    for (const end of this.#ends) await end();
  }
}

/** Tests in a real browser. Where none is found they are skipped and the name says why. */
export function inBrowser(name: string, define: (session: BrowserSession) => void): void {
  suite(name, false, define);
}

/** Tests in a real browser on a real service of their own. */
export function onService(name: string, define: (session: BrowserSession) => void): void {
  suite(name, true, define);
}

function suite(name: string, needsService: boolean, define: (session: BrowserSession) => void): void {
  const reason = reasonToSkip();
  describe.skipIf(reason !== null)(`${name}${didNotRun(reason)}`, () => {
    const session = new BrowserSession();
    beforeAll(() => session.start(needsService), 120_000);
    afterEach(() => session.endTest());
    afterAll(() => session.end());
    define(session);
  });
}
