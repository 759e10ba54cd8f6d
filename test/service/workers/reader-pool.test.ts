import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { unpackPair } from '../../../service/pipeline/inputs/packed-document.ts';
import type { PackedDocument } from '../../../service/pipeline/inputs/tasks.ts';
import { ReaderPool, type ReaderPoolOptions } from '../../../service/workers/reader-pool.ts';
import { docx, wp } from '../../builders/docx.ts';
import { doc } from '../../builders/document.ts';
import { plainPdf, showText } from '../../builders/plain-pdf.ts';

const STAND_IN = fileURLToPath(new URL('./processes/stand-in.ts', import.meta.url));
const NEVER = new AbortController().signal;

let pools: ReaderPool[] = [];
const poolOf = (options: Partial<ReaderPoolOptions> = {}): ReaderPool => {
  const pool = new ReaderPool({ processes: 1, ...options });
  pools.push(pool);
  return pool;
};
afterEach(() => {
  for (const pool of pools) pool.close();
  pools = [];
});

const task = (content: string) => ({
  format: 'docx' as const,
  bytes: Buffer.from(content),
  attributeMode: 'semantic' as const,
});
const blocksOf = (read: PackedDocument): unknown => {
  const { original } = unpackPair({ original: read, revised: read });
  return original.format !== 'pdf' && original.read.document.blocks;
};
const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'read',
    (fault: unknown) => (fault as { code?: unknown }).code ?? (fault as Error).message,
  );
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
const hasEnded = async (pid: number): Promise<boolean> => {
  for (let tries = 0; tries < 100 && isAlive(pid); tries += 1) await delay(50);
  return !isAlive(pid);
};

describe('the reader processes', () => {
  test('read documents, several at once and one after the other in one process', async () => {
    const pool = poolOf({ processes: 2 });
    const read = (text: string) =>
      pool.read({ format: 'docx', bytes: docx(wp(text)), attributeMode: 'semantic' }, NEVER);
    const results = await Promise.all(['a', 'b', 'c'].map(read));
    expect(results.map(blocksOf)).toEqual([doc('a'), doc('b'), doc('c')]);
    expect(pool.pids.length).toBe(2);
  });

  test('give their memory back when nothing was read for a while, and one is kept warm', async () => {
    const pool = poolOf({ processes: 2, idleMs: 300 });
    await Promise.all(['a', 'b'].map((text) => pool.read({ ...task(''), bytes: docx(wp(text)) }, NEVER)));
    const before = pool.pids;
    expect(before).toHaveLength(2);
    expect(await Promise.all(before.map(hasEnded))).toEqual([true, true]);
    expect(pool.pids).toHaveLength(1);
    expect(blocksOf(await pool.read({ ...task(''), bytes: docx(wp('c')) }, NEVER))).toEqual(doc('c'));
  });

  test('start with the first document, and end when none came for long', async () => {
    const pool = poolOf({ idleMs: 50, keepMs: 50 });
    expect(pool.pids).toEqual([]);
    const read = async () => blocksOf(await pool.read({ ...task(''), bytes: docx(wp('a')) }, NEVER));
    expect(await read()).toEqual(doc('a'));
    await expect.poll(() => pool.pids).toEqual([]);
    expect(await read()).toEqual(doc('a'));
  });

  test('give a document in memory of its own, which can be handed over to a thread', async () => {
    const { packed } = await poolOf().read({ ...task(''), bytes: docx(wp('a')) }, NEVER);
    expect(packed.byteLength).toBe(packed.buffer.byteLength);
  });

  test('hand on what a reader refuses with', async () => {
    await expect(poolOf().read(task('no document'), NEVER)).rejects.toMatchObject({ code: 'document_invalid' });
  });

  test('are killed when a file takes too much CPU time, and the next file is read', async () => {
    const pool = poolOf({ processFile: STAND_IN, cpuSeconds: 0.5 });
    const reading = codeOf(pool.read(task('spin'), NEVER));
    const [pid] = pool.pids;
    expect(await reading).toBe('comparison_timeout');
    expect(await hasEnded(pid!)).toBe(true);
    expect(await codeOf(pool.read(task('fine'), NEVER))).toBe('read');
  });

  test('spend nothing of their time by waiting, and every file has the whole of it', async () => {
    const pool = poolOf({ processFile: STAND_IN, cpuSeconds: 0.9 });
    // The files of the queue wait for each other longer than one may compute.
    const works = ['sleep', 'burn', 'burn', 'sleep', 'burn'];
    const order: number[] = [];
    const codes = works.map(async (work, at) => {
      const code = await codeOf(pool.read(task(work), NEVER));
      order.push(at);
      return code;
    });
    const [pid] = pool.pids;
    expect(await Promise.all(codes)).toEqual(works.map(() => 'read'));
    expect(order).toEqual([0, 1, 2, 3, 4]);
    expect(pool.pids).toEqual([pid]);
  });

  test('are killed when the request’s time is over, wherever its file is', async () => {
    const pool = poolOf({ processFile: STAND_IN });
    const over = new AbortController();
    const readings = ['sleep', 'fine'].map((work) => codeOf(pool.read(task(work), over.signal)));
    setTimeout(() => over.abort(new Error('the time is over')), 300);
    expect(await Promise.all(readings)).toEqual(['the time is over', 'the time is over']);
    expect(await codeOf(pool.read(task('fine'), NEVER))).toBe('read');
  });

  test('are killed when they take too much memory, and the next file is read', async () => {
    const pool = poolOf({ processFile: STAND_IN, residentMegabytes: 300 });
    const reading = codeOf(pool.read(task('hoard'), NEVER));
    const [pid] = pool.pids;
    expect(await reading).toBe('document_too_complex');
    expect(await hasEnded(pid!)).toBe(true);
    expect(await codeOf(pool.read(task('fine'), NEVER))).toBe('read');
  });

  test('that end by themselves are replaced', async () => {
    const pool = poolOf({ processFile: STAND_IN });
    expect(await codeOf(pool.read(task('exit'), NEVER))).toBe('a process ended with code 3');
    expect(await codeOf(pool.read(task('fine'), NEVER))).toBe('read');
  });

  test('stop when nobody wants the result any more', async () => {
    const pool = poolOf({ processFile: STAND_IN });
    const abort = new AbortController();
    const reading = codeOf(pool.read(task('spin'), abort.signal));
    const [pid] = pool.pids;
    await delay(300);
    abort.abort(new Error('gone'));
    expect(await reading).toBe('gone');
    expect(await hasEnded(pid!)).toBe(true);
  });

  test('refuse what they have no room for', async () => {
    const pool = poolOf({ processFile: STAND_IN, queueLength: 1, cpuSeconds: 0.5 });
    const busy = codeOf(pool.read(task('spin'), NEVER));
    const waiting = codeOf(pool.read(task('fine'), NEVER));
    expect(await codeOf(pool.read(task('fine'), NEVER))).toBe('rate_limited');
    expect(await busy).toBe('comparison_timeout');
    expect(await waiting).toBe('read');
  });

  test('end with the pool', async () => {
    const pool = poolOf({ processFile: STAND_IN });
    const reading = codeOf(pool.read(task('spin'), NEVER));
    const { pids } = pool;
    pool.close();
    expect(await reading).toBe('unavailable');
    for (const pid of pids) expect(await hasEnded(pid)).toBe(true);
  });

  test('may read no file and start no program', async () => {
    const nosy = fileURLToPath(new URL('./processes/nosy.ts', import.meta.url));
    const { warnings } = await poolOf({ processFile: nosy }).read(task(''), NEVER);
    expect(warnings.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'read: ERR_ACCESS_DENIED',
      'history: ERR_ACCESS_DENIED',
      'tests: ERR_ACCESS_DENIED',
      'sibling: ERR_ACCESS_DENIED',
      'write: ERR_ACCESS_DENIED',
      'spawn: ERR_ACCESS_DENIED',
      'environment: 0',
    ]);
  });

  test('serve an owner without a file beside one with a slow file', async () => {
    const pool = poolOf({ processes: 1, processFile: STAND_IN });
    const ended: string[] = [];
    const read = (owner: string, content: string) =>
      codeOf(pool.read(task(content), NEVER, owner)).then((outcome) =>
        ended.push(`${owner} ${content}: ${String(outcome)}`),
      );
    const slow = [read('a', 'spin'), read('a', 'one')];
    await read('b', 'two');
    // The process of `a` still spins. `b` got one of its own, which ended with its task.
    expect(ended).toEqual(['b two: read']);
    expect(pool.pids).toHaveLength(1);
    pool.close();
    await Promise.all(slow);
  });

  test('have no network', async () => {
    const { warnings } = await poolOf({ processFile: STAND_IN }).read(task('connect'), NEVER);
    const ways = ['fetch', 'connect', 'request', 'tls', 'pipe', 'listen', 'datagram', 'name', 'record'];
    expect(warnings.map(({ message }) => message)).toEqual([
      ...ways.map((way) => `${way}: ERR_ACCESS_DENIED`),
      'socket: error',
    ]);
  });
});

test('outlives promises that pdf.js rejects and nobody awaits', async () => {
  // The offsets of the table are wrong, and the length of the second page's content leads through the table.
  const content = showText('Terms of the agreement', 72, 700);
  const text = Buffer.from(plainPdf([{ content }, { content }])).toString('latin1');
  const damaged = text
    .replace('/BaseFont /Helvetica', '/Batica')
    .replace(/(\n7 0 obj\n<< \/Length )\d+/, '$1/ToUnicode 5 0 R');
  const broken: unknown[] = [];
  const pool = poolOf({ onBroken: (fault) => broken.push(fault) });
  const sound = { ...task(''), bytes: docx(wp('sound')) };
  expect(await codeOf(pool.read(sound, NEVER))).toBe('read');
  const [before] = pool.pids;
  const damagedTask = { ...task(''), format: 'pdf', bytes: Buffer.from(damaged, 'latin1') } as const;
  for (let each = 0; each < 3; each++) expect(await codeOf(pool.read(damagedTask, NEVER))).toMatch(/^(read|document_)/);
  // Another document is read in the same process after it.
  expect(await codeOf(pool.read(sound, NEVER))).toBe('read');
  expect([broken, pool.pids]).toEqual([[], [before]]);
});
