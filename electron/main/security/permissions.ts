import type { Session } from 'electron';
import { isAppAddress } from '../page/app-address.ts';

/** The only permission that the page needs: to copy a change at the reader's request. */
const GRANTED = 'clipboard-sanitized-write';

/**
 * Denies every permission except copying by the application's page, and denies devices and downloads from elsewhere.
 */
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
    // A `blob:` address contains its origin.
    if (!isAppAddress(item.getURL().replace(/^blob:/, ''))) event.preventDefault();
  });
}
