/** The embed script on a host page of another origin (docs/embed.md). */
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { resolve } from '../../shared/fragment/resolve.ts';
import { host, startHostSite, type Hosted, type HostSite } from './hosted.ts';
import { onService } from './in-browser.ts';

const PAIR = {
  original: '<p>The fee is 5 euro.</p><p>Pay within 14 days.</p>',
  revised: '<p>The fee is 6 euro.</p><p>Pay within 30 days.</p><p>Thank you.</p>',
  format: 'html',
};
const NONCE = 'bm9uY2U';
const STRICT = `default-src 'none'; script-src 'self' SERVICE; style-src 'self' 'nonce-${NONCE}'; frame-src SERVICE`;
onService('an embedded comparison', (session) => {
  let site: HostSite;
  let stranger: HostSite;
  let strict: HostSite;
  let key: string;
  let mine: Hosted;
  let page: Page;

  beforeAll(async () => {
    const { pageUrl } = session.service;
    const started = async (policy?: string): Promise<HostSite> => {
      const one = await startHostSite(pageUrl, policy);
      session.atEnd(() => one.stop());
      return one;
    };
    site = await started();
    stranger = await started();
    strict = await started(STRICT);
    key = await session.service.key('creator');
    mine = await host(pageUrl, key, { ...PAIR, embedOrigin: site.origin });
  });

  beforeEach(async () => {
    page = await session.newPage({ viewport: { width: 1100, height: 900 } });
  });

  const openExample = (at: HostSite, { comparisonId, viewerToken }: Hosted, more = ''): Promise<unknown> =>
    page.goto(`${at.origin}/embed.html?comparison=${comparisonId}&token=${viewerToken}${more}`);
  const frame = () => page.frameLocator('iframe');
  const progress = () => page.locator('#progress');
  const inFrame = () => frame().getByRole('region', { name: 'Document with its changes' });

  /** Every message that the page receives from another window. */
  const hear = (): Promise<unknown> =>
    page.addInitScript(() => {
      if (window.parent !== window) return;
      const heard: unknown[] = [];
      Object.assign(window, { heard });
      addEventListener('message', (event) => heard.push(event.data));
    });
  const heard = (): Promise<{ type: string }[]> => page.evaluate(() => (window as never as { heard: never }).heard);

  test('the script is small, and public with its types', async () => {
    const script = await fetch(new URL('/scripts/v1/diffsvc.js', session.service.pageUrl), {
      headers: { origin: site.origin },
    });
    expect(script.headers.get('access-control-allow-origin')).toBe('*');
    expect(script.headers.get('content-type')).toMatch(/javascript/);
    expect(gzipSync(await script.text()).byteLength).toBeLessThan(6 * 1024);
    const types = await fetch(new URL('/scripts/v1/diffsvc.d.ts', session.service.pageUrl));
    expect(types.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await types.text()).toContain('embed(options: DiffsvcEmbedOptions): DiffsvcEmbed');
  });

  test('an authorised host starts a review, decides, and hears what the reader decides', async () => {
    await hear();
    await openExample(site, mine);
    await progress().filter({ hasText: 'Ready: 3 changes.' }).waitFor();
    await page.getByRole('button', { name: 'Start review' }).click();
    await frame().getByText('0 of 3 changes decided').waitFor();
    await inFrame().getByText('6', { exact: true }).click();
    await frame().getByRole('region', { name: 'Review' }).getByRole('button', { name: 'Reject', exact: true }).click();
    await progress().filter({ hasText: 'chg_000001 rejected, 2 of 3 left.' }).waitFor();
    await page.getByRole('button', { name: 'Accept all' }).click();
    await progress().filter({ hasText: 'Complete: 2 accepted, 1 rejected.' }).waitFor();
    const expected = resolve(mine.html, { accept: ['chg_000002', 'chg_000003'], reject: ['chg_000001'] });
    expect(await page.locator('#resolved').textContent()).toBe(expected);
    const messages = (await heard()).filter(({ type }) => type !== 'diffsvc:state');
    expect(messages).toEqual([
      { type: 'diffsvc:changeResolved', changeId: 'chg_000001', action: 'rejected', remaining: 2, total: 3 },
      { type: 'diffsvc:changeResolved', changeId: 'chg_000002', action: 'accepted', remaining: 1, total: 3 },
      { type: 'diffsvc:changeResolved', changeId: 'chg_000003', action: 'accepted', remaining: 0, total: 3 },
      {
        type: 'diffsvc:reviewComplete',
        resolvedHtml: expected,
        accepted: ['chg_000002', 'chg_000003'],
        rejected: ['chg_000001'],
      },
    ]);
  });

  test('every method of the object does what it says', async () => {
    await openExample(site, mine);
    const results = await page.evaluate(
      async ({ comparisonId, token }) => {
        const { Diffsvc } = window as never as { Diffsvc: { embed(options: object): Record<string, never> } };
        document.querySelector('iframe')?.remove();
        const events: unknown[] = [];
        const refused: unknown[] = [];
        const sent: unknown[] = [];
        const viewer = Diffsvc.embed({
          container: document.querySelector('#comparison'),
          comparisonId,
          token,
          onChangeResolved: (event: unknown) => events.push(event),
          onRefused: (event: unknown) => refused.push(event),
        }) as never as Record<string, (value?: string) => Promise<Record<string, unknown>>>;
        const call = async (name: string, value?: string) => {
          sent.push(viewer[name]?.(value));
          return viewer['state']?.();
        };
        const states = [
          await call('setTheme', 'dark'),
          await call('setView', 'split'),
          await call('startReview'),
          await call('setView', 'split'),
          await call('accept', 'chg_000001'),
          await call('reject', 'chg_000002'),
          await call('accept', 'chg_unknown'),
          await call('rejectAll'),
          await call('setView', 'split'),
        ];
        void viewer['destroy']?.();
        const left = document.querySelectorAll('iframe').length;
        const after = await viewer['state']?.().then(
          () => 'answered',
          (error: unknown) => String(error),
        );
        sent.push(viewer['acceptAll']?.());
        return { states, events, refused, sent, left, after, styles: document.querySelectorAll('style').length };
      },
      { comparisonId: mine.comparisonId, token: mine.viewerToken },
    );
    const of = (name: string) => results.states.map((state) => state?.[name]);
    expect(of('theme')).toEqual(new Array(9).fill('dark'));
    expect(of('view')).toEqual([
      'unified',
      'split',
      'unified',
      'unified',
      'unified',
      'unified',
      'unified',
      'unified',
      'split',
    ]);
    expect(of('reviewing')).toEqual([false, false, true, true, true, true, true, false, false]);
    expect(of('remaining')).toEqual([3, 3, 3, 3, 2, 1, 1, 0, 0]);
    expect(results.states.at(-1)).toMatchObject({ accepted: ['chg_000001'], rejected: ['chg_000002', 'chg_000003'] });
    expect(results.events).toHaveLength(3);
    expect(results.sent).toEqual([...new Array<boolean>(9).fill(true), false]);
    expect(results.refused).toEqual([
      { request: 'diffsvc:setView', reason: 'view_locked' },
      { request: 'diffsvc:acceptChange', reason: 'unknown_change', changeId: 'chg_unknown' },
    ]);
    expect([results.left, results.styles]).toEqual([0, 0]);
    expect(results.after).toContain('destroyed');
  });

  test('a late answer to an earlier question is not taken for the state', async () => {
    await openExample(site, mine);
    const theme = await page.evaluate(
      async ({ comparisonId, token }) => {
        const { Diffsvc } = window as never as { Diffsvc: { embed(options: object): Record<string, never> } };
        document.querySelector('iframe')?.remove();
        const viewer = Diffsvc.embed({
          container: document.querySelector('#comparison'),
          comparisonId,
          token,
        }) as never as {
          setTheme(theme: string): boolean;
          state(): Promise<{ theme: string }>;
        };
        await viewer.state();
        // As the link asks a viewer that is slow to answer.
        document.querySelector('iframe')!.contentWindow!.postMessage({ type: 'diffsvc:requestState' }, '*');
        viewer.setTheme('dark');
        return (await viewer.state()).theme;
      },
      { comparisonId: mine.comparisonId, token: mine.viewerToken },
    );
    expect(theme).toBe('dark');
  });

  test('another origin is shown the comparison, and neither controls nor hears it', async () => {
    await hear();
    await openExample(stranger, mine, '&review=true');
    await frame().getByText('0 of 3 changes decided').waitFor();
    await page.evaluate(() => {
      const { contentWindow } = document.querySelector('iframe')!;
      for (const type of ['requestState', 'acceptAll', 'startReview']) {
        contentWindow?.postMessage({ type: `diffsvc:${type}` }, '*');
      }
    });
    await inFrame().getByText('6', { exact: true }).click();
    await frame().getByRole('region', { name: 'Review' }).getByRole('button', { name: 'Accept', exact: true }).click();
    await frame().getByText('1 of 3 changes decided').waitFor();
    await progress().filter({ hasText: 'handshake_timeout' }).waitFor();
    expect(await heard()).toEqual([]);
    expect(await frame().getByText('1 of 3 changes decided').count()).toBe(1);
  });

  test('without a stored origin nobody controls or hears it, whatever the address says', async () => {
    const plain = await host(session.service.pageUrl, key, PAIR);
    await hear();
    await openExample(site, plain, `&review=true&embedOrigin=${encodeURIComponent(site.origin)}`);
    await frame().getByText('0 of 3 changes decided').waitFor();
    await page.evaluate(() => {
      for (const type of ['acceptAll', 'requestState']) {
        document.querySelector('iframe')!.contentWindow?.postMessage({ type: `diffsvc:${type}` }, '*');
      }
    });
    await progress().filter({ hasText: 'handshake_timeout' }).waitFor();
    expect(await heard()).toEqual([]);
    expect(await frame().getByText('0 of 3 changes decided').count()).toBe(1);
  });

  test('the host folds and unfolds, chooses colours, and is refused the split while a review is active', async () => {
    await openExample(site, mine);
    await progress().filter({ hasText: 'Ready: 3 changes.' }).waitFor();
    const after = (...sent: object[]): Promise<Record<string, unknown>> =>
      page.evaluate((each) => {
        const { contentWindow } = document.querySelector('iframe')!;
        for (const message of each) contentWindow?.postMessage(message, '*');
        return (0, eval)('viewer.state()') as Promise<Record<string, unknown>>;
      }, sent);
    const fold = (collapsed: boolean) => ({ type: 'diffsvc:setCollapse', collapsed });
    expect(await after(fold(false), { type: 'diffsvc:setTheme', theme: 'light' })).toMatchObject({
      collapsed: false,
      theme: 'light',
    });
    expect(await after(fold(true), { type: 'diffsvc:setTheme', theme: 'system' })).toMatchObject({
      collapsed: true,
      theme: 'system',
    });
    const split = { type: 'diffsvc:setView', view: 'split' };
    expect(await after(split)).toMatchObject({ view: 'split' });
    expect(await after({ type: 'diffsvc:startReview' }, split)).toMatchObject({ reviewing: true, view: 'unified' });
    expect(await after({ type: 'diffsvc:acceptAll' }, split)).toMatchObject({ reviewing: false, view: 'split' });
  });

  test('a frame beside the viewer, or one of the host’s origin inside another, is no host', async () => {
    await openExample(site, mine);
    await progress().filter({ hasText: 'Ready: 3 changes.' }).waitFor();
    // The right origin, but not the window that frames the viewer.
    await page.evaluate(async () => {
      const other = document.createElement('iframe');
      other.src = '/embed-example.css';
      document.body.append(other);
      await new Promise((loaded) => other.addEventListener('load', loaded));
      const script = other.contentDocument?.createElement('script');
      if (!script) throw new Error('no document');
      script.textContent = `parent.frames[0].postMessage({ type: 'diffsvc:startReview' }, '*')`;
      other.contentDocument?.body.append(script);
    });
    const state = await page.evaluate(() => (0, eval)('viewer.state()') as Promise<{ reviewing: boolean }>);
    expect(state.reviewing).toBe(false);
  });

  test('nonsense from the authorised host changes nothing, and is refused if it is meant for the viewer', async () => {
    await hear();
    await openExample(site, mine, '&review=true');
    await progress().filter({ hasText: 'Ready: 3 changes.' }).waitFor();
    const state = await page.evaluate(() => {
      const { contentWindow } = document.querySelector('iframe')!;
      const nonsense = [
        null,
        'diffsvc:acceptAll',
        { type: 'diffsvc:unknown' },
        { type: 'diffsvc:acceptChange' },
        { type: 'diffsvc:acceptChange', changeId: 1 },
        { type: 'diffsvc:setView', view: 'three' },
        { type: 'acceptAll' },
        { type: 'toString' },
      ];
      for (const message of nonsense) contentWindow?.postMessage(message, '*');
      return (0, eval)('viewer.state()') as Promise<Record<string, unknown>>;
    });
    expect(state).toMatchObject({ remaining: 3, view: 'unified' });
    const refused = (await heard()).filter(({ type }) => type === 'diffsvc:refused');
    expect(refused).toEqual(
      ['unknown', 'acceptChange', 'acceptChange', 'setView'].map((request) => ({
        ...{ type: 'diffsvc:refused', request: `diffsvc:${request}`, reason: 'not_understood' },
      })),
    );
  });

  test('works under a strict policy of the host page', async () => {
    await openExample(strict, mine);
    await inFrame().waitFor();
    // The policy blocks style elements without a nonce, so properties style the frame.
    const size = await page.locator('iframe').evaluate((element) => element.getBoundingClientRect().height);
    expect(size).toBeGreaterThan(500);
    await page.evaluate(
      ({ nonce, comparisonId, token }) => {
        (0, eval)('viewer').destroy();
        const { Diffsvc } = window as never as { Diffsvc: { embed(options: object): unknown } };
        Diffsvc.embed({ container: '#comparison', comparisonId, token, cspNonce: nonce });
      },
      { nonce: NONCE, comparisonId: mine.comparisonId, token: mine.viewerToken },
    );
    expect(await page.locator('iframe').getAttribute('style')).toBeNull();
    expect(await page.locator('iframe').evaluate((element) => getComputedStyle(element).borderTopWidth)).toBe('0px');
    await inFrame().waitFor();
    expect(session.faults.splice(0).filter((fault) => !fault.includes('inline'))).toEqual([]);
  });

  test('a comparison that a plan without reviews made says so, and stays read-only', async () => {
    const basic = await session.service.key('basic');
    const plain = await host(session.service.pageUrl, basic, { ...PAIR, embedOrigin: site.origin });
    await openExample(site, plain, '&review=true');
    await frame().getByText('can be read but not reviewed').waitFor();
    await progress().filter({ hasText: 'Ready' }).waitFor();
    await page.getByRole('button', { name: 'Start review' }).click();
    await page.getByRole('button', { name: 'Accept all' }).click();
    const state = await page.evaluate(() => (0, eval)('viewer.state()') as Promise<Record<string, unknown>>);
    expect(state).toMatchObject({ reviewing: false, remaining: 3 });
  });

  test('options that cannot work are refused with the reason', async () => {
    await page.goto(`${site.origin}/embed.html`);
    const wrong = [
      { container: '#none', comparisonId: 'demo' },
      { container: '#comparison' },
      { container: '#comparison', comparisonId: 'demo', theme: 'red' },
      { container: '#comparison', comparisonId: 'demo', view: 'three' },
    ];
    const answers = await page.evaluate((each) => {
      const { Diffsvc } = window as never as { Diffsvc: { embed(options: object): unknown } };
      return each.map((options) => {
        try {
          Diffsvc.embed(options);
          return 'mounted';
        } catch (error) {
          return String(error);
        }
      });
    }, wrong);
    for (const answer of answers) expect(answer).toMatch(/^TypeError: Diffsvc\.embed: /);
  });
});
