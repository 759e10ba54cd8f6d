/**
 * A service that runs elsewhere, in place of the one of a test: the contract of HTTP, over sockets. A test that needs
 * more of it, such as its clock or its log, is skipped there.
 *
 *     DIFFSVC_TEST_ORIGIN   such as http://127.0.0.1:8080: a service, or a proxy before replicas
 *     DIFFSVC_TEST_SERVICE  the settings of this cluster as JSON of its environment, to make accounts
 *     DIFFSVC_TEST_SKIPPED  how the names of tests begin that do not hold there, as JSON: see `contract.ts`
 */
import { randomInt } from 'node:crypto';
import { request, type IncomingMessage } from 'node:http';
import type { TestContext } from 'vitest';
import { withAccounts } from '../../../service/administration.ts';
import { readConfiguration } from '../../../service/configuration/read-configuration.ts';
import type { Executor } from '../../../service/store/tables/schema.ts';
import type { Plan } from '../../../shared/api/usage.ts';
import type { ServerUnderTest } from './server-under-test.ts';

/** Address of the service under test; null: each test starts its own. */
export const REMOTE_ORIGIN = process.env['DIFFSVC_TEST_ORIGIN'] ?? null;

/** The proxy of the laboratory takes the address of a caller from this header, so that every test has its own. */
export const CALLERS_HEADER = 'x-test-address';
/** The caller of a test that has a service of its own. */
const LOCAL_CALLER = 'address:127.0.0.1';
let callers = randomInt(2 ** 17);

/** A new address of the network for benchmarks, 198.18.0.0/15 (RFC 2544). */
function newAddress(): string {
  callers = (callers + 1) % 2 ** 17;
  return `198.${18 + (callers >> 16)}.${(callers >> 8) & 255}.${callers & 255}`;
}

const skipped = JSON.parse(process.env['DIFFSVC_TEST_SKIPPED'] ?? '[]') as string[];
const environment = JSON.parse(process.env['DIFFSVC_TEST_SERVICE'] ?? '{}') as Record<string, string>;

interface Injected {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: string | Uint8Array | object;
}

/** The service elsewhere, as far as a caller and the command line reach it. */
export async function remoteServer(origin: string, context: TestContext): Promise<ServerUnderTest> {
  const name = fullName(context.task);
  if (skipped.some((start) => name.startsWith(start))) context.skip('does not hold for this service');
  await forgetUploads();
  const address = newAddress();
  const reachable = {
    server: skipping({ inject: (call: Injected) => send(origin, address, call) }, context),
    account,
    used: (subject: string) => used(subject === LOCAL_CALLER ? `address:${address}` : subject),
    close: () => Promise.resolve(),
  };
  return skipping(reachable, context) as unknown as ServerUnderTest;
}

/** The name of a test behind those of its suites. */
function fullName({ name, suite }: { readonly name: string; readonly suite?: TestContext['task']['suite'] }): string {
  return suite === undefined ? name : `${fullName(suite)} ${name}`.trim();
}

/** The same object; whatever else it is asked for skips the test. */
function skipping(reachable: object, context: TestContext): object {
  return new Proxy(reachable, {
    get: (target, name) => {
      if (Reflect.has(target, name) || name === 'then') return Reflect.get(target, name) as unknown;
      return context.skip(`needs \`${String(name)}\` of a service of its own`);
    },
    set: (_target, name) => context.skip(`sets \`${String(name)}\` of a service of its own`),
  });
}

/** Sends a request as it is, with its own Host. Connections are used again, as a proxy's callers do. */
async function send(origin: string, address: string, { method, url, headers = {}, payload }: Injected) {
  const isBytes = typeof payload === 'string' || payload instanceof Uint8Array;
  const bytes = Buffer.from(payload === undefined ? '' : isBytes ? payload : JSON.stringify(payload));
  const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const isJson = payload !== undefined && !isBytes && named['content-type'] === undefined;
  const sent = request(`${origin}${url.replace(/^https?:\/\/[^/]*/, '')}`, {
    method,
    headers: {
      ...(isJson && { 'content-type': 'application/json' }),
      ...(payload !== undefined && { 'content-length': bytes.byteLength }),
      ...named,
      [CALLERS_HEADER]: address,
    },
  });
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve).on('error', reject).end(bytes);
  });
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  const rawPayload = Buffer.concat(parts);
  const body = rawPayload.toString();
  const json = (): unknown => JSON.parse(body);
  return { statusCode: answer.statusCode ?? 0, headers: answer.headers, body, payload: body, rawPayload, json };
}

async function account(plan: Plan) {
  return await withAccounts(readConfiguration({}, environment), async (accounts) => {
    const { accountId } = await accounts.create(plan === 'anonymous' ? 'basic' : plan, 'test');
    const { apiKey, key } = (await accounts.createKey(accountId, 'test'))!;
    return { accountId, keyId: apiKey.keyId, bearer: { authorization: `Bearer ${key}` } };
  });
}

/** Units of a subject in this month. */
async function used(subject: string): Promise<number> {
  const month = new Date().toISOString().slice(0, 7);
  return await inDatabase(async (database) => {
    const rows = await database.selectFrom('usage').selectAll().where('subject', '=', subject).execute();
    return rows.find((row) => row.month === month)?.units ?? 0;
  });
}

/** Uploads have a limit for all callers together. */
async function forgetUploads(): Promise<void> {
  await inDatabase(async (database) => {
    await database.deleteFrom('uploads').execute();
  });
}

async function inDatabase<T>(work: (database: Executor) => Promise<T>): Promise<T> {
  const { openClusterDatabase } = await import('../../cluster/cluster-of-tests.ts');
  const database = openClusterDatabase(environment['DIFFSVC_DATABASE_URL'] ?? '', 1);
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
}
