/**
 * The worker of the application's page. Where the service does not answer, it shows the page `offline.html` under the
 * address of the application. It answers no other request and keeps no document (Service Workers, W3C).
 */
import { PAGE_PATH } from '../../../shared/api/endpoint-paths.ts';

/** The lifetime of an event ends with its work. The library of a page has no types for workers of this kind. */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  /** The answer to a navigation that the browser asked for while the worker started. */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
declare const registration: ServiceWorkerRegistration;

const OFFLINE_PAGE = '/offline.html';
/** Scripts and styles of that page. The builder gives them its name. */
const OFFLINE_ASSETS = '/assets/offline-';
const CACHE = 'offline';

addEventListener('install', (event) => (event as WorkerEvent).waitUntil(keepOfflinePage()));
addEventListener('activate', (event) => (event as WorkerEvent).waitUntil(registration.navigationPreload.enable()));
addEventListener('fetch', (event) => {
  const fetching = event as FetchEvent;
  const { mode, url } = fetching.request;
  const { pathname } = new URL(url);
  if (mode === 'navigate' && pathname === PAGE_PATH) fetching.respondWith(pageOrOffline(fetching));
  else if (pathname.startsWith(OFFLINE_ASSETS)) fetching.respondWith(keptOrFetched(fetching.request));
});

/** Replaces what an earlier version kept. */
async function keepOfflinePage(): Promise<void> {
  await caches.delete(CACHE);
  const cache = await caches.open(CACHE);
  await cache.add(OFFLINE_PAGE);
  const page = (await (await cache.match(OFFLINE_PAGE))?.text()) ?? '';
  await cache.addAll([...page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/gu)].map(([, path]) => path!));
}

async function pageOrOffline({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch (fault) {
    const page = await caches.match(OFFLINE_PAGE);
    if (page === undefined) throw fault;
    return page;
  }
}

async function keptOrFetched(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? (await fetch(request));
}
