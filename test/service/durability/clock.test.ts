/**
 * Everything that expires does so by the system's clock. The service runs under libfaketime, and its clock is moved
 * while it runs. Timers stay real.
 */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findFaketime } from '../../../scripts/setup.mjs';
import { newBearer, startProcess, type ServiceProcess } from './service-process.ts';

const library = findFaketime();
if (library === null) console.warn('NOT RUN: libfaketime is not installed, so that the clock tests are skipped');

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;
const TEXT = 'text/plain; charset=utf-8';

let directory: string;
let service: ServiceProcess;
let bearer: { authorization: string };

/** Seconds by which the service's clock differs from the real one, from now on. */
function shiftClock(seconds: number): void {
  const draft = join(directory, 'clock.draft');
  writeFileSync(draft, `${seconds < 0 ? '' : '+'}${seconds}s\n`);
  renameSync(draft, join(directory, 'clock'));
}

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(service.origin + path.replace(/^http:\/\/[^/]+/, ''), {
    method,
    headers: { ...(typeof body === 'object' ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = text === '' ? null : JSON.parse(text);
  return { status: response.status, headers: response.headers, text, json, code: json?.code };
}
const html = (body: object, headers: Record<string, string> = bearer) =>
  call('POST', '/v1/diffsvc/html', body, headers);

describe.skipIf(library === null)('by the clock', () => {
  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'diffsvc-clock-'));
    const dataDir = join(directory, 'data');
    shiftClock(0);
    bearer = await newBearer(dataDir, 'basic');
    service = await startProcess({
      dataDir,
      env: {
        LD_PRELOAD: library!,
        FAKETIME_TIMESTAMP_FILE: join(directory, 'clock'),
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        DIFFSVC_PLANS: '{"basic":{"requestsPerMinute":5}}',
      },
    });
  });
  afterEach(async () => {
    await service.end('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  });

  it('a retained reply is given for 7 days, and its key stays used', async () => {
    const keyed = { ...bearer, 'idempotency-key': 'a-key-of-16-signs' };
    const pair = { original: 'a', revised: 'b' };
    const first = await html(pair, keyed);
    expect(first.status).toBe(200);
    for (const [seconds, status, code] of [
      [7 * DAY - MINUTE, 200, undefined],
      [7 * DAY + MINUTE, 409, 'idempotency_expired'],
      [100 * DAY, 409, 'idempotency_expired'],
    ] as const) {
      shiftClock(seconds);
      const again = await html(pair, keyed);
      expect([again.status, again.code]).toEqual([status, code]);
      if (status === 200) expect(again.text).toBe(first.text);
    }
  });

  it('an upload takes its bytes for 15 minutes and keeps them for 24 hours', async () => {
    const announce = () =>
      call('POST', '/v1/diffsvc/uploads', { filename: 'a', contentType: TEXT, sizeBytes: 1 }, bearer);
    const put = (url: string) => call('PUT', url, 'x', { 'content-type': TEXT });
    const [soon, late] = [(await announce()).json, (await announce()).json];
    shiftClock(15 * MINUTE - 30);
    expect((await put(soon.uploadUrl)).status).toBe(204);
    shiftClock(15 * MINUTE + 30);
    expect(await put(late.uploadUrl)).toMatchObject({ status: 410, code: 'gone' });
    const reference = { uploadId: soon.uploadId };
    shiftClock(24 * HOUR + 14 * MINUTE);
    expect((await html({ original: reference, revised: reference })).status).toBe(200);
    shiftClock(24 * HOUR + 16 * MINUTE);
    expect(await html({ original: reference, revised: reference })).toMatchObject({ status: 410, code: 'gone' });
  });

  it('a comparison is kept for 24 hours, and a token from the future is refused beyond a minute', async () => {
    const { json } = await html({ original: 'a', revised: 'b', output: ['json'] });
    for (const [seconds, status, code] of [
      [-50, 200, undefined],
      [-70, 401, 'token_issued_in_future'],
      [24 * HOUR - MINUTE, 200, undefined],
      [24 * HOUR + MINUTE, 404, 'token_expired'],
    ] as const) {
      shiftClock(seconds);
      const page = await call('GET', json.changesUrl);
      expect([page.status, page.code]).toEqual([status, code]);
    }
  });

  it('units count by the calendar month in UTC', async () => {
    const now = new Date();
    const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
    const untilNextMonth = Math.ceil((nextMonth - now.getTime()) / 1_000);
    shiftClock(untilNextMonth - 30);
    expect((await html({ original: '1', revised: '2' })).json.usage.used).toBe(1);
    expect((await html({ original: '1', revised: '3' })).json.usage.used).toBe(2);
    shiftClock(untilNextMonth + 1);
    expect((await html({ original: '1', revised: '4' })).json.usage.used).toBe(1);
    shiftClock(untilNextMonth - 30);
    expect((await html({ original: '1', revised: '5' })).json.usage.used).toBe(3);
  });

  it('a window of the rate limit ends after a minute, or when the clock is set back', async () => {
    const usage = () => call('GET', '/v1/diffsvc/usage', undefined, bearer);
    const useUp = async (): Promise<void> => {
      for (let each = 0; each < 5; each++) expect((await usage()).status).toBe(200);
      expect((await usage()).status).toBe(429);
    };
    await useUp();
    shiftClock(30);
    const refused = await usage();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^(29|30|31)$/)]);
    shiftClock(61);
    await useUp();
    shiftClock(-HOUR);
    expect((await usage()).status).toBe(200);
  });

  it('the replay cache answers for ten minutes', async () => {
    const pair = { original: 'replayed', revised: 'again' };
    const replay = async () => (await html(pair)).headers.get('x-diffsvc-replay');
    expect(await replay()).toBeNull();
    shiftClock(9 * MINUTE);
    expect(await replay()).toBe('1');
    shiftClock(11 * MINUTE);
    expect(await replay()).toBeNull();
  });
});
