/** Administration of a cluster: its schema, accounts, links and state. Only the commands for a cluster load it. */
import { AccessTokens } from '../admission/access-tokens.ts';
import { Accounts } from '../admission/accounts.ts';
import { PageSessions } from '../admission/page-sessions.ts';
import type { ClusterSettings } from '../configuration/configuration.ts';
import { ClusterDatabase } from './stores/cluster-database.ts';
import { clockFault } from './stores/clock-offset.ts';
import { checkSchema, migrateCluster, missingMigrations } from './stores/migrate-cluster.ts';
import { ObjectStore } from './objects/object-store.ts';
import type { Executor } from '../store/tables/schema.ts';
import { SqlAccountStore } from '../store/tables/sql-account-store.ts';
import { SqlPageSessionStore } from '../store/tables/sql-page-session-store.ts';

/** A command makes few queries, one after the other. */
const CONNECTIONS = 2;

/** A command looks everything up anew. */
const NEVER_SAME = { dataVersion: () => Math.random() };

/** Brings the database to the schema of this version. Returns the names of the migrations that ran. */
export async function migrate(settings: ClusterSettings): Promise<string[]> {
  return await withDatabase(settings, async (database) => {
    const ran = await migrateCluster(database);
    await new SqlAccountStore(database, NEVER_SAME).ensureOwner(new Date());
    return ran;
  });
}

/** Runs `work` on the accounts of a cluster. Throws `SchemaNotReady`, and `unavailable` without a database. */
export async function withClusterAccounts<T>(
  settings: ClusterSettings,
  work: (accounts: Accounts) => Promise<T>,
): Promise<T> {
  return await withDatabase(settings, async (database) => {
    await checkSchema(database);
    return await work(new Accounts(new SqlAccountStore(database, NEVER_SAME), () => new Date()));
  });
}

/** The code of a new one-time link to the browser page. */
export async function newClusterLink(settings: ClusterSettings): Promise<string> {
  return await withDatabase(settings, async (database) => {
    await checkSchema(database);
    const sessions = new PageSessions({
      store: new SqlPageSessionStore(database),
      accounts: new SqlAccountStore(database, NEVER_SAME),
      // A link needs no token yet.
      tokens: new AccessTokens(new Uint8Array()),
      now: () => new Date(),
    });
    return await sessions.newLink();
  });
}

/** The state of a cluster's parts: null if sound, otherwise what is wrong. */
export interface ClusterState {
  readonly database: string | null;
  readonly objects: string | null;
  readonly clock: string | null;
}

/** Asks the database for its schema and its clock, and writes, reads, lists and deletes one small object. */
export async function examineCluster(settings: ClusterSettings): Promise<ClusterState> {
  const reasonOf = async (work: () => Promise<string | null>): Promise<string | null> => {
    try {
      return await work();
    } catch (fault) {
      const { message, cause } = fault as Error;
      return cause instanceof Error ? `${message} (${cause.message})` : message;
    }
  };
  const database = await reasonOf(() =>
    withDatabase(settings, async (opened) => {
      const missing = await missingMigrations(opened);
      return missing.length === 0 ? null : `it lacks ${missing.length} migrations; run \`diffsvc migrate\``;
    }),
  );
  const objects = await reasonOf(async () => {
    const store = new ObjectStore(settings.objects);
    await store.check().finally(() => store.close());
    return null;
  });
  const clock = await reasonOf(() => withDatabase(settings, (opened) => clockFault(opened)));
  return { database, objects, clock };
}

/** Runs `work` on the database of a cluster. */
export async function withDatabase<T>(
  { databaseUrl: url }: ClusterSettings,
  work: (database: Executor) => Promise<T>,
): Promise<T> {
  const database = new ClusterDatabase({ url, connections: CONNECTIONS, onFault: () => undefined });
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
}
