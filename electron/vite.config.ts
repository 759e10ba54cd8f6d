import { defineConfig } from 'vite';

/**
 * Builds one part of the shell, `--mode main` or `--mode preload`, into dist/desktop/app. Each part is one CommonJS
 * file that contains everything except Electron and Node. A script in the sandbox can load no other file.
 */
export default defineConfig(({ mode }) => ({
  publicDir: false,
  ssr: { noExternal: true, external: ['electron'] },
  build: {
    ssr: `electron/${mode}/${mode}.ts`,
    outDir: 'dist/desktop/app',
    emptyOutDir: false,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      output: { format: 'cjs', entryFileNames: `${mode}.cjs`, codeSplitting: false },
    },
  },
}));
