import { ServiceError } from '../../shared/errors.ts';

/** A part of a cluster that all replicas share. */
export type SharedPart = 'database' | 'object store';

/** A shared part cannot be reached now, and is expected back. A caller tries again; a job waits. */
export class PartUnreachable extends ServiceError {
  readonly part: SharedPart;

  /** `retryAfterSeconds`: when a caller may try again. `cause`: for the log only. */
  constructor(part: SharedPart, retryAfterSeconds: number, cause: unknown) {
    const message = `The ${part} of the service cannot be reached now. Try again in ${retryAfterSeconds} seconds.`;
    super('unavailable', message, { retryAfterSeconds }, { cause });
    this.part = part;
  }
}
