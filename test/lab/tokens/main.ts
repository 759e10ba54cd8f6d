/**
 * `npm run lab -- tokens [--rounds N] [--seed N]`
 *
 * Measures how long the service takes to refuse tokens of a stored comparison. Each round sends one of each kind, in
 * random order. It prints the quartiles of each kind, and how often a refusal of it is slower than one of a random
 * signature: 0.500 tells nothing. `calls` asks the use case, which an attacker cannot; `requests` passes the whole
 * server, without a network.
 *
 * Exit code 1 when a flipped bit can be told from a random signature: the share leaves 0.5 by more than four standard
 * errors and by more than 0.02.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { StoredComparisons } from '../../../service/comparison/stored/stored-comparisons.ts';
import { ViewerTokens } from '../../../service/comparison/stored/viewer-token.ts';
import { randomFrom } from '../../seed/seed.ts';
import { serverUnderTest } from '../../service/http/server-under-test.ts';
import { quantile, rankShare } from './rank-share.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } },
});
const rounds = Number(values.rounds);
const random = randomFrom(Number(values.seed));
const WARM_ROUNDS = 500;
/** Requests between two minutes of the test clock: the plan limits the requests of a minute. */
const MINUTE_EVERY = 50;
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const under = await serverUnderTest();
const body = { original: 'one two', revised: 'one 2', format: 'txt', output: ['json', 'hosted_viewer'] };
const [first, second] = [await compare(), await compare()];
const stored = new StoredComparisons({
  store: under.stores.comparisons,
  samples: { open: () => null } as never,
  tokens: new ViewerTokens(new Uint8Array(32).fill(7)),
  now: () => under.now,
});

interface Attempt {
  readonly comparisonId: string;
  readonly token: string;
}
const { comparisonId, token } = first;
const signatureAt = token.length - 43;
const withSignature = (signature: string): Attempt => ({
  comparisonId,
  token: token.slice(0, signatureAt) + signature,
});
/** The 43 signs hold 256 bits and two that mean nothing. */
const flipped = (at: number, bit: number): Attempt => {
  const signs = [...token.slice(signatureAt)];
  signs[at] = BASE64URL[BASE64URL.indexOf(signs[at]!) ^ bit]!;
  return withSignature(signs.join(''));
};
const randomSignature = (): Attempt => withSignature(randomBytes(32).toString('base64url'));

/** The kinds that an answer alone does not tell apart, and whose times must not either. */
const ALIKE: Readonly<Record<string, () => Attempt>> = {
  'first bit flipped': () => flipped(0, 32),
  'last bit flipped': () => flipped(42, 4),
  'another random signature': randomSignature,
};
/** Kinds that the answer, or the caller's own token, tells apart anyway. */
const APART: Readonly<Record<string, () => Attempt>> = {
  'of another comparison': () => ({ comparisonId, token: second.token }),
  'cut by one sign': () => ({ comparisonId, token: token.slice(0, -1) }),
  'of no comparison (404)': () => ({ comparisonId: `cmp_${randomBytes(16).toString('hex')}`, token }),
};
const KINDS: Readonly<Record<string, () => Attempt>> = { 'random signature': randomSignature, ...ALIKE, ...APART };

/**
 * Runs all rounds. Returns the times of each kind, in microseconds. Each token is a string of its own, as each request
 * brings one: a string that was used before is read faster.
 */
async function measure(refuse: (attempt: Attempt) => Promise<boolean>): Promise<ReadonlyMap<string, number[]>> {
  const times = new Map(Object.keys(KINDS).map((kind) => [kind, [] as number[]]));
  let sent = 0;
  for (let round = -WARM_ROUNDS; round < rounds; round++) {
    // All of them before the first one is timed: making random bytes takes longer than flipping a bit.
    const order = Object.entries(KINDS)
      .map(([kind, make]) => ({ kind, attempt: make(), place: random() }))
      .sort((a, b) => a.place - b.place);
    for (const { kind, attempt } of order) {
      if (++sent % MINUTE_EVERY === 0) under.now = new Date(under.now.getTime() + 61_000);
      const fresh = { ...attempt, token: Buffer.from(attempt.token).toString('latin1') };
      const start = process.hrtime.bigint();
      const counts = await refuse(fresh);
      const microseconds = Number(process.hrtime.bigint() - start) / 1_000;
      if (round >= 0 && counts) times.get(kind)!.push(microseconds);
    }
  }
  return times;
}

async function compare(): Promise<Attempt> {
  const { json } = await answered('POST', '/v1/diffsvc/html', body);
  return { comparisonId: json.comparisonId, token: json.viewerToken };
}

async function answered(method: 'GET' | 'POST', url: string, payload?: object) {
  const response = await under.server.inject({
    method,
    url,
    headers: { host: '127.0.0.1:4870' },
    ...(payload && { payload }),
  });
  return { status: response.statusCode, json: response.json() };
}

/** Each refuses one token. False: the machine was too busy to look at it. */
const WAYS: Readonly<Record<string, (attempt: Attempt) => Promise<boolean>>> = {
  calls: async (attempt) => {
    const opened = await stored.open(attempt.comparisonId, { token: attempt.token, subject: null }).then(
      () => true,
      () => false,
    );
    if (opened) throw new Error('a wrong token was taken');
    return true;
  },
  requests: async (attempt) => {
    const { status } = await answered('GET', `/v1/diffsvc/comparisons/${attempt.comparisonId}?token=${attempt.token}`);
    if (status !== 401 && status !== 404 && status !== 503)
      throw new Error(`a wrong token was answered with ${status}`);
    return status !== 503;
  },
};

let isTold = false;
console.log(`seed ${values.seed}, ${rounds} rounds\n`);
console.log('| Way | Token | Quarter, µs | Median, µs | Three quarters, µs | Slower than a random signature |');
console.log('| --- | ----- | ----------: | ---------: | -----------------: | -----------------------------: |');
for (const [way, refuse] of Object.entries(WAYS)) {
  const times = await measure(refuse);
  for (const [kind, sample] of times) {
    const { share, standardError } = rankShare(sample, times.get('random signature')!);
    const quartiles = [0.25, 0.5, 0.75].map((part) => quantile(sample, part).toFixed(1)).join(' | ');
    console.log(`| ${way} | ${kind} | ${quartiles} | ${share.toFixed(3)} ± ${standardError.toFixed(3)} |`);
    const distance = Math.abs(share - 0.5);
    if (kind in ALIKE && distance > 4 * standardError && distance > 0.02) isTold = true;
  }
}
await under.close();
process.exit(isTold ? 1 : 0);
