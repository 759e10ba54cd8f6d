/**
 * The browser and the service that the test files of a worker share. Each starts when a file first needs it, and ends
 * with the worker. A file that restarts the service, or gives it other settings, starts its own.
 */
import type { Browser, BrowserContext } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { startTestService, type TestService } from './service.ts';
import { atWorkerEnd } from './worker-environment.ts';

/** The cookie of a signed-in owner. A window that begins with it is signed in. */
export type StoredSignIn = Awaited<ReturnType<BrowserContext['storageState']>>;

let browser: Browser | null = null;
let service: TestService | null = null;
const signIns = new Map<TestService, StoredSignIn>();

/** A running browser. After a crash it is a new one, so that only the test of the crash fails. */
export async function sharedBrowser(): Promise<Browser> {
  if (browser?.isConnected() === true) return browser;
  const started = await launchBrowser();
  atWorkerEnd(() => started.close());
  browser = started;
  return started;
}

/** The service with the usual settings, or another one if it crashed. */
export async function sharedService(): Promise<TestService> {
  if (service?.isRunning === true) return service;
  const started = await startTestService();
  atWorkerEnd(() => started.stop());
  service = started;
  return started;
}

/** Signs the owner of a service in, once. */
export async function ownersSignIn(service: TestService): Promise<StoredSignIn> {
  const earlier = signIns.get(service);
  if (earlier !== undefined) return earlier;
  const context = await (await sharedBrowser()).newContext();
  const page = await context.newPage();
  await page.goto(await service.newLink());
  await page.getByRole('heading', { name: 'This is what a comparison looks like' }).waitFor();
  const signIn = await context.storageState();
  await context.close();
  signIns.set(service, signIn);
  return signIn;
}
