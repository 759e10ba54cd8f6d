import { defineConfig } from 'vite';
import { pageBuild } from '../page-build.ts';

/** Builds the page that a browser shows while the service does not answer. */
export default defineConfig(pageBuild('offline'));
