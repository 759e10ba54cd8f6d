import { defineConfig } from 'vite';

/** Builds the embed script, a classic script without imports, to dist/renderer/scripts/v1, with its types beside it. */
export default defineConfig({
  root: 'renderer/embed',
  publicDir: 'published',
  build: {
    outDir: '../../dist/renderer/scripts/v1',
    emptyOutDir: true,
    target: 'es2022',
    lib: { entry: 'main.ts', formats: ['iife'], name: 'DiffsvcScript', fileName: () => 'diffsvc.js' },
  },
});
