/**
 * Addresses that the fragment may link and show. The allow-list applies to the address as written. An address that a
 * browser would clean up first (controls, line breaks, outer spaces) is never linked. So no cleaning can change its
 * scheme.
 */

const LINKED_SCHEMES = new Set(['http', 'https', 'mailto', 'tel', 'ftp']);
const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const SHOWN_IMAGE = /^data:image\/(?:png|jpeg|gif|webp|avif|bmp)[;,]/i;

/** Whether an address has controls of either range, or outer white space of any kind. */
function needsCleaning(address: string): boolean {
  if (address.trim() !== address) return true;
  for (let at = 0; at < address.length; at++) {
    const code = address.charCodeAt(at);
    if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return true;
  }
  return false;
}

/** Whether an address is allowed in `href`: `http:`, `https:`, `mailto:`, `tel:`, `ftp:` or a relative reference. */
export function isLinkable(address: string): boolean {
  if (address === '' || needsCleaning(address)) return false;
  const colon = address.indexOf(':');
  if (colon < 0) return true;
  const scheme = SCHEME.exec(address)?.[1];
  if (scheme !== undefined) return LINKED_SCHEMES.has(scheme.toLowerCase());
  // RFC 3986, 4.2: a relative reference has no colon in its first segment.
  const delimiter = address.search(/[/?#]/);
  return delimiter >= 0 && delimiter < colon;
}

/**
 * Whether an image is allowed in `src`: a `data:` URL of a raster type. SVG is refused, because it may hold script
 * and links.
 */
export function isShownImage(address: string): boolean {
  return SHOWN_IMAGE.test(address);
}
