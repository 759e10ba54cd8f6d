import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

/**
 * Builds the background and the pages of the extension to dist/extension/parts; scripts/build-extension.mjs makes the
 * packages of it. They run under `script-src 'self'; style-src 'self'`: nothing is inlined. Names follow from contents,
 * so the same sources give the same files.
 */
export default defineConfig({
  root: 'extension',
  base: '/',
  publicDir: false,
  // `tree`: components make their elements by themselves, and no string is ever parsed for one.
  plugins: [svelte({ configFile: false, compilerOptions: { runes: true, fragments: 'tree' } })],
  build: {
    outDir: '../dist/extension/parts',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      input: {
        background: 'extension/background/main.ts',
        panel: 'extension/panel/panel.html',
        popup: 'extension/popup/popup.html',
        options: 'extension/options/options.html',
      },
      output: {
        entryFileNames: ({ name }) => (name === 'background' ? 'background.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
