import { localNameOf, openShadowOf } from './plain-dom.ts';

/** What lets the script of an extension into closed shadow trees: a function of `chrome.dom`, in Firefox of the element. */
interface ShadowDoor {
  openOrClosedShadowRoot(element: Element): ShadowRoot | null;
}

/** The shadow tree that an element shows, closed ones included where the browser lets an extension in; else null. */
export function shadowRootOf(element: Element): ShadowRoot | null {
  const open = openShadowOf(element);
  if (open !== null) return open;
  // Only elements of these names can have one (DOM, 4.8 "attach a shadow root"): asking for every other is slow.
  if (!localNameOf(element).includes('-')) return null;
  const own = (element as Element & { readonly openOrClosedShadowRoot?: ShadowRoot | null }).openOrClosedShadowRoot;
  if (own !== undefined) return own;
  const door = (globalThis as { chrome?: { dom?: ShadowDoor } }).chrome?.dom;
  return door?.openOrClosedShadowRoot(element) ?? null;
}
