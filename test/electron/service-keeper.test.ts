import { describe, expect, it } from 'vitest';
import type { DesktopServiceState } from '../../shared/messages/desktop-bridge.ts';
import type { ChildEnd, ServiceChild } from '../../electron/main/service/service-child.ts';
import { ServiceKeeper } from '../../electron/main/service/service-keeper.ts';

/** The behaviour of one child: it listens or not, and ends by itself or when asked. */
interface Fate {
  readonly listens: boolean;
  /** Null: it runs until it is stopped. */
  readonly end: ChildEnd | null;
  readonly runsMs?: number;
}

const CRASH: ChildEnd = { code: 1, lastWords: 'broken' };
const RUNS: Fate = { listens: true, end: null };

/** A world in which time passes only by waiting. */
function keeperOf(fates: Fate[], serving: (string | null)[] = []) {
  let clock = 0;
  const states: DesktopServiceState[] = [];
  const pauses: number[] = [];
  const crashes: ChildEnd[] = [];
  const started: boolean[] = [];
  const stopped: string[] = [];
  let healthy = true;
  const keeper = new ServiceKeeper({
    startChild: (anyPort): ServiceChild => {
      const fate = fates[started.length] ?? RUNS;
      const name = String(started.length);
      started.push(anyPort);
      clock += fate.runsMs ?? 0;
      const { promise: ended, resolve } = Promise.withResolvers<ChildEnd>();
      if (fate.end !== null) resolve(fate.end);
      return {
        listening: Promise.resolve(fate.listens ? `http://127.0.0.1:${name}` : null),
        ended,
        code: `code ${name}`,
        stop: () => {
          stopped.push(name);
          resolve({ code: 0, lastWords: '' });
          return Promise.resolve();
        },
      };
    },
    findServing: () => Promise.resolve(serving.shift() ?? null),
    isHealthy: () => Promise.resolve(healthy),
    wait: async (ms) => {
      pauses.push(ms);
      clock += ms;
      await new Promise((resolve) => setImmediate(resolve));
    },
    now: () => clock,
    onState: (state) => states.push(state),
    onCrash: (end) => crashes.push(end),
  });
  keeper.start();
  const never = new AbortController().signal;
  return {
    keeper,
    states,
    pauses,
    crashes,
    started,
    stopped,
    served: () => keeper.served(never),
    sicken: () => (healthy = false),
  };
}

const until = async (holds: () => boolean): Promise<void> => {
  for (let turns = 0; !holds() && turns < 1_000; turns++) await new Promise((resolve) => setImmediate(resolve));
  expect(holds()).toBe(true);
};

describe('the keeper of the service', () => {
  it('starts one on the configured port, and ends it with the application', async () => {
    const { keeper, served, started, stopped, states } = keeperOf([RUNS]);
    expect(await served()).toEqual({ origin: 'http://127.0.0.1:0', code: 'code 0' });
    await keeper.stop();
    expect({ started, stopped }).toEqual({ started: [false], stopped: ['0'] });
    expect(states).toEqual([{ status: 'running', message: null }]);
    await expect(served()).resolves.toBeDefined();
  });

  it('starts it again when it breaks, after pauses that grow', async () => {
    const crash: Fate = { listens: true, end: CRASH };
    const { keeper, pauses, crashes, states, started } = keeperOf([crash, crash, crash, RUNS]);
    await until(() => started.length === 4);
    expect(pauses).toEqual([250, 500, 1_000]);
    expect(crashes).toEqual([CRASH, CRASH, CRASH]);
    expect(states.map(({ status }) => status)).toEqual(
      ['running', 'restarting', 'running', 'restarting', 'running', 'restarting', 'running'].slice(0, states.length),
    );
    await keeper.stop();
  });

  it('counts anew after one that ran well', async () => {
    const crash: Fate = { listens: true, end: CRASH };
    const { keeper, pauses, started } = keeperOf([crash, crash, { ...crash, runsMs: 60_000 }, crash, RUNS]);
    await until(() => started.length === 5);
    expect(pauses).toEqual([250, 500, 250, 500]);
    await keeper.stop();
  });

  it('gives up after five crashes, says why, and tries again when asked', async () => {
    const crash: Fate = { listens: false, end: CRASH };
    const { keeper, states, served, started } = keeperOf([crash, crash, crash, crash, crash, RUNS]);
    await expect(served()).rejects.toThrow('broken');
    expect(states.at(-1)).toEqual({ status: 'failed', message: 'broken' });
    await expect(served()).rejects.toThrow('broken');
    expect(started).toHaveLength(5);
    keeper.restart();
    await until(() => started.length === 6);
    expect((await served()).code).toBe('code 5');
    await keeper.stop();
  });

  it('takes another port when the configured one is taken, and gives up when that does not help', async () => {
    const couldNot: Fate = { listens: false, end: { code: 2, lastWords: 'diffsvc: Port 4870 is in use.' } };
    const first = keeperOf([couldNot, RUNS]);
    expect((await first.served()).code).toBe('code 1');
    expect(first.started).toEqual([false, true]);
    expect(first.crashes).toEqual([]);
    await first.keeper.stop();

    const second = keeperOf([couldNot, couldNot]);
    await expect(second.served()).rejects.toThrow('Port 4870 is in use.');
    expect(second.states.at(-1)).toEqual({ status: 'failed', message: 'Port 4870 is in use.' });
    await second.keeper.stop();
  });

  it('attaches to one that serves already, leaves it running, and starts its own when that ends', async () => {
    const { keeper, served, started, stopped, sicken } = keeperOf([RUNS], ['http://127.0.0.1:7']);
    expect(await served()).toEqual({ origin: 'http://127.0.0.1:7', code: null });
    expect(started).toEqual([]);
    sicken();
    await until(() => started.length === 1);
    expect((await served()).code).toBe('code 0');
    await keeper.stop();
    expect(stopped).toEqual(['0']);
  });

  it('attaches to one that was faster', async () => {
    const { keeper, served, started, stopped } = keeperOf(
      [{ listens: false, end: { code: 2, lastWords: '' } }],
      [null, 'http://127.0.0.1:7'],
    );
    expect(await served()).toEqual({ origin: 'http://127.0.0.1:7', code: null });
    await keeper.stop();
    expect({ started, stopped }).toEqual({ started: [false], stopped: [] });
  });

  it('lets go of whoever does not want to wait any longer', async () => {
    const keeper = keeperOf([{ listens: false, end: CRASH }]).keeper;
    const stop = new AbortController();
    const waiting = keeper.served(stop.signal);
    stop.abort(new Error('left'));
    await expect(waiting).rejects.toThrow('left');
    await keeper.stop();
  });
});
