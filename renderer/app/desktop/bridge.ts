import { DESKTOP_BRIDGE, type DesktopBridge } from '../../../shared/messages/desktop-bridge.ts';

/** The bridge to the desktop shell, as the page sees it. */
export type Bridge = DesktopBridge<File>;

/** The bridge inside the desktop shell; null in a browser. */
export function desktopBridge(): Bridge | null {
  const { [DESKTOP_BRIDGE]: bridge } = globalThis as { [DESKTOP_BRIDGE]?: Bridge };
  return bridge ?? null;
}
