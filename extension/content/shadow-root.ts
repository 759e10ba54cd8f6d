import { localNameOf, openShadowOf } from './plain-dom.ts';

/**
 * The function that opens closed shadow trees for an extension's script. It is `chrome.dom` in Chromium and a property
 * of the element in Firefox.
 */
interface ShadowDoor {
  openOrClosedShadowRoot(element: Element): ShadowRoot | null;
}

/**
 * HTML elements that may have a shadow tree (DOM Standard, "valid shadow host name"). Elements with a hyphen in their
 * name may have one, too.
 */
const HOSTS = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '),
);

/** The shadow tree of an element, closed ones included if the browser permits it; else null. */
export function shadowRootOf(element: Element): ShadowRoot | null {
  const open = openShadowOf(element);
  if (open !== null) return open;
  const name = localNameOf(element);
  // Elements that cannot have a shadow tree are skipped, because asking takes time.
  if (!HOSTS.has(name) && !name.includes('-')) return null;
  const own = (element as Element & { readonly openOrClosedShadowRoot?: ShadowRoot | null }).openOrClosedShadowRoot;
  if (own !== undefined) return own;
  const door = (globalThis as { chrome?: { dom?: ShadowDoor } }).chrome?.dom;
  return door?.openOrClosedShadowRoot(element) ?? null;
}
