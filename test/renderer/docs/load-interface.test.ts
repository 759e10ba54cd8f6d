import { expect, test } from 'vitest';
import { loadInterface } from '../../../renderer/docs/load-interface.ts';
import { describeInterface } from '../../../service/http/installation/describe-interface.ts';

const refusal = (status: number, message = 'The service is busy.'): Response =>
  Response.json({ code: 'x', message }, { status, headers: { 'retry-after': '0.01' } });

/** Answers in turn; the last one again and again. */
function answering(...answers: readonly (() => Response)[]): {
  readonly fetch: typeof fetch;
  readonly asked: () => number;
} {
  let asked = 0;
  return {
    fetch: () => Promise.resolve(answers[Math.min(asked++, answers.length - 1)]!()),
    asked: () => asked,
  };
}

test('a busy service is asked again', async () => {
  const { fetch, asked } = answering(
    () => refusal(503),
    () => refusal(503),
    () => Response.json(describeInterface('1.2.3')),
  );
  expect((await loadInterface(fetch)).parts.length).toBeGreaterThan(0);
  expect(asked()).toBe(3);
});

test('the message of a service that stays busy or refuses is shown', async () => {
  const busy = answering(() => refusal(503));
  await expect(loadInterface(busy.fetch)).rejects.toThrow('The service is busy.');
  expect(busy.asked()).toBe(5);
  const refused = answering(() => refusal(400, 'Not this host.'));
  await expect(loadInterface(refused.fetch)).rejects.toThrow('Not this host.');
  expect(refused.asked()).toBe(1);
  const other = answering(() => new Response('<p>', { status: 502 }));
  await expect(loadInterface(other.fetch)).rejects.toThrow('status 502');
});
