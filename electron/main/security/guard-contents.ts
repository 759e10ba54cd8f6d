import type { App, WebContents } from 'electron';
import { APP_PAGE } from '../page/app-address.ts';

/** Whether a frame may navigate to an address. Only the page may reload itself. */
function mayNavigate(address: string, isMainFrame: boolean): boolean {
  return isMainFrame && address.replace(/#.*$/s, '') === APP_PAGE;
}

/**
 * Keeps every web page of the application in place. It allows no navigation, no new window and no `webview`, whatever a
 * document or a page tries. `follow` receives the target of the link.
 */
export function guardContents(app: Pick<App, 'on'>, follow: (address: string) => void): void {
  app.on('web-contents-created', (_event, contents) => guard(contents, follow));
}

function guard(contents: WebContents, follow: (address: string) => void): void {
  contents.on('will-frame-navigate', (details) => {
    if (mayNavigate(details.url, details.isMainFrame)) return;
    details.preventDefault();
    if (details.isMainFrame) follow(details.url);
  });
  contents.on('will-redirect', (details) => {
    if (!mayNavigate(details.url, details.isMainFrame)) details.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    follow(url);
    return { action: 'deny' };
  });
}
