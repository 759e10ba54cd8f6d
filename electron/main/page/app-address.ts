/** Scheme under which the shell shows the page, in place of http and a port that changes from start to start. */
export const APP_SCHEME = 'app';
/** Origin of the page. The host is a name only; it leads nowhere. */
export const APP_ORIGIN = `${APP_SCHEME}://diffsvc`;
/** Address of the page. */
export const APP_PAGE = `${APP_ORIGIN}/`;

/** Whether an address is one of the page's origin. `URL.origin` is `null` for schemes that only a browser knows. */
export function isAppAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.protocol === `${APP_SCHEME}:` && url.host === 'diffsvc' && url.username === '';
}
