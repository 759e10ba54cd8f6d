import type { RetentionTimes } from '../admission/retention.ts';
import type { PlanTable } from '../admission/plan-terms.ts';

/** Flags of `serve` as typed. Their values are checked like values of the environment. */
export interface ServeFlags {
  readonly port?: string;
  readonly host?: string;
  readonly dataDir?: string;
  readonly role?: string;
  /** Print the sign-in link, although the output is no terminal. Logs often keep such an output. */
  readonly printLink?: true;
  /** The desktop shell started this process and speaks on its standard input: see `parent-shell.ts`. */
  readonly byShell?: true;
}

/** The levels of the log, from silent to everything. */
export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What a replica of a cluster does: it answers, it takes jobs, or both. */
export const ROLES = ['all', 'api', 'worker'] as const;
export type Role = (typeof ROLES)[number];

/** A place in an S3-compatible store. */
export interface ObjectPlace {
  readonly bucket: string;
  /** The names of all objects begin with it: empty, or text with a final slash. */
  readonly prefix: string;
  readonly region: string;
  /** Address of the store; null: that of Amazon for the region. */
  readonly endpoint: string | null;
}

/** The settings of a replica of a cluster. */
export interface ClusterSettings {
  /** `postgres://user:password@host:port/name`. */
  readonly databaseUrl: string;
  /** Maximum number of database connections of this process. */
  readonly connections: number;
  readonly objects: ObjectPlace;
  /** Absolute path; null if it is not set. `serve` needs it. */
  readonly secretsFile: string | null;
  readonly role: Role;
  /** Port of health, readiness and metrics; 0: any free port. */
  readonly operationsPort: number;
  /** Host name or address on which that port listens. */
  readonly operationsHost: string;
}

/** Every external setting of a service instance. */
export interface Configuration {
  /** 0: any free port. */
  readonly port: number;
  /** Host name or address to listen on. */
  readonly host: string;
  /** Absolute path. */
  readonly dataDir: string;
  /** Address of the API with `/v1` and without a final slash. Null: it follows from host and port. */
  readonly baseUrl: string | null;
  /** Origin of the viewer pages and the stylesheet. Null: the same process. */
  readonly viewerUrl: string | null;
  /** Worker threads. */
  readonly workers: number;
  /** Maximum duration of the layout of one side of a DOCX pair, in seconds. */
  readonly pageLayoutSeconds: number;
  /** Null: `info` in a file and in JSON, and warnings for a person at a terminal. */
  readonly logLevel: LogLevel | null;
  /** Absolute path of the file that the log goes to. Null: standard error. */
  readonly logFile: string | null;
  readonly plans: PlanTable;
  readonly retention: RetentionTimes;
  /** Addresses and networks whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Null: the embedded shape, with SQLite and files in `dataDir`. */
  readonly cluster: ClusterSettings | null;
}

/** An unusable value of the configuration. The message names the value, its source and the permitted values. */
export class ConfigurationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigurationError';
  }
}
