import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import type { TextTask } from '../../../service/pipeline/inputs/tasks.ts';
import { ComparisonPool, type ComparisonPoolOptions } from '../../../service/workers/comparison-pool.ts';

const threadFile = fileURLToPath(new URL('./threads/stand-in.ts', import.meta.url));
const never = new AbortController().signal;
const pools: ComparisonPool[] = [];

function poolOf(options: Partial<ComparisonPoolOptions>): ComparisonPool {
  const pool = new ComparisonPool({ threadFile, workers: 1, ...options });
  pools.push(pool);
  return pool;
}

function task(original: string, counter?: SharedArrayBuffer): TextTask {
  const plain: TextTask = { original, revised: '!', format: 'txt', mode: 'auto', wantsHtml: true, comparisonId: null };
  return counter === undefined ? plain : ({ ...plain, counter } as TextTask);
}

async function greets(pool: ComparisonPool): Promise<void> {
  const { html } = await pool.compare(task('hello'), never);
  expect(new TextDecoder().decode(html!)).toBe('"hello!"');
}

/** Whether a thread still counts. */
async function counts(counter: SharedArrayBuffer): Promise<boolean> {
  const view = new Int32Array(counter);
  // Termination of a thread takes effect at its next check for interrupts.
  await new Promise((resolve) => setTimeout(resolve, 200));
  const before = Atomics.load(view, 0);
  await new Promise((resolve) => setTimeout(resolve, 200));
  return Atomics.load(view, 0) !== before;
}

async function started(counter: SharedArrayBuffer): Promise<void> {
  while (Atomics.load(new Int32Array(counter), 0) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

describe('the pool of comparison threads', () => {
  it('returns the bytes of a finished comparison', async () => {
    await greets(poolOf({}));
  });

  it('tells of a result for which pairs had to be taken apart', async () => {
    const told: number[] = [];
    const pool = poolOf({ onDegraded: (pairs) => void told.push(pairs) });
    await greets(pool);
    expect(told).toEqual([]);
    await pool.compare(task('degrade'), new AbortController().signal);
    expect(told).toEqual([2]);
  });

  it('stops the computation at the time limit, and lives on', async () => {
    const counter = new SharedArrayBuffer(4);
    const pool = poolOf({ timeoutMs: 1_500 });
    await expect(pool.compare(task('burn', counter), never)).rejects.toMatchObject({
      code: 'comparison_timeout',
      message: expect.stringContaining('1.5 seconds'),
    });
    expect(Atomics.load(new Int32Array(counter), 0)).not.toBe(0);
    expect(await counts(counter)).toBe(false);
    await greets(poolOf({}));
    await greets(pool);
  });

  it('stops the computation when the caller leaves, and lives on', async () => {
    const counter = new SharedArrayBuffer(4);
    const pool = poolOf({});
    const leave = new AbortController();
    const running = pool.compare(task('burn', counter), leave.signal);
    await started(counter);
    leave.abort(new Error('gone'));
    await expect(running).rejects.toThrow('gone');
    expect(await counts(counter)).toBe(false);
    await greets(pool);
  });

  it('gives the memory of its threads back when nothing was compared for a while, and compares on', async () => {
    const pool = poolOf({ idleMs: 200 });
    const name = async (): Promise<string> => new TextDecoder().decode((await pool.compare(task('name'), never)).html!);
    const first = await name();
    expect(await name()).toBe(first);
    await new Promise((resolve) => setTimeout(resolve, 600));
    const second = await name();
    expect(second).not.toBe(first);
    expect(await name()).toBe(second);
  });

  it('refuses what runs and what waits when it is closed', async () => {
    const counter = new SharedArrayBuffer(4);
    const pool = poolOf({});
    const running = pool.compare(task('burn', counter), never);
    await started(counter);
    const waiting = pool.compare(task('hello'), never);
    const refused = expect(Promise.allSettled([running, waiting])).resolves.toMatchObject([
      { reason: { name: 'ServiceError', code: 'unavailable' } },
      { reason: { name: 'ServiceError', code: 'unavailable' } },
    ]);
    await pool.close();
    await refused;
  });

  it('does not begin what was aborted before', async () => {
    await expect(poolOf({}).compare(task('hello'), AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  });

  it('hands on a refusal with its code and details', async () => {
    const pool = poolOf({});
    await expect(pool.compare(task('refuse'), never)).rejects.toMatchObject({
      name: 'ServiceError',
      code: 'document_too_complex',
      message: '5 tags too many',
      details: { tags: 5 },
    });
    await greets(pool);
  });

  it('hands on a bug as a plain error', async () => {
    const pool = poolOf({});
    await expect(pool.compare(task('break'), never)).rejects.toThrow('a bug');
    await greets(pool);
  });

  it('survives a thread that runs out of memory', async () => {
    const broken: unknown[] = [];
    const pool = poolOf({ heapMegabytes: 32, onBroken: (fault) => broken.push(fault) });
    await expect(pool.compare(task('eat'), never)).rejects.toMatchObject({
      code: 'document_too_complex',
      message: expect.stringContaining('32 MiB'),
      cause: { code: 'ERR_WORKER_OUT_OF_MEMORY' },
    });
    await greets(pool);
  });

  it('gives out as many places as it has threads and its queue holds', async () => {
    const pool = poolOf({ queueLength: 1 });
    const release = pool.reserve(1, 'a');
    pool.reserve(1, 'a');
    expect(() => pool.reserve(1, 'a')).toThrow(
      expect.objectContaining({ code: 'rate_limited', details: { retryAfterSeconds: 2 } }),
    );
    release();
    release();
    pool.reserve(1, 'a');
    expect(() => pool.reserve(1, 'a')).toThrow(/limit/);
    await greets(pool);
  });

  it('refuses at once whose task would wait for half of its time', async () => {
    const counter = new SharedArrayBuffer(4);
    const pool = poolOf({ timeoutMs: 3_000 });
    await expect(pool.compare(task('burn', counter), never)).rejects.toMatchObject({ code: 'comparison_timeout' });
    const release = pool.reserve(1, 'a');
    for (const owner of ['a', 'b'])
      expect(() => pool.reserve(1, owner)).toThrow(/expected wait is \d+ seconds, and the limit is 1\.5\./);
    release();
    pool.reserve(1, 'b')();
  });

  it('does not count the start of a thread as work of the next tasks', async () => {
    const slowStart = fileURLToPath(new URL('./threads/slow-start.ts', import.meta.url));
    const pool = poolOf({ threadFile: slowStart, timeoutMs: 60_000 });
    const startMs = performance.now();
    await greets(pool);
    const firstMs = performance.now() - startMs;
    expect(firstMs).toBeGreaterThan(1_000);
    pool.reserve(1, 'a');
    // As many as would wait for half of their time, if each took as long as the first one.
    for (let reserved = 0; reserved < Math.min(110, 30_000 / firstMs + 2); reserved += 1)
      pool.reserve(1, `${reserved}`);
    await greets(pool);
  });

  it('lets owners take turns', async () => {
    const counter = new SharedArrayBuffer(4);
    const pool = poolOf({});
    const leave = new AbortController();
    const burning = pool.compare(task('burn', counter), leave.signal, undefined, 'a');
    await started(counter);
    const done: string[] = [];
    const work = async (owner: string, name: string): Promise<void> => {
      await pool.compare(task('hello'), never, undefined, owner);
      done.push(name);
    };
    const waiting = [work('a', 'a1'), work('a', 'a2'), work('a', 'a3'), work('b', 'b1')];
    leave.abort(new Error('gone'));
    await expect(burning).rejects.toThrow('gone');
    await Promise.all(waiting);
    expect(done).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it('holds 256 MiB of waiting inputs, or one that is larger', () => {
    const pool = poolOf({ queueLength: 100 });
    const release = pool.reserve(300 * 1_048_576, 'a');
    expect(() => pool.reserve(1, 'a')).toThrow(expect.objectContaining({ code: 'rate_limited' }));
    release();
    for (let each = 0; each < 12; each++) pool.reserve(20 * 1_048_576, 'a');
    expect(() => pool.reserve(20 * 1_048_576, 'a')).toThrow(/or 256 MB\./);
    pool.reserve(1_048_576, 'a');
  });
});
