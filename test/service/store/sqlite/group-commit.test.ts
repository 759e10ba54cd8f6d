import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { GroupCommit } from '../../../../service/store/sqlite/group-commit.ts';
import { openDatabase, type LocalDatabase } from '../../../../service/store/sqlite/open-database.ts';
import { countUnits } from '../../../../service/store/tables/usage.ts';

let database: LocalDatabase;
let commits: GroupCommit;
beforeEach(async () => {
  database = await openDatabase(':memory:');
  commits = new GroupCommit(database);
});
afterEach(() => database.destroy());

const rows = () => database.selectFrom('usage').select(['subject', 'units']).orderBy('subject').execute();

describe('a group commit', () => {
  it('keeps the order, returns every outcome, and undoes only what fails', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, each) =>
        commits.run(async (transaction) => {
          const sum = await countUnits(transaction, 'a', 1, '2025-01');
          await countUnits(transaction, `b${each}`, 1, '2025-01');
          if (each % 3 === 0) throw new Error(`no ${each}`);
          return sum;
        }),
      ),
    );
    const sums = outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value : (outcome.reason as Error).message,
    );
    let sum = 0;
    expect(sums).toEqual(Array.from({ length: 20 }, (_, each) => (each % 3 === 0 ? `no ${each}` : ++sum)));
    expect((await rows()).filter(({ subject }) => subject !== 'a')).toHaveLength(13);
    expect((await rows())[0]).toEqual({ subject: 'a', units: 13 });
  });

  it('takes one transaction for what comes together, and goes on after a failed commit', async () => {
    // A deferred foreign key is checked at the commit: it fails there, for all.
    await sql`create table parent (id integer primary key)`.execute(database);
    await sql`create table child (id integer references parent (id) deferrable initially deferred)`.execute(database);
    const good = commits.run((transaction) => countUnits(transaction, 'a', 1, '2025-01'));
    const bad = commits.run((transaction) => sql`insert into child values (7)`.execute(transaction));
    const outcomes = await Promise.allSettled([good, bad]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await rows()).toEqual([]);
    expect(await commits.run((transaction) => countUnits(transaction, 'a', 1, '2025-01'))).toBe(1);
  });
});
