/**
 * The disk is full, broken, or may not be written, at every write of an upload, a comparison with a key, and an
 * export. Each request ends with a typed error or its result, what was answered before stays, and everything works when
 * the disk works again.
 */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { IN_CLUSTER } from '../store/test-stores.ts';
import { RUNS_ALL } from '../../seed/seed.ts';
import type { Answer } from '../http/use-server.ts';
import { useServer } from '../http/use-server.ts';
import {
  countWrites,
  failWrites,
  installFailingDisk,
  sampledWrites,
  writesSoFar,
  type DiskFault,
} from './failing-disk.ts';

installFailingDisk();
const service = useServer();
const { call, get } = service;

const TEXT = 'text/plain; charset=utf-8';
/** The codes that a failing disk may have. */
const CODES: Readonly<Record<DiskFault, readonly string[]>> = {
  full: ['storage_full'],
  broken: ['unavailable', 'idempotency_unavailable'],
  denied: ['unavailable', 'idempotency_unavailable'],
  immutable: ['unavailable', 'idempotency_unavailable'],
  'read-only': ['unavailable', 'idempotency_unavailable'],
};
/** What a person reads in a refusal: the next step. */
const REMEDIES: Readonly<Record<DiskFault, RegExp>> = {
  full: /is full\..* Free some space on it/,
  broken: /failed\..* the disk and the log of the service need a look/,
  denied: /may not write its data directory\..* Give the account that right/,
  immutable: /may not write its data directory\..* Give the account that right/,
  'read-only': /may not write its data directory\..* Give the account that right/,
};
/** Each fault, for one write and from one write on. The three ways without permission are sampled: all with `--all`. */
const CASES = (Object.keys(CODES) as DiskFault[])
  .flatMap((fault) => [[fault, false] as const, [fault, true] as const])
  .filter(([fault, once]) => RUNS_ALL || fault !== 'immutable' || !once)
  .filter(([fault, once]) => RUNS_ALL || fault !== 'denied' || once)
  .filter(([fault]) => RUNS_ALL || fault !== 'read-only');
/** Long enough that the reply is a file. */
const words = (word: string): string => `${word} of the agreement in words that stay\n`.repeat(2_000);

interface Done {
  readonly answers: readonly Answer[];
  /** Units of the comparison, if it was answered. */
  readonly units: number;
  readonly compared: Answer | null;
  /** Sends the comparison again, byte for byte. */
  readonly again: () => Promise<Answer | null>;
  readonly jobId: string | null;
}

/** An upload, a comparison with a key and an export, up to the first refusal. */
async function workAs(bearer: Record<string, string>, key: string): Promise<Done> {
  const answers: Answer[] = [];
  const uploads: { uploadId: string }[] = [];
  const compare = (): Promise<Answer> =>
    call(
      'POST',
      '/v1/diffsvc/html',
      { ...bearer, 'idempotency-key': key },
      { original: uploads[0], revised: uploads[1], format: 'txt', output: ['html', 'json', 'hosted_viewer'] },
    );
  const done = (compared: Answer | null = null, jobId: string | null = null): Done => ({
    answers,
    units: compared?.status === 200 ? Number(compared.json.units) : 0,
    compared,
    again: async () => (compared === null ? null : await compare()),
    jobId,
  });
  for (const text of [words('Parts'), words('Pieces')]) {
    const announced = await call('POST', '/v1/diffsvc/uploads', bearer, {
      filename: 'a.txt',
      contentType: TEXT,
      sizeBytes: text.length,
    });
    answers.push(announced);
    if (announced.status !== 201) return done();
    const put = await call('PUT', announced.json.uploadUrl, { 'content-type': TEXT }, text);
    answers.push(put);
    if (put.status !== 204) return done();
    uploads.push({ uploadId: announced.json.uploadId });
  }
  const compared = await compare();
  answers.push(compared);
  if (compared.status !== 200) return done(compared);
  const { comparisonId } = compared.json;
  const exported = await call('POST', `/v1/diffsvc/comparisons/${comparisonId}/exports`, bearer, {
    type: 'track_changes_docx',
  });
  answers.push(exported);
  return done(compared, exported.status === 202 ? exported.json.jobId : null);
}

async function endedJob(bearer: Record<string, string>, jobId: string): Promise<Answer> {
  for (;;) {
    const job = await get(`/v1/diffsvc/jobs/${jobId}`, bearer);
    if (job.status !== 200 || !['queued', 'running'].includes(job.json.status)) return job;
    await new Promise((wait) => setTimeout(wait, 5));
  }
}

const running = async (): Promise<number> =>
  (await service.under.database.selectFrom('operations').selectAll().where('state', '=', 'running').execute()).length;

// The faults are of the local shape.
describe.skipIf(IN_CLUSTER)('a disk that fails at each write', () => {
  it.each(CASES)('%s, only once: %s', async (fault, once) => {
    const { bearer, accountId } = await service.under.account('creator_pro');
    const subject = `account:${accountId}`;
    countWrites();
    const first = await workAs(bearer, 'a-key-of-16-signs-first');
    expect((await endedJob(bearer, first.jobId!)).json.status).toBe('succeeded');
    const writes = writesSoFar().count;
    expect(writes).toBeGreaterThan(30);
    let units = first.units;
    let refusals = 0;
    for (const at of sampledWrites(writes, `${fault} ${once}`)) {
      // The requests of a minute are limited.
      service.later(61);
      failWrites(fault, at, once);
      const key = `a-key-of-16-signs-${at}`;
      const broken = await workAs(bearer, key);
      const health = await get('/v1/health');
      while (service.under.queue.isBusy) await new Promise((wait) => setTimeout(wait, 5));
      const { failed } = writesSoFar();
      const place = `write ${at} of ${writes}, ${fault}: ${failed[0]}`;
      countWrites();
      expect(health.status, place).toBe(200);
      for (const { status, code, json } of broken.answers) {
        if (status < 400) continue;
        refusals += 1;
        expect(CODES[fault], `${place}: ${status} ${JSON.stringify(json)}`).toContain(code);
        expect(json.message, place).toMatch(REMEDIES[fault]);
      }
      units += broken.units;

      // The disk works again.
      await service.under.admission.sweep();
      await service.under.uploads.sweep();
      await service.under.queue.sweep();
      expect(await running(), place).toBe(0);
      expect(await service.under.used(subject), place).toBe(units);
      if (broken.jobId !== null) {
        const { json } = await endedJob(bearer, broken.jobId);
        expect(['succeeded', 'failed'], place).toContain(json.status);
        if (json.status === 'failed') {
          expect(CODES[fault], place).toContain(json.error.code);
          expect(json.error.message, place).toMatch(REMEDIES[fault]);
        }
      }
      const again = await broken.again();
      if (broken.compared?.status === 200) expect(again?.text, place).toBe(broken.compared.text);
      else if (again?.status === 200) units += Number(again.json.units);
      else if (again !== null) expect(CODES[fault], place).toContain(again.code);
      const kept = await get(first.compared!.json.changesUrl);
      expect([kept.status, kept.json.totalChanges], place).toEqual([200, first.compared!.json.json.totalChanges]);
      for (const folder of ['uploads', 'replies', 'artifacts']) {
        const names = readdirSync(`${service.under.directory}/${folder}`);
        expect(
          names.filter((name) => name.includes('.')),
          place,
        ).toEqual([]);
      }
    }
    expect(refusals).toBeGreaterThan(0);
    const last = await workAs(bearer, 'a-key-of-16-signs-last');
    expect(last.answers.map(({ status }) => status)).toEqual([201, 204, 201, 204, 200, 202]);
    expect((await endedJob(bearer, last.jobId!)).json.status).toBe('succeeded');
  });
});
