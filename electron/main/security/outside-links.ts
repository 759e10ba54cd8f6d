import type { Dialog, Shell } from 'electron';
import { isAppAddress } from '../page/app-address.ts';
import { shellMessages } from '../messages.ts';

/** What opening a link takes. */
export interface OutsideLinksDeps {
  readonly dialog: Pick<Dialog, 'showMessageBox'>;
  readonly shell: Pick<Shell, 'openExternal'>;
  /** Origin of the service; null: it does not run. */
  readonly serviceOrigin: () => string | null;
}

/** What a browser or a mail program opens, and nothing that starts a program of another kind. */
const OPENABLE = ['http:', 'https:', 'mailto:'];
/** A dialog of more lines than this could push its buttons off the screen. */
const SHOWN_MOST_CHARACTERS = 500;

/**
 * Opens where a link leads in the browser: a page of the service at once; any other address comes from a document, and the
 * reader sees it whole and decides. What is no web or mail address is not opened at all.
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
