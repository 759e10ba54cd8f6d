import { defineConfig } from 'vite';

/** Builds the script that reads a tab, into the folder that vite.config.ts fills: one file, as a page is given one. */
export default defineConfig({
  root: 'extension',
  publicDir: false,
  build: {
    emptyOutDir: false,
    target: 'es2023',
    rolldownOptions: {
      input: 'extension/content/main.ts',
      output: { format: 'iife', entryFileNames: 'content.js' },
    },
  },
});
