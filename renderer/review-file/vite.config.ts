import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

/** Escapes text in the script that would end its element or open a comment in it. */
const inlinable: Plugin = {
  name: 'inlinable',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      // Such text occurs only in strings and templates, where the escape has the same meaning.
      if (file.type === 'chunk') {
        file.code = file.code.replaceAll('</script', String.raw`<\/script`).replaceAll('<!--', String.raw`\x3c!--`);
      }
    }
  },
};

/** Builds the program of review files to dist/renderer/review-file: one script and one style for the page. */
export default defineConfig({
  root: 'renderer/review-file',
  publicDir: false,
  plugins: [svelte({ configFile: false, compilerOptions: { runes: true } }), inlinable],
  build: {
    outDir: '../../dist/renderer/review-file',
    emptyOutDir: true,
    target: 'es2023',
    // The style targets the same browsers as the script.
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    cssCodeSplit: false,
    lib: {
      entry: 'main.ts',
      formats: ['iife'],
      name: 'DiffsvcReview',
      fileName: () => 'review-file.js',
      cssFileName: 'review-file',
    },
  },
});
