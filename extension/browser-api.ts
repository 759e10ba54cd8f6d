/**
 * The only door to the browser's extension API (a lint rule holds that). `webextension-polyfill` gives both browsers one
 * API with promises; what only one of them has is settled here: Chromium's side panel, Firefox's sidebar.
 */
import browser, { type Browser, type Runtime, type Tabs } from 'webextension-polyfill';

/** What Chromium has and the polyfill passes on without a type. */
interface ChromiumOnly {
  readonly sidePanel?: { open(where: { readonly windowId: number }): Promise<void> };
}

/** The extension API of the browser that this runs in. */
export const api = browser as Omit<Browser, 'sidebarAction'> & Partial<Pick<Browser, 'sidebarAction'>> & ChromiumOnly;

/** A tab as the browser describes it. */
export type Tab = Tabs.Tab;

/** Who sent a message between the parts of the extension. */
export type MessageSender = Runtime.MessageSender;

/** Whether this is Firefox: only it has a sidebar for extensions. */
export function isFirefox(): boolean {
  return api.sidebarAction !== undefined;
}

/**
 * Shows the panel beside the tabs of a window. Has to be called within the gesture, before anything is awaited; rejects
 * when the browser finds that there was none.
 */
export async function openPanel(windowId: number): Promise<void> {
  await (api.sidebarAction?.open() ?? api.sidePanel?.open({ windowId }));
}

/** The addresses of this machine that the extension asks for; a pattern names no port. */
const SERVICE_PERMISSION = { origins: ['http://127.0.0.1/*'] };

/** Whether the reader has allowed calls to this machine. */
export async function mayReachService(): Promise<boolean> {
  return api.permissions.contains(SERVICE_PERMISSION);
}

/** Asks the reader to allow calls to this machine; within a gesture only. */
export async function askToReachService(): Promise<boolean> {
  return api.permissions.request(SERVICE_PERMISSION);
}

/** Asks the reader to let the extension read the clipboard; within a gesture only. */
export async function askToReadClipboard(): Promise<boolean> {
  return api.permissions.request({ permissions: ['clipboardRead'] });
}
