import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { didNotRun, PATIENCE_MS, reasonToSkip } from './browser.ts';
import { startTestService, type TestService } from './service.ts';
import { ownersSignIn, sharedBrowser, sharedService, type StoredSignIn } from './shared-programs.ts';

/** How the windows of a test look, unless it says otherwise. */
const WINDOW: BrowserContextOptions = {
  viewport: { width: 1100, height: 700 },
  reducedMotion: 'reduce',
  // A worker would answer requests before a test sees them.
  serviceWorkers: 'block',
};

/** The windows of one file's tests, with the faults of the current test. */
export class BrowserSession {
  /** Console errors, exceptions and policy violations. A test that leaves one here fails. */
  readonly faults: string[] = [];
  /** Clean-up after each test, and after all tests, in reverse order. */
  readonly #testEnds: (() => Promise<void>)[] = [];
  readonly #ends: (() => Promise<void> | void)[] = [];
  #service: TestService | null = null;

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
    const context = await (await sharedBrowser()).newContext({ ...WINDOW, ...options });
    this.#testEnds.unshift(() => context.close());
    return context;
  }

  /** The same for all tests of the file. */
  async newContextOfFile(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await (await sharedBrowser()).newContext({ ...WINDOW, ...options });
    this.atEnd(() => context.close());
    return context;
  }

  /** The `storageState` of a window in which the owner of the service is signed in. */
  async ownersSignIn(): Promise<StoredSignIn> {
    return await ownersSignIn(this.service);
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

  /** The shared service, or one of the file's own with these settings. */
  async useService(environment: NodeJS.ProcessEnv | null): Promise<void> {
    if (environment === null) {
      this.#service = await sharedService();
      return;
    }
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
  const reason = reasonToSkip();
  describe.skipIf(reason !== null)(`${name}${didNotRun(reason)}`, () => {
    const session = new BrowserSession();
    afterEach(() => session.endTest());
    afterAll(() => session.end());
    define(session);
  });
}

/**
 * Tests in a real browser against a real service. Files share it, and each makes data of its own. `environment` adds to
 * the environment of a service that only this file uses.
 */
export function onService(
  name: string,
  define: (session: BrowserSession) => void,
  environment: NodeJS.ProcessEnv | null = null,
): void {
  inBrowser(name, (session) => {
    beforeAll(() => session.useService(environment));
    define(session);
  });
}
