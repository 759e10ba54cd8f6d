import { mount } from 'svelte';
import { ServiceClient } from '../../shared/client/service-client.ts';
import App from './App.svelte';
import '../styles/app.css';
import { desktopBridge } from './desktop/bridge.ts';
import { fileSaver } from './desktop/save-file.ts';
import { PageSession } from './page-session.ts';
import type { WindowIdentity } from './reviews/window-identity.ts';
import { RecentsDatabase } from './recents/recents-database.ts';
import { Recents } from './recents/recents.svelte.ts';
import { routeOf } from './routes.ts';
import { Application } from './state/application.svelte.ts';
import { Settings } from './state/settings.svelte.ts';

const target = document.querySelector('#app');
if (!target) throw new Error('The page has no element #app.');

// The service serves this page, so its addresses are relative to the origin.
const pageSession = new PageSession({
  fetch: (path, init) => fetch(path, init),
  storage: localStorage,
  hash: location.hash,
  replaceHash: (hash) => history.replaceState(null, '', location.pathname + location.search + hash),
  now: () => Date.now(),
});
const bridge = desktopBridge();
const client = new ServiceClient<AbortSignal>({
  origin: '',
  fetch: (url, init) => fetch(url, init),
  // The desktop shell adds the owner's token itself.
  ...(bridge === null ? { bearer: pageSession.bearer } : {}),
});
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const newId = (): string => crypto.randomUUID();
const recents = new Recents(new RecentsDatabase(), () => Date.now(), newId);
let identity: Promise<WindowIdentity> | undefined;
const application = new Application({
  client,
  settings: new Settings(localStorage),
  recents,
  newReviews: async () => {
    const { identityOfPage, reviewsOfPage } = await import('./reviews/reviews-of-page.ts');
    // A second sign-in of this page goes on as the same window.
    identity ??= identityOfPage(newId);
    return reviewsOfPage({ client, recents, wait, newId, window: await identity });
  },
  saveFile: fileSaver(bridge),
  navigate: (hash) => {
    if (hash === location.hash) return;
    history.pushState(null, '', hash === '' ? location.pathname + location.search : hash);
    void application.arrive(routeOf(location.hash));
  },
  wait,
});
// The desktop starts the service itself.
if (bridge === null && 'serviceWorker' in navigator)
  void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
mount(App, { target, props: { application, pageSession, bridge } });
