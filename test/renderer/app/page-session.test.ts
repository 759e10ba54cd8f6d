import { beforeEach, describe, expect, it } from 'vitest';
import { PageSession } from '../../../renderer/app/page-session.ts';

const stored = new Map<string, string>();
const calls: { path: string; body: unknown }[] = [];
let hashes: string[] = [];
let now = 0;
let answer: (path: string) => Response | Error;
beforeEach(() => {
  stored.clear();
  calls.length = 0;
  hashes = [];
  now = 1_000_000;
  answer = (path) =>
    path === '/v1/sessions'
      ? Response.json({ sessionPath: '/v1/sessions/abc' }, { status: 201 })
      : Response.json({ accessToken: `dst_${calls.length}`, expiresInSeconds: 3_600 });
});

function sessionAt(hash: string): PageSession {
  return new PageSession({
    hash,
    replaceHash: (replaced) => void hashes.push(replaced),
    now: () => now,
    storage: {
      getItem: (name) => stored.get(name) ?? null,
      setItem: (name, value) => void stored.set(name, value),
      removeItem: (name) => void stored.delete(name),
    },
    fetch: (path, init) => {
      calls.push({ path, body: init.body === undefined ? undefined : JSON.parse(init.body as string) });
      const given = answer(path);
      return given instanceof Error ? Promise.reject(given) : Promise.resolve(given);
    },
  });
}

describe('the session of the page', () => {
  it('is opened by a link once, which leaves the address, and buys tokens before they end', async () => {
    const session = sessionAt('#link=code-1');
    expect(hashes).toEqual(['']);
    expect(await Promise.all([session.bearer(), session.bearer()])).toEqual(['dst_2', 'dst_2']);
    expect(calls).toEqual([
      { path: '/v1/sessions', body: { code: 'code-1' } },
      { path: '/v1/sessions/abc', body: undefined },
    ]);
    now += 3_539_000;
    expect(await session.bearer()).toBe('dst_2');
    now += 1_000;
    expect(await session.bearer()).toBe('dst_3');
    expect(await sessionAt('').bearer()).toBe('dst_4');
  });

  it('is opened by a link to a page of the application, which stays in the address', async () => {
    const session = sessionAt('#link=code-1/connections');
    expect(hashes).toEqual(['#/connections']);
    await session.bearer();
    expect(calls[0]).toEqual({ path: '/v1/sessions', body: { code: 'code-1' } });
    sessionAt('#link=code-1/a/b');
    expect(hashes).toHaveLength(1);
  });

  it('follows another page of the browser that signs in or out', async () => {
    const session = sessionAt('');
    expect(await session.bearer()).toBeUndefined();
    stored.set('diffsvc.session', '/v1/sessions/abc');
    expect([session.follows('other'), session.follows('diffsvc.session')]).toEqual([false, true]);
    expect(await session.bearer()).toBe('dst_1');
    stored.clear();
    expect(session.follows(null)).toBe(true);
    expect(await session.bearer()).toBeUndefined();
  });

  it('asks for a tab that is signed in, and says what became of it', async () => {
    const outcomeOf = async (given: Response | Error) => {
      answer = () => given;
      return await sessionAt('').askForTab();
    };
    expect(await outcomeOf(Response.json({ opened: true }))).toBe('opened');
    expect(await outcomeOf(Response.json({ opened: false }))).toBe('not-opened');
    expect(await outcomeOf(Response.json({ code: 'rate_limited' }, { status: 429 }))).toBe('recently');
    expect(await outcomeOf(new TypeError('not reached'))).toBe('not-opened');
    expect(calls.every(({ path }) => path === '/v1/sign-in')).toBe(true);
    expect(stored.size).toBe(0);
  });

  it('is none without a link, and the page goes on without', async () => {
    expect(await sessionAt('').bearer()).toBeUndefined();
    expect(await sessionAt('#section').bearer()).toBeUndefined();
    expect([calls, hashes]).toEqual([[], []]);
  });

  it('survives a link that was used before, and ends when the service says so', async () => {
    stored.set('diffsvc.session', '/v1/sessions/old');
    answer = (path) =>
      path === '/v1/sessions'
        ? Response.json({}, { status: 401 })
        : Response.json({ accessToken: 'dst_old', expiresInSeconds: 3_600 });
    expect(await sessionAt('#link=used').bearer()).toBe('dst_old');
    answer = () => new TypeError('not reached');
    expect(await sessionAt('').bearer()).toBeUndefined();
    expect(stored.size).toBe(1);
    answer = () => Response.json({}, { status: 401 });
    expect(await sessionAt('').bearer()).toBeUndefined();
    expect(stored.size).toBe(0);
  });
});
