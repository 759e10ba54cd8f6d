import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CrashLog } from '../../electron/main/crash-log.ts';
import { extensionOf } from '../../shared/formats.ts';
import { filesInArguments } from '../../electron/main/files/files-in-arguments.ts';
import { OpenedFiles } from '../../electron/main/files/opened-files.ts';
import { KnownFiles } from '../../electron/main/files/known-files.ts';
import { readDocument } from '../../electron/main/files/read-document.ts';
import { WatchedDocuments } from '../../electron/main/files/watch-documents.ts';
import { writeWhole } from '../../electron/main/files/write-whole.ts';
import { readWindowState, writeWindowState } from '../../electron/main/window/window-state.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'diffsvc-files-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('knows endings', () => {
  expect(['a.DOCX', 'a.b.md', '.txt', 'a', 'a.'].map(extensionOf)).toEqual(['docx', 'md', '', '', '']);
});

it('finds the files in a command line, also those that cannot be compared', () => {
  const args = ['--flag', 'a.docx', '/b/c.PDF', '--original=x.txt', 'page.exe', 'third.txt'];
  expect(filesInArguments(args, '/home')).toEqual(['/home/a.docx', '/b/c.PDF', '/home/page.exe', '/home/third.txt']);
  expect(filesInArguments(['--', 'https://evil.test/x', ''], '/home')).toEqual([]);
});

it('reads the addresses that a Linux desktop passes', () => {
  const args = ['file:///home/me/a%20b.docx', 'file://server/x.docx', 'file:///%zz', 'diffsvc:x'];
  expect(filesInArguments(args, '/home')).toEqual(['/home/me/a b.docx']);
});

describe('opened files', () => {
  it('arrive in their order, those of one gesture together, and none while earlier ones are read', async () => {
    const files = new OpenedFiles();
    files.add(['before ready 1']);
    files.add(['before ready 2']);
    const opened: (readonly string[])[] = [];
    let isOpening = false;
    const read = Promise.withResolvers<undefined>();
    const done = Promise.withResolvers<undefined>();
    files.begin(async (paths) => {
      expect(isOpening).toBe(false);
      isOpening = true;
      opened.push(paths);
      if (opened.length === 1) {
        // Two processes pass a file each.
        files.add(['second start']);
        setImmediate(() => {
          files.add(['third start']);
          read.resolve(undefined);
        });
        await read.promise;
      }
      isOpening = false;
      if (opened.length === 2) done.resolve(undefined);
    });
    await done.promise;
    expect(opened).toEqual([
      ['before ready 1', 'before ready 2'],
      ['second start', 'third start'],
    ]);
  });

  it('go on after files that could not be opened', async () => {
    const files = new OpenedFiles();
    const opened: string[] = [];
    const done = Promise.withResolvers<undefined>();
    files.begin((paths) => {
      opened.push(...paths);
      if (opened.length === 2) done.resolve(undefined);
      return opened.length === 1 ? Promise.reject(new Error('broken')) : Promise.resolve();
    });
    files.add(['a']);
    await new Promise((resolve) => setImmediate(resolve));
    files.add(['b']);
    await done.promise;
    expect(opened).toEqual(['a', 'b']);
  });
});

describe('known files', () => {
  it('keep their references over a restart, and show none as recent that was cleared', async () => {
    const storage = join(folder, 'known.json');
    const first = await KnownFiles.open(storage);
    const a = first.remember('/a.txt');
    const b = first.remember('/b.txt');
    expect(first.remember('/a.txt')).toBe(a);
    expect(a).not.toBe(b);
    expect(first.recent(10)).toEqual(['/a.txt', '/b.txt']);
    await first.saved();
    expect(statSync(storage).mode & 0o077).toBe(0);
    const second = await KnownFiles.open(storage);
    expect([second.pathOf(a), second.pathOf(b), second.pathOf('f'.repeat(32))]).toEqual(['/a.txt', '/b.txt', null]);
    second.clearRecent();
    expect(second.recent(10)).toEqual([]);
    expect(second.pathOf(a)).toBe('/a.txt');
    await second.saved();
  });

  it('are none when the list is damaged, and 500 at most', async () => {
    const storage = join(folder, 'known.json');
    writeFileSync(storage, '[{"reference": "x", "path": 1}]');
    const known = await KnownFiles.open(storage);
    expect(known.recent(10)).toEqual([]);
    const first = known.remember('/0');
    for (let count = 1; count <= 500; count++) known.remember(`/${count}`);
    expect(known.pathOf(first)).toBeNull();
    expect(known.recent(1_000)).toHaveLength(500);
    await known.saved();
  });
});

describe('reading a document', () => {
  const reference = '0'.repeat(32);
  const read = (name: string) => readDocument(join(folder, name), reference);

  it('gives its bytes and its time', async () => {
    writeFileSync(join(folder, 'a.txt'), 'ä');
    utimesSync(join(folder, 'a.txt'), 1_700_000_000, 1_700_000_000);
    expect(await read('a.txt')).toEqual({
      outcome: 'read',
      file: { reference, name: 'a.txt', modifiedAt: '2023-11-14T22:13:20.000Z', bytes: new Uint8Array([0xc3, 0xa4]) },
    });
  });

  it('says what is wrong, and what to do', async () => {
    mkdirSync(join(folder, 'folder.txt'));
    writeFileSync(join(folder, 'large.pdf'), new Uint8Array(100 * 1_048_576 + 1));
    writeFileSync(join(folder, 'a.xls'), 'a');
    symlinkSync('/nowhere', join(folder, 'link.txt'));
    const messages = await Promise.all(
      ['folder.txt', 'large.pdf', 'a.xls', 'noending', 'gone.txt', 'link.txt'].map(read),
    );
    expect(messages.map((reading) => (reading.outcome === 'failed' ? reading.message : reading))).toEqual([
      'folder.txt is not a file.',
      'large.pdf has 100.0 MB; the limit is 100 MB for one document. Compare it in parts.',
      'a.xls is a .xls file. These can be compared: docx, pdf, xlsx, pptx, html, htm, xhtml, md, markdown, txt, text, json, csv, tsv, doc, dot, rtf, odt, ott.',
      'noending has no ending. These can be compared: docx, pdf, xlsx, pptx, html, htm, xhtml, md, markdown, txt, text, json, csv, tsv, doc, dot, rtf, odt, ott.',
      'gone.txt is not there any more: it was moved, renamed or deleted. Open it from where it is now.',
      'link.txt is not there any more: it was moved, renamed or deleted. Open it from where it is now.',
    ]);
  });
});

describe('writing a file whole', () => {
  it('replaces the bytes, keeps the mode, and leaves nothing beside', async () => {
    const path = join(folder, 'a.txt');
    writeFileSync(path, 'old');
    chmodSync(path, 0o640);
    await writeWhole(path, 'new');
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(statSync(path).mode & 0o777).toBe(0o640);
    mkdirSync(join(folder, 'b'));
    await expect(writeWhole(join(folder, 'b'), 'x')).rejects.toThrow();
    expect((await readdir(folder)).sort()).toEqual(['a.txt', 'b']);
  });
});

describe('watching documents', () => {
  it('notices a file that is written, one that is replaced, and not one that is only touched', async () => {
    const [a, b] = [join(folder, 'a.txt'), join(folder, 'b.txt')];
    writeFileSync(a, '1');
    writeFileSync(b, '1');
    const changed: string[] = [];
    const watched = new WatchedDocuments((paths) => changed.push(...paths));
    await watched.watch([a, b]);
    const hears = async (path: string): Promise<void> => {
      for (let turns = 0; changed.length === 0 && turns < 1_000; turns++) await sleep(100);
      expect(changed.splice(0)).toEqual([path]);
    };
    writeFileSync(a, '2');
    await hears(a);
    writeFileSync(join(folder, 'draft'), '3');
    renameSync(join(folder, 'draft'), b);
    await hears(b);
    utimesSync(a, new Date(), new Date(Date.now() + 5_000));
    await sleep(1_200);
    expect(changed).toEqual([]);
    await watched.watch([]);
    writeFileSync(a, '4');
    await sleep(1_200);
    expect(changed).toEqual([]);
  });
});

it('keeps the state of the window, and does without one that is damaged', async () => {
  const storage = join(folder, 'window-state.json');
  expect(readWindowState(storage)).toBeNull();
  const state = { bounds: { x: -10, y: 0, width: 800, height: 600 }, isMaximized: true, theme: 'dark' as const };
  await writeWindowState(storage, state);
  expect(readWindowState(storage)).toEqual(state);
  writeFileSync(storage, JSON.stringify({ ...state, bounds: { ...state.bounds, width: 1e9 } }));
  expect(readWindowState(storage)).toBeNull();
  await writeWindowState(join(folder, 'no', 'such', 'folder'), state);
});

it('keeps a log of crashes that stays small', () => {
  const log = new CrashLog(join(folder, 'logs'), () => new Date(0));
  log.add('shell', new Error('x'.repeat(10_000)));
  const line = readFileSync(log.file, 'utf8');
  expect(JSON.parse(line)).toMatchObject({ at: '1970-01-01T00:00:00.000Z', what: 'shell' });
  expect(line.length).toBeLessThan(4_200);
  for (let count = 0; count < 600; count++) log.add('shell', 'x'.repeat(4_000));
  const sizes = [log.file, `${log.file}.1`].map((file) => statSync(file).size);
  for (const size of sizes) expect(size).toBeLessThan(1_048_576 + 5_000);
});
