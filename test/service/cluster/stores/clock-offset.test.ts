/** The clock of a machine beside that of the database. */
import { expect, it } from 'vitest';
import { Kysely, DummyDriver, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { DatabaseConnection } from 'kysely';
import { clockFault } from '../../../../service/cluster/stores/clock-offset.ts';
import type { Schema } from '../../../../service/store/tables/schema.ts';

const AT = 1_750_000_000_000;

/** A database whose clock says this. */
function databaseAt(ms: number): Kysely<Schema> {
  class Driver extends DummyDriver {
    override acquireConnection(): Promise<DatabaseConnection> {
      return Promise.resolve({
        executeQuery: () => Promise.resolve({ rows: [{ ms: String(ms) }] as never[] }),
        streamQuery: () => {
          throw new Error('not used');
        },
      });
    }
  }
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Driver(),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

it.each([
  [0, null],
  [20, null],
  [-20, null],
  [21, 'the clock of this machine is 21 seconds ahead of that of PostgreSQL, and 20 is the limit; let NTP set both'],
  [-120, 'the clock of this machine is 120 seconds behind that of PostgreSQL, and 20 is the limit; let NTP set both'],
])('%s seconds ahead', async (seconds, told) => {
  expect(await clockFault(databaseAt(AT), () => AT + seconds * 1_000)).toBe(told);
});
