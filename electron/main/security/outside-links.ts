import type { Dialog, Shell } from 'electron';
import { isAppAddress } from '../page/app-address.ts';
import { shellMessages } from '../strings.ts';

/** Dependencies of opening a link. */
export interface OutsideLinksDeps {
  readonly dialog: Pick<Dialog, 'showMessageBox'>;
  readonly shell: Pick<Shell, 'openExternal'>;
  /** Origin of the service; null if it does not run. */
  readonly serviceOrigin: () => string | null;
}

/** Addresses for a browser or a mail program. No other program may be started. */
const OPENABLE = ['http:', 'https:', 'mailto:'];
/** A longer address could push the dialog's buttons off the screen. */
const SHOWN_MOST_CHARACTERS = 500;

/**
 * Opens a link in the browser. A page of the service opens at once. Any other address comes from a document, so the
 * reader sees all of it and decides. Anything but web and mail addresses is refused.
 */
export async function openOutside(address: string, deps: OutsideLinksDeps): Promise<void> {
  const url = URL.parse(address);
  if (url === null) return;
  if (isAppAddress(address)) {
    const origin = deps.serviceOrigin();
    if (origin !== null) await deps.shell.openExternal(`${origin}${url.pathname}${url.search}`);
    return;
  }
  if (!OPENABLE.includes(url.protocol)) return;
  const { href } = url;
  const shown = href.length > SHOWN_MOST_CHARACTERS ? `${href.slice(0, SHOWN_MOST_CHARACTERS)}…` : href;
  const { response } = await deps.dialog.showMessageBox({
    type: 'question',
    message: shellMessages.openOutside,
    detail: shown,
    buttons: [...shellMessages.openOutsideChoices],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  if (response === 0) await deps.shell.openExternal(href);
}
