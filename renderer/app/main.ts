import { mount } from 'svelte';
import { ServiceClient } from '../../shared/client/service-client.ts';
import App from './App.svelte';
import './app.css';
import { PageSession } from './page-session.ts';
import { Session } from './session.svelte.ts';

const target = document.querySelector('#app');
if (!target) throw new Error('The page has no element #app.');

// The page is served by the service itself, so its addresses are relative to the origin.
const pageSession = new PageSession({
  fetch: (path, init) => fetch(path, init),
  storage: localStorage,
  hash: location.hash,
  clearHash: () => history.replaceState(null, '', location.pathname + location.search),
  now: () => Date.now(),
});
const client = new ServiceClient<AbortSignal>({
  origin: '',
  fetch: (url, init) => fetch(url, init),
  bearer: pageSession.bearer,
});
mount(App, { target, props: { session: new Session(client) } });
