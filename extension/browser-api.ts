/**
 * The only door to the browser's extension API (a lint rule holds that). Chromium and Firefox both give promises in
 * manifest version 3; Firefox names its object `browser` and has a sidebar where Chromium has a side panel.
 */

/** Where Firefox shows a page beside the tabs. */
interface SidebarAction {
  open(): Promise<void>;
}

type Api = typeof chrome & { readonly sidebarAction?: SidebarAction };

/** The extension API of the browser that this runs in. */
export const api: Api = (globalThis as { readonly browser?: Api }).browser ?? chrome;

/**
 * Shows the panel beside the tabs of a window. Has to be called within the gesture, before anything is awaited; rejects
 * when the browser finds that there was none.
 */
export async function openPanel(windowId: number): Promise<void> {
  if (api.sidebarAction !== undefined) await api.sidebarAction.open();
  else await api.sidePanel.open({ windowId });
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
