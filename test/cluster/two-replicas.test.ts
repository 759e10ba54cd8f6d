/** What a caller begins at one replica and goes on with at another: sessions, pairings, links, jobs, limits. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newPageLink } from '../../service/administration.ts';
import { readConfiguration } from '../../service/configuration/read-configuration.ts';
import { emptyDatabase, serversOfTests } from './cluster-of-tests.ts';
import { NO_POSTGRES } from './postgres-server.ts';
import { compareAt, fetchPatiently, TestCluster, untilReady, type ReplicaProcess } from './replica-process.ts';

interface Given {
  readonly status: number;
  readonly json: ReturnType<typeof JSON.parse>;
  readonly cookie: string;
}

async function call(
  replica: ReplicaProcess,
  method: string,
  path: string,
  headers: object,
  body?: object,
): Promise<Given> {
  const {
    status,
    headers: given,
    text,
  } = await fetchPatiently(`${replica.origin}${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const isJson = given.get('content-type')?.includes('json') === true;
  const cookie = (given.get('set-cookie') ?? '').split(';')[0]!;
  return { status, json: isJson ? JSON.parse(text) : null, cookie };
}

describe.skipIf(NO_POSTGRES !== null)('two replicas', () => {
  let cluster: TestCluster;
  let one: ReplicaProcess;
  let other: ReplicaProcess;

  beforeAll(async () => {
    cluster = new TestCluster(await emptyDatabase(), (await serversOfTests()).objects);
    one = await cluster.start();
    other = await cluster.start();
  });
  afterAll(() => cluster.close());

  /** Signs a browser in at a replica. */
  async function signIn(replica: ReplicaProcess): Promise<{ path: string; cookie: string }> {
    const link = await newPageLink(readConfiguration({}, cluster.env));
    const opened = await call(
      replica,
      'POST',
      '/v1/sessions',
      { origin: replica.origin },
      { code: link!.split('#link=')[1] },
    );
    expect(opened.status).toBe(201);
    return { path: opened.json.sessionPath, cookie: opened.cookie };
  }
  const renew = (replica: ReplicaProcess, { path, cookie }: { path: string; cookie: string }) =>
    call(replica, 'POST', path, { origin: replica.origin, cookie });

  it('share the sessions of browsers, and their ends', async () => {
    const session = await signIn(one);
    const renewed = await renew(other, session);
    expect(renewed.status).toBe(200);
    const owner = { authorization: `Bearer ${renewed.json.accessToken}` };
    for (const replica of [one, other])
      expect((await call(replica, 'GET', '/v1/diffsvc/keys', owner)).status).toBe(200);
    const closed = await call(other, 'DELETE', session.path, { origin: other.origin, cookie: session.cookie });
    expect(closed.status).toBe(204);
    expect((await renew(one, session)).status).toBe(401);
  });

  it('use a link once', async () => {
    const code = (await newPageLink(readConfiguration({}, cluster.env)))!.split('#link=')[1];
    const opened = await Promise.all(
      [one, other, one, other].map((replica) =>
        call(replica, 'POST', '/v1/sessions', { origin: replica.origin }, { code }),
      ),
    );
    expect(opened.map(({ status }) => status).toSorted()).toEqual([201, 401, 401, 401]);
  });

  it('pair an extension that begins at one, is confirmed at the other, and fetches its key once', async () => {
    const extension = { origin: `chrome-extension://${'a'.repeat(32)}` };
    const verifier = randomBytes(32).toString('base64url');
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const begun = await call(one, 'POST', '/v1/pairings', extension, { challenge, name: 'diffsvc' });
    expect(begun.status).toBe(201);
    const { pairingId, code } = begun.json;
    const { accessToken } = (await renew(other, await signIn(other))).json;
    const owner = { authorization: `Bearer ${accessToken}` };
    expect((await call(other, 'GET', '/v1/pairings', owner)).json.pairings).toMatchObject([{ pairingId, code }]);
    expect((await call(other, 'POST', `/v1/pairings/${pairingId}/confirmation`, owner, { code })).status).toBe(204);
    const exchanged = await Promise.all(
      [one, other].map((replica) => call(replica, 'POST', `/v1/pairings/${pairingId}/key`, extension, { verifier })),
    );
    const paired = exchanged.filter(({ status }) => status === 201);
    expect(paired).toHaveLength(1);
    const bearer = { ...extension, authorization: `Bearer ${paired[0]!.json.key}` };
    for (const replica of [one, other]) expect((await compareAt(replica, bearer, 'paired')).status).toBe(200);
  });

  it('count the wrong tries of a pairing together', async () => {
    const extension = { origin: `chrome-extension://${'b'.repeat(32)}` };
    const challenge = createHash('sha256').update('x'.repeat(43)).digest('base64url');
    const { pairingId } = (await call(one, 'POST', '/v1/pairings', extension, { challenge, name: 'diffsvc' })).json;
    for (let tries = 0; tries < 5; tries++) {
      const replica = tries % 2 === 0 ? one : other;
      const wrong = await call(replica, 'POST', `/v1/pairings/${pairingId}/key`, extension, {
        verifier: 'w'.repeat(43),
      });
      expect(wrong.status).not.toBe(201);
    }
    const late = await call(one, 'POST', `/v1/pairings/${pairingId}/key`, extension, { verifier: 'x'.repeat(43) });
    expect(late.json.code).toBe('gone');
  });

  it('count the requests of one address together, as a trusted proxy names it', async () => {
    const from = (address: string): object => ({ 'x-forwarded-for': address });
    const statuses: number[] = [];
    const ask = async (replica: ReplicaProcess, address: string): Promise<number> =>
      (await compareAt(replica, { ...(from(address) as Record<string, string>) }, randomUUID())).status;
    // Ten a minute at each replica alone; together they refuse as soon as they have told each other.
    await expect
      .poll(async () => {
        for (const replica of [one, other]) statuses.push(await ask(replica, '203.0.113.1'));
        return statuses.slice(-2);
      })
      .toEqual([429, 429]);
    for (const replica of [one, other]) expect(await ask(replica, '203.0.113.2')).toBe(200);
  });
});

describe.skipIf(NO_POSTGRES !== null)('a replica', () => {
  let cluster: TestCluster;
  afterEach(() => cluster.close());

  it('believes no caller that is not a trusted proxy', async () => {
    cluster = new TestCluster(await emptyDatabase(), (await serversOfTests()).objects);
    const replica = await cluster.start({ DIFFSVC_TRUSTED_PROXIES: '10.0.0.0/8' });
    const statuses: number[] = [];
    for (let address = 1; address <= 11; address++) {
      const forged = { 'x-forwarded-for': `203.0.113.${address}` };
      statuses.push((await compareAt(replica, forged, randomUUID())).status);
    }
    expect(statuses).toContain(429);
  });

  it('with the role api takes no jobs, and with the role worker answers nobody', async () => {
    cluster = new TestCluster(await emptyDatabase(), (await serversOfTests()).objects);
    const api = await cluster.start({ DIFFSVC_ROLE: 'api' });
    const { bearer } = await cluster.newBearer('creator_pro');
    const texts = { original: '<p>a</p>', revised: '<p>b</p>', format: 'html', output: ['json'] };
    const { comparisonId } = (await call(api, 'POST', '/v1/diffsvc/html', bearer, texts)).json;
    const exportsPath = `/v1/diffsvc/comparisons/${comparisonId}/exports`;
    const { jobId } = (await call(api, 'POST', exportsPath, bearer, { type: 'resolved_html', accept: 'all' })).json;
    const job = async (): Promise<string> => (await call(api, 'GET', `/v1/diffsvc/jobs/${jobId}`, bearer)).json.status;
    expect(await job()).toBe('queued');
    // A comparison is work of the queue's process too: the job has had its chance after it.
    expect((await compareAt(api, bearer, randomUUID())).status).toBe(200);
    expect(await job()).toBe('queued');
    const worker = await cluster.start({ DIFFSVC_ROLE: 'worker' });
    await untilReady(worker);
    await expect(fetch(`${worker.origin}/v1/health`)).rejects.toThrow();
    await expect.poll(job).toBe('succeeded');
    expect(await worker.end('SIGTERM')).toBe(0);
  });

  it('signs with the newest secret and accepts the older ones, so that secrets change under load', async () => {
    cluster = new TestCluster(await emptyDatabase(), (await serversOfTests()).objects);
    const file = cluster.env['DIFFSVC_SECRETS_FILE']!;
    type Lists = Record<'access' | 'viewer', string[]>;
    const old = JSON.parse(readFileSync(file, 'utf8')) as Lists;
    const fresh = (): string => randomBytes(32).toString('base64');
    const both: Lists = { access: [fresh(), ...old.access], viewer: [fresh(), ...old.viewer] };
    const start = (secrets: Lists): Promise<ReplicaProcess> => {
      writeFileSync(file, JSON.stringify(secrets));
      return cluster.start();
    };
    const { bearer } = await cluster.newBearer('creator_pro');
    const link = async (replica: ReplicaProcess): Promise<string> => {
      const body = {
        original: '<p>a</p>',
        revised: `<p>${randomUUID()}</p>`,
        format: 'html',
        output: ['hosted_viewer'],
      };
      const { comparisonId, viewerToken } = (await call(replica, 'POST', '/v1/diffsvc/html', bearer, body)).json;
      return `/v1/diffsvc/comparisons/${comparisonId}?token=${viewerToken}`;
    };
    const opens = async (replica: ReplicaProcess, path: string): Promise<boolean> =>
      (await call(replica, 'GET', path, {})).status === 200;

    const before = await start(old);
    const oldLink = await link(before);
    const during = await start(both);
    const newLink = await link(during);
    expect([await opens(before, oldLink), await opens(during, oldLink), await opens(during, newLink)]).toEqual([
      true,
      true,
      true,
    ]);
    // The replica that was not started again does not know the new secret: docs/scale.md says to start all.
    expect(await opens(before, newLink)).toBe(false);
    await before.end('SIGKILL');
    const after = await start({ access: both.access.slice(0, 1), viewer: both.viewer.slice(0, 1) });
    expect([await opens(after, newLink), await opens(after, oldLink)]).toEqual([true, false]);
  });
});
