import { expect, test } from 'vitest';
import { RenderingQueue } from '../../../../service/comparison/pages/rendering-queue.ts';

const NEVER = new AbortController().signal;

/** Work that ends when it is told to. */
function held() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { render: () => promise, resolve, reject };
}

const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => value,
    (fault: unknown) => (fault as { code?: unknown }).code ?? (fault as Error).message,
  );

test('one rendering runs at a time, in the order of the calls, whether the one before ends well or not', async () => {
  const queue = new RenderingQueue();
  const begun: number[] = [];
  const works = [held(), held(), held()];
  const ends = works.map(({ render }, at) =>
    codeOf(
      queue.run(() => {
        begun.push(at);
        return render();
      }, NEVER),
    ),
  );
  await Promise.resolve();
  expect(begun).toEqual([0]);
  works[0]!.reject(new Error('broken'));
  expect(await ends[0]).toBe('broken');
  const late = codeOf(queue.run(() => Promise.resolve('late'), NEVER));
  expect(begun).toEqual([0, 1]);
  works[1]!.resolve('second');
  expect(await ends[1]).toBe('second');
  expect(begun).toEqual([0, 1, 2]);
  works[2]!.resolve('third');
  expect([await ends[2], await late]).toEqual(['third', 'late']);
  expect(await queue.run(() => Promise.resolve('free'), NEVER)).toBe('free');
});

test('a full queue refuses, and whoever leaves gives up the place', async () => {
  const queue = new RenderingQueue(2);
  const first = held();
  const running = queue.run(first.render, NEVER);
  const leave = new AbortController();
  const second = codeOf(queue.run(() => Promise.resolve('second'), leave.signal));
  const third = queue.run(() => Promise.resolve('third'), NEVER);
  await expect(queue.run(() => Promise.resolve('x'), NEVER)).rejects.toMatchObject({
    code: 'rate_limited',
    message: expect.stringContaining('2 wait already, which is the limit. Try again in 10 seconds.'),
  });
  leave.abort();
  expect(await second).toBe('comparison_timeout');
  const fourth = queue.run(() => Promise.resolve('fourth'), NEVER);
  first.resolve('first');
  expect(await Promise.all([running, third, fourth])).toEqual(['first', 'third', 'fourth']);
});

test('a call that comes after its time does not wait', async () => {
  const queue = new RenderingQueue();
  const first = held();
  const running = queue.run(first.render, NEVER);
  expect(await codeOf(queue.run(() => Promise.resolve('x'), AbortSignal.abort()))).toBe('comparison_timeout');
  first.resolve('first');
  expect(await running).toBe('first');
});
