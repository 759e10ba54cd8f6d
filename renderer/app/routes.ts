/** The pages of the application. Each has an address behind `#/`, so that the browser's Back and Reload work. */
export const PAGES = ['start', 'text', 'drafts', 'recents', 'settings', 'connections'] as const;
export type PageName = (typeof PAGES)[number];

/** The current place. `recentId` names a recent comparison. */
export type Route =
  | { readonly page: PageName }
  | { readonly page: 'comparison'; readonly recentId: string }
  /** The sample of every installation. */
  | { readonly page: 'sample' };

const START: Route = { page: 'start' };
const RECENT_ID = /^[\w-]{1,64}$/;
/** Pages that moved. Bookmarks and the extension lead there by the old names. */
const MOVED: Readonly<Record<string, PageName>> = { editors: 'text', keys: 'connections', extensions: 'connections' };

/** The route of an address from `#` on; the start page for anything else. */
export function routeOf(hash: string): Route {
  const [first = '', second, ...rest] = hash.replace(/^#\/?/, '').split('/');
  if (rest.length > 0) return START;
  if (first === 'comparison' && second !== undefined && RECENT_ID.test(second)) {
    return { page: 'comparison', recentId: second };
  }
  if (second !== undefined) return START;
  if (first === 'sample') return { page: 'sample' };
  const page = PAGES.find((name) => name === first) ?? (Object.hasOwn(MOVED, first) ? MOVED[first] : undefined);
  return page === undefined ? START : { page };
}

/** The part of the address from `#` on; empty for the start page. */
export function hashOf(route: Route): string {
  if (route.page === 'start') return '';
  return route.page === 'comparison' ? `#/comparison/${route.recentId}` : `#/${route.page}`;
}
