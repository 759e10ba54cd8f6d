import { mount } from 'svelte';
import '../styles/app.css';
import './docs.css';
import { loadInterface } from './load-interface.ts';
import Reference from './Reference.svelte';

const target = document.querySelector('#docs');
if (!target) throw new Error('The page has no element #docs.');

// The page is served by the service that it describes: everything is at its own origin.
mount(Reference, { target, props: { loading: loadInterface(), origin: location.origin } });
