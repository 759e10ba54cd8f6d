/** Nothing of a document runs or leaves, in any format, on /view and on /embed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { writeReview } from '../../service/cli/output/write-review.ts';
import { sha256 } from '../../service/sha256.ts';
import { compareText } from '../../service/pipeline/compare/compare-text.ts';
import { resolve } from '../../shared/fragment/resolve.ts';
import { host } from './hosted.ts';
import { onService } from './in-browser.ts';

/** Markup that has run script or loaded something in some browser, sanitiser or renderer. */
const HOSTILE = [
  '<script>boom()</script>',
  '<img src=x onerror=boom()>',
  '<img src="https://evil.example/pixel.png" alt="a picture">',
  '<svg onload=boom()><script>boom()</script></svg>',
  '<svg><a xlink:href="javascript:boom()"><text>svg link</text></a></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=boom()></style></mglyph></table></mtext></math>',
  '<iframe srcdoc="<script>parent.boom()</script>" src="https://evil.example/frame"></iframe>',
  '<object data="https://evil.example/o"></object><embed src="https://evil.example/e">',
  '<a href="javascript:boom()">script link</a>',
  '<a href="java&#10;script:boom()">broken script link</a>',
  '<a href="&#1;javascript:boom()">control script link</a>',
  '<a href="data:text/html,<script>boom()</script>">data link</a>',
  '<a href="https://evil.example/" onmouseover="boom()" style="position:fixed;inset:0">cover</a>',
  '<form action="https://evil.example/"><input autofocus onfocus=boom()><button>send</button></form>',
  '<style>@import "https://evil.example/x.css"; body { background: url(https://evil.example/b.png) }</style>',
  '<link rel="stylesheet" href="https://evil.example/x.css"><link rel="prefetch" href="https://evil.example/p">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/"><base href="https://evil.example/">',
  '<video src="https://evil.example/v" poster="https://evil.example/v.png" onerror=boom()></video><audio src="https://evil.example/a">',
  '<details open ontoggle=boom()><summary>more</summary></details>',
  '<p style="background:url(https://evil.example/s.png)" onclick=boom() id="viewer" class="diffsvc" data-change-id="x">dressed</p>',
  '<noscript><p title="</noscript><img src=x onerror=boom()>">noscript</p></noscript>',
  '</script><script>boom()</script>',
  '<!--<script>--><script>boom()</script>-->',
  '<template><script>boom()</script></template><textarea></textarea><img src=x onerror=boom()>',
  '<ins data-change-id="chg_000001" onclick=boom()>own ins</ins><del cite="https://evil.example/">own del</del>',
  '<img src="data:image/svg+xml,<svg xmlns=\'http://www.w3.org/2000/svg\' onload=\'boom()\'/>" alt="svg image">',
  '<table background="https://evil.example/t.png"><tr><td onclick=boom()>cell</td></tr></table>',
];
const MARKDOWN = [
  ...HOSTILE,
  '[script link](javascript:boom())',
  '[data link](data:text/html;base64,PHNjcmlwdD5ib29tKCk8L3NjcmlwdD4=)',
  '![picture](https://evil.example/m.png)',
  '[reference]\n\n[reference]: javascript:boom() "title"',
  '<javascript:boom()>',
  '`<img src=x onerror=boom()>`',
];
const json = (extra: string): string =>
  JSON.stringify(Object.fromEntries(HOSTILE.map((text, at) => [text, [text, `${at}${extra}`]])));
const INPUTS = [
  ['html', `<p>one</p>${HOSTILE.join('\n')}`, `<p>two</p>${HOSTILE.toReversed().join('\n')}`],
  ['markdown', MARKDOWN.join('\n\n'), MARKDOWN.toReversed().join('\n\n')],
  ['txt', HOSTILE.join('\n'), HOSTILE.toReversed().join('\n\n')],
  ['json', json(''), json(' more')],
] as const;

/** A title or file name that contains markup. */
const TITLE = `</title></noscript></script><script>boom()</script><img src=x onerror=boom()>"'`;

onService('hostile documents in the viewer', (session) => {
  let key: string;

  beforeAll(async () => {
    key = await session.service.key('creator');
  });

  /** A page on which a running script, a dialog, or a request outside `allowed` is a fault. */
  async function suspiciousPage(allowed: (url: string) => boolean): Promise<Page> {
    const page = await session.newPage({ viewport: { width: 1000, height: 800 } });
    await page.addInitScript(() => {
      Object.assign(window, { boom: () => reportError(new Error('a hostile script ran')) });
    });
    page.on('dialog', () => session.faults.push('a dialog'));
    page.on('request', (request) => {
      if (!allowed(request.url())) session.faults.push(`a request to ${request.url()}`);
    });
    return page;
  }

  for (const [format, original, revised] of INPUTS) {
    test(`${format}: nothing runs, and no request leaves`, async () => {
      const made = await host(session.service.pageUrl, key, { original, revised, format, title: TITLE });
      const own = new URL(session.service.pageUrl).origin;
      const page = await suspiciousPage((url) => url.startsWith(`${own}/`) || url.startsWith('data:image/'));
      for (const url of [
        made.viewerUrl,
        `${made.viewerUrl}&view=split&collapse=false`,
        `${made.embedUrl}&review=true&collapse=false`,
      ]) {
        await page.goto(url);
        const shown = page.getByRole('region', { name: 'Document with its changes' });
        await shown.waitFor();
        const found = await shown.evaluate((root) => {
          const all = [...root.querySelectorAll('.stretch *')];
          return {
            names: [...new Set(all.map((element) => element.localName))],
            attributes: [...new Set(all.flatMap((element) => element.getAttributeNames()))],
            links: all
              .map((element) => element.getAttribute('href') ?? '')
              .filter((href) => /^\W*(java|data)/iu.test(href)),
            changes: root.querySelectorAll('[data-change-id]').length,
          };
        });
        expect(found.changes).toBeGreaterThan(0);
        expect(found.links).toEqual([]);
        const forbidden =
          'script style link meta base iframe object embed form input button textarea svg math video audio details template noscript';
        for (const name of forbidden.split(' ')) expect(found.names).not.toContain(name);
        expect(found.attributes.filter((name) => name.startsWith('on') || name === 'style' || name === 'id')).toEqual(
          [],
        );
        for (const link of ['script link', 'data link', 'svg link']) {
          const element = shown.getByText(link, { exact: true }).first();
          if ((await element.count()) > 0) await element.click({ force: true, timeout: 2_000 }).catch(() => undefined);
        }
        expect(new URL(page.url()).origin).toBe(own);
      }
      // A review uses the same path.
      await page.getByRole('button', { name: 'Next change' }).click();
      await page.getByRole('region', { name: 'Review' }).getByRole('button', { name: 'Accept', exact: true }).click();
      await page
        .getByRole('button', { name: /^Accept (?:all |other )?\d+$/u })
        .first()
        .click();
      await page.getByText('Review complete').first().waitFor();
      expect(page.context().pages()).toHaveLength(1);
    });

    test(`${format}: nothing of it runs in a review file, in a copy of it, or in the resolved document`, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'diffsvc-hostile-'));
      const comparison = compareText({ original, revised, format, mode: 'auto' });
      const file = join(folder, 'review.html');
      writeFileSync(
        file,
        await writeReview(TITLE, comparison, { original: sha256(original), revised: sha256(revised) }),
      );
      const resolved = join(folder, 'resolved.html');
      writeFileSync(resolved, `<!doctype html><meta charset="utf-8">${resolve(comparison.html, { accept: 'all' })}`);
      const page = await suspiciousPage((url) => /^(?:file:|data:image\/|blob:)/u.test(url));
      await page.goto(pathToFileURL(file).href);
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(TITLE);
      await page.keyboard.press('F8');
      await page.getByRole('button', { name: 'Note', exact: true }).first().click();
      await page.getByRole('textbox', { name: 'Note' }).fill(TITLE);
      await page.getByRole('button', { name: 'Add note' }).click();
      await page.getByLabel('Your name').fill(TITLE.slice(0, 80));
      await page
        .getByRole('button', { name: /^Accept (?:all |other )?\d+$/u })
        .first()
        .click();
      await page.getByRole('button', { name: 'Finish review' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save a copy' }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^[\p{L}\p{N} ._-]+\.html$/u);
      const copy = join(folder, 'copy.html');
      await download.saveAs(copy);
      await page.goto(pathToFileURL(copy).href);
      await page.getByText('Review complete').first().waitFor();
      await page.goto(pathToFileURL(resolved).href);
      rmSync(folder, { recursive: true, force: true });
    });
  }
});
