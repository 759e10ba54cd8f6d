import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ExchangedPairing } from '../../shared/api/pairing.ts';
import { ServiceCallError } from '../../shared/client/service-call-error.ts';
import { ServiceUnreachable } from '../../extension/comparison/service-access.ts';
import { PairingClient } from '../../extension/pairing/pairing-client.ts';
import { PairingSession, type PairingDeps } from '../../extension/pairing/pairing-session.svelte.ts';
import type { Pairing } from '../../extension/storage/database.ts';
import { words } from '../../extension/strings.ts';

/** A session whose service gives these answers in sequence. The answers determine the time. */
function sessionWith(answers: readonly (ExchangedPairing | Error)[], given: Partial<PairingDeps> = {}) {
  const kept: Pairing[] = [];
  const seen: unknown[] = [];
  const opened: number[] = [];
  let at = 0;
  const session = new PairingSession({
    askToReach: () => Promise.resolve(true),
    checkService: () => Promise.resolve(),
    clientAt: () => ({
      begin: () => Promise.resolve({ pairingId: 'pair_1', code: '123456', verifier: 'v', expiresInSeconds: 120 }),
      exchange: () => {
        seen.push(session.state);
        const answer = answers[at++];
        if (answer === undefined) throw new Error('asked too often');
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
      },
    }),
    name: 'test',
    keep: (pairing) => {
      kept.push(pairing);
      return Promise.resolve();
    },
    openApp: (port) => opened.push(port),
    wait: () => Promise.resolve(),
    now: () => 0,
    ...given,
  });
  return { session, kept, seen, opened };
}

const waiting: ExchangedPairing = { status: 'waiting', expiresInSeconds: 100 };
const paired: ExchangedPairing = { status: 'paired', keyId: 'key_1', key: 'dsk_x' };

describe('a pairing, as the reader sees it', () => {
  test('waits with its code and ends with the key kept', async () => {
    const { session, kept, seen, opened } = sessionWith([waiting, waiting, paired]);
    await session.pair(4870);
    expect(seen).toEqual([1, 2, 3].map(() => ({ step: 'waiting', code: '123456', secondsLeft: 120 })));
    expect(kept).toEqual([{ keyId: 'key_1', key: 'dsk_x', port: 4870 }]);
    expect(opened).toEqual([4870]);
    expect(session.state).toEqual({ step: 'idle', problem: null });
  });

  test.each([
    ['the permission is denied', { askToReach: () => Promise.resolve(false) }, [], words.permissionDenied],
    [
      'no service is there',
      { checkService: () => Promise.reject(new ServiceUnreachable(4870)) },
      [],
      words.unreachable(4870),
    ],
    [
      'the owner refuses',
      {},
      [waiting, new ServiceCallError({ code: 'gone', status: 410, message: 'over' })],
      words.pairingOver,
    ],
    [
      'too many pairings wait',
      {},
      [new ServiceCallError({ code: 'rate_limited', status: 429, message: '16 pairings wait already' })],
      '16 pairings wait already',
    ],
  ])('says why when %s', async (_, given, answers, problem) => {
    const { session, kept } = sessionWith(answers, given);
    await session.pair(4870);
    expect(session.state).toEqual({ step: 'idle', problem });
    expect(kept).toEqual([]);
  });

  test('that is cancelled keeps nothing', async () => {
    const { session, kept } = sessionWith([waiting, paired], {
      wait: () => {
        session.cancel();
        return Promise.resolve();
      },
    });
    await session.pair(4870);
    expect(session.state).toEqual({ step: 'idle', problem: null });
    expect(kept).toEqual([]);
  });
});

test('the challenge is the S256 of a verifier that is sent only for the key', async () => {
  const sent: { url: string; body: string; headers: Record<string, string> }[] = [];
  const client = new PairingClient({
    origin: 'http://127.0.0.1:4870',
    fetch: (url, { body, headers }) => {
      sent.push({ url, body: body as string, headers });
      const answer = url.endsWith('/key') ? paired : { pairingId: 'pair_1', code: '123456', expiresInSeconds: 120 };
      return Promise.resolve(Response.json(answer, { status: 201 }));
    },
  });
  const { signal } = new AbortController();
  const begun = await client.begin('diffsvc', signal);
  expect(begun.verifier).toMatch(/^[\w-]{43}$/u);
  const challenge = createHash('sha256').update(begun.verifier).digest('base64url');
  expect(JSON.parse(sent[0]!.body)).toEqual({ challenge, name: 'diffsvc' });
  expect(await client.exchange(begun, signal)).toEqual(paired);
  expect(sent[1]).toMatchObject({
    url: 'http://127.0.0.1:4870/v1/pairings/pair_1/key',
    body: JSON.stringify({ verifier: begun.verifier }),
  });
  expect(sent.every(({ headers }) => !('authorization' in headers))).toBe(true);
  expect((await client.begin('diffsvc', signal)).verifier).not.toBe(begun.verifier);
});
