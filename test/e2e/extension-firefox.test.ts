/** The built extension in Firefox: pairing, capture by keys, and the sidebar, against the real service. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { didNotRun } from './browser.ts';
import { copyExtension } from './built-extension.ts';
import { servePages, signIn, type Owner, type PageServer } from './extension-under-test.ts';
import { Firefox, reasonToSkipFirefox } from './firefox.ts';
import { startTestService, type TestService } from './service.ts';

const ID = '{8b6f3c1e-52d4-4a8b-9f07-3d1c6e94b2a7}';

/** Presses the key of a command as the browser receives it from the keyboard. */
const PRESS = `
  const set = document.getElementById('ext-keyset-id-_8b6f3c1e-52d4-4a8b-9f07-3d1c6e94b2a7_');
  const key = [...set.children].find((one) => one.getAttribute('key') === arguments[0]);
  key.dispatchEvent(new Event('command', { bubbles: true }));`;

/** The content of the panel in the sidebar; empty without one. */
const SIDEBAR = `
  const { SidebarController } = window;
  return SidebarController.isOpen ? SidebarController.currentID : '';`;

/** Whether the extension's button shows that the original is set. The button is in the browser's menu of extensions. */
const BADGE = `
  const { ExtensionParent } = ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs');
  const { extension } = WebExtensionPolicy.getByID(arguments[0]);
  return ExtensionParent.apiManager.global.browserActionFor(extension).action.getProperty(null, 'badgeText') === '1';`;

/** Closes the tab of the service in which its owner confirms a pairing. False: it has not opened yet. */
const CONFIRMING = `
  const { gBrowser } = window;
  const tab = [...gBrowser.tabs].find((one) => one.linkedBrowser.currentURI.spec.startsWith(arguments[0]));
  if (tab === undefined) return false;
  gBrowser.removeTab(tab);
  return true;`;

/** Whether the panel has this text as its title or in its heading. */
const IN_SIDEBAR = `
  const inner = document.getElementById('sidebar').contentDocument.querySelector('browser');
  const actor = inner.browsingContext.currentWindowGlobal.getActor('MarionetteCommands');
  return actor.executeScript(
    'return document.querySelector("#result-heading")?.textContent.includes(arguments[0]) ?? false',
    [arguments[0]],
    {},
  );`;

/** Steps to the next change by its key. */
const STEP = `document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'F8', bubbles: true, cancelable: true }));`;

const reason = reasonToSkipFirefox();

describe.skipIf(reason !== null)(`the extension, in Firefox${didNotRun(reason)}`, () => {
  const ending: (() => Promise<unknown>)[] = [];
  const pages = new Map<string, string>();
  let service: TestService;
  let owner: Owner;
  let server: PageServer;
  let firefox: Firefox;
  let origin: string;

  beforeAll(async () => {
    const built = await copyExtension();
    ending.push(() => built.remove());
    service = await startTestService();
    ending.push(() => service.stop());
    owner = await signIn(service.link);
    server = await servePages(pages);
    ending.push(() => server.stop());
    firefox = await Firefox.start();
    ending.push(() => firefox.close());
    origin = await firefox.install(built.unpacked('firefox'));
  });

  afterAll(async () => {
    for (const end of ending.reverse()) await end();
  });

  const openPanel = () => firefox.visit(`${origin}/panel/panel.html`);
  const text = async () => String(await firefox.run('content', 'return document.body.innerText'));
  const shows = (words: string) =>
    firefox.until('content', 'return document.body.innerText.includes(arguments[0])', words);

  test('pairs with the service, once the reader has given the permission', async () => {
    await openPanel();
    await shows('Pair with the service on this machine');
    // The browser's own prompt, which no driver can answer, is answered in advance.
    await firefox.run(
      'chrome',
      `const { ExtensionPermissions } = ChromeUtils.importESModule('resource://gre/modules/ExtensionPermissions.sys.mjs');
       const { extension } = WebExtensionPolicy.getByID(arguments[0]);
       return ExtensionPermissions.add(extension.id, { permissions: [], origins: ['http://127.0.0.1/*'] }, extension);`,
      ID,
    );
    await firefox.run(
      'content',
      `const port = document.querySelector('input');
       port.value = arguments[0];
       port.dispatchEvent(new Event('input', { bubbles: true }));`,
      new URL(service.pageUrl).port,
    );
    await firefox.click('Pair');
    const code = String(await firefox.until('content', `return document.querySelector('output')?.innerText ?? ''`));
    const [waiting] = await owner.pairings();
    expect(waiting).toMatchObject({ code, extensionOrigin: origin, name: 'diffsvc for Firefox' });
    await owner.confirm(waiting!.pairingId, code);
    await shows('Snapshots');
    await firefox.until('chrome', CONFIRMING, service.pageUrl);
    expect((await owner.keys()).map((key) => key.extensionOrigin)).toContain(origin);
  });

  test('reads pages by its keys, with the right to that tab alone, and opens the sidebar for the result', async () => {
    const page = (fee: string) =>
      `<title>Terms of ${fee}</title><p>The fee is ${fee} euro.</p><x-card>slotted</x-card>
       <iframe src="${server.origin}/inner"></iframe>
       <script>document.querySelector('x-card').attachShadow({ mode: 'closed' }).innerHTML = '<p>Inside the <slot></slot> card</p>';</script>`;
    pages.set('/inner', '<p>Framed text</p>');
    pages.set('/old', page('5'));
    pages.set('/new', page('6'));
    // A host name without permission.
    await firefox.visit(`${server.otherOrigin}/old`);
    await firefox.run('chrome', PRESS, 'O');
    await firefox.until('chrome', BADGE, ID);
    await firefox.visit(`${server.otherOrigin}/new`);
    await firefox.run('chrome', PRESS, 'C');
    await firefox.until('chrome', SIDEBAR);
    expect(await firefox.run('chrome', SIDEBAR)).toBe('_8b6f3c1e-52d4-4a8b-9f07-3d1c6e94b2a7_-sidebar-action');
    const address = `
      const inner = document.getElementById('sidebar').contentDocument?.querySelector('browser');
      const spec = inner?.browsingContext?.currentWindowGlobal?.documentURI.spec ?? '';
      return spec.startsWith('moz-extension:') ? spec : '';`;
    expect(await firefox.until('chrome', address)).toBe(`${origin}/panel/panel.html`);
    // The key opens the sidebar and requests the comparison, which begins when the sidebar is ready.
    await firefox.until('chrome', IN_SIDEBAR, '1 change');
    await openPanel();
    await shows('1 change');
    const shown = (await text()).replace(/\s+/gu, ' ');
    expect(shown).toContain('The fee is 56 euro.');
    expect(shown).toContain('Inside the slotted');
    expect(shown).toContain('Frames of other sites');
    expect(shown).not.toContain('Framed text');
  });

  test('changes are reviewed, with notes, and what was decided outlasts the panel', async () => {
    const page = (fee: string, due: string) =>
      `<title>Terms of ${fee}</title><p>The fee is ${fee} euro.</p><p>Nothing else changes here.</p><p>It is due ${due}.</p>`;
    pages.set('/before', page('5', 'today'));
    pages.set('/after', page('6', 'tomorrow'));
    await firefox.visit(`${server.otherOrigin}/before`);
    await firefox.run('chrome', PRESS, 'O');
    await firefox.until('chrome', BADGE, ID);
    await firefox.visit(`${server.otherOrigin}/after`);
    await firefox.run('chrome', PRESS, 'C');
    await firefox.until('chrome', IN_SIDEBAR, '2 changes');

    await openPanel();
    await shows('2 changes');
    const proved = `return [...document.querySelectorAll('button')].some((each) => (each.ariaLabel ?? each.textContent).includes(arguments[0]))`;
    await firefox.until('content', proved, 'The whole text was compared');
    await firefox.click('Review');
    await shows('0 of 2 changes decided');
    await firefox.run('content', STEP);
    await firefox.until('content', `return document.querySelector('.diffsvc-current') !== null`);
    await firefox.click('Note');
    await firefox.run(
      'content',
      `const note = document.querySelector('textarea');
       note.value = arguments[0];
       note.dispatchEvent(new Event('input', { bubbles: true }));`,
      'Ask Ann',
    );
    await firefox.click('Add note');
    await firefox.click('Accept');
    await shows('1 of 2 changes decided');

    await openPanel();
    await shows('1 of 2 changes decided');
    await firefox.run('content', STEP);
    await firefox.click('Reject');
    await firefox.click('Finish review');
    await shows('Review complete');
    await shows('1 accepted, 1 rejected');
    expect((await text()).replace(/\s+/gu, ' ')).toContain(
      'The fee is 6 euro. Nothing else changes here. It is due today.',
    );
    await firefox.click('Reopen');
    await firefox.run('content', `document.querySelector('button[aria-label="Undo"]').click()`);
    await shows('1 of 2 changes decided');
    const kept = `return Object.values(localStorage).join().includes(arguments[0])`;
    expect(await firefox.run('content', kept, 'Ask Ann')).toBe(true);
  });
});
