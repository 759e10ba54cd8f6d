import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

/** Keeps text of the script that would end the element it is put into, or open a comment in it, from being read so. */
const inlinable: Plugin = {
  name: 'inlinable',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      // These only stand in strings and templates, where the escape means the same.
      if (file.type === 'chunk') {
        file.code = file.code.replaceAll('</script', String.raw`<\/script`).replaceAll('<!--', String.raw`\x3c!--`);
      }
    }
  },
};

/** Builds the program of review files, one script and one style to be put into the page, to dist/renderer/review-file. */
export default defineConfig({
  root: 'renderer/review-file',
  publicDir: false,
  plugins: [svelte({ configFile: false, compilerOptions: { runes: true } }), inlinable],
  build: {
    outDir: '../../dist/renderer/review-file',
    emptyOutDir: true,
    target: 'es2023',
    // As new as the script's: nothing of the style has to be spelled in an older way.
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
