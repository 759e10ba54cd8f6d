/** The log: one line for each answer with its request id, and no secret or text of a caller, ever. */
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compareTask } from '../../../service/pipeline/compare-task.ts';
import { serverUnderTest, type ServerUnderTest } from './server-under-test.ts';

let under: ServerUnderTest;
let broken = false;
beforeEach(async () => {
  broken = false;
  under = await serverUnderTest({
    compare: (task) => {
      if (broken) throw new TypeError('a bug of ours');
      return Promise.resolve(compareTask(task));
    },
  });
});
afterEach(() => under.close());

const OWN = { origin: 'http://127.0.0.1:4870' };

async function call(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  headers: object,
  payload?: object | string,
) {
  const response = await under.server.inject({
    method,
    url: url.replace(/^https?:\/\/[^/]+/, ''),
    headers: { host: '127.0.0.1:4870', ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    json: response.body === '' ? null : response.json(),
  };
}

it('has a line for each answer, and no secret', async () => {
  const secrets = new Map<string, string>();
  const requestIds: unknown[] = [];
  const keep = (name: string, secret: unknown): string => {
    expect(String(secret).length).toBeGreaterThan(5);
    secrets.set(name, String(secret));
    return String(secret);
  };
  const send = async (...given: Parameters<typeof call>): ReturnType<typeof call> => {
    const answer = await call(...given);
    requestIds.push(answer.headers['x-request-id']);
    return answer;
  };

  const { bearer } = await under.account('creator_pro');
  keep('API key', bearer.authorization.slice('Bearer '.length));
  const link = keep('one-time link', await under.sessions.newLink());
  const opened = await send('POST', '/v1/sessions', OWN, { code: link });
  await send('POST', '/v1/sessions', OWN, { code: link });
  const cookie = String(opened.headers['set-cookie']).split(';')[0]!;
  keep('cookie', cookie.split('=')[1]);
  const path = opened.json.sessionPath;
  keep('path of the session', path.split('/').at(-1));
  const { json: token } = await send('POST', path, { ...OWN, cookie });
  const owner = { authorization: `Bearer ${keep('access token', token.accessToken)}` };
  keep('new key', (await send('POST', '/v1/diffsvc/keys', owner, { name: 'n' })).json.key);

  const original = keep('original text', 'the confidential original');
  const revised = keep('revised text', 'the confidential revision');
  const idempotencyKey = keep('Idempotency-Key', 'secret-key-of-the-caller');
  const asked = { original, revised, output: ['html', 'json'] };
  const { json } = await send('POST', '/v1/diffsvc/html', { ...bearer, 'idempotency-key': idempotencyKey }, asked);
  const viewerToken = keep('viewer token', json.changesUrl.split('token=')[1]);
  await send('GET', json.changesUrl, {});
  await send('GET', json.changesUrl.split('?')[0], { 'x-viewer-token': viewerToken });
  await send('GET', `${json.changesUrl}x&limit=0`, {});

  const filename = keep('name of a file', 'confidential.txt');
  const upload = await send('POST', '/v1/diffsvc/uploads', bearer, {
    filename,
    contentType: 'text/plain',
    sizeBytes: 4,
  });
  keep('upload address', upload.json.uploadUrl.split('token=')[1]);
  await send('PUT', upload.json.uploadUrl, { 'content-type': 'text/plain' }, 'abcde');
  await send('PUT', upload.json.uploadUrl, { 'content-type': 'text/plain' }, 'abcd');

  const verifier = keep('verifier', 'v'.repeat(50));
  const extension = { origin: `chrome-extension://${'a'.repeat(32)}` };
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const { json: pairing } = await send('POST', '/v1/pairings', extension, { challenge, name: 'x' });
  await send('POST', `/v1/pairings/${pairing.pairingId}/confirmation`, owner, { code: pairing.code });
  const paired = await send('POST', `/v1/pairings/${pairing.pairingId}/key`, extension, { verifier });
  keep('key of the extension', paired.json.key);

  broken = true;
  expect((await send('POST', '/v1/diffsvc/html', bearer, { ...asked, mode: 'word' })).status).toBe(500);
  await under.database.schema.alterTable('operations').renameTo('elsewhere').execute();
  expect((await send('POST', '/v1/diffsvc/html', { ...bearer, 'idempotency-key': idempotencyKey }, asked)).status).toBe(
    503,
  );

  const log = under.logLines.join('');
  expect(secrets.size).toBe(14);
  for (const [name, secret] of secrets) expect(log.includes(secret), name).toBe(false);
  const lines = under.logLines.map((line) => JSON.parse(line));
  expect(lines.filter(({ msg }) => msg === 'answered').map(({ requestId }) => requestId)).toEqual(requestIds);
  expect(lines.filter(({ msg }) => msg === 'a request failed')).toHaveLength(2);
});
