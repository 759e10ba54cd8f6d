/**
 * What a run of every operation leaves behind: output, logs, metrics, spans and refusals have no secret of it, in any
 * spelling. Once with one machine, and once with two replicas, PostgreSQL, an object store and nginx.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_SECRET_FILE, VIEWER_SECRET_FILE } from '../../service/administration.ts';
import { runDiffsvc, runDiffsvcBeside, type Outcome } from '../service/cli/run-diffsvc.ts';
import { startProcess } from '../service/durability/service-process.ts';
import { notCalled } from '../service/http/called-operations.ts';
import { emptyDatabase, serversOfTests } from './cluster-of-tests.ts';
import { HAS_NGINX, Nginx } from './nginx.ts';
import { OBJECT_CREDENTIALS } from './object-server.ts';
import { NO_POSTGRES } from './postgres-server.ts';
import { TestCluster } from './replica-process.ts';
import { RunSecrets } from './run-secrets.ts';
import { WholeRun } from './whole-run.ts';

const SPAN_WRITER = fileURLToPath(new URL('write-spans.ts', import.meta.url));
const ROOMY = { requestsPerMinute: 10_000, unitsPerMonth: 10_000 };
const NOISY = {
  DIFFSVC_LOG_LEVEL: 'trace',
  DIFFSVC_PLANS: JSON.stringify({ anonymous: ROOMY, creator_pro: ROOMY }),
};
const LINK = /#link=([\w-]+)/u;
/** The run leaves this stream before its end, so that the log has no answer to it. */
const STREAM = '/v1/diffsvc/reviews/events';
/** The desktop of a cluster's owner is another machine. */
const SIGN_IN = '/v1/sign-in';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diffsvc-secrets-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Calls the command line, one command after the other, without programs to try. Returns what each wrote. */
async function commands(env: Record<string, string>, ...lines: readonly (readonly string[])[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const line of lines) outcomes.push(await runDiffsvcBeside(line, { cwd: folder, env: { PATH: '', ...env } }));
  return outcomes;
}

/** The secrets that the texts have, each with its place. */
function leaks(texts: Readonly<Record<string, string>>, ...secrets: readonly RunSecrets[]): string[] {
  return Object.entries(texts).flatMap(([place, text]) =>
    secrets.flatMap((each) => each.in(text).map((found) => `${place}: ${found}`)),
  );
}

const linkOf = ({ stdout, stderr }: Outcome): string => {
  const code = LINK.exec(stdout)?.[1];
  if (code === undefined) throw new Error(`no link was printed: ${stdout}${stderr}`);
  return code;
};
const written = (outcomes: readonly Outcome[]): string => outcomes.map((each) => each.stdout + each.stderr).join('');

/** Starts of a service with settings whose values are secrets, at places where they do not belong. */
async function refusedStarts(secrets: RunSecrets): Promise<string> {
  const password = secrets.keep('password in an address', randomBytes(12).toString('hex'));
  const content = secrets.keep('secret in the place of its file', randomBytes(32).toString('base64'));
  const secretsFile = join(folder, 'secrets.json');
  const shared = randomBytes(32).toString('base64');
  writeFileSync(
    secretsFile,
    JSON.stringify({ access: [secrets.keep('secret of a cluster', shared)], viewer: [shared] }),
  );
  const s3 = { DIFFSVC_OBJECT_STORE_URL: 's3://bucket' };
  const wrong: readonly Record<string, string>[] = [
    { DIFFSVC_DATABASE_URL: `postgres://diffsvc:${password}@127.0.0.1:1`, ...s3 },
    { DIFFSVC_DATABASE_URL: `diffsvc:${password}@127.0.0.1`, ...s3 },
    {
      DIFFSVC_DATABASE_URL: 'postgres://127.0.0.1/a',
      DIFFSVC_OBJECT_STORE_URL: `s3://b?endpoint=ftp://a:${password}@b`,
    },
    { DIFFSVC_BASE_URL: `https://ada:${password}@diff.example/v1` },
    {
      ...{ DIFFSVC_DATABASE_URL: 'postgres://127.0.0.1/a', ...s3 },
      ...{ DIFFSVC_SECRETS_FILE: `{"access": ["${content}"]}`, DIFFSVC_BASE_URL: 'https://diff.example/v1' },
    },
    {
      ...{ DIFFSVC_DATABASE_URL: `postgres://diffsvc:${password}@127.0.0.1:1/a`, ...s3 },
      ...{ DIFFSVC_SECRETS_FILE: secretsFile, DIFFSVC_BASE_URL: 'https://diff.example/v1' },
    },
  ];
  const outcomes: Outcome[] = [];
  for (const [index, settings] of wrong.entries()) {
    const own = { DIFFSVC_DATA_DIR: join(folder, `refused-${index}`), DIFFSVC_PORT: '0', ...settings };
    outcomes.push(...(await commands(own, index % 2 === 0 ? ['serve'] : ['serve', '--print-link'])));
  }
  const settingsFile = join(folder, 'config.json');
  for (const text of [`{"databaseUrl": "postgres://a:${password}@b/c" "port": 1}`, `["${password}"]`, password]) {
    writeFileSync(settingsFile, text);
    outcomes.push(...(await commands({ DIFFSVC_DATA_DIR: folder, DIFFSVC_PORT: '0' }, ['serve'], ['doctor'])));
  }
  rmSync(settingsFile);
  expect(outcomes.map(({ code }) => code).filter((code) => code === 0)).toEqual([]);
  return written(outcomes);
}

/** A session of an agent over two files, whose answers have their words, and whose errors must not. */
function agentSession(secrets: RunSecrets): Outcome {
  writeFileSync(join(folder, 'a.txt'), `${secrets.keep('text of a file', 'The heir is hidden in the cellar')}.`);
  writeFileSync(join(folder, 'b.txt'), 'The heir is hidden in the attic.');
  const call = (id: number, method: string, params: object): string =>
    `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
  const compare = (original: string): object => ({
    name: 'compare_documents',
    arguments: { original: join(folder, original), revised: join(folder, 'b.txt') },
  });
  const input = [
    call(1, 'initialize', {
      ...{ protocolVersion: '2025-06-18', capabilities: {} },
      clientInfo: { name: 'test', version: '1' },
    }),
    call(2, 'tools/call', compare('a.txt')),
    call(3, 'tools/call', compare('missing.txt')),
    'The heir is hidden in the cellar: no JSON\n',
  ];
  const outcome = runDiffsvc(['mcp', '--root', folder], { cwd: folder, input: input.join('') });
  expect(outcome.code).toBe(0);
  return outcome;
}

describe('the search for secrets', () => {
  it('finds them in every spelling, whole or in part', () => {
    const secrets = new RunSecrets();
    const secret = secrets.keep('it', 'aZ/9+kLmN0pQrStUvWxYz123');
    const bytes = Buffer.from(secret);
    for (const text of [
      `x${secret}`,
      `?a=${encodeURIComponent(secret)}`,
      `cut ${secret.slice(0, 12)}…`,
      `…${secret.slice(-12)} cut`,
      bytes.toString('base64'),
      Buffer.from(`x${secret}`).toString('base64'),
      Buffer.from(`xy${secret}`).toString('base64url'),
      bytes.toString('hex'),
    ])
      expect(secrets.in(text), text).not.toEqual([]);
    expect(secrets.in(`${secret.slice(0, 11)} ${secret.slice(-11)} ${randomBytes(200).toString('base64')}`)).toEqual(
      [],
    );
  });
});

describe('a run on one machine', () => {
  it('leaves no secret behind', async () => {
    const dataDir = join(folder, 'data');
    const logFile = join(folder, 'service.log');
    const env = { DIFFSVC_DATA_DIR: dataDir };
    const service = await startProcess({ dataDir, env: { ...NOISY, DIFFSVC_LOG_FILE: logFile } });
    let output = '';
    service.child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
    const [link] = await commands(env, ['link']);
    const run = new WholeRun(service.origin);
    await run.all(linkOf(link!));
    const outcomes = await commands(
      env,
      ['doctor'],
      ['doctor', '--json'],
      ['backup', join(folder, 'copy.db')],
      ['accounts', 'list'],
      ['keys', 'list'],
    );
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
    const agent = agentSession(run.secrets);
    expect(await service.end('SIGTERM')).toBe(0);
    for (const name of [ACCESS_SECRET_FILE, VIEWER_SECRET_FILE])
      run.secrets.keep(name, readFileSync(join(dataDir, name)).toString('base64'));
    const log = readFileSync(logFile, 'utf8');
    expect(notCalled(log, ({ path }) => path !== STREAM)).toEqual([]);
    expect(run.told.length).toBeGreaterThan(100);
    const left = {
      output,
      errors: service.log(),
      log,
      told: run.told.join('\n'),
      commands: written(outcomes),
      agent: agent.stderr,
      starts: await refusedStarts(run.secrets),
    };
    expect(leaks(left, run.secrets)).toEqual([]);
    expect(run.secrets.names.length).toBeGreaterThan(25);
  });
});

describe.skipIf(NO_POSTGRES !== null)('a run on a cluster', () => {
  it('leaves no secret behind', async () => {
    const { objects, postgres } = await serversOfTests();
    const address = new URL(await emptyDatabase());
    const secrets = new RunSecrets();
    address.password = secrets.keep('password of the database', randomBytes(15).toString('base64url'));
    secrets.keep('key of the bucket', OBJECT_CREDENTIALS.AWS_SECRET_ACCESS_KEY);
    const cluster = new TestCluster(address.href, objects);
    const spans = join(folder, 'spans');
    const replica = await cluster.start({ ...NOISY, NODE_OPTIONS: `--import=${SPAN_WRITER}`, TEST_SPANS: spans });
    const lists = JSON.parse(readFileSync(cluster.env['DIFFSVC_SECRETS_FILE']!, 'utf8')) as Record<string, string[]>;
    for (const [kind, [secret]] of Object.entries(lists)) secrets.keep(`secret ${kind}`, secret!);

    const [link] = await commands(cluster.env, ['link']);
    const run = new WholeRun(replica.origin);
    const links = await run.all(linkOf(link!));
    const overNginx = HAS_NGINX ? await throughNginx(new URL(replica.origin).port, links) : '';
    const outcomes = await commands(
      cluster.env,
      ['doctor'],
      ['doctor', '--json'],
      ['accounts', 'list'],
      ['keys', 'list'],
    );
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0, 0]);

    // Faults of the service go to the log with all that is known of them.
    const database = address.pathname.slice(1);
    const { bearer } = await cluster.newBearer('creator_pro');
    secrets.keep('another key', bearer.authorization.slice('Bearer dsk_'.length));
    await postgres.query(database, 'alter table operations rename to elsewhere');
    const keyed = {
      ...bearer,
      'idempotency-key': secrets.keep('another Idempotency-Key', 'key-of-a-caller-of-faults'),
    };
    const failed = await run.send('POST', '/v1/diffsvc/html', keyed, { original: 'a', revised: 'b', format: 'txt' });
    expect(failed.status).toBeGreaterThanOrEqual(500);
    await postgres.query(database, 'alter table elsewhere rename to operations');

    const metrics = await (await fetch(`${replica.operations}/metrics`)).text();
    expect(metrics).toContain('diffsvc_http_request_seconds');
    await replica.end('SIGKILL');
    const log = replica.log();
    expect(notCalled(log, ({ path }) => path !== STREAM && path !== SIGN_IN)).toEqual([]);
    expect(log).toContain('a request failed');
    const left = {
      log,
      metrics,
      spans: readFileSync(spans, 'utf8'),
      told: run.told.join('\n'),
      commands: written(outcomes),
      nginx: overNginx,
    };
    await cluster.close();
    expect(left.spans).toContain('POST /v1/diffsvc/documents');
    expect(leaks(left, run.secrets, secrets)).toEqual([]);
  });

  /** Calls the links over nginx, in front of this replica and of two that are not there. Returns its lines. */
  async function throughNginx(port: string, links: readonly string[]): Promise<string> {
    const nginx = await Nginx.start([1, Number(port), 2], { takesTurns: true });
    for (const link of [...links, ...links, ...links]) {
      const { pathname, search } = new URL(link, nginx.origin);
      for (const path of [pathname + search, `${pathname}/more${search}`, `${pathname}%2F${search.slice(1)}`])
        await (await fetch(nginx.origin + path, { headers: { referer: nginx.origin + path } })).text();
    }
    const lines = nginx.logs();
    await nginx.close();
    expect(lines).toContain('GET /view/');
    return lines;
  }
});
