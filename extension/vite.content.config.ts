import { defineConfig } from 'vite';

/**
 * Builds the script that reads a tab into the folder of vite.config.ts. It is one file, because a page receives only
 * one.
 */
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
