/** Servers that the tests of one worker share, and stores over an empty database of them. */
import { randomBytes } from 'node:crypto';
import { ClusterDatabase } from '../../service/cluster/stores/cluster-database.ts';
import { inCluster } from '../../service/cluster/stores/cluster-schema.ts';
import { deleteDroppedObjects } from '../../service/cluster/objects/dropped-objects.ts';
import { migrateCluster } from '../../service/cluster/stores/migrate-cluster.ts';
import { ObjectFiles, ObjectUploadFiles } from '../../service/cluster/objects/object-files.ts';
import { ObjectStore } from '../../service/cluster/objects/object-store.ts';
import { PostgresJobStore } from '../../service/cluster/stores/postgres-job-store.ts';
import { PostgresOperationStore } from '../../service/cluster/stores/postgres-operation-store.ts';
import { PostgresPairingStore } from '../../service/cluster/stores/postgres-pairing-store.ts';
import { PostgresUploadStore } from '../../service/cluster/stores/postgres-upload-store.ts';
import { reap } from '../../service/cluster/replica/replica-lease.ts';
import { ReplicaNews } from '../../service/cluster/replica/replica-news.ts';
import { passFaultPoint } from '../../service/store/fault-point.ts';
import { SqlAccountStore } from '../../service/store/tables/sql-account-store.ts';
import { SqlComparisonStore } from '../../service/store/tables/sql-comparison-store.ts';
import { SqlPageSessionStore } from '../../service/store/tables/sql-page-session-store.ts';
import { SqlPageStore } from '../../service/store/tables/sql-page-store.ts';
import { SqlReviewStore } from '../../service/store/tables/sql-review-store.ts';
import type { TestStores } from '../service/store/stores-of-test.ts';
import { BUCKET, OBJECT_CREDENTIALS, ObjectServer } from './object-server.ts';
import { PostgresServer } from './postgres-server.ts';

const TEMPLATE = 'diffsvc_template';

interface Servers {
  readonly postgres: PostgresServer;
  readonly objects: ObjectServer;
}
let servers: Promise<Servers> | null = null;

/** The servers of this worker. They end with it. */
export function serversOfTests(): Promise<Servers> {
  servers ??= start();
  return servers;
}

async function start(): Promise<Servers> {
  Object.assign(process.env, OBJECT_CREDENTIALS);
  const [postgres, objects] = await Promise.all([PostgresServer.start(), ObjectServer.start()]);
  await postgres.query('postgres', `create database ${TEMPLATE}`);
  const template = openClusterDatabase(postgres.url(TEMPLATE));
  await migrateCluster(template);
  await template.destroy();
  return { postgres, objects };
}

/** The address of a new database with the newest schema and nothing in it. */
export async function emptyDatabase(): Promise<string> {
  return await (await serversOfTests()).postgres.database(TEMPLATE);
}

/** A pool of a few connections. Faults of idle connections are expected: tests stop the server. */
export function openClusterDatabase(url: string, connections = 4): ClusterDatabase {
  return new ClusterDatabase({ url, connections, onFault: () => undefined });
}

/** The stores of one replica over an empty database. */
export async function clusterOfTests(): Promise<TestStores> {
  return await openReplicaStores(await emptyDatabase());
}

/** The stores of one replica over a database. */
export async function openReplicaStores(
  url: string,
  replicaId = `rep_${randomBytes(4).toString('hex')}`,
): Promise<TestStores> {
  const { objects } = await serversOfTests();
  const database = openClusterDatabase(url);
  const prefix = `${new URL(url).pathname.slice(1)}/`;
  const store = new ObjectStore({ bucket: BUCKET, prefix, region: 'us-east-1', endpoint: objects.endpoint });
  const news = new ReplicaNews(url, () => undefined);
  await news.start();
  return {
    database,
    died: async () => {
      const { operations, jobs } = await reap(inCluster(database), [replicaId]);
      return operations + jobs;
    },
    files: async (kind) => {
      await deleteDroppedObjects(database, store);
      const names: string[] = [];
      for await (const name of store.namesBefore(`${kind}/`, new Date(Date.now() + 60_000))) names.push(name);
      if (kind !== 'uploads') return names;
      const rows = await inCluster(database).selectFrom('uploads').select(['upload_id', 'file']).execute();
      return names.map((name) => rows.find(({ file }) => file === name)?.upload_id ?? name);
    },
    accounts: new SqlAccountStore(database, news),
    comparisons: new SqlComparisonStore(database),
    jobs: new PostgresJobStore(database, new ObjectFiles(store, 'artifacts'), replicaId, passFaultPoint),
    operations: new PostgresOperationStore(database, new ObjectFiles(store, 'replies'), replicaId, passFaultPoint),
    pairings: new PostgresPairingStore(database),
    pages: new SqlPageStore(database, new ObjectFiles(store, 'pages')),
    reviews: new SqlReviewStore(database),
    sessions: new SqlPageSessionStore(database),
    uploads: new PostgresUploadStore(database, passFaultPoint),
    uploadFiles: new ObjectUploadFiles(store),
    close: async () => {
      await news.close();
      await database.destroy();
      store.close();
    },
  };
}
