import { PartUnreachable, type SharedPart } from '../../comparison/unreachable.ts';

/** `Retry-After` while the database or the object store cannot be reached. */
const RETRY_SECONDS = 5;

/** Codes of the operating system for a server that cannot be reached. */
const NETWORK = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN)/;
/** Codes of PostgreSQL (appendix A): connection exception, too many connections, shutdown, starting up. */
const SERVER = /^(08...|53300|57P0[123])$/;
/** What the driver says of a connection that broke. */
const BROKEN =
  /Connection terminated|connection timeout|timeout exceeded|not queryable|read timeout|Client was closed/i;

/** Whether a fault, or a fault behind it, says that the database server cannot be reached. */
export function isUnreachable(fault: unknown): boolean {
  for (let at = fault; at instanceof Error; at = at.cause) {
    const { code = '' } = at as NodeJS.ErrnoException;
    if (NETWORK.test(code) || SERVER.test(code) || BROKEN.test(at.message)) return true;
    if (at instanceof AggregateError && at.errors.some(isUnreachable)) return true;
  }
  return false;
}

/** The error for a part of the cluster that cannot be reached. */
export function unavailable(part: SharedPart, cause: unknown): PartUnreachable {
  return new PartUnreachable(part, RETRY_SECONDS, cause);
}
