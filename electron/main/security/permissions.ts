import type { Session } from 'electron';
import { isAppAddress } from '../page/app-address.ts';

/** The one thing that the page asks the system for: to copy a change when its reader says so. */
const GRANTED = 'clipboard-sanitized-write';

/** Denies every permission to every page, but copying to our own; and every device and download from elsewhere. */
export function denyPermissions(session: Session): void {
  const isGranted = (permission: string, address: string): boolean => permission === GRANTED && isAppAddress(address);
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    answer(details.isMainFrame && isGranted(permission, details.requestingUrl));
  });
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin, details) => {
    return details.isMainFrame && isGranted(permission, details.requestingUrl ?? requestingOrigin);
  });
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event, item) => {
    // `blob:` addresses are the page's own; their origin stands in them.
    if (!isAppAddress(item.getURL().replace(/^blob:/, ''))) event.preventDefault();
  });
}
