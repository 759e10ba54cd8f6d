import { defineConfig } from 'vite';
import { pageBuild } from '../page-build.ts';

/** Builds the page of /view and /embed. */
export default defineConfig(pageBuild('viewer'));
