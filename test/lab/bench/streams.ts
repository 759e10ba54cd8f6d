/**
 * Measures how long a reader of a streamed comparison waits for the first block, the whole text and the end. It also
 * measures the ordinary answer to the same request. Takes from the corpus the median pair and the largest pair of each
 * format that fits a request. Starts its own service.
 *
 *     node test/lab/bench/streams.ts
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { CompareTextRequest } from '../../../shared/api/compare-text.ts';
import { ServiceClient } from '../../../shared/client/service-client.ts';
import { INLINE_REQUEST_MAX_BYTES } from '../../../shared/limits.ts';
import { corpusRoot, NO_CORPUS, readPairs, type InputPair } from '../../oracle/input-pairs.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const ROUNDS = 7;

const requestOf = ({ original, revised, format }: InputPair): CompareTextRequest => ({
  original,
  revised,
  format,
  output: ['html', 'json'],
});
const bytesOf = (pair: InputPair): number => Buffer.byteLength(JSON.stringify(requestOf(pair)));
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

const root = corpusRoot();
if (root === null) {
  console.log(NO_CORPUS);
  process.exit(1);
}
const dataDir = mkdtempSync(join(tmpdir(), 'diffsvc-streams-'));
const plans = { anonymous: { requestsPerMinute: 1_000_000, unitsPerMonth: 1_000_000 } };
const service = spawn(process.execPath, [join(ROOT, 'service', 'main.ts')], {
  env: {
    ...process.env,
    DIFFSVC_PORT: '0',
    DIFFSVC_DATA_DIR: dataDir,
    DIFFSVC_LOG_LEVEL: 'error',
    DIFFSVC_PLANS: JSON.stringify(plans),
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = new Promise((resolve) => service.once('exit', resolve));
try {
  const { value: line } = (await createInterface(service.stdout)[Symbol.asyncIterator]().next()) as { value: string };
  const client = new ServiceClient<AbortSignal>({ origin: new URL(line.split(' ')[1]!).origin, fetch });
  console.log('| Format | Request | Blocks | First block | Whole text | Complete | Ordinary answer |');
  console.log('| --- | --: | --: | --: | --: | --: | --: |');
  for (const set of ['html', 'markdown', 'txt', 'json'] as const) {
    const pairs = readPairs(root, set)
      .filter((pair) => bytesOf(pair) < INLINE_REQUEST_MAX_BYTES)
      .sort((a, b) => bytesOf(a) - bytesOf(b));
    for (const pair of [pairs[Math.floor(pairs.length / 2)]!, pairs.at(-1)!]) await measure(client, pair);
  }
} finally {
  service.kill('SIGTERM');
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
}

async function measure(client: ServiceClient<AbortSignal>, pair: InputPair): Promise<void> {
  const times = { first: [] as number[], text: [] as number[], complete: [] as number[], ordinary: [] as number[] };
  let blocks = 0;
  for (let round = 0; round < ROUNDS; round++) {
    let start = performance.now();
    blocks = 0;
    for await (const { event } of client.streamText(requestOf(pair), { fresh: true })) {
      const at = performance.now() - start;
      if (event === 'content_block' && blocks++ === 0) times.first.push(at);
      if (event === 'text_ready') times.text.push(at);
      if (event === 'complete') times.complete.push(at);
    }
    start = performance.now();
    await client.compareText(requestOf(pair), { fresh: true });
    times.ordinary.push(performance.now() - start);
  }
  const { first, text, complete, ordinary } = times;
  const cells = [first, text, complete, ordinary].map((each) => `${median(each).toFixed(0)} ms`);
  const size = `${Math.round(bytesOf(pair) / 1024)} KiB`;
  console.log(`| ${pair.format} | ${size} | ${blocks} | ${cells.join(' | ')} |`);
}
