/** Reviews in a cluster: every replica tells its windows what another one did, and an import merges. */
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ReviewEvents } from '../../service/comparison/reviews/review-events.ts';
import { Reviews } from '../../service/comparison/reviews/reviews.ts';
import { inCluster } from '../../service/cluster/stores/cluster-schema.ts';
import { mergeReview } from '../../service/cluster/import/merge-review.ts';
import { ReplicaNews } from '../../service/cluster/replica/replica-news.ts';
import { SqlReviewStore } from '../../service/store/tables/sql-review-store.ts';
import type { AppendRequest, ReviewDecision, ReviewEvent } from '../../shared/api/reviews.ts';
import { emptyDatabase, openClusterDatabase } from './cluster-of-tests.ts';
import { NO_POSTGRES } from './postgres-server.ts';

const OWNER = 'account:acc_1';
const ABOUT = { original: 'a'.repeat(64), revised: 'b'.repeat(64), fragment: 'c'.repeat(64) };
const ID = createHash('sha256').update(`${ABOUT.original}\n${ABOUT.revised}\n${ABOUT.fragment}\n`).digest('hex');

const accepting = (changeId: string): ReviewDecision => ({ changeIds: [changeId], before: null, after: 'accepted' });

function step(operationId: string, ...decisions: ReviewDecision[]): AppendRequest {
  const operation = { operationId: operationId.padEnd(16, '-'), kind: 'step' as const, decisions };
  return { revision: 0, window: 'w', reviewer: 'Ada', decided: decisions.length, operations: [operation] };
}

describe.skipIf(NO_POSTGRES !== null)('reviews in a cluster', () => {
  let url: string;
  let ends: (() => Promise<void>)[];
  beforeEach(async () => {
    ends = [];
    url = await emptyDatabase();
  });
  afterEach(async () => {
    for (const end of ends.reverse()) await end();
  });

  /** One replica: it hears the news of the database. */
  async function replica() {
    const database = openClusterDatabase(url);
    ends.push(() => database.destroy());
    const store = new SqlReviewStore(database);
    const events = new ReviewEvents(store);
    const news = new ReplicaNews(url, (each) => {
      if (each.kind === 'review-changed') events.changed(each);
      if (each.kind === 'review-deleted') events.deleted(each.subject, each.reviewId);
      if (each.kind === 'missed') events.missed();
    });
    await news.start();
    ends.push(() => news.close());
    return { database, reviews: new Reviews({ store, events, now: () => new Date() }) };
  }

  it('are told by every replica to its own windows, each step once', async () => {
    const [one, two] = [await replica(), await replica()];
    const heard: ReviewEvent[] = [];
    for (const { reviews } of [one, two]) {
      const stop = reviews.events.listen(
        OWNER,
        (event) => void heard.push(event),
        () => undefined,
      );
      ends.push(() => {
        stop();
        return Promise.resolve();
      });
    }
    await one.reviews.begin(OWNER, ID, { ...ABOUT, originalName: null, revisedName: null, changes: [] });
    await one.reviews.append(OWNER, ID, step('first', accepting('chg_1')));
    await expect.poll(() => heard.length).toBe(2);
    await two.reviews.append(OWNER, ID, step('second', accepting('chg_2')));
    await expect.poll(() => heard.length).toBe(4);
    await two.reviews.remove(OWNER, ID);
    await expect.poll(() => heard.filter(({ event }) => event === 'deleted').length).toBeGreaterThanOrEqual(2);
    const told = heard.flatMap((event) => (event.event === 'review' ? [event.data] : []));
    expect(told.map(({ base, revision }) => [base, revision])).toEqual([
      [0, 1],
      [0, 1],
      [1, 2],
      [1, 2],
    ]);
    expect(told.map(({ operations = [] }) => operations.map(({ operationId }) => operationId))).toEqual([
      ['first-----------'],
      ['first-----------'],
      ['second----------'],
      ['second----------'],
    ]);
  });

  it('take steps of two replicas at once, and lose none', async () => {
    const [one, two] = [await replica(), await replica()];
    await one.reviews.begin(OWNER, ID, { ...ABOUT, originalName: null, revisedName: null, changes: [] });
    const ids = Array.from({ length: 20 }, (_, at) => `chg_${String(at).padStart(2, '0')}`);
    await Promise.all(
      ids.map((id, at) => [one, two][at % 2]!.reviews.append(OWNER, ID, step(`of-${id}`, accepting(id)))),
    );
    const { revision, state } = await one.reviews.find(OWNER, ID);
    expect([revision, state.accepted.toSorted()]).toEqual([20, ids]);
  });

  it('of an imported installation merge with those of the cluster, whose decision stays', async () => {
    const { database, reviews } = await replica();
    await reviews.begin(OWNER, ID, { ...ABOUT, originalName: null, revisedName: null, changes: [] });
    await reviews.append(OWNER, ID, step('here', accepting('chg_1')));
    const given = {
      ...{ reviewer: '', savedAt: null, finished: false, accepted: ['chg_2'], rejected: ['chg_1'], passages: [] },
      notes: [{ changeId: 'chg_1', text: 'Why?', tags: [], messages: [{ author: 'Ben', at: null, text: 'Why?' }] }],
    };
    const row = { subject: OWNER, review_id: ID, state: JSON.stringify(given), decided: 2 };
    await inCluster(database)
      .transaction()
      .execute((transaction) => mergeReview(transaction, row, new Date()));
    const { state, operations, decided } = await reviews.find(OWNER, ID);
    expect([state.accepted, state.rejected, decided]).toEqual([['chg_1', 'chg_2'], [], 2]);
    expect(state.notes[0]?.messages).toEqual([{ author: 'Ben', at: null, text: 'Why?' }]);
    expect(operations.at(-1)?.refused).toEqual([{ changeIds: ['chg_1'], wanted: 'rejected', stands: 'accepted' }]);
  });
});
