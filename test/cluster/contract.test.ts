/** A part of the contract of HTTP through nginx to three replicas. `npm run lab -- cluster contract` runs all of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLERS_HEADER } from '../service/http/remote-server.ts';
import { emptyDatabase, serversOfTests } from './cluster-of-tests.ts';
import { HAS_NGINX, Nginx } from './nginx.ts';
import { freePort, NO_POSTGRES } from './postgres-server.ts';
import { TestCluster } from './replica-process.ts';
import { runContract } from './run-contract.ts';

/** Pages of changes, and streams of events. */
const FILES = ['get-changes', 'stream-html'].map((name) => `test/service/http/${name}.test.ts`);

describe.skipIf(NO_POSTGRES !== null || !HAS_NGINX)('three replicas behind nginx', () => {
  let cluster: TestCluster;
  let nginx: Nginx;

  beforeAll(async () => {
    cluster = new TestCluster(await emptyDatabase(), (await serversOfTests()).objects);
    cluster.env['DIFFSVC_PLANS'] = JSON.stringify({ anonymous: { requestsPerMinute: 10_000 } });
    const ports = [await freePort(), await freePort(), await freePort()];
    await Promise.all(ports.map((port) => cluster.start({ DIFFSVC_PORT: String(port) })));
    nginx = await Nginx.start(ports, { callersHeader: CALLERS_HEADER });
  });
  afterAll(async () => {
    await nginx.close();
    await cluster.close();
  });

  it('keep the contract', async () => {
    const results = await runContract(FILES, nginx.origin, cluster.env, []);
    expect(results.filter(({ status }) => status === 'failed')).toEqual([]);
    // What is skipped needs the clock, the log or other settings of a service of its own.
    expect(results.filter(({ status }) => status === 'passed').length).toBeGreaterThan(15);
  });
});
