import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

/**
 * Builds the background and the pages of the extension. scripts/build-extension.mjs chooses the folder and makes the
 * packages. The pages run under `script-src 'self'; style-src 'self'`, so nothing is inlined. File names follow from
 * contents, so the same sources give the same files.
 */
export default defineConfig({
  root: 'extension',
  base: '/',
  publicDir: false,
  // `tree`: components create their elements without parsing strings.
  plugins: [svelte({ configFile: false, compilerOptions: { runes: true, fragments: 'tree' } })],
  build: {
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: false,
    // The licences of the contained packages, with their texts.
    license: { fileName: 'licences.md' },
    rolldownOptions: {
      // The timings of plugins are of no interest to a person who builds.
      checks: { bundlerTimings: false },
      input: {
        background: 'extension/background/main.ts',
        panel: 'extension/panel/panel.html',
        popup: 'extension/popup/popup.html',
        options: 'extension/options/options.html',
      },
      output: {
        entryFileNames: ({ name }) => (name === 'background' ? 'background.js' : 'assets/[name]-[hash].js'),
        // Separate files, so that the extension linter's findings on them are not taken for findings on our code.
        codeSplitting: {
          groups: [{ name: 'page-html', test: /node_modules\/(@mozilla\/readability|dompurify)\// }],
        },
      },
    },
  },
});
