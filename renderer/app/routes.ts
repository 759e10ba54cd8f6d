/** The pages of the application. Each has its address behind `#/`, so that the browser's Back and reloads work. */
export const PAGES = ['start', 'editors', 'recents', 'keys', 'extensions', 'settings'] as const;
export type PageName = (typeof PAGES)[number];

/** Where the reader is. `recentId`: a comparison of the recent ones. */
export type Route =
  | { readonly page: PageName }
  | { readonly page: 'comparison'; readonly recentId: string }
  /** The sample, which every installation has. */
  | { readonly page: 'sample' };

const START: Route = { page: 'start' };
const RECENT_ID = /^[\w-]{1,64}$/;

/** The route that the part of an address from `#` on names; the start for anything else. */
export function routeOf(hash: string): Route {
  const [first = '', second, ...rest] = hash.replace(/^#\/?/, '').split('/');
  if (rest.length > 0) return START;
  if (first === 'comparison' && second !== undefined && RECENT_ID.test(second)) {
    return { page: 'comparison', recentId: second };
  }
  if (second !== undefined) return START;
  if (first === 'sample') return { page: 'sample' };
  const page = PAGES.find((name) => name === first);
  return page === undefined ? START : { page };
}

/** The part of the address from `#` on; empty for the start. */
export function hashOf(route: Route): string {
  if (route.page === 'start') return '';
  return route.page === 'comparison' ? `#/comparison/${route.recentId}` : `#/${route.page}`;
}
