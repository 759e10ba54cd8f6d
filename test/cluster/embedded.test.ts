/** The embedded shape loads nothing of a cluster. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newBearer, startProcess } from '../service/durability/service-process.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'diffsvc-embedded-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

it('the embedded shape loads neither pg nor the S3 client nor a module of the cluster', async () => {
  const list = join(directory, 'modules.txt');
  const hook = join(directory, 'hook.mjs');
  writeFileSync(
    hook,
    `import { registerHooks } from 'node:module';
     import { appendFileSync } from 'node:fs';
     registerHooks({ load: (url, context, next) => { appendFileSync(${JSON.stringify(list)}, url + '\\n'); return next(url, context); } });`,
  );
  const dataDir = join(directory, 'data');
  const service = await startProcess({ dataDir, fromSources: true, env: { NODE_OPTIONS: `--import ${hook}` } });
  const answer = await fetch(`${service.origin}/v1/diffsvc/html`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(await newBearer(dataDir, 'basic')) },
    body: JSON.stringify({ original: '<p>a</p>', revised: '<p>b</p>', format: 'html' }),
  });
  expect(answer.status).toBe(200);
  expect(await service.end('SIGTERM')).toBe(0);
  const modules = readFileSync(list, 'utf8').split('\n');
  expect(modules.some((url) => url.endsWith('/service/open-local.ts'))).toBe(true);
  const ofCluster = /node_modules\/(pg|pg-[a-z-]+|@aws-sdk|@smithy|prom-client)\/|\/service\/cluster\//;
  expect(modules.filter((url) => ofCluster.test(url))).toEqual([]);
});
