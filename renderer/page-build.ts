import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { UserConfig } from 'vite';

/**
 * How a page of `renderer/app` is built to dist/renderer. Each page is a build of its own, with what it uses of the
 * messages and of the parts that pages share, and nothing of the others. The pages run under `script-src 'self';
 * style-src 'self'`: nothing is inlined, styles of components become files, and no asset becomes a `data:` address.
 * Names follow from contents, so the same sources give the same files.
 */
export function pageBuild(page: 'index' | 'docs' | 'viewer'): UserConfig {
  return {
    root: 'renderer/app',
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
        input: `renderer/app/${page}.html`,
        // Who starts the service for the first time is not told which plugin took how long.
        checks: { bundlerTimings: false },
      },
    },
  };
}
