import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { UserConfig } from 'vite';

/** The folder of each page below `renderer/`. */
const FOLDERS = { index: 'app', docs: 'docs', viewer: 'viewer' } as const;

/**
 * The Vite configuration that builds one page to dist/renderer. Each page is a build of its own and contains only the
 * shared code that it uses. Pages run under `script-src 'self'; style-src 'self'`: nothing is inlined, the styles of
 * components become files, and no asset becomes a `data:` URL. File names follow from contents, so the same sources
 * give the same files.
 */
export function pageBuild(page: keyof typeof FOLDERS): UserConfig {
  const root = `renderer/${FOLDERS[page]}`;
  return {
    root,
    base: '/',
    publicDir: false,
    plugins: [svelte({ configFile: false, compilerOptions: { runes: true } })],
    build: {
      outDir: '../../dist/renderer',
      emptyOutDir: false,
      target: 'es2023',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: `${root}/${page}.html`,
        // The timings of plugins are of no interest to a person who starts the service.
        checks: { bundlerTimings: false },
      },
    },
  };
}
