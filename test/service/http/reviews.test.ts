/** The reviews of the owner: one copy for all windows, by operations. */
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AppendRequest, ReviewOperation, ReviewSubject } from '../../../shared/api/reviews.ts';
import { useServer, type Answer, type Headers } from './use-server.ts';

const service = useServer();
const { call, get } = service;
let owner: Headers;
beforeEach(async () => {
  const { accounts, tokens, now } = service.under;
  const { accountId } = await accounts.owner();
  owner = { authorization: `Bearer ${tokens.issue(accountId, now)}` };
});

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const idOf = ({ original, revised, fragment }: ReviewSubject): string =>
  sha256(`${original}\n${revised}\n${fragment}\n`);

function subject(name: string, change: Partial<ReviewSubject> = {}): ReviewSubject {
  return {
    original: sha256(`${name} original`),
    revised: sha256(`${name} revised`),
    fragment: sha256(`${name} fragment`),
    originalName: `${name} 1.docx`,
    revisedName: `${name} 2.docx`,
    changes: ['1', '2', '3', '4'].map((n) => ({
      changeId: `chg_00000${n}`,
      signs: [`${name}-a${n}`, `${name}-b${n}`],
      kind: 'replace',
      before: `old ${n}`,
      after: `new ${n}`,
    })),
    ...change,
  };
}

const LEASE = subject('lease');
const URL = `/v1/diffsvc/reviews/${idOf(LEASE)}`;
const begin = (about = LEASE): Promise<Answer> => call('PUT', `/v1/diffsvc/reviews/${idOf(about)}`, owner, about);

let made = 0;
function step(changeId: string, before: 'accepted' | 'rejected' | null, after: typeof before): ReviewOperation {
  made += 1;
  const operationId = `operation-${String(made).padStart(8, '0')}`;
  return { operationId, kind: 'step', decisions: [{ changeIds: [changeId], before, after }] };
}

function append(revision: number, operations: ReviewOperation[], more: Partial<AppendRequest> = {}): Promise<Answer> {
  return call('POST', `${URL}/operations`, owner, {
    ...{ revision, operations, window: 'one', reviewer: 'Ada', decided: operations.length },
    ...more,
  });
}

describe('/v1/diffsvc/reviews', () => {
  it('keeps what was decided, under the content of the comparison', async () => {
    expect((await get(URL, owner)).code).toBe('not_found');
    expect((await begin()).status).toBe(204);
    const operation = step('chg_000001', null, 'accepted');
    const appended = await append(0, [operation]);
    expect(appended.json).toEqual({
      revision: 1,
      conflicts: [],
      operations: [{ ...operation, revision: 1, window: 'one', reviewer: 'Ada', at: '2025-03-01T12:00:00.000Z' }],
    });
    const { changes, ...about } = LEASE;
    const listed = {
      ...{ reviewId: idOf(LEASE), ...about, changes: changes.length, revision: 1, decided: 1, finished: false },
      changedAt: '2025-03-01T12:00:00.000Z',
    };
    expect((await get(URL, owner)).json).toEqual({
      ...listed,
      state: {
        ...{ reviewer: 'Ada', savedAt: null, finished: false, accepted: ['chg_000001'], rejected: [] },
        ...{ notes: [], passages: [] },
      },
      operations: appended.json.operations,
    });
    expect((await get('/v1/diffsvc/reviews', owner)).json).toEqual({ reviews: [listed] });
    expect((await get(`/v1/diffsvc/reviews?id=${listed.reviewId}`, owner)).json).toEqual({ reviews: [listed] });
    expect((await get('/v1/diffsvc/reviews?id=none', owner)).json).toEqual({ reviews: [] });
    expect((await get(`${URL}/changes`, owner)).json).toEqual({ changes });
    // Beginning again changes nothing.
    expect((await begin()).status).toBe(204);
    expect((await get(URL, owner)).json.revision).toBe(1);
    expect((await call('DELETE', URL, owner)).status).toBe(204);
    expect((await get(URL, owner)).code).toBe('not_found');
    expect((await call('DELETE', URL, owner)).code).toBe('not_found');
    expect((await append(0, [operation])).code).toBe('not_found');
  });

  it('merges steps of two windows on different changes, and overwrites nothing unseen on the same one', async () => {
    await begin();
    await append(0, [step('chg_000001', null, 'accepted'), step('chg_000002', null, 'accepted')]);
    const late = [step('chg_000001', null, 'rejected'), step('chg_000003', null, 'rejected')];
    const { json } = await append(0, late, { window: 'two' });
    expect(json.conflicts).toEqual([{ changeIds: ['chg_000001'], wanted: 'rejected', stands: 'accepted' }]);
    expect(json.operations.map((each: { revision: number }) => each.revision)).toEqual([1, 2, 3, 4]);
    const { state } = (await get(URL, owner)).json;
    expect([state.accepted, state.rejected]).toEqual([['chg_000001', 'chg_000002'], ['chg_000003']]);
    // Whoever has seen it may change it.
    await append(4, [step('chg_000001', 'accepted', 'rejected')], { window: 'two' });
    expect((await get(URL, owner)).json.state.rejected).toEqual(['chg_000001', 'chg_000003']);
  });

  it('names what was decided differently also to a writer whose revision is ahead, and gives no operations', async () => {
    await begin();
    await append(0, [step('chg_000001', null, 'accepted')]);
    const late = step('chg_000001', null, 'rejected');
    const conflict = { changeIds: ['chg_000001'], wanted: 'rejected', stands: 'accepted' };
    // The service was restored from a backup, so that the window knows more than it.
    const { json } = await append(40, [late], { window: 'two' });
    expect(json).toEqual({ revision: 2, conflicts: [conflict] });
    // The answer was lost, and the operation comes again.
    expect((await append(2, [late], { window: 'two' })).json.conflicts).toEqual([conflict]);
  });

  it('leaves both ends of a move as they are if one of them was decided differently', async () => {
    await begin();
    await append(0, [step('chg_000001', null, 'rejected')]);
    const both = { ...step('chg_000001', null, 'accepted') };
    both.decisions = [{ changeIds: ['chg_000001', 'chg_000002'], before: null, after: 'accepted' }];
    const { json } = await append(0, [both]);
    expect(json.conflicts).toEqual([
      { changeIds: ['chg_000001', 'chg_000002'], wanted: 'accepted', stands: 'rejected' },
    ]);
    expect((await get(URL, owner)).json.state).toMatchObject({ accepted: [], rejected: ['chg_000001'] });
  });

  it('takes back a step only where its verdict still stands, and asks nothing', async () => {
    await begin();
    const first = step('chg_000001', null, 'accepted');
    await append(0, [first, step('chg_000001', 'accepted', 'rejected')]);
    const undo: ReviewOperation = { ...step('chg_000001', 'accepted', null), kind: 'undo', of: first.operationId };
    expect((await append(2, [undo])).json.conflicts).toEqual([]);
    expect((await get(URL, owner)).json.state.rejected).toEqual(['chg_000001']);
  });

  it('does an operation that comes again once', async () => {
    await begin();
    const operation = step('chg_000001', null, 'accepted');
    await append(0, [operation]);
    const again = await append(0, [operation, operation]);
    expect([again.json.revision, again.json.operations.length]).toEqual([1, 1]);
  });

  it('merges notes message by message, and the end of the review', async () => {
    await begin();
    const message = (text: string) => ({ author: 'Ada', at: '2025-01-01T00:00:00.000Z', text });
    const note = (added: string[], removed: string[]): ReviewOperation => ({
      ...{ operationId: step('x', null, null).operationId, kind: 'step' },
      notes: [
        {
          ...{ changeId: 'chg_000002', tagsAdded: ['price'], tagsRemoved: [] },
          ...{ added: added.map(message), removed: removed.map(message) },
        },
      ],
    });
    await append(0, [note(['one'], [])]);
    await append(0, [note(['two'], [])], { window: 'two' });
    await append(1, [{ ...note(['ONE'], ['one']), finished: true }]);
    expect((await get(URL, owner)).json.state).toMatchObject({
      finished: true,
      notes: [{ changeId: 'chg_000002', tags: ['price'], messages: [message('ONE'), message('two')] }],
    });
  });

  it('finds the earlier review by what it was about, whatever the files are called', async () => {
    await begin();
    await append(0, [step('chg_000001', null, 'accepted')]);
    const other = subject('other');
    await begin(other);
    const search = async (change: Partial<ReviewSubject>, signs: string[][]) => {
      const { original, revised, fragment } = subject('next', change);
      const { json } = await call('POST', '/v1/diffsvc/reviews/search', owner, { original, revised, fragment, signs });
      return json.reviews.map(({ originalName, found }: { originalName: string; found: number }) => [
        originalName,
        found,
      ]);
    };
    // Half of the changes are here again: two by their surroundings, one of them only by what follows.
    expect(await search({}, [['lease-a1', 'z'], ['z', 'lease-b2'], ['new']])).toEqual([['lease 1.docx', 2]]);
    expect(await search({}, [['lease-a1', 'z']])).toEqual([]);
    // One change is enough if a file is the same.
    expect(await search({ original: LEASE.original }, [['lease-a1', 'z']])).toEqual([['lease 1.docx', 1]]);
    // The signs of one way of looking do not stand for another.
    expect(await search({ original: LEASE.original }, [['lease-b1', 'lease-a1']])).toEqual([]);
  });

  it('lists page by page, the last changed first', async () => {
    for (const name of ['a', 'b', 'c']) {
      await begin(subject(name));
      service.later(1);
    }
    const first = await get('/v1/diffsvc/reviews?limit=2', owner);
    const names = (answer: Answer): string[] => answer.json.reviews.map((each: ReviewSubject) => each.originalName);
    expect(names(first)).toEqual(['c 1.docx', 'b 1.docx']);
    const second = await get(`/v1/diffsvc/reviews?limit=2&cursor=${first.json.nextCursor}`, owner);
    expect([names(second), second.json.nextCursor]).toEqual([['a 1.docx'], undefined]);
    expect((await get('/v1/diffsvc/reviews?cursor=x', owner)).code).toBe('invalid_request');
  });

  it('refuses what is malformed or beyond a limit, with the value and the limit', async () => {
    expect((await call('PUT', URL, owner, subject('another'))).code).toBe('invalid_request');
    expect((await get('/v1/diffsvc/reviews/none', owner)).code).toBe('not_found');
    await begin();
    const many = Array.from({ length: 201 }, () => step('chg_000001', null, 'accepted'));
    expect(await append(0, many)).toMatchObject({
      code: 'invalid_request',
      json: { message: '/operations has 201 items; it may have 200.' },
    });
    const added = Array.from({ length: 500 }, (_, at) => ({
      author: '',
      at: null,
      text: `${at} `.padEnd(20_000, 'x'),
    }));
    const note = { changeId: 'chg_000001', added, removed: [], tagsAdded: [], tagsRemoved: [] };
    const long: ReviewOperation = { operationId: 'operation-of-length', kind: 'step', notes: [note] };
    const body = JSON.stringify({ revision: 0, window: 'one', reviewer: '', decided: 0, operations: [long] });
    const signed = { ...owner, 'x-cloud-content-sha256': sha256(body) };
    const { code, json } = await call('POST', `${URL}/operations`, signed, body);
    expect([code, json.message]).toEqual([
      'invalid_request',
      expect.stringMatching(/^The review would have [\d.]+ MB, and the limit is 8 MB\. Delete notes/u),
    ]);
    expect((await get(URL, owner)).json.revision).toBe(0);
  });

  it('is for nobody but the owner of the installation', async () => {
    const { json } = await call('POST', '/v1/diffsvc/keys', owner, { name: 'script' });
    const member = await service.under.account('creator_pro');
    const token = { authorization: `Bearer ${service.under.tokens.issue(member.accountId, service.under.now)}` };
    for (const headers of [{}, { authorization: `Bearer ${json.key}` }, member.bearer, token]) {
      for (const [method, url] of [
        ['GET', '/v1/diffsvc/reviews'],
        ['GET', '/v1/diffsvc/reviews/events'],
        ['GET', URL],
        ['PUT', URL],
        ['DELETE', URL],
        ['GET', `${URL}/changes`],
        ['POST', `${URL}/operations`],
        ['POST', '/v1/diffsvc/reviews/search'],
      ] as const) {
        expect(await call(method, url, headers)).toMatchObject({ status: 401, code: 'unauthorized' });
      }
    }
  });
});

describe('the stream of reviews', () => {
  it('tells every step with its revisions, and what was deleted, to all windows', async () => {
    await begin();
    const { under } = service;
    const heard: unknown[] = [];
    const { accountId } = await under.accounts.owner();
    const leave = under.reviews.events.listen(
      `account:${accountId}`,
      (event) => heard.push(event),
      () => undefined,
    );
    const first = step('chg_000001', null, 'accepted');
    const { json } = await append(0, [first]);
    await expect.poll(() => heard.length).toBe(1);
    await call('DELETE', URL, owner);
    await expect.poll(() => heard.length).toBe(2);
    const reviewId = idOf(LEASE);
    expect(heard).toEqual([
      {
        event: 'review',
        data: { reviewId, base: 0, revision: 1, decided: 1, finished: false, operations: json.operations },
      },
      { event: 'deleted', data: { reviewId } },
    ]);
    leave();
  });
});
