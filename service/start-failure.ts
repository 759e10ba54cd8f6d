import type { Configuration } from './configuration/configuration.ts';
import { ServiceError } from '../shared/errors.ts';
import { storageFaultKind, type StorageFaultKind } from '../shared/storage-fault.ts';
import { DatabaseUnusable } from './store/sqlite/database-unusable.ts';
import { DataDirectoryInUse } from './store/files/data-directory-lock.ts';
import { SecretDamaged } from './store/files/secret-file.ts';

/** The service could not start, for a reason that a person can fix. The message contains the next step. */
export class StartFailure extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'StartFailure';
  }
}

/** The next step for a person whose data directory takes nothing. */
const REMEDIES: Readonly<Record<StorageFaultKind, (dataDir: string) => string>> = {
  full: (dataDir) => `The disk that holds ${dataDir} is full. Free some space on it, or choose another --data-dir.`,
  forbidden: (dataDir) =>
    `This account cannot write the data directory ${dataDir}. Give it the right to write there, or choose another --data-dir.`,
  broken: (dataDir) => `The disk that holds ${dataDir} failed. Check it, or choose another --data-dir.`,
};

/** The failure for a person. An unknown fault is returned unchanged. */
export function startFailure(fault: unknown, configuration: Configuration): unknown {
  const { host, port, dataDir } = configuration;
  if (fault instanceof DataDirectoryInUse || fault instanceof DatabaseUnusable || fault instanceof SecretDamaged)
    return new StartFailure(fault.message, fault);
  // An expected failure of a cluster: its schema, its database or its object store.
  if (
    (fault instanceof Error && fault.name === 'SchemaNotReady') ||
    (fault instanceof ServiceError && fault.code === 'unavailable')
  )
    return new StartFailure(withCause(fault), fault);
  const kind = storageFaultKind(fault);
  if (kind !== null) return new StartFailure(`${(fault as Error).message}. ${REMEDIES[kind](dataDir)}`, fault);
  const { code, message } = fault as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return new StartFailure(
        `Port ${port} of ${host} is in use. Choose another with --port, or 0 for any free one.`,
        fault,
      );
    case 'EACCES':
    case 'EPERM':
      return new StartFailure(`${message}. This account may not open port ${port}. Choose another --port.`, fault);
    case 'ENOTDIR':
    case 'EEXIST':
      return new StartFailure(`${message}. ${dataDir} cannot be a folder. Choose another --data-dir.`, fault);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartFailure(`${host} is no address of this machine. Choose another with --host.`, fault);
    default:
      return fault;
  }
}

/** The message of a fault, with that of its cause. */
function withCause({ message, cause }: Error): string {
  return cause instanceof Error
    ? `${message} (${cause.message || String((cause as { code?: unknown }).code)})`
    : message;
}
