import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { didNotRun, launchBrowser, PATIENCE_MS, reasonToSkip } from './browser.ts';
import { startTestService, type TestService } from './service.ts';

/** A browser for the tests of one file, with the faults of the current test. */
export class BrowserSession {
  /** Console errors, exceptions and policy violations. A test that leaves one here fails. */
  readonly faults: string[] = [];
  /** Clean-up after each test, and after all tests, in reverse order. */
  readonly #testEnds: (() => Promise<void>)[] = [];
  readonly #ends: (() => Promise<void> | void)[] = [];
  #browser: Browser | null = null;
  #service: TestService | null = null;

  /** @throws Error outside of the tests, before the browser runs. */
  get browser(): Browser {
    if (this.#browser === null) throw new Error('The browser runs within tests and hooks only.');
    return this.#browser;
  }

  /** @throws Error if no service was requested: see {@link onService}. */
  get service(): TestService {
    if (this.#service === null) throw new Error('No service runs here: use onService.');
    return this.#service;
  }

  /** Ends this after the last test, in reverse order. */
  atEnd(end: () => Promise<void> | void): void {
    this.#ends.unshift(end);
  }

  /** A window with its own storage for one test: by default 1,100 × 700 pixels and without motion. */
  async newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await this.browser.newContext({
      viewport: { width: 1100, height: 700 },
      reducedMotion: 'reduce',
      ...options,
    });
    this.#testEnds.unshift(() => context.close());
    return context;
  }

  /** A watched page for one test, in its own window or in the given one. */
  async newPage(where: BrowserContext | BrowserContextOptions = {}): Promise<Page> {
    const context = 'newPage' in where ? where : await this.newContext(where);
    const page = await context.newPage();
    this.#testEnds.unshift(() => page.close());
    page.setDefaultTimeout(PATIENCE_MS);
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

  /** Accepts the one expected fault: the browser itself logs every answer with such a status. */
  expectNoted(status: number): void {
    expect(this.faults.splice(0)).toEqual([expect.stringContaining(`status of ${status}`)]);
  }

  /** Forgets that a service on a busy machine refused. The page asks again, and the browser notes each answer. */
  forgetBusy(): void {
    const others = this.faults.filter((fault) => !fault.includes('status of 503'));
    this.faults.splice(0, this.faults.length, ...others);
  }

  async start(needsService: boolean, environment: NodeJS.ProcessEnv = {}): Promise<void> {
    const browser = await launchBrowser();
    this.#browser = browser;
    this.atEnd(() => browser.close());
    if (!needsService) return;
    const service = await startTestService({}, environment);
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

/** Tests in a real browser. Without one they are skipped, and the name says why. */
export function inBrowser(name: string, define: (session: BrowserSession) => void): void {
  suite(name, false, define, {});
}

/** Tests in a real browser against their own real service. `environment` adds to its environment. */
export function onService(
  name: string,
  define: (session: BrowserSession) => void,
  environment: NodeJS.ProcessEnv = {},
): void {
  suite(name, true, define, environment);
}

function suite(
  name: string,
  needsService: boolean,
  define: (session: BrowserSession) => void,
  environment: NodeJS.ProcessEnv,
): void {
  const reason = reasonToSkip();
  describe.skipIf(reason !== null)(`${name}${didNotRun(reason)}`, () => {
    const session = new BrowserSession();
    beforeAll(() => session.start(needsService, environment));
    afterEach(() => session.endTest());
    afterAll(() => session.end());
    define(session);
  });
}
