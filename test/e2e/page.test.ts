/**
 * The page of the service as a visitor uses it, in a real Chromium. The file is over 400 lines long, because all cases
 * share one service and one browser, which start slowly.
 */
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { docx, wp } from '../builders/docx.ts';
import { pdf } from '../builders/pdf.ts';
import { findFaintTexts } from './contrast.ts';
import { onService } from './in-browser.ts';

const ORIGINAL = `<h1>Terms</h1><p>All customers pay within 30 days. See <a href="https://example.org/old">the policy</a>.</p>
<h2>Fees</h2><p>A fee is <strong>due</strong> each month.</p><ul><li>Monthly</li><li>Yearly</li></ul>
<table><tr><td>Basic</td><td>10</td></tr></table><p>This paragraph is going to vanish.</p>`;
const REVISED = `<h1>Terms</h1><p>All clients pay within 14 days. See <a href="https://example.org/new">the policy</a>.</p>
<h2>Fees</h2><p>A fee is due each month.</p><ul><li>Monthly</li><li>Yearly</li><li>Weekly</li></ul>
<table><tr><td>Basic</td><td>12</td></tr></table>`;

onService('the page, in a browser', (session) => {
  let page: Page;

  beforeEach(async () => {
    page = await session.newPage();
    await page.goto(session.service.pageUrl);
  });

  const original = () => page.getByRole('textbox', { name: 'Original document' });
  const revised = () => page.getByRole('textbox', { name: 'Revised document' });
  const toText = () => page.getByRole('tab', { name: 'Text' }).click();
  const open = () => page.getByRole('button', { name: 'Open as a comparison' }).click();
  const result = () => page.locator('main#document').getByRole('region', { name: 'Document with its changes' });
  const position = () => page.getByRole('group', { name: 'Changes' });

  async function compare(before: string, after: string): Promise<void> {
    await toText();
    await original().fill(before);
    await revised().fill(after);
    await open();
    await result().waitFor();
  }

  /** Drops files as the system does, on the element or, without one, beside the zones. */
  async function drop(
    files: readonly { name: string; bytes?: readonly number[]; text?: string; letters?: number }[],
    target = 'body',
  ): Promise<void> {
    const transfer = await page.evaluateHandle((given) => {
      const data = new DataTransfer();
      for (const { name, bytes, text, letters = 0 } of given)
        data.items.add(new File([bytes ? new Uint8Array(bytes) : (text ?? 'x'.repeat(letters))], name));
      return data;
    }, files);
    for (const event of ['dragenter', 'dragover', 'drop']) {
      await page.locator(target).first().dispatchEvent(event, { dataTransfer: transfer });
    }
  }

  test('two pasted texts give a redline, its counts and steps through it', async () => {
    await compare(ORIGINAL, REVISED);
    const ids = await result().evaluate((root) => [
      ...new Set(
        [...root.querySelectorAll('[data-change-id]')].map((element) => element.getAttribute('data-change-id')),
      ),
    ]);
    expect(ids.length).toBeGreaterThan(5);
    await page.getByRole('heading', { level: 1, name: 'Pasted texts' }).waitFor();
    expect(await page.title()).toBe('Pasted texts – diffsvc');
    // It opens at its first change.
    await position()
      .getByText(`1 / ${String(ids.length)}`, { exact: true })
      .waitFor();

    const current = () => result().locator('.diffsvc-current').first().getAttribute('data-change-id');
    for (const [key, index] of [
      ['n', 1],
      ['F8', 2],
      ['p', 1],
      ['F7', 0],
      ['k', ids.length - 1],
      ['j', 0],
    ] as const) {
      await page.keyboard.press(key);
      await position()
        .getByText(`${String(index + 1)} / ${String(ids.length)}`, { exact: true })
        .waitFor();
      expect(await current()).toBe(ids[index]);
      expect(await result().locator('.diffsvc-current').first().isVisible()).toBe(true);
    }
    await page.getByRole('status').filter({ hasText: 'Change 1 of' }).waitFor();
    await page.getByRole('button', { name: 'Next change' }).click();
    expect(await current()).toBe(ids[1]);
    await page.getByRole('button', { name: 'Previous change' }).click();
    expect(await current()).toBe(ids[0]);
    expect((await findFaintTexts(page, 'body')).faint).toEqual([]);
    // The keys work after any click, in the list of changes as well.
    const row = page.getByRole('complementary', { name: 'Changes' }).getByRole('listitem').nth(3);
    await row.getByRole('button').first().click();
    const at = ids.indexOf(await current());
    await page.keyboard.press('j');
    expect(await current()).toBe(ids[at + 1]);
  });

  test('stepping brings a change far below into view', async () => {
    const lines = (word: string) => Array.from({ length: 120 }, (_, at) => `<p>Paragraph ${String(at)} is ${word}</p>`);
    await compare(lines('old').join(''), lines('new').join(''));
    const changed = result().locator('ins').last();
    const inView = () =>
      changed.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
    expect(await inView()).toBe(false);
    await page.keyboard.press('p');
    await expect.poll(inView).toBe(true);
  });

  test('ins and del get their look from the public stylesheet', async () => {
    await compare('<p>one two</p>', '<p>one three</p>');
    const look = () =>
      result().evaluate((root) =>
        ['ins', 'del'].map((name) => {
          const element = root.querySelector(name);
          return element ? getComputedStyle(element).backgroundColor : 'absent';
        }),
      );
    expect(await look()).toEqual(['rgb(217, 244, 225)', 'rgb(253, 228, 225)']);
    await page.evaluate(() => {
      for (const sheet of document.styleSheets) {
        if (sheet.href !== null && new URL(sheet.href).pathname === '/styles/v1/diffsvc.css') sheet.disabled = true;
      }
    });
    expect(await look()).toEqual(['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)']);
  });

  test('two files dropped on the page are compared at once, and their names tell the format', async () => {
    await drop([
      { name: 'before.md', text: '# Title\n\nSome *old* text' },
      { name: 'after.md', text: '# Title\n\nSome *new* text' },
    ]);
    await page.getByRole('heading', { level: 1, name: 'before → after' }).waitFor();
    await result().waitFor();
    expect(await page.getByText('Compared as Markdown').count()).toBe(1);
    expect(await result().locator('del em, em del').count()).toBe(1);
  });

  test('one file dropped on a zone fills it, in UTF-16 as well', async () => {
    const units = Array.from('Grüße').flatMap((letter) => [letter.charCodeAt(0) & 0xff, letter.charCodeAt(0) >> 8]);
    await drop([{ name: 'neu.txt', bytes: [0xff, 0xfe, ...units] }], 'section:has-text("Revised document")');
    const later = page.getByRole('region', { name: 'Revised document' });
    await later.getByText('neu.txt', { exact: true }).waitFor();
    // Seven bytes in UTF-8.
    await later.getByText('Plain text · 7 bytes').waitFor();
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'The original document is missing.' }).waitFor();
  });

  test('two documents of Word, and two PDFs, are compared as they are', async () => {
    const pairs = [
      ['docx', docx(wp('The fee is due in 30 days.')), docx(wp('The fee is due in 14 days.'))],
      ['pdf', pdf(['The fee is due in 30 days.']), pdf(['The fee is due in 14 days.'])],
    ] as const;
    for (const [format, before, after] of pairs) {
      await drop([
        { name: `old.${format}`, bytes: [...before] },
        { name: `new.${format}`, bytes: [...after] },
      ]);
      await page.getByRole('heading', { level: 1, name: 'old → new' }).waitFor();
      expect(await result().locator('.diffsvc').innerText()).toBe('The fee is due in 3014 days.');
      await page.getByRole('button', { name: 'Back to the documents' }).click();
    }
    await page.getByRole('button', { name: 'Remove original document' }).click();
    await drop([{ name: 'a.txt', text: 'a text' }]);
    await page.getByText('Plain text compared with PDF').waitFor();
  });

  test('a file that is no text, or too large, is refused with the reason; the file before it stays', async () => {
    await drop([{ name: 'kept.txt', text: 'kept' }], 'section:has-text("Original document")');
    await drop([{ name: 'a.bin', bytes: [65, 0, 66] }], 'section:has-text("Original document")');
    await page.getByRole('alert').filter({ hasText: '“a.bin” is neither a text nor a document.' }).waitFor();
    await drop(
      [{ name: 'a.doc', bytes: [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1] }],
      'section:has-text("Original document")',
    );
    await page.getByRole('alert').filter({ hasText: 'an OLE compound file' }).waitFor();
    await page.getByRole('region', { name: 'Original document' }).getByText('kept.txt', { exact: true }).waitFor();
    await drop([{ name: 'large.txt', letters: 120 * 1_048_576 }], 'section:has-text("Revised document")');
    await page
      .getByRole('alert')
      .filter({ hasText: '“large.txt” has 120 MB; the limit is 100 MB for one document.' })
      .waitFor();
    await drop(['1', '2', '3'].map((name) => ({ name, bytes: [65] })));
    await page.getByRole('alert').filter({ hasText: '3 files were dropped' }).waitFor();
  });

  test('texts above the limit of a request are uploaded, and compared', async () => {
    const uploads: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') uploads.push(request.url());
    });
    const clause = 'All customers pay within thirty days. '.repeat(30);
    const text = Array.from({ length: 480 }, (_, at) => `${String(at)}. ${clause}\n\n`).join('');
    await drop([
      { name: 'clauses 1.txt', text },
      { name: 'clauses 2.txt', text: `${text}One more clause.` },
    ]);
    await result().waitFor();
    await position().getByText('1 / 1', { exact: true }).waitFor();
    expect(uploads).toHaveLength(2);
  });

  test('the same documents are said to be the same', async () => {
    await compare('<p>one</p>', '<p>one</p>');
    await page.getByRole('note').filter({ hasText: 'Both files are equal, byte for byte.' }).waitFor();
    expect(await page.getByRole('button', { name: 'Next change' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Back to the documents' }).click();
    await compare('<p>one</p>', '<p>one   </p>\n');
    const note = page.getByRole('note').filter({ hasText: 'Everything that was read is equal.' });
    await note.filter({ hasText: 'Their sources differ only in what is not compared' }).waitFor();
  });

  test('a refusal shows the message of the service and the id of the request; the texts stay', async () => {
    await toText();
    await revised().fill('{"a": 1}');
    await page
      .getByRole('status')
      .filter({ hasText: /change/u })
      .waitFor();
    await page.getByRole('combobox', { name: 'Format: Detect' }).click();
    await page.getByRole('option', { name: 'JSON' }).click();
    const answered = page.waitForResponse((response) => response.status() === 400);
    await original().fill('{"a": }');
    const answer = await answered;
    const notice = page.getByRole('alert').filter({ hasText: 'The documents were not compared' });
    await notice.waitFor();
    await notice.getByText('Details').click();
    const shown = await notice.innerText();
    expect(shown).toContain('JSON');
    expect(shown).toContain(answer.headers()['x-request-id']);
    expect(shown).toContain('invalid_request');
    expect(await original().inputValue()).toBe('{"a": }');
    await original().fill('{"a": 2}');
    await notice.waitFor({ state: 'detached' });
    await open();
    await result().waitFor();
    expect(await page.getByText('Compared as JSON').count()).toBe(1);
    session.expectNoted(400);
  });

  test('a service that does not answer is said to be gone', async () => {
    await page.route('**/v1/diffsvc/html', (route) => route.abort('connectionrefused'));
    await toText();
    await original().fill('a');
    await page.getByRole('alert').filter({ hasText: 'does not answer' }).waitFor();
    expect(session.faults.splice(0)).toEqual([expect.stringContaining('ERR_CONNECTION_REFUSED')]);
  });

  test('what is no fragment of the grammar is not shown', async () => {
    await page.route('**/v1/diffsvc/html', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('<p>', '<p onclick=\\"x()\\">') });
    });
    await drop([
      { name: 'lease 1.html', text: '<p>a</p>' },
      { name: 'lease 2.html', text: '<p>b</p>' },
    ]);
    await page.getByRole('alert').filter({ hasText: 'cannot show safely' }).waitFor();
    expect(await result().count()).toBe(0);
  });

  test('a comparison can be cancelled, and the files stay', async () => {
    const held = Promise.withResolvers<undefined>();
    await page.route('**/v1/diffsvc/html', async (route) => {
      await held.promise;
      await route.abort().catch(() => undefined);
    });
    await drop([
      { name: 'lease 1.html', text: '<p>a</p>' },
      { name: 'lease 2.html', text: '<p>b</p>' },
    ]);
    await page.getByRole('progressbar').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('status').filter({ hasText: 'The comparison was cancelled.' }).waitFor();
    expect(await page.getByRole('heading', { name: 'The documents were not compared' }).count()).toBe(0);
    await page.getByRole('region', { name: 'Original document' }).getByText('lease 1.html', { exact: true }).waitFor();
    held.resolve(undefined);
  });

  test('back to the texts and forward to the result, by the button and by the browser', async () => {
    await compare('<p>one</p>', '<p>two</p>');
    await page.getByRole('button', { name: 'Back to the documents' }).click();
    await page.getByRole('region', { name: 'Original document' }).getByText('Pasted text').waitFor();
    await page.goBack();
    await result().waitFor();
    await page.goBack();
    await original().waitFor();
    expect(await original().inputValue()).toBe('<p>one</p>');
    expect(await revised().inputValue()).toBe('<p>two</p>');
    await page.getByRole('button', { name: 'Swap', exact: true }).click();
    expect(await original().inputValue()).toBe('<p>two</p>');
    expect(await revised().inputValue()).toBe('<p>one</p>');
  });

  test('the skip link leads to the result, and not away from it', async () => {
    await compare('<p>one</p>', '<p>two</p>');
    const link = page.getByRole('link', { name: 'Skip to the document' });
    await link.focus();
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('document');
    expect(await result().isVisible()).toBe(true);
    expect(page.url()).toMatch(/#\/comparison\//u);
  });

  test('two empty sides are asked for', async () => {
    await page.keyboard.press('Control+Enter');
    await page.getByRole('alert').filter({ hasText: 'There is nothing to compare yet.' }).waitFor();
  });

  test('documents beyond the standard complexity keep their structure', async () => {
    const many = (heading: string) =>
      `<h2>${heading}</h2>${Array.from({ length: 1_600 }, (_, index) => `<p>line ${String(index)}</p>`).join('')}`;
    await compare(many('Old title'), many('New title'));
    await result().locator('h2 ins').first().waitFor();
    expect(await page.getByRole('note').filter({ hasText: 'Compared as text' }).count()).toBe(0);
  });

  test('nothing hostile runs or loads', async () => {
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== new URL(session.service.pageUrl).origin) foreign.push(request.url());
    });
    const hostile = `<p onclick="boom()">text<script>boom()</script></p><img src="https://example.org/x.png" onerror="boom()" alt="pic">
<img src=x onerror=boom()><a href="javascript:boom()">click</a><a href="data:text/html,<script>boom()</script>">data</a>
<svg onload="boom()"><script>boom()</script></svg><iframe src="https://example.org/frame"></iframe>
<style>body{display:none}</style><link rel="stylesheet" href="https://example.org/x.css"><meta http-equiv="refresh" content="0;url=https://example.org/">
<form action="https://example.org/"><button>go</button></form><object data="https://example.org/o"></object><p style="position:fixed">styled</p>`;
    await page.evaluate(() => {
      Object.assign(window, { boom: () => reportError(new Error('a hostile script ran')) });
    });
    await compare(hostile, `${hostile}<p>more <img src="data:image/svg+xml,<svg onload='boom()'>" alt="drawn"></p>`);
    // The page's own buttons lie beside the stretches of the document.
    const tags = await result()
      .locator('.diffsvc')
      .evaluate((root) => [...new Set([...root.querySelectorAll('.stretch *')].map((element) => element.localName))]);
    for (const tag of ['script', 'svg', 'iframe', 'style', 'link', 'meta', 'form', 'button', 'object']) {
      expect(tags).not.toContain(tag);
    }
    const attributes = await result()
      .locator('.diffsvc')
      .evaluate((root) =>
        // The page makes room for a card under the selected change.
        [...root.querySelectorAll('.stretch *:not(.diffsvc-current)')].flatMap((element) =>
          element.getAttributeNames(),
        ),
      );
    expect(attributes.filter((name) => name.startsWith('on') || name === 'style')).toEqual([]);
    for (const text of ['click', 'data']) {
      await result().getByText(text, { exact: true }).first().click();
    }
    expect(page.url()).toMatch(/#\/comparison\//u);
    expect(page.context().pages()).toHaveLength(1);
    expect(foreign).toEqual([]);
  });

  for (const width of [360, 640]) {
    test(`everything fits a window of ${String(width)} px`, async () => {
      await page.setViewportSize({ width, height: 640 });
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(await overflow()).toBeLessThanOrEqual(0);
      await compare(`${ORIGINAL}<p>${'x'.repeat(400)}</p>`, REVISED);
      await page.keyboard.press('n');
      expect(await overflow()).toBeLessThanOrEqual(0);
    });
  }

  test('a keyboard reaches all, in the order of the page', async () => {
    const names: string[] = [];
    for (let presses = 0; presses < 15; presses += 1) {
      await page.keyboard.press('Tab');
      names.push(
        await page.evaluate(() => {
          const element = document.activeElement;
          const label = element instanceof HTMLElement && 'labels' in element ? (element.labels as NodeList)[0] : null;
          return (element?.getAttribute('aria-label') ?? label?.textContent ?? element?.textContent ?? '').trim();
        }),
      );
    }
    expect(names.slice(0, 12)).toEqual([
      'Skip to the documents',
      'Compare',
      'Recent',
      'Help',
      'Settings',
      'Sign in',
      'Try it with a sample',
      'Files',
      'Choose file… for original document',
      'Choose file… for revised document',
      'Follow three drafts…',
      'Compare',
    ]);
  });
});
