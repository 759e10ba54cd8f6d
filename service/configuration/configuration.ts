import type { RetentionTimes } from '../admission/retention.ts';
import type { PlanTable } from '../admission/plan-terms.ts';

/** Flags of `serve`, as typed; a value is checked like one from the environment. */
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

/** All that a service instance is told from outside. */
export interface Configuration {
  /** 0: any free port. */
  readonly port: number;
  /** Name or address to listen on. */
  readonly host: string;
  /** Absolute path. */
  readonly dataDir: string;
  /** Address of the interface with `/v1`, no slash at its end; null: follows from host and port. */
  readonly baseUrl: string | null;
  /** Origin of the viewer pages and the stylesheet; null: the same process. */
  readonly viewerUrl: string | null;
  /** Worker threads. */
  readonly workers: number;
  readonly logLevel: LogLevel;
  readonly plans: PlanTable;
  readonly retention: RetentionTimes;
}

/** A value of the configuration that cannot be used. The message names the value, where it came from, what is allowed. */
export class ConfigurationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigurationError';
  }
}
