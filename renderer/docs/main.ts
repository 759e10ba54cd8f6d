import { mount } from 'svelte';
import { OPENAPI_PATH } from '../../shared/api/endpoint-paths.ts';
import '../styles/app.css';
import './docs.css';
import Reference from './Reference.svelte';
import { readInterface, type OpenApiDocument } from './read-interface.ts';

const target = document.querySelector('#docs');
if (!target) throw new Error('The page has no element #docs.');

// The page is served by the service that it describes: everything is at its own origin.
const load = async () => readInterface((await (await fetch(OPENAPI_PATH)).json()) as OpenApiDocument);
mount(Reference, { target, props: { loading: load(), origin: location.origin } });
