import type { Configuration } from './configuration/configuration.ts';
import { DatabaseUnusable } from './store/database-unusable.ts';
import { DataDirectoryInUse } from './store/data-directory-lock.ts';

/** The service could not start, for a reason that a person can fix. The message contains the next step. */
export class StartFailure extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'StartFailure';
  }
}

/** The failure for a person. An unknown fault is returned unchanged. */
export function startFailure(fault: unknown, configuration: Configuration): unknown {
  const { host, port, dataDir } = configuration;
  if (fault instanceof DataDirectoryInUse || fault instanceof DatabaseUnusable)
    return new StartFailure(fault.message, fault);
  const { code, message } = fault as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return new StartFailure(
        `Port ${port} of ${host} is in use. Choose another with --port, or 0 for any free one.`,
        fault,
      );
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOTDIR':
    case 'EEXIST':
      return new StartFailure(`${message}. Choose another --port or --data-dir (now ${port} and ${dataDir}).`, fault);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartFailure(`${host} is no address of this machine. Choose another with --host.`, fault);
    default:
      return fault;
  }
}
