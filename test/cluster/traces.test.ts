/** A replica with an SDK of OpenTelemetry, which its operator loads. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDatabase, serversOfTests } from './cluster-of-tests.ts';
import { NO_POSTGRES } from './postgres-server.ts';
import { TestCluster, type ReplicaProcess } from './replica-process.ts';

const WRITER = fileURLToPath(new URL('write-spans.ts', import.meta.url));
const TRACE = '0af7651916cd43dd8448eb211c80319c';

interface WrittenSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parent: string | null;
  readonly attributes: Readonly<Record<string, unknown>>;
}

describe.skipIf(NO_POSTGRES !== null)('traces of a replica', () => {
  const folder = mkdtempSync(join(tmpdir(), 'diffsvc-spans-'));
  const file = join(folder, 'spans');
  let cluster: TestCluster;
  let replica: ReplicaProcess;

  beforeAll(async () => {
    const { objects } = await serversOfTests();
    cluster = new TestCluster(await emptyDatabase(), objects);
    replica = await cluster.start({ NODE_OPTIONS: `--import=${WRITER}`, TEST_SPANS: file });
  });
  afterAll(async () => {
    await cluster.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const spans = (): WrittenSpan[] =>
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as WrittenSpan);

  it('lead from the caller over the request to its comparison, and hold no text', async () => {
    const { bearer } = await cluster.newBearer('creator_pro');
    const headers = { ...bearer, 'content-type': 'application/json', traceparent: `00-${TRACE}-b7ad6b7169203331-01` };
    const body = JSON.stringify({ original: '<p>Ann</p>', revised: '<p>Bea</p>', format: 'html', output: ['json'] });
    const made = await fetch(`${replica.origin}/v1/diffsvc/html`, { method: 'POST', headers, body });
    expect(made.status).toBe(200);
    const { comparisonId } = (await made.json()) as { comparisonId: string };
    await expect.poll(() => spans().some(({ name }) => name === 'POST /v1/diffsvc/html')).toBe(true);
    const request = spans().find(({ name }) => name === 'POST /v1/diffsvc/html')!;
    const comparison = spans().find(({ name }) => name === 'compare')!;
    expect(request).toMatchObject({ traceId: TRACE, parent: 'b7ad6b7169203331' });
    expect(request.attributes['diffsvc.request_id']).toBe(made.headers.get('x-request-id'));
    expect(comparison).toMatchObject({ traceId: TRACE, parent: request.spanId });
    expect(readFileSync(file, 'utf8')).not.toMatch(/Ann|Bea|Bearer/u);

    const order = `${replica.origin}/v1/diffsvc/comparisons/${comparisonId}/exports`;
    const payload = JSON.stringify({ type: 'resolved_html', accept: 'all' });
    expect((await fetch(order, { method: 'POST', headers, body: payload })).status).toBe(202);
    await expect.poll(() => spans().some(({ name }) => name === 'job')).toBe(true);
    const job = spans().find(({ name }) => name === 'job')!;
    expect(job.attributes).toMatchObject({ 'diffsvc.artifact_type': 'resolved_html', 'diffsvc.run': 1 });
  });
});
