import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readFileSync } from 'node:fs';
import type { Plugin, UserConfig } from 'vite';

/** The packages of the faces that ../design/fonts.css names. */
const FACES = ['inter', 'source-serif-4'];

/** Puts the licences of the shipped faces beside them, as the SIL Open Font License demands. */
const faceLicences: Plugin = {
  name: 'face-licences',
  generateBundle() {
    for (const face of FACES) {
      const source = readFileSync(`node_modules/@fontsource-variable/${face}/LICENSE`, 'utf8');
      this.emitFile({ type: 'asset', fileName: `assets/${face}-licence.txt`, source });
    }
  },
};

/** The folder of each page below `renderer/`. */
const FOLDERS = { index: 'app', docs: 'docs', viewer: 'viewer', offline: 'offline' } as const;

/**
 * The Vite configuration that builds one page to dist/renderer. Each page is a build of its own and contains only the
 * shared code that it uses. Pages run under `script-src 'self'; style-src 'self'`: nothing is inlined, the styles of
 * components become files, and no asset becomes a `data:` URL. File names follow from contents, so the same sources
 * give the same files.
 */
export function pageBuild(page: keyof typeof FOLDERS): UserConfig {
  const root = `renderer/${FOLDERS[page]}`;
  return {
    root,
    base: '/',
    publicDir: false,
    plugins: [svelte({ configFile: false, compilerOptions: { runes: true } }), faceLicences],
    build: {
      outDir: '../../dist/renderer',
      emptyOutDir: false,
      target: 'es2023',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: `${root}/${page}.html`,
        // The timings of plugins are of no interest to a person who starts the service.
        checks: { bundlerTimings: false },
      },
    },
  };
}
