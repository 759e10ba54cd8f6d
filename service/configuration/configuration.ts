import type { RetentionTimes } from '../admission/retention.ts';
import type { PlanTable } from '../admission/plan-terms.ts';

/** Flags of `serve` as typed. Their values are checked like values of the environment. */
export interface ServeFlags {
  readonly port?: string;
  readonly host?: string;
  readonly dataDir?: string;
  /** The desktop shell started this process and speaks on its standard input: see `parent-shell.ts`. */
  readonly byShell?: true;
}

/** The levels of the log, from silent to everything. */
export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

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
  readonly logLevel: LogLevel;
  /** Absolute path of the file that the log goes to. Null: standard error. */
  readonly logFile: string | null;
  readonly plans: PlanTable;
  readonly retention: RetentionTimes;
}

/** An unusable value of the configuration. The message names the value, its source and the permitted values. */
export class ConfigurationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigurationError';
  }
}
