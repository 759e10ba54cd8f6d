import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

/**
 * Builds the background and the pages of the extension; scripts/build-extension.mjs says where to, and makes the
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
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: false,
    // Those of the packages inside, with their texts.
    license: { fileName: 'licences.md' },
    rolldownOptions: {
      input: {
        background: 'extension/background/main.ts',
        panel: 'extension/panel/panel.html',
        popup: 'extension/popup/popup.html',
        options: 'extension/options/options.html',
      },
      output: {
        entryFileNames: ({ name }) => (name === 'background' ? 'background.js' : 'assets/[name]-[hash].js'),
        // Apart, so that what the linter for extensions says of them is not mistaken for what it says of ours.
        codeSplitting: {
          groups: [{ name: 'page-html', test: /node_modules\/(@mozilla\/readability|dompurify)\// }],
        },
      },
    },
  },
});
