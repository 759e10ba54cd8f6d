/**
 * Exports and jobs. The file is over 400 lines long, because every case orders exports from one service through the same
 * helpers.
 */
import { randomUUID } from 'node:crypto';
import { Compile } from 'typebox/compile';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Job, type ArtifactType } from '../../../shared/api/jobs.ts';
import { DraftChanges } from '../../../shared/change/negotiation.ts';
import { UndisclosedEdits } from '../../../shared/change/undisclosed.ts';
import { resolve } from '../../../shared/fragment/resolve.ts';
import { readReviewFile } from '../../../shared/review-file/review-file.ts';
import { EMPTY_RECORD } from '../../../shared/review-file/review-record.ts';
import type { GivenFile } from '../../../service/comparison/ports.ts';
import { UNFINISHED_JOBS_MAX } from '../../../service/comparison/exports/exports.ts';
import { readDocx } from '../../../service/formats/docx/read-docx.ts';
import { sha256 } from '../../../service/sha256.ts';
import { resolvePackage } from '../../../service/redline/verify/resolve-package.ts';
import { declaredRevisions } from '../../../service/pipeline/undisclosed/own-revisions.ts';
import { textOf } from '../../../shared/document/model.ts';
import { extractPages } from '../../../service/formats/pdf/extract-pages.ts';
import { docx, r, wp } from '../../builders/docx.ts';
import { pdf } from '../../builders/pdf.ts';
import { serverUnderTest, type Choices, type ServerUnderTest } from './server-under-test.ts';

let under: ServerUnderTest;
let bearer: { authorization: string };
beforeEach(() => restart());
afterEach(() => under.close());

async function restart(choices?: Choices): Promise<void> {
  if (choices !== undefined) await under.close();
  under = await serverUnderTest(choices);
  ({ bearer } = await under.account('creator_pro'));
}

async function call(method: 'GET' | 'POST' | 'DELETE', url: string, headers: object = bearer, payload?: object) {
  const path = url.replace(/^http:\/\/[^/]+/, '');
  const response = await under.server.inject({
    method,
    url: path,
    headers: { host: 'localhost', ...headers },
    ...(payload && { payload }),
  });
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  return {
    status: response.statusCode,
    headers: response.headers,
    json: isJson ? response.json() : null,
    bytes: response.rawPayload,
  };
}

const TEXTS = { original: 'The fee is due.\n\nIt is **30** days.', revised: 'The rent is due.\n\nIt is **14** days.' };

async function compared(texts = TEXTS, format = 'markdown'): Promise<{ comparisonId: string; html: string }> {
  const { json } = await call('POST', '/v1/diffsvc/html', bearer, { ...texts, format, output: ['html', 'json'] });
  return json;
}
const order = (comparisonId: string, body: object, headers: object = bearer) =>
  call('POST', `/v1/diffsvc/comparisons/${comparisonId}/exports`, headers, body);

/** Polls until the job has ended. */
async function finished(pollUrl: string) {
  for (;;) {
    const { json } = await call('GET', pollUrl);
    expect(Compile(Job).Errors(json)).toEqual([]);
    if (json.status !== 'queued' && json.status !== 'running') return json;
    await new Promise((wait) => setTimeout(wait, 50));
  }
}

/** A job that waits until it is aborted, or until `go`. */
function waiting() {
  const { promise, resolve: go } = Promise.withResolvers<undefined>();
  const started: string[] = [];
  const aborted: string[] = [];
  const artifact = { bytes: Buffer.from('made'), mediaType: 'text/plain', extension: '.txt', report: { warnings: [] } };
  const runJob: NonNullable<Choices['runJob']> = (job, signal) => {
    started.push(job.jobId);
    return new Promise((done, fail) => {
      signal.addEventListener('abort', () => {
        aborted.push(job.jobId);
        fail(new Error('aborted'));
      });
      void promise.then(() => done({ artifact, name: 'made.txt' }));
    });
  };
  return { runJob, go: () => go(undefined), started, aborted };
}

describe('waiting for a job', () => {
  it('answers when the job has ended, and not before', async () => {
    const work = waiting();
    await restart({ runJob: work.runJob });
    const { comparisonId } = await compared();
    const { json: job } = await order(comparisonId, { type: 'review_html' });
    let answered = false;
    const answer = call('GET', `${job.pollUrl}?wait=50`).finally(() => (answered = true));
    await expect.poll(() => work.started).toHaveLength(1);
    await new Promise((later) => setTimeout(later, 50));
    expect(answered).toBe(false);
    work.go();
    expect((await answer).json).toMatchObject({ jobId: job.jobId, status: 'succeeded' });
    expect((await call('GET', `${job.pollUrl}?wait=50`)).json.status).toBe('succeeded');
  });

  it('answers with the job as it is when the time is over', async () => {
    const work = waiting();
    await restart({ runJob: work.runJob });
    const { comparisonId } = await compared();
    const { json: job } = await order(comparisonId, { type: 'review_html' });
    const { json } = await call('GET', `${job.pollUrl}?wait=1`);
    expect(Compile(Job).Errors(json)).toEqual([]);
    expect(json.status).toBe('running');
    work.go();
  });

  it('answers not_found when the job is deleted meanwhile', async () => {
    const work = waiting();
    await restart({ runJob: work.runJob });
    const { comparisonId } = await compared();
    const { json: job } = await order(comparisonId, { type: 'review_html' });
    const answer = call('GET', `${job.pollUrl}?wait=50`);
    await expect.poll(() => work.started).toHaveLength(1);
    expect((await call('DELETE', job.pollUrl)).status).toBe(204);
    expect(await answer).toMatchObject({ status: 404, json: { code: 'not_found' } });
  });

  it.each(['51', '-1', '1.5', 'long', '1&wait=2'])('refuses wait=%s', async (wait) => {
    const { status, json } = await call('GET', `/v1/diffsvc/jobs/job_1?wait=${wait}`);
    expect([status, json.code]).toEqual([400, 'invalid_request']);
  });
});

describe('ordering an export', () => {
  it('answers 202 with a queued job, which becomes running and succeeded', async () => {
    const work = waiting();
    await restart({ runJob: work.runJob });
    const { comparisonId } = await compared();
    const { status, json } = await order(comparisonId, { type: 'review_html' });
    expect(status).toBe(202);
    expect(json).toEqual({
      jobId: expect.stringMatching(/^job_[0-9a-f]{32}$/),
      artifactType: 'review_html',
      status: 'queued',
      pollUrl: `http://127.0.0.1:4870/v1/diffsvc/jobs/${json.jobId}`,
      comparisonId,
      createdAt: '2025-03-01T12:00:00.000Z',
    });
    while (work.started.length === 0) await new Promise((wait) => setTimeout(wait, 2));
    expect((await call('GET', json.pollUrl)).json).toMatchObject({ status: 'running', progress: 0 });
    work.go();
    expect(await finished(json.pollUrl)).toEqual({
      ...json,
      status: 'succeeded',
      progress: 1,
      startedAt: '2025-03-01T12:00:00.000Z',
      finishedAt: '2025-03-01T12:00:00.000Z',
      downloadUrl: `${json.pollUrl}/result`,
      expiresAt: '2025-03-02T12:00:00.000Z',
    });
  });

  it('gives the same job again under the same Idempotency-Key, and refuses another body', async () => {
    const { comparisonId } = await compared();
    const headers = { ...bearer, 'idempotency-key': randomUUID() };
    const first = await order(comparisonId, { type: 'review_html' }, headers);
    const again = await order(comparisonId, { type: 'review_html' }, headers);
    expect(again.bytes).toEqual(first.bytes);
    expect((await call('GET', '/v1/diffsvc/jobs')).json.jobs).toHaveLength(1);
    expect((await order(comparisonId, { type: 'resolved_html' }, headers)).json.code).toBe('idempotency_conflict');
  });

  it('refuses one end of a move, and names the other', async () => {
    const clause = 'Liability of either party is limited to the fees of one year.';
    const kept = [
      'The fee is due in March.',
      'The term is three years.',
      'Notices are sent by post to the address above.',
    ];
    const texts = { original: [clause, ...kept].join('\n\n'), revised: [...kept, clause].join('\n\n') };
    const { comparisonId } = await compared(texts);
    const refusal = async (body: object) => {
      const { status, json } = await order(comparisonId, { type: 'resolved_html', ...body });
      expect([status, json.code]).toEqual([400, 'invalid_request']);
      return [json.message, json.details.issues];
    };
    const first = (path: string, verb: string) => {
      const message = `chg_000001 is one end of a move: ${verb} chg_000002 as well`;
      return [`${path}: ${message}.`, [{ in: 'body', path, message }]];
    };
    const second = `chg_000002 is one end of a move: reject chg_000001 as well`;
    expect(await refusal({ accept: ['chg_000001'] })).toEqual(first('/accept/0', 'accept'));
    expect(await refusal({ reject: ['chg_000001'] })).toEqual(first('/reject/0', 'reject'));
    expect(await refusal({ accept: ['chg_000001'], reject: ['chg_000002'] })).toEqual(first('/accept/0', 'accept'));
    expect(await refusal({ accept: 'all', reject: ['chg_000002'] })).toEqual([
      `/reject/0: ${second}.`,
      [{ in: 'body', path: '/reject/0', message: second }],
    ]);
    for (const body of [
      { accept: ['chg_000001', 'chg_000002'] },
      { reject: ['chg_000002', 'chg_000001'] },
      { accept: 'all' },
    ])
      expect((await order(comparisonId, { type: 'resolved_html', ...body })).status).toBe(202);
  });

  it('refuses what cannot be made or decided, and names it', async () => {
    const { comparisonId } = await compared();
    const refused = async (body: object) => {
      const { status, json } = await order(comparisonId, body);
      expect([status, json.code]).toEqual([400, 'invalid_request']);
      return json.details.issues.map(({ path }: { path: string }) => path);
    };
    expect(await refused({ type: 'zip' })).toEqual(['/type']);
    expect(await refused({ type: 'resolved_html', accept: ['chg_000001', 'chg_000009'], reject: ['x'] })).toEqual([
      ...['/accept/1', '/reject/0'],
    ]);
    expect(await refused({ type: 'resolved_html', accept: 'all', reject: 'all' })).toEqual(['/reject']);
    expect(await refused({ type: 'resolved_html', accept: ['chg_000001'], reject: ['chg_000001'] })).toEqual([
      '/reject/0',
    ]);
    const [note, date] = [{ changeId: 'chg_000009', messages: [] }, '2026-02-31T12:00:99Z'];
    expect(await refused({ type: 'report_html', notes: [note], date, author: 'a\nb' })).toEqual([
      ...['/notes/0/changeId', '/author', '/date'],
    ]);
    expect(await refused({ type: 'report_html', paper: 'a3', author: '' })).toEqual(['/author', '/paper']);
    const json = await compared({ original: '{"a":1}', revised: '{"a":2}' }, 'json');
    const { json: answer } = await order(json.comparisonId, { type: 'track_changes_docx' });
    expect([answer.code, answer.details.issues[0].path]).toEqual(['invalid_request', '/type']);
  });

  it('takes no more than so many unfinished jobs of one caller', async () => {
    const work = waiting();
    await restart({ runJob: work.runJob });
    const { comparisonId } = await compared();
    for (let made = 0; made < UNFINISHED_JOBS_MAX; made++) await order(comparisonId, { type: 'review_html' });
    const { status, json, headers } = await order(comparisonId, { type: 'review_html' });
    expect([status, json.code, headers['retry-after']]).toEqual([429, 'rate_limited', '10']);
    expect(work.started).toHaveLength(1);
  });

  it('costs no units', async () => {
    const { accountId, bearer: other } = await under.account('basic');
    const { json } = await call('POST', '/v1/diffsvc/html', other, { ...TEXTS, output: ['json'] });
    const before = await under.used(`account:${accountId}`);
    await order(json.json.comparisonId ?? json.comparisonId, { type: 'review_html' }, other);
    expect(await under.used(`account:${accountId}`)).toBe(before);
  });
});

describe('who may export', () => {
  it('refuses everyone without a bearer, viewer tokens included', async () => {
    const { comparisonId } = await compared();
    const { json } = await order(comparisonId, { type: 'review_html' });
    const share = await call('POST', `/v1/diffsvc/comparisons/${comparisonId}/shares`, bearer, {});
    const token = share.json.viewerToken;
    const path = new URL(json.pollUrl).pathname;
    for (const headers of [{}, { 'x-viewer-token': token }]) {
      for (const [method, url] of [
        ['GET', path],
        ['GET', `${path}?token=${token}`],
        ['GET', `${path}/result?token=${token}`],
        ['DELETE', path],
        ['GET', '/v1/diffsvc/jobs'],
        ['POST', `/v1/diffsvc/comparisons/${comparisonId}/exports?token=${token}`],
      ] as const) {
        const answer = await call(method, url, headers, method === 'POST' ? { type: 'review_html' } : undefined);
        expect([url, answer.status, answer.json.code]).toEqual([url, 401, 'export_authentication_required']);
      }
    }
  });

  it('answers the same for another account’s job or comparison as for none', async () => {
    const { comparisonId } = await compared();
    const { json } = await order(comparisonId, { type: 'review_html' });
    const { bearer: stranger } = await under.account('creator_pro');
    const messages = new Set<string>();
    for (const jobId of [json.jobId, 'job_00000000000000000000000000000000', 'x']) {
      for (const [method, tail] of [
        ['GET', ''],
        ['GET', '/result'],
        ['DELETE', ''],
      ] as const) {
        const answer = await call(method, `/v1/diffsvc/jobs/${jobId}${tail}`, stranger);
        expect([answer.status, answer.json.code]).toEqual([404, 'not_found']);
        messages.add(answer.json.message);
      }
    }
    expect(messages.size).toBe(1);
    expect((await order(comparisonId, { type: 'review_html' }, stranger)).json.code).toBe('not_found');
    expect((await call('GET', '/v1/diffsvc/jobs', stranger)).json).toEqual({ jobs: [] });
    expect((await finished(json.pollUrl)).status).toBe('succeeded');
  });
});

describe('the list', () => {
  it('has one’s own jobs, newest first, as many as asked for', async () => {
    const { comparisonId } = await compared();
    const made: string[] = [];
    for (const type of ['review_html', 'resolved_html', 'review_html']) {
      under.now = new Date(under.now.getTime() + 1_000);
      made.unshift((await order(comparisonId, { type })).json.jobId);
    }
    const ids = async (query: string) =>
      (await call('GET', `/v1/diffsvc/jobs${query}`)).json.jobs.map(({ jobId }: { jobId: string }) => jobId);
    expect(await ids('')).toEqual(made);
    expect(await ids('?limit=2')).toEqual(made.slice(0, 2));
    expect((await call('GET', '/v1/diffsvc/jobs?limit=0')).json.code).toBe('invalid_request');
  });
});

describe('the result', () => {
  const made = async (type: ArtifactType, options: object = {}, texts = TEXTS, format = 'markdown') => {
    const comparison = await compared(texts, format);
    const { json } = await order(comparison.comparisonId, { type, ...options });
    const job = await finished(json.pollUrl);
    expect(job.error).toBeUndefined();
    return { ...comparison, job, download: await call('GET', job.downloadUrl) };
  };

  it('is the fragment with the decisions applied', async () => {
    const { html, job, download } = await made('resolved_html', { accept: ['chg_000001'], reject: ['chg_000002'] });
    expect(job.check).toEqual({ exact: true, places: [] });
    expect((await made('resolved_html')).job.check).toBeUndefined();
    expect(download.bytes.toString()).toBe(resolve(html, { accept: ['chg_000001'], reject: ['chg_000002'] }));
    expect(download.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(download.headers['content-disposition']).toMatch(
      /^attachment; filename="comparison cmp_[0-9a-f]{8} - [a-z ]+\.html"/,
    );
    expect(download.headers['content-security-policy']).toContain('sandbox');
    expect(download.headers['cache-control']).toBe('no-store');
  });

  it('is a page that needs nothing else', async () => {
    const { html, download } = await made('review_html');
    const page = download.bytes.toString();
    expect(page).toContain(html);
    const policy = /content="(default-src[^"]*)"/.exec(page)?.[1];
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-[^' ]+'; style-src 'sha256-[^' ]+'; img-src data:;/,
    );
    // A boolean, so that a failure does not print the whole program.
    expect(/<link|src="http/.test(page)).toBe(false);
    const { facts, fragment, record } = readReviewFile(page);
    expect(fragment).toBe(html);
    expect(facts).toMatchObject({ format: 'markdown', fallback: false, fragmentSha256: sha256(html) });
    expect(facts.digests).toEqual({
      original: sha256(resolve(html, { reject: 'all' })),
      revised: sha256(resolve(html, { accept: 'all' })),
      fileSha256: { original: sha256(TEXTS.original), revised: sha256(TEXTS.revised) },
    });
    expect(record).toEqual(EMPTY_RECORD);
  });

  it('is a page that holds the decisions, which can be taken back in it', async () => {
    const { html, download } = await made('review_html', { accept: ['chg_000001'], reject: 'all' });
    const { fragment, record } = readReviewFile(download.bytes.toString());
    expect(fragment).toBe(html);
    expect([...record.decided]).toEqual([
      ['chg_000001', 'accepted'],
      ['chg_000002', 'rejected'],
    ]);
    expect(record.finished).toBe(true);
  });

  it('is a report with the decisions and notes of the order, the same each time', async () => {
    const options = {
      ...{ accept: ['chg_000001'], date: '2026-01-31T12:00:00Z', reviewer: 'Ada', unknown: 'dropped' },
      names: { original: 'Terms v1.md', revised: 'Terms v2.md' },
      notes: [{ changeId: 'chg_000002', messages: [{ author: 'Ada', at: null, text: 'Too short.' }] }],
    };
    const { download, job } = await made('report_html', options);
    const page = download.bytes.toString();
    for (const text of ['Terms v1.md', 'Terms v2.md', '31 Jan 2026', 'Too short.', 'Accepted', sha256(TEXTS.original)])
      expect(page).toContain(text);
    expect((await made('report_html', options)).download.bytes).toEqual(download.bytes);
    expect((await under.jobs.find(job.jobId))!.options).not.toHaveProperty('unknown');
  });

  it('lists what a returned DOCX changed without marking it', async () => {
    const marked = '<w:ins w:id="1" w:author="Bob" w:date="2026-01-02T03:04:05Z"><w:r><w:t>soon</w:t></w:r></w:ins>';
    const file = (body: string) => ({ dataBase64: Buffer.from(docx(body)).toString('base64') });
    const { json } = await call(
      'POST',
      '/v1/diffsvc/documents',
      { ...bearer, accept: 'application/json' },
      {
        format: 'docx',
        original: file(wp(r('Pay ten euro '))),
        revised: file(wp(r('Pay two euro ') + marked)),
        output: ['json'],
      },
    );
    const { comparisonId } = json.contentDiff;
    const ordered = await order(comparisonId, { type: 'undisclosed_json' });
    const job = await finished(ordered.json.pollUrl);
    const { json: found } = await call('GET', job.downloadUrl);
    expect(Compile(UndisclosedEdits).Errors(found)).toEqual([]);
    expect(found).toMatchObject({
      differs: true,
      items: [{ kind: 'change', sentence: '“ten” became “two”.' }],
      declared: [{ author: 'Bob', revisions: 1 }],
    });
    const refused = await order((await compared()).comparisonId, { type: 'undisclosed_json' });
    expect([refused.status, refused.json.details.issues[0].path]).toEqual([400, '/type']);
  });

  it('follows the changes of a second draft into a third one', async () => {
    const drafts = [
      'The fee is 30 euro.\n\nNotice takes ten days.\n\nAll else stays.',
      'The fee is 14 euro.\n\nNotice takes two days.\n\nAll else stays.',
      'The fee is 14 euro.\n\nNotice takes ten days.\n\nAll else stays here.',
    ] as const;
    const { comparisonId: first } = await compared({ original: drafts[0], revised: drafts[1] });
    const { comparisonId: next } = await compared({ original: drafts[1], revised: drafts[2] });
    const { json: queued } = await order(first, { type: 'negotiation_json', next });
    const job = await finished(queued.pollUrl);
    const { json: lists } = await call('GET', job.downloadUrl);
    expect(Compile(DraftChanges).Errors(lists)).toEqual([]);
    const words = (changes: DraftChanges['accepted']): string[] =>
      changes.map((change) => ('after' in change ? change.after.text : '').trim());
    expect(words(lists.accepted)).toEqual(['14']);
    expect(words(lists.changedBack)).toEqual(['two']);
    expect(words(lists.changedFurther)).toEqual([]);
    expect(words(lists.added)).toEqual(['here']);

    const { json: other } = await order(next, { type: 'negotiation_json', next: first });
    expect(await finished(other.pollUrl)).toMatchObject({ status: 'failed', error: { code: 'invalid_request' } });
    const text = (await compared({ original: drafts[1], revised: drafts[2] }, 'txt')).comparisonId;
    for (const body of [
      { type: 'negotiation_json' },
      { type: 'negotiation_json', next: text },
      { type: 'review_html', next },
    ]) {
      const refused = await order(first, body);
      expect([refused.status, refused.json.details.issues[0].path]).toEqual([400, '/next']);
    }
    const unknown = await order(first, { type: 'negotiation_json', next: 'cmp_unknown' });
    expect(unknown.status).toBe(404);
    const stranger = await under.account('creator_pro');
    const theirs = await call('POST', '/v1/diffsvc/html', stranger.bearer, {
      ...{ original: drafts[1], revised: drafts[2] },
      ...{ format: 'markdown', output: ['json'] },
    });
    const foreign = await order(first, { type: 'negotiation_json', next: theirs.json.comparisonId });
    expect(foreign.status).toBe(404);
  });

  it('follows changes of drafts that were converted, whose second one is converted for both comparisons', async () => {
    const words = ({ bytes }: GivenFile): string => /Pay[^.]*\./u.exec(Buffer.from(bytes).toString('latin1'))![0];
    await restart({ convert: (file) => Promise.resolve(docx(wp(r(words(file))))) });
    const side = (text: string) => ({
      dataBase64: Buffer.from(`{\\rtf1\\ansi ${text}\\par}`).toString('base64'),
    });
    const [first, second, third] = [side('Pay 30 euro.'), side('Pay 60 euro.'), side('Pay 60 euro now.')];
    const ids: string[] = [];
    for (const pair of [
      { original: first, revised: second },
      { original: second, revised: third },
    ]) {
      const headers = { ...bearer, accept: 'application/json' };
      const body = { format: 'docx', ...pair, output: ['json'] };
      ids.push((await call('POST', '/v1/diffsvc/documents', headers, body)).json.contentDiff.comparisonId);
    }
    const { json: queued } = await order(ids[0]!, { type: 'negotiation_json', next: ids[1] });
    const { json: lists } = await call('GET', (await finished(queued.pollUrl)).downloadUrl);
    expect([lists.accepted, lists.changedBack, lists.changedFurther, lists.added].map((list) => list.length)).toEqual([
      1, 0, 0, 1,
    ]);
  });

  it('keeps tracked revisions of both DOCX on request, and refuses where none can stay', async () => {
    const marked = '<w:ins w:id="1" w:author="Bob" w:date="2026-01-02T03:04:05Z"><w:r><w:t>soon</w:t></w:r></w:ins>';
    const file = (body: string) => ({ dataBase64: Buffer.from(docx(body)).toString('base64') });
    const pair = { original: file(wp(r('Pay ten euro '))), revised: file(wp(r('Pay two euro ') + marked)) };
    const body = { format: 'docx', ...pair, output: ['json', 'track_changes'], revisions: 'keep' };
    const { json } = await call('POST', '/v1/diffsvc/documents', { ...bearer, accept: 'application/json' }, body);
    const { comparisonId } = json.contentDiff;
    const { json: asked } = await order(comparisonId, { type: 'track_changes_docx', revisions: 'keep' });
    const { json: all } = await call('GET', '/v1/diffsvc/jobs');
    expect(all.jobs).toHaveLength(2);
    for (const { pollUrl } of all.jobs) {
      const { downloadUrl } = await finished(pollUrl);
      const { bytes } = await call('GET', downloadUrl);
      const declared = await declaredRevisions(bytes, new Set());
      expect(declared).toEqual([
        { author: 'Bob', revisions: 1 },
        { author: 'diffsvc', revisions: 2 },
      ]);
    }
    expect(asked.artifactType).toBe('track_changes_docx');
    for (const [id, request] of [
      [comparisonId, { type: 'resolved_docx' }],
      [comparisonId, { type: 'track_changes_docx', accept: 'all' }],
      [(await compared()).comparisonId, { type: 'track_changes_docx' }],
    ]) {
      const refused = await order(id, { ...request, revisions: 'keep' });
      expect([refused.status, refused.json.details.issues[0].path]).toEqual([400, '/revisions']);
    }
  });

  it('is a new Word document with native revisions for texts', async () => {
    const { job, download } = await made('track_changes_docx');
    expect(job.revisions).toEqual({ insertions: 2, deletions: 2, moves: 0, formatChanges: 0 });
    const textsOf = async (side: 'original' | 'revised') => {
      const { document } = await readDocx(await resolvePackage(download.bytes, side));
      return document.blocks.map((block) => (block.kind === 'text' ? textOf(block) : block.kind));
    };
    expect(await textsOf('original')).toEqual(['The fee is due.', 'It is 30 days.']);
    expect(await textsOf('revised')).toEqual(['The rent is due.', 'It is 14 days.']);
  });

  it('is a Word document with the decisions applied', async () => {
    const { job, download } = await made('resolved_docx', { accept: ['chg_000001'], reject: ['chg_000002'] });
    expect(job.check).toEqual({ exact: true, places: [] });
    const { document } = await readDocx(download.bytes);
    expect(document.warnings).toEqual([]);
    expect(document.blocks.map((block) => (block.kind === 'text' ? textOf(block) : ''))).toEqual([
      ...['The rent is due.', 'It is 30 days.'],
    ]);
  });

  describe('marked pages', () => {
    const PDFS = [pdf(['The fee of 100 is due.']), pdf(['The fee of 900 is due.'])] as const;
    const storedPair = async (format: string, [original, revised]: readonly Uint8Array[]): Promise<string> => {
      const side = (bytes: Uint8Array) => ({ dataBase64: Buffer.from(bytes).toString('base64') });
      const { json } = await call(
        'POST',
        '/v1/diffsvc/documents',
        { ...bearer, accept: 'application/json' },
        { format, original: side(original!), revised: side(revised!), output: ['json'] },
      );
      return json.contentDiff.comparisonId;
    };

    it('are the pages of both sides, the same at each order', async () => {
      const comparisonId = await storedPair('pdf', PDFS);
      const files: Buffer[] = [];
      for (const layout of ['side_by_side', 'side_by_side', 'one_after_the_other']) {
        const { json } = await order(comparisonId, { type: 'marked_pages_pdf', layout, accept: 'all' });
        const job = await finished(json.pollUrl);
        expect(job).toMatchObject({ status: 'succeeded' });
        const { bytes, headers } = await call('GET', job.downloadUrl);
        expect(headers['content-type']).toBe('application/pdf');
        expect(headers['content-disposition']).toContain(' - marked pages.pdf');
        files.push(bytes);
      }
      expect(Buffer.compare(files[0]!, files[1]!)).toBe(0);
      const counts = await Promise.all(files.map(async (bytes) => (await extractPages(bytes)).pages.length));
      expect(counts).toEqual([2, 2, 3]);
    });

    it('are laid out first for DOCX, and say what to install', async () => {
      const pair = [docx(wp('The fee of 100 is due.')), docx(wp('The fee of 900 is due.'))];
      const without = await order(await storedPair('docx', pair), { type: 'marked_pages_pdf' });
      expect(await finished(without.json.pollUrl)).toMatchObject({
        status: 'failed',
        error: { code: 'renderer_unavailable', message: expect.stringContaining('nstall') },
      });
      let rendered = 0;
      await restart({ render: () => Promise.resolve(PDFS[rendered++]!) });
      const { json } = await order(await storedPair('docx', pair), { type: 'marked_pages_pdf' });
      expect(await finished(json.pollUrl)).toMatchObject({ status: 'succeeded' });
    });

    it('are refused for formats without pages', async () => {
      const { status, json } = await order((await compared()).comparisonId, { type: 'marked_pages_pdf' });
      expect([status, json.details.issues[0].path]).toEqual([400, '/type']);
      expect(json.message).toContain('has no pages. Changes are marked on the pages of DOCX and PDF.');
    });
  });

  it('says what is missing when it cannot be printed', async () => {
    const { comparisonId } = await compared();
    const { json } = await order(comparisonId, { type: 'redline_pdf' });
    const job = await finished(json.pollUrl);
    expect(job).toMatchObject({ status: 'failed', error: { code: 'renderer_unavailable' } });
    expect(job.error.message).toContain('nstall');
    expect((await call('GET', `${json.pollUrl}/result`)).json.code).toBe('not_found');
  });

  it('is not there before the job has ended', async () => {
    const work = waiting();
    await restart({ runJob: work.runJob });
    const { comparisonId } = await compared();
    const { json } = await order(comparisonId, { type: 'review_html' });
    const early = await call('GET', `${json.pollUrl}/result`);
    expect([early.status, early.json.code]).toEqual([409, 'job_not_ready']);
  });

  it('expires after 24 hours, and the job is forgotten a week after its end', async () => {
    const { job } = await made('review_html');
    const later = (seconds: number): void => void (under.now = new Date(under.now.getTime() + seconds * 1_000));
    later(86_399);
    expect((await call('GET', job.downloadUrl)).status).toBe(200);
    later(1);
    const { json } = await call('GET', job.pollUrl);
    expect(json).toMatchObject({ status: 'expired', expiresAt: '2025-03-02T12:00:00.000Z' });
    expect(json.downloadUrl).toBeUndefined();
    const gone = await call('GET', job.downloadUrl);
    expect([gone.status, gone.json.code]).toEqual([410, 'gone']);
    await under.jobs.sweep(under.now);
    expect((await call('GET', job.pollUrl)).json.status).toBe('expired');
    expect((await call('GET', job.downloadUrl)).json.code).toBe('gone');
    later(6 * 86_400);
    expect((await call('GET', job.pollUrl)).json.code).toBe('not_found');
    await under.jobs.sweep(under.now);
    expect(await under.jobs.find(job.jobId)).toBeNull();
  });
});

describe('cancelling', () => {
  it('stops a running job, forgets it, and lets the next one begin', async () => {
    const work = waiting();
    await restart({ runJob: work.runJob });
    const { comparisonId } = await compared();
    const first = (await order(comparisonId, { type: 'review_html' })).json;
    const second = (await order(comparisonId, { type: 'review_html' })).json;
    while (work.started.length === 0) await new Promise((wait) => setTimeout(wait, 2));
    expect((await call('DELETE', first.pollUrl)).status).toBe(204);
    expect((await call('GET', first.pollUrl)).json.code).toBe('not_found');
    while (work.started.length === 1) await new Promise((wait) => setTimeout(wait, 2));
    expect(work.aborted).toEqual([first.jobId]);
    expect(work.started).toEqual([first.jobId, second.jobId]);
    work.go();
    expect((await finished(second.pollUrl)).status).toBe('succeeded');
  });
});
