import { defineConfig } from 'vite';

/** Builds the worker, a classic script without imports, to dist/renderer. Its place decides which pages it serves. */
export default defineConfig({
  root: 'renderer/offline/worker',
  publicDir: false,
  build: {
    outDir: '../../../dist/renderer',
    emptyOutDir: false,
    target: 'es2023',
    lib: { entry: 'service-worker.ts', formats: ['iife'], name: 'worker', fileName: () => 'service-worker.js' },
  },
});
