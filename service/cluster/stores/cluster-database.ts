import {
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type CompiledQuery,
  type DatabaseConnection,
  type PostgresDialectConfig,
  type QueryResult,
} from 'kysely';
import pg from 'pg';
import { ServiceError } from '../../../shared/errors.ts';
import type { Schema } from '../../store/tables/schema.ts';
import { isUnreachable, unavailable } from './unavailable.ts';

/** Maximum wait for a connection, also while the server restarts. */
const CONNECT_MS = 5_000;
/** A query that takes longer is given up, because its connection may be dead. */
const QUERY_MS = 30_000;

/** What a pool is opened with. */
export interface ClusterDatabaseOptions {
  /** `postgres://user:password@host:port/name`. */
  readonly url: string;
  /** Maximum number of connections of this process. */
  readonly connections: number;
  /** Receives faults of idle connections, such as those of a server that stops. */
  readonly onFault: (fault: Error) => void;
}

/** The PostgreSQL database of a cluster: a pool of connections that survives restarts of the server. */
export class ClusterDatabase extends Kysely<Schema> {
  readonly #pool: pg.Pool;

  constructor({ url, connections, onFault }: ClusterDatabaseOptions) {
    const pool = new pg.Pool({
      ...connectionOptions(url),
      max: connections,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: QUERY_MS,
      keepAlive: true,
    });
    // Without listeners, the end of a connection would end this process: one that is idle, and one that is in use.
    pool.on('error', onFault);
    pool.on('connect', (client) => void client.on('error', () => undefined));
    super({ dialect: new ClusterDialect({ pool }) });
    this.#pool = pool;
  }

  /** Connections by their use. */
  connections(): { readonly open: number; readonly idle: number; readonly waiting: number } {
    const { totalCount: open, idleCount: idle, waitingCount: waiting } = this.#pool;
    return { open, idle, waiting };
  }
}

/** How every connection is made. Whole numbers arrive as numbers: none of ours exceeds 2^53. */
export function connectionOptions(url: string): pg.ClientConfig {
  return { connectionString: url, application_name: 'diffsvc', types: { getTypeParser } };
}

const BIGINT = 20;
const NUMERIC = 1700;

/** The driver's own parser of a type. */
const standardParser = pg.types.getTypeParser as (id: number, format?: 'text' | 'binary') => unknown;

const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (id: number, format?: 'text' | 'binary'): unknown =>
  id === BIGINT || id === NUMERIC ? Number : standardParser(id, format);

class ClusterDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): PostgresDriver {
    return new ClusterDriver(this.#config);
  }
}

/** Refuses what PostgreSQL cannot hold, and names a server that cannot be reached. */
class ClusterDriver extends PostgresDriver {
  readonly #inner = new WeakMap<DatabaseConnection, DatabaseConnection>();

  override async acquireConnection(): Promise<DatabaseConnection> {
    const inner = await named(() => super.acquireConnection());
    const outer: DatabaseConnection = {
      executeQuery: <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
        refuseNul(query.parameters);
        return named(() => inner.executeQuery<R>(query));
      },
      streamQuery: <R>(query: CompiledQuery, chunkSize: number) => inner.streamQuery<R>(query, chunkSize),
    };
    this.#inner.set(outer, inner);
    return outer;
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    await super.releaseConnection((this.#inner.get(connection) ?? connection) as never);
  }
}

async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (fault) {
    throw isUnreachable(fault) ? unavailable('database', fault) : fault;
  }
}

/** Text of PostgreSQL cannot hold U+0000. Throws `invalid_request`. */
function refuseNul(values: readonly unknown[]): void {
  if (!values.some((value) => typeof value === 'string' && value.includes('\0'))) return;
  throw new ServiceError('invalid_request', 'A text of the request contains the character U+0000. Remove it.');
}
