/** A backup holds the reviews of the owner, and a restored one has them as they were then. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ReviewEvents } from '../../../../service/comparison/reviews/review-events.ts';
import { Reviews } from '../../../../service/comparison/reviews/reviews.ts';
import { copyDatabase } from '../../../../service/store/maintenance/copy-database.ts';
import { openDatabase } from '../../../../service/store/sqlite/open-database.ts';
import { restoreDatabase } from '../../../../service/store/maintenance/restore-database.ts';
import { schemaFaults } from '../../../../service/store/sqlite/schema-check.ts';
import { SqlAccountStore } from '../../../../service/store/tables/sql-account-store.ts';
import { SqlReviewStore } from '../../../../service/store/tables/sql-review-store.ts';

const OWNER = 'account:acc_1';
const ABOUT = { original: 'a'.repeat(64), revised: 'b'.repeat(64), fragment: 'c'.repeat(64) };
const ID = createHash('sha256').update(`${ABOUT.original}\n${ABOUT.revised}\n${ABOUT.fragment}\n`).digest('hex');

it('reviews are in a backup, and come back with it', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'diffsvc-reviews-'));
  const [file, backup] = [join(directory, 'diffsvc.sqlite'), join(directory, 'backup.sqlite')];
  const now = (): Date => new Date('2026-01-01T00:00:00Z');
  const open = async () => {
    const database = await openDatabase(file);
    const store = new SqlReviewStore(database);
    return { database, reviews: new Reviews({ store, events: new ReviewEvents(store), now }) };
  };
  const step = (operationId: string, changeId: string) => ({
    ...{ revision: 0, window: 'w', reviewer: 'Ada', decided: 1 },
    operations: [
      {
        ...{ operationId, kind: 'step' as const },
        decisions: [{ changeIds: [changeId], before: null, after: 'accepted' as const }],
      },
    ],
  });
  try {
    const first = await open();
    await new SqlAccountStore(first.database, first.database).ensureOwner(now());
    await first.reviews.begin(OWNER, ID, { ...ABOUT, originalName: 'a', revisedName: 'b', changes: [] });
    await first.reviews.append(OWNER, ID, step('before-the-backup', 'chg_000001'));
    const then = await first.reviews.find(OWNER, ID);
    copyDatabase(file, backup);
    await first.reviews.append(OWNER, ID, step('after-the-backup-', 'chg_000002'));
    await first.database.destroy();
    await restoreDatabase(backup, file, now());
    const second = await open();
    expect(await second.reviews.find(OWNER, ID)).toEqual(then);
    expect(then.state.accepted).toEqual(['chg_000001']);
    await second.database.destroy();
    expect(await schemaFaults(file)).toEqual([]);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
