import { localNameOf, openShadowOf } from './plain-dom.ts';

/** What lets the script of an extension into closed shadow trees: a function of `chrome.dom`, in Firefox of the element. */
interface ShadowDoor {
  openOrClosedShadowRoot(element: Element): ShadowRoot | null;
}

/** Elements of HTML that may have a shadow tree (DOM, 4.8, "valid shadow host name"), beside those with a hyphen in their name. */
const HOSTS = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '),
);

/** The shadow tree that an element shows, closed ones included where the browser lets an extension in; else null. */
export function shadowRootOf(element: Element): ShadowRoot | null {
  const open = openShadowOf(element);
  if (open !== null) return open;
  const name = localNameOf(element);
  // Asking for elements that cannot have one takes time for nothing.
  if (!HOSTS.has(name) && !name.includes('-')) return null;
  const own = (element as Element & { readonly openOrClosedShadowRoot?: ShadowRoot | null }).openOrClosedShadowRoot;
  if (own !== undefined) return own;
  const door = (globalThis as { chrome?: { dom?: ShadowDoor } }).chrome?.dom;
  return door?.openOrClosedShadowRoot(element) ?? null;
}
