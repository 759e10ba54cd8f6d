/// <reference types="svelte" />
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutFragment } from '../../../renderer/app/live/cut-fragment.ts';
import { LiveComparison } from '../../../renderer/app/live/live-comparison.svelte.ts';
import { commonEnds } from '../../../renderer/app/live/patch-segments.ts';
import { compareText } from '../../../service/pipeline/compare/compare-text.ts';
import { ServiceClient, type Fetch } from '../../../shared/client/service-client.ts';
import { INLINE_REQUEST_MAX_BYTES } from '../../../shared/limits.ts';

/** Time that the test controls. */
class Clock {
  now = 0;
  #due: { at: number; work: () => void }[] = [];

  readonly later = (work: () => void, ms: number): (() => void) => {
    const entry = { at: this.now + ms, work };
    this.#due.push(entry);
    return () => (this.#due = this.#due.filter((one) => one !== entry));
  };

  async pass(ms: number): Promise<void> {
    this.now += ms;
    const due = this.#due.filter(({ at }) => at <= this.now);
    this.#due = this.#due.filter((one) => !due.includes(one));
    for (const { work } of due) work();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function liveOn(clock: Clock) {
  const asked: { original: string; revised: string; aborted: () => boolean }[] = [];
  const held: (() => void)[] = [];
  let hold = false;
  const fetch: Fetch<AbortSignal> = async (_url, { body, signal }) => {
    const sent = JSON.parse(body as string) as { original: string; revised: string };
    asked.push({ ...sent, aborted: () => signal?.aborted === true });
    if (hold) await new Promise<void>((resolve) => held.push(resolve));
    signal?.throwIfAborted();
    return Response.json({ html: compareText({ ...sent, format: 'txt', mode: 'auto' }).html });
  };
  const client = new ServiceClient<AbortSignal>({ origin: '', fetch });
  const parts = {
    client,
    cut: (html: string) => Promise.resolve(cutFragment(html)),
    later: clock.later,
    now: () => clock.now,
  };
  const live = new LiveComparison(parts, { original: '', revised: '' });
  return {
    live,
    asked,
    setHold: (value: boolean) => (hold = value),
    release: () => held.splice(0).forEach((go) => go()),
  };
}

describe('live editors', () => {
  it('compare once after a pause, not for every key', async () => {
    const clock = new Clock();
    const { live, asked } = liveOn(clock);
    for (const text of ['a', 'ab', 'abc']) {
      live.type('revised', text);
      await clock.pass(50);
    }
    await clock.pass(200);
    expect(asked.map(({ revised }) => revised)).toEqual(['abc']);
    expect(live.redline?.changes).toBe(1);
  });

  it('who never pauses sees something all the same', async () => {
    const clock = new Clock();
    const { live, asked } = liveOn(clock);
    for (let at = 0; at < 30; at += 1) {
      live.type('revised', 'x'.repeat(at + 1));
      await clock.pass(60);
    }
    expect(asked.length).toBeGreaterThanOrEqual(2);
    expect(asked.length).toBeLessThan(6);
  });

  it('an older comparison is cancelled, and its answer is never shown', async () => {
    const clock = new Clock();
    const { live, asked, setHold, release } = liveOn(clock);
    setHold(true);
    live.type('revised', 'old');
    await clock.pass(200);
    live.type('revised', 'new words');
    setHold(false);
    await clock.pass(200);
    release();
    await clock.pass(0);
    expect(asked.map(({ aborted }) => aborted())).toEqual([true, false]);
    expect(live.redline?.segments.join('')).toContain('new words');
    expect([live.failure, live.pending]).toEqual([null, false]);
  });

  it('what is too large is said, with its size, and not sent', async () => {
    const clock = new Clock();
    const { live, asked } = liveOn(clock);
    live.type('original', 'x'.repeat(INLINE_REQUEST_MAX_BYTES));
    await clock.pass(200);
    expect(asked).toEqual([]);
    expect(live.failure?.message).toContain('a little more than 800 KB; while typing the limit is 800 KB');
    live.type('original', '');
    await clock.pass(200);
    expect([live.failure, live.redline]).toEqual([null, null]);
  });
});

describe('what is put on the page of a new redline', () => {
  it('is what is between the pieces in common', () => {
    const pieces = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 });
    fc.assert(
      fc.property(pieces, pieces, (before, after) => {
        const { start, end } = commonEnds(before, after);
        const patched = [
          ...before.slice(0, start),
          ...after.slice(start, after.length - end),
          ...before.slice(before.length - end),
        ];
        expect(patched).toEqual(after);
      }),
    );
  });
});
