import { mount } from 'svelte';
import { ServiceClient } from '../../shared/client/service-client.ts';
import App from './App.svelte';
import './app.css';
import { Session } from './session.svelte.ts';

const target = document.querySelector('#app');
if (!target) throw new Error('The page has no element #app.');

// The page is served by the service itself, so its addresses are relative to the origin.
const client = new ServiceClient<AbortSignal>({ origin: '', fetch: (url, init) => fetch(url, init) });
mount(App, { target, props: { session: new Session(client) } });
