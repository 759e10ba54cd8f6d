import { defineConfig } from 'vite';
import { pageBuild } from '../page-build.ts';

/** Builds the reference at /docs. */
export default defineConfig(pageBuild('docs'));
