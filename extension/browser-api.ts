/**
 * The only access to the browser's extension API; a lint rule checks this. `webextension-polyfill` gives both
 * browsers one API with promises. This file handles what only one of them has: Chromium's side panel and Firefox's
 * sidebar.
 */
import browser, { type Browser, type Runtime, type Tabs } from 'webextension-polyfill';

/** Chromium's own API, which the polyfill passes on without types. */
interface ChromiumOnly {
  readonly sidePanel?: { open(where: { readonly windowId: number }): Promise<void> };
}

/** The extension API of this browser. */
export const api = browser as Omit<Browser, 'sidebarAction'> & Partial<Pick<Browser, 'sidebarAction'>> & ChromiumOnly;

/** A tab as the browser describes it. */
export type Tab = Tabs.Tab;

/** The sender of a message between the parts of the extension. */
export type MessageSender = Runtime.MessageSender;

/**
 * Whether a message comes from a page or the background of this extension. A script of it in a tab has the same id, and
 * runs beside the page's own scripts.
 */
export function isOwnPage({ id, url }: MessageSender): boolean {
  return id === api.runtime.id && url?.startsWith(api.runtime.getURL('')) === true;
}

/** Whether this is Firefox: only Firefox has a sidebar for extensions. */
export function isFirefox(): boolean {
  return api.sidebarAction !== undefined;
}

/**
 * Shows the panel beside the tabs of a window. Call it within the gesture, before anything is awaited. It rejects
 * without a gesture.
 */
export async function openPanel(windowId: number): Promise<void> {
  await (api.sidebarAction?.open() ?? api.sidePanel?.open({ windowId }));
}

/** The addresses of this machine that the extension may call. A pattern contains no port. */
const SERVICE_PERMISSION = { origins: ['http://127.0.0.1/*'] };

/** Whether the reader has allowed calls to this machine. */
export async function mayReachService(): Promise<boolean> {
  return api.permissions.contains(SERVICE_PERMISSION);
}

/** Asks the reader to allow calls to this machine. Call it within a gesture. */
export async function askToReachService(): Promise<boolean> {
  return api.permissions.request(SERVICE_PERMISSION);
}

/** Asks the reader for permission to read the clipboard. Call it within a gesture. */
export async function askToReadClipboard(): Promise<boolean> {
  return api.permissions.request({ permissions: ['clipboardRead'] });
}
