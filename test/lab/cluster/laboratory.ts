import { migrateCluster } from '../../../service/cluster/stores/migrate-cluster.ts';
import { openClusterDatabase } from '../../cluster/cluster-of-tests.ts';
import { ObjectServer } from '../../cluster/object-server.ts';
import { PostgresServer } from '../../cluster/postgres-server.ts';
import { TestCluster, type ReplicaProcess } from '../../cluster/replica-process.ts';
import { chanceOf } from '../../oracle/mutations/mutate-package.ts';

const UNLIMITED = { requestsPerMinute: 1_000_000_000, unitsPerMonth: 1_000_000_000 };
/** The monthly units of the plan `basic` here. */
export const ALLOWANCE = 100;

/** What one part found: lines for the notebook, and what must not be. */
export interface Findings {
  readonly figures: readonly string[];
  readonly faults: readonly string[];
}

/** A cluster over servers of its own, which sync as in production. */
export class Laboratory {
  readonly postgres: PostgresServer;
  readonly objects: ObjectServer;
  readonly cluster: TestCluster;
  readonly below: (count: number) => number;
  replicas: ReplicaProcess[] = [];
  readonly #name: string;

  private constructor(postgres: PostgresServer, objects: ObjectServer, url: string, seed: number) {
    this.postgres = postgres;
    this.objects = objects;
    this.below = chanceOf(seed).below;
    this.#name = new URL(url).pathname.slice(1);
    this.cluster = new TestCluster(url, objects);
    this.cluster.env['DIFFSVC_LOG_LEVEL'] = 'warn';
    this.cluster.env['DIFFSVC_PLANS'] = JSON.stringify({
      anonymous: UNLIMITED,
      creator_pro: UNLIMITED,
      basic: { ...UNLIMITED, unitsPerMonth: ALLOWANCE },
    });
  }

  /** An empty database and an empty store, without replicas. */
  static async open(seed: number): Promise<Laboratory> {
    const [postgres, objects] = await Promise.all([PostgresServer.start(true), ObjectServer.start()]);
    const url = await postgres.database();
    const database = openClusterDatabase(url);
    await migrateCluster(database);
    await database.destroy();
    return new Laboratory(postgres, objects, url, seed);
  }

  /** Ends the replicas that run, and starts this many. */
  async replicasOf(count: number, env: Record<string, string> = {}): Promise<ReplicaProcess[]> {
    await Promise.all(this.replicas.map((replica) => replica.end('SIGKILL')));
    this.replicas = [];
    for (let started = 0; started < count; started++) this.replicas.push(await this.cluster.start(env));
    return this.replicas;
  }

  /** One number that a statement of SQL gives. */
  async number(statement: string): Promise<number> {
    const [row] = await this.postgres.query<Record<string, unknown>>(this.#name, statement);
    return Number(Object.values(row ?? {})[0] ?? 0);
  }

  /** Deadlocks since the start of the server. */
  async deadlocks(): Promise<number> {
    return await this.number('select deadlocks from pg_stat_database where datname = current_database()');
  }

  /** Units that an account has used, of all months. */
  async unitsOf(accountId: string): Promise<number> {
    return await this.number(`select coalesce(sum(units), 0) from usage where subject = 'account:${accountId}'`);
  }

  async close(): Promise<void> {
    await this.cluster.close();
    await this.objects.close();
    await this.postgres.close();
  }
}
