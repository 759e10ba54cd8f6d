import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DesktopBridge, DesktopFileReading } from '../../shared/messages/desktop-bridge.ts';
import { didNotRun, EXECUTABLE } from '../e2e/browser.ts';
import {
  build,
  ELECTRON,
  reasonWithoutWindow,
  RUNS_ON,
  startShell,
  temporaryFolder,
  type ShellUnderTest,
} from './shell-under-test.ts';

declare global {
  // The tests' own view of the page's globals.
  interface Window {
    diffsvcDesktop: DesktopBridge<File>;
    heard: unknown[];
  }
}

const REASON = reasonWithoutWindow(EXECUTABLE);

/** What a listener of the page received, and the stand-in's view of a window. */
interface Heard {
  readonly status: string;
}
interface ShownWindow {
  readonly title: string;
  readonly webPreferences: object;
  readonly icon?: string;
}

/** Waits for a state that another process brings about. */
async function eventually<T>(look: () => Promise<T>, holds: (seen: T) => boolean): Promise<T> {
  const end = Date.now() + 240_000;
  for (;;) {
    const seen = await look();
    if (holds(seen) || Date.now() > end) return seen;
    await sleep(100);
  }
}

describe.skipIf(REASON !== null)(`the desktop shell, ${RUNS_ON}${didNotRun(REASON)}`, () => {
  let folder: string;
  let shell: ShellUnderTest;
  beforeAll(async () => {
    build();
    folder = temporaryFolder();
    mkdirSync(join(folder, 'documents'));
    writeFileSync(join(folder, 'documents', 'old.txt'), 'The fee is 5 euro.\n');
    writeFileSync(join(folder, 'documents', 'new.txt'), 'The fee is 6 euro.\n');
    shell = await startShell({ folder, args: [join('documents', 'old.txt')] });
    // The pages and the shell may have to be built first.
  });
  afterAll(async () => {
    expect(await shell.stop()).toBe(0);
    rmSync(folder, { recursive: true, force: true });
  });

  const heard = (name: 'filesOpened' | 'filesChanged' | 'command' | 'service'): Promise<unknown[]> =>
    shell.page.evaluate((wanted) => {
      window.heard = [];
      // Every event once: the first listener receives the kept events.
      window.diffsvcDesktop.on(wanted as never, (event: unknown) => window.heard.push(event));
      return window.heard;
    }, name);
  const heardNow = (): Promise<unknown[]> => shell.page.evaluate(() => window.heard);

  it('hands the page the files that it was started with', async () => {
    const text = (): Promise<string> => shell.page.evaluate(() => document.body.innerText);
    expect(await eventually(text, (seen) => seen.includes('old.txt'))).toContain('old.txt');
    expect(await shell.page.evaluate(() => document.documentElement.outerHTML)).not.toContain(folder);
  });

  it('signs the page in without the page knowing how, and streams a comparison', async () => {
    const { status, plan } = await shell.page.evaluate(async () => {
      const response = await fetch('/v1/diffsvc/usage');
      return { status: response.status, plan: (await response.json()).plan as string };
    });
    expect({ status, plan }).toEqual({ status: 200, plan: 'creator_pro' });
    const events = await shell.page.evaluate(async () => {
      const response = await fetch('/v1/diffsvc/html', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify({ original: 'The fee is 5 euro.', revised: 'The fee is 6 euro.', stream: true }),
      });
      const text = await response.text();
      return [...text.matchAll(/^event: (.*)$/gm)].map(([, name]) => name);
    });
    expect(events).toContain('content_block');
    expect(events.at(-1)).toBe('complete');
    const own = await shell.page.evaluate(() => JSON.stringify({ ...localStorage }) + document.cookie);
    expect(own).not.toMatch(/dst_|diffsvc_session/);
  });

  it('reads a file that the reader chooses, and one again by its reference, but nothing else', async () => {
    await shell.ask('answer', {
      kind: 'showOpenDialog',
      answer: { canceled: false, filePaths: ['old.txt', 'new.txt'].map((name) => join(folder, 'documents', name)) },
    });
    const chosen = await shell.page.evaluate(async () => {
      const readings = await window.diffsvcDesktop.openFiles();
      return readings.map((reading) =>
        reading.outcome === 'read' ? [reading.file.name, new TextDecoder().decode(reading.file.bytes)] : reading,
      );
    });
    expect(chosen).toEqual([
      ['old.txt', 'The fee is 5 euro.\n'],
      ['new.txt', 'The fee is 6 euro.\n'],
    ]);
    expect(await shell.page.evaluate(async () => (await window.diffsvcDesktop.openFiles()).length)).toBe(0);
    const unknown = await shell.page.evaluate(() => window.diffsvcDesktop.readFile('0'.repeat(32)));
    expect(unknown).toMatchObject({ outcome: 'failed', message: expect.stringContaining('Open it again') });
    const refused = await shell.page.evaluate(() =>
      window.diffsvcDesktop.readFile('/etc/passwd').catch((fault: unknown) => (fault as Error).message),
    );
    expect(refused).toContain('refuses files:read of another form');
  });

  it('saves what the page gives, where the reader says', async () => {
    const path = join(folder, 'saved.docx');
    const save = (): Promise<unknown> =>
      shell.page.evaluate(() => window.diffsvcDesktop.saveFile('../a:b.docx', new Uint8Array([80, 75, 0, 255])));
    expect(await save()).toEqual({ outcome: 'cancelled' });
    await shell.ask('answer', { kind: 'showSaveDialog', answer: { canceled: false, filePath: path } });
    expect(await save()).toEqual({
      ...{ outcome: 'saved', name: 'saved.docx' },
      reference: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect([...readFileSync(path)]).toEqual([80, 75, 0, 255]);
    await shell.ask('answer', {
      kind: 'showSaveDialog',
      answer: { canceled: false, filePath: join(folder, 'no', 'saved.docx') },
    });
    expect(await save()).toEqual({
      outcome: 'failed',
      message: 'saved.docx was not saved: the folder is not there any more. Choose another one.',
    });
  });

  it('tells when a watched file has another content, also by a program that replaces it', async () => {
    const path = join(folder, 'documents', 'new.txt');
    await shell.ask('answer', { kind: 'showOpenDialog', answer: { canceled: false, filePaths: [path] } });
    const reference = await shell.page.evaluate(async () => {
      const [reading] = (await window.diffsvcDesktop.openFiles()) as [DesktopFileReading];
      const { reference: given } = (reading as { file: { reference: string } }).file;
      await window.diffsvcDesktop.watchFiles([given]);
      return given;
    });
    await heard('filesChanged');
    writeFileSync(path, 'The fee is 7 euro.\n');
    expect(await eventually(heardNow, (seen) => seen.length > 0)).toEqual([[reference]]);
  });

  it('carries out the menu: grey where the page has nothing to do, else told to the page', async () => {
    await heard('command');
    await shell.page.evaluate(() =>
      window.diffsvcDesktop.tellState({
        ...{ title: 'old.txt – new.txt', recentId: null },
        commands: ['swap', 'next-change', 'undo', 'print'],
      }),
    );
    await shell.ask('click', { id: 'swap' });
    await shell.ask('click', { id: 'next-change' });
    expect(await eventually(heardNow, (seen) => seen.length === 2)).toEqual(['swap', 'next-change']);
    const [{ title }] = await shell.ask<[ShownWindow]>('windows');
    expect(title).toBe('old.txt – new.txt – diffsvc');
    if (ELECTRON === null) await expect(shell.ask('click', { id: 'export' })).rejects.toThrow('grey');
  });

  it('takes the files of a second start', async () => {
    await heard('filesOpened');
    expect(await shell.startAgain(join('documents', 'new.txt'))).toBe(0);
    const [[reading]] = (await eventually(heardNow, (seen) => seen.length > 0)) as [[DesktopFileReading]];
    expect(reading).toMatchObject({ outcome: 'read', file: { name: 'new.txt' } });
  });

  it('follows the system’s appearance, and keeps another that the reader chose', async () => {
    const isDark = (): Promise<boolean> =>
      shell.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
    if (ELECTRON === null) {
      await shell.ask('systemTheme', { to: 'dark' });
      expect(await eventually(isDark, (seen) => seen)).toBe(true);
      await shell.ask('systemTheme', { to: 'light' });
      expect(await eventually(isDark, (seen) => !seen)).toBe(false);
    }
    await shell.ask('click', { id: 'theme-dark' });
    expect(await eventually(isDark, (seen) => seen)).toBe(true);
    const kept = () => shell.page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(await eventually(kept, (seen) => seen.includes('dark'))).toContain('dark');
    await shell.ask('click', { id: 'theme-system' });
    expect(await eventually(kept, (seen) => !seen.includes('dark'))).not.toContain('dark');
  });

  it('starts the service again when it breaks, and the page goes on', async () => {
    await heard('service');
    const { pid } = JSON.parse(readFileSync(join(folder, 'data', 'service.json'), 'utf8')) as { pid: number };
    process.kill(pid, 'SIGKILL');
    const hear = async (): Promise<Heard[]> => (await heardNow()) as Heard[];
    const states = await eventually(hear, (seen) => seen.at(-1)?.status === 'running' && seen.length > 1);
    expect(states.map(({ status }) => status)).toContain('restarting');
    const status = await shell.page.evaluate(async () => (await fetch('/v1/diffsvc/usage')).status);
    expect(status).toBe(200);
    const log = join(folder, 'user', 'logs', 'crash.log');
    expect(readFileSync(log, 'utf8')).toContain('"what":"service"');
    expect(statSync(log).mode & 0o077).toBe(0);
  });

  describe.skipIf(ELECTRON !== null)('as only the stand-in can ask', () => {
    it('isolates the page', async () => {
      const [{ webPreferences }] = await shell.ask<[ShownWindow]>('windows');
      expect(webPreferences).toMatchObject({
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webSecurity: true,
        webviewTag: false,
        navigateOnDragDrop: false,
      });
      expect(await shell.calls('enableSandbox')).toHaveLength(1);
      expect(await shell.calls('crashReporter')).toEqual([['crashReporter', { uploadToServer: false }]]);
    });

    it.runIf(process.platform === 'linux')(
      'gives its window a picture, which Linux takes from no program',
      async () => {
        const [{ icon }] = await shell.ask<[ShownWindow]>('windows');
        expect(readFileSync(icon ?? '').toString('latin1', 1, 4)).toBe('PNG');
      },
    );

    it('answers nobody but the page itself, and only what fits the schema', async () => {
      const ask = { channel: 'files:open', request: {}, url: 'app://diffsvc/', isMainFrame: false };
      const refusal = { refused: 'the shell refuses files:open of another sender' };
      expect(await shell.ask('invokeAs', ask)).toEqual(refusal);
      expect(await shell.ask('invokeAs', { ...ask, isMainFrame: true, url: 'https://evil.test/' })).toEqual(refusal);
      expect(await shell.ask('invokeAs', { ...ask, isMainFrame: true, url: 'app://evil/' })).toEqual(refusal);
      expect(await shell.ask('invokeAs', { ...ask, isMainFrame: true })).toEqual([]);
      expect(await shell.ask('invokeAs', { ...ask, isMainFrame: true, request: { path: '/' } })).toEqual({
        refused: 'the shell refuses files:open of another form',
      });
      const watching = { ...ask, isMainFrame: true, channel: 'files:watch' };
      for (const references of [['x'], ['0'.repeat(32), '1'.repeat(32), '2'.repeat(32)], '0'.repeat(32)]) {
        const answer = await shell.ask('invokeAs', { ...watching, request: { references } });
        expect(answer).toEqual({ refused: 'the shell refuses files:watch of another form' });
      }
      const naming = { ...ask, isMainFrame: true, channel: 'files:reference' };
      for (const path of ['/etc/shadow', 'old.txt', '/home/reader/.ssh/id_ed25519']) {
        expect(await shell.ask('invokeAs', { ...naming, request: { path } })).toBeNull();
      }
    });

    it('goes nowhere and opens no window; a link is shown whole before a browser opens it', async () => {
      await shell.page.evaluate(() => {
        window.heard = ['still here'];
        location.href = 'https://evil.test/?a=1';
      });
      const asked = await eventually(
        () => shell.calls('showMessageBox'),
        (seen) => seen.length === 1,
      );
      expect(asked[0]![1]).toMatchObject({ detail: 'https://evil.test/?a=1', defaultId: 1 });
      await shell.page.evaluate(() => void window.open('https://evil.test/window'));
      await eventually(
        () => shell.calls('showMessageBox'),
        (seen) => seen.length === 2,
      );
      await shell.page.evaluate(() => {
        const frame = document.createElement('iframe');
        frame.src = '/docs';
        document.body.append(frame);
      });
      expect(await heardNow()).toEqual(['still here']);
      expect(await shell.calls('openExternal')).toEqual([]);
      await shell.page.evaluate(() => void window.open('/docs'));
      const [[, address]] = (await eventually(
        () => shell.calls('openExternal'),
        (seen) => seen.length === 1,
      )) as [[string, string]];
      expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/docs$/);
      await shell.page.evaluate(() => void window.open('file:///etc/passwd'));
      expect(await shell.ask('webview')).toBe(true);
      expect(await shell.calls('openExternal')).toHaveLength(1);
    });

    it('denies every permission but copying to the page', async () => {
      const page = { url: 'app://diffsvc/', isMainFrame: true };
      const denied = { requested: false, checked: false, device: false };
      for (const permission of [
        'media',
        'geolocation',
        'notifications',
        'clipboard-read',
        'openExternal',
        'hid',
        'midi',
      ]) {
        expect(await shell.ask('permission', { ...page, permission })).toEqual(denied);
      }
      const permission = 'clipboard-sanitized-write';
      expect(await shell.ask('permission', { ...page, permission })).toEqual({
        ...denied,
        requested: true,
        checked: true,
      });
      expect(await shell.ask('permission', { permission, url: 'https://evil.test/', isMainFrame: true })).toEqual(
        denied,
      );
      expect(await shell.ask('permission', { ...page, permission, isMainFrame: false })).toEqual(denied);
      expect(await shell.ask('download', { url: 'https://evil.test/a.exe' })).toBe(true);
      expect(await shell.ask('download', { url: 'blob:app://diffsvc/1' })).toBe(false);
    });

    it('drags out what this session saved, and nothing else', async () => {
      const path = join(folder, 'dragged.pdf');
      await shell.ask('answer', { kind: 'showSaveDialog', answer: { canceled: false, filePath: path } });
      const known = await shell.page.evaluate(async () => {
        const saving = await window.diffsvcDesktop.saveFile('dragged.pdf', new Uint8Array([37, 80, 68, 70]));
        const { reference } = saving as { reference: string };
        await window.diffsvcDesktop.dragFile(reference);
        return reference;
      });
      const dragged = [['startDrag', { file: path, icon: { iconOf: path } }]];
      expect(await shell.calls('startDrag')).toEqual(dragged);
      const opened = await shell.page.evaluate(() => window.diffsvcDesktop.referenceOf(new File([], 'old.txt')));
      for (const reference of ['0'.repeat(32), opened ?? '1'.repeat(32)]) {
        await shell.page.evaluate((given) => window.diffsvcDesktop.dragFile(given), reference);
      }
      const refused = await shell.page.evaluate(
        (given) => window.diffsvcDesktop.dragFile(given).catch((fault: unknown) => (fault as Error).message),
        path,
      );
      expect(refused).toContain('refuses files:drag of another form');
      rmSync(path);
      await shell.page.evaluate((given) => window.diffsvcDesktop.dragFile(given), known);
      expect(await shell.calls('startDrag')).toEqual(dragged);
    });

    it('prints the page by the menu', async () => {
      await shell.page.evaluate(() => {
        window.heard = [];
        window.print = () => void window.heard.push('printed');
      });
      await shell.page.evaluate(() =>
        window.diffsvcDesktop.tellState({ title: 'a', recentId: null, commands: ['print'] }),
      );
      await shell.ask('click', { id: 'print' });
      expect(await eventually(heardNow, (seen) => seen.includes('printed'))).toContain('printed');
    });

    it('gives a dropped file a reference, and a file of the page’s own none', async () => {
      await shell.ask('pathsOfFiles', { paths: { 'old.txt': join(folder, 'documents', 'old.txt') } });
      const references = await shell.page.evaluate(
        async (path) => {
          Object.assign(window, { __standInPaths: { 'old.txt': path } });
          const of = (name: string): Promise<string | null> => window.diffsvcDesktop.referenceOf(new File([], name));
          return [await of('old.txt'), await of('made.txt')];
        },
        join(folder, 'documents', 'old.txt'),
      );
      expect(references).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), null]);
      expect(await shell.calls('addRecentDocument')).toContainEqual([
        'addRecentDocument',
        join(folder, 'documents', 'old.txt'),
      ]);
    });

    it('opens a recent document of the menu, and loads a page again that broke', async () => {
      await shell.ask('breakPage');
      await eventually(
        // The page cannot be queried while it loads.
        () => shell.page.evaluate(() => Array.isArray(window.heard)).catch(() => true),
        (isOld) => !isOld,
      );
      await heard('filesOpened');
      await shell.ask('click', { id: 'recent-0' });
      expect(await eventually(heardNow, (seen) => seen.length > 0)).toMatchObject([[{ outcome: 'read' }]]);
      expect(readFileSync(join(folder, 'user', 'logs', 'crash.log'), 'utf8')).toContain('"what":"page"');
    });
  });
});
