import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, loadEnv } from 'vite';

/**
 * Builds the browser page to dist/renderer; run from the project root, like every command of the project. The page runs
 * under `script-src 'self'; style-src 'self'`: nothing is inlined, styles of components become files, and no asset
 * becomes a `data:` address. Names follow from contents, so the same sources give the same files.
 */
export default defineConfig(({ mode }) => {
  // `vite --config renderer/vite.config.ts` serves the page while it is worked on, beside a service that runs.
  const { DIFFSVC_PORT = '4870' } = loadEnv(mode, '.', 'DIFFSVC_');
  const service = `http://127.0.0.1:${DIFFSVC_PORT}`;
  return {
    root: 'renderer/app',
    base: '/',
    publicDir: false,
    plugins: [svelte({ configFile: false, compilerOptions: { runes: true } })],
    build: {
      outDir: '../../dist/renderer',
      emptyOutDir: true,
      target: 'es2023',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: ['index', 'docs', 'viewer'].map((page) => `renderer/app/${page}.html`),
        // Who starts the service for the first time is not told which plugin took how long.
        checks: { bundlerTimings: false },
      },
    },
    server: { proxy: { '/v1': service, '/styles': service } },
  };
});
