/** The page that the worker shows instead of the application while the service does not answer. */
import { mount } from 'svelte';
import { remoteHostOf } from '../app/remote-host.ts';
import { HEALTH_PATH } from '../../shared/api/endpoint-paths.ts';
import '../styles/app.css';
import Offline from './Offline.svelte';

const target = document.querySelector('#offline');
if (!target) throw new Error('The page has no element #offline.');

mount(Offline, {
  target,
  props: {
    host: remoteHostOf(location.href),
    answers: async () => {
      try {
        return (await fetch(HEALTH_PATH, { cache: 'no-store' })).ok;
      } catch {
        return false;
      }
    },
    reload: () => location.reload(),
  },
});
