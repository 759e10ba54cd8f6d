/** The library `diffsvc/engine` in a page and in a worker, bundled as other programs bundle it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as esbuild } from 'esbuild';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { compareHtml } from '../../service/library/engine.ts';
import { inBrowser } from './in-browser.ts';

const ENGINE = fileURLToPath(new URL('../../dist/library/engine.js', import.meta.url));
const PAIR = ['<h1>Fees</h1><p>Due within 30 days.</p>', '<h1>Fees</h1><p>Due within <b>60</b> days.</p>'] as const;
const PROGRAM = `import { compareHtml } from ${JSON.stringify(ENGINE)};
const { html } = compareHtml(...${JSON.stringify(PAIR)});
if (typeof document === 'undefined') postMessage(html);
else document.documentElement.dataset.html = html;
`;

/** The program as one script of vite. A warning fails. */
async function byVite(entry: string): Promise<string> {
  const results = await build({
    ...{ root: dirname(entry), configFile: false, logLevel: 'silent' },
    build: {
      write: false,
      lib: { entry, formats: ['iife'], name: 'program' },
      rolldownOptions: {
        onLog(level, { message }) {
          if (level === 'warn') throw new Error(message);
        },
      },
    },
  });
  const [output] = Array.isArray(results) ? results : [];
  const chunk = output?.output[0];
  if (chunk?.type !== 'chunk') throw new Error('the bundler wrote no script');
  return chunk.code;
}

/** The program as one script of esbuild. A warning fails. */
async function byEsbuild(entry: string): Promise<string> {
  const options = { bundle: true, format: 'iife', platform: 'browser', write: false, logLevel: 'silent' } as const;
  const { outputFiles, warnings } = await esbuild({ entryPoints: [entry], ...options });
  expect(warnings).toEqual([]);
  return outputFiles[0]!.text;
}

inBrowser('the engine', (session) => {
  test.each([
    ['vite', byVite],
    ['esbuild', byEsbuild],
  ])('bundled by %s compares in a page and in a worker as it does in Node', async (_, bundled) => {
    const folder = mkdtempSync(join(tmpdir(), 'diffsvc-engine-'));
    try {
      const entry = join(folder, 'program.js');
      writeFileSync(entry, PROGRAM);
      const code = await bundled(entry);
      const { html } = compareHtml(...PAIR);
      expect(html).toContain('<del');
      const page = await session.newPage();
      await page.addScriptTag({ content: code });
      expect(await page.locator('html').getAttribute('data-html')).toBe(html);
      const fromWorker = await page.evaluate(async (program) => {
        const worker = new Worker(URL.createObjectURL(new Blob([program], { type: 'text/javascript' })));
        return await new Promise<unknown>((resolve, reject) => {
          worker.addEventListener('message', ({ data }) => resolve(data));
          worker.addEventListener('error', ({ message }) => reject(new Error(message)));
        });
      }, code);
      expect(fromWorker).toBe(html);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
