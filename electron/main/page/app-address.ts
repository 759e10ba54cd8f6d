/** The scheme of the page in the shell. It replaces http and a port that changes at each start. */
export const APP_SCHEME = 'app';
/** Origin of the page. The host is only a name. */
export const APP_ORIGIN = `${APP_SCHEME}://diffsvc`;
/** Address of the page. */
export const APP_PAGE = `${APP_ORIGIN}/`;

/** Whether an address belongs to the page's origin. `URL.origin` is `null` for schemes that only a browser knows. */
export function isAppAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.protocol === `${APP_SCHEME}:` && url.host === 'diffsvc' && url.username === '';
}
