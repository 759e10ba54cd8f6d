/** The page /design of the development server; no build has it. */
import { mount } from 'svelte';
import Preview from '../design/preview/Preview.svelte';
import '../styles/app.css';

const target = document.querySelector('#design');
if (!target) throw new Error('The page has no element #design.');
mount(Preview, { target });
