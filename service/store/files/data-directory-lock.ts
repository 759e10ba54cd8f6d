import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';

/** The process that serves a data directory. */
export interface ServingProcess {
  readonly pid: number;
  /** Null until it listens. */
  readonly baseUrl: string | null;
}

/** The mode of a directory that others can enter or list, such as `755`. Null if only its owner can, and on Windows. */
export function modeOpenToOthers(directory: string): string | null {
  const mode = statSync(directory).mode & 0o777;
  return process.platform !== 'win32' && (mode & 0o077) !== 0 ? mode.toString(8) : null;
}

/** Another process already serves the data directory. */
export class DataDirectoryInUse extends Error {
  readonly holder: ServingProcess | null;

  constructor(dataDir: string, holder: ServingProcess | null) {
    const process = holder === null ? 'Another process' : `Process ${holder.pid}`;
    const address = holder?.baseUrl == null ? '' : ` at ${holder.baseUrl}`;
    super(
      `${process} serves the data directory ${dataDir} already${address}. Use it, stop it, or choose another --data-dir.`,
    );
    this.name = 'DataDirectoryInUse';
    this.holder = holder;
  }
}

/**
 * The right to serve a data directory, which only one process has. It is an exclusive SQLite lock on its own file. The
 * operating system releases it when its holder dies. So there is no stale lock and no process id that could be
 * mistaken. `service.json` only names the holder.
 */
export class DataDirectoryLock {
  readonly #dataDir: string;
  readonly #lock: SqliteDatabase.Database;

  private constructor(dataDir: string, lock: SqliteDatabase.Database) {
    this.#dataDir = dataDir;
    this.#lock = lock;
    // Also keeps this object alive: garbage collection would close the database handle and release the lock.
    process.once('exit', this.release);
  }

  /** Creates the directory if it is missing, readable only by its owner, and locks it. Throws `DataDirectoryInUse`. */
  static acquire(dataDir: string): DataDirectoryLock {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const file = join(dataDir, 'service.lock');
    // Created here for its mode, which the journal inherits: a reader of the file could keep others from locking it.
    closeSync(openSync(file, 'a', 0o600));
    chmodSync(file, 0o600);
    const lock = new SqliteDatabase(file, { timeout: 0 });
    try {
      lock.exec('BEGIN EXCLUSIVE');
    } catch (fault) {
      lock.close();
      if ((fault as { code?: string }).code !== 'SQLITE_BUSY') throw fault;
      throw new DataDirectoryInUse(dataDir, servingProcess(dataDir));
    }
    const held = new DataDirectoryLock(dataDir, lock);
    try {
      held.announce(null);
    } catch (fault) {
      held.release();
      throw fault;
    }
    return held;
  }

  /** Records the address at which this process listens. */
  announce(baseUrl: string | null): void {
    const holder: ServingProcess = { pid: process.pid, baseUrl };
    const draft = `${announcementOf(this.#dataDir)}.${process.pid}`;
    writeFileSync(draft, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
    renameSync(draft, announcementOf(this.#dataDir));
  }

  /** Releases the directory. It also happens when the process exits. */
  readonly release = (): void => {
    process.off('exit', this.release);
    if (!this.#lock.open) return;
    rmSync(announcementOf(this.#dataDir), { force: true });
    this.#lock.close();
  };
}

function announcementOf(dataDir: string): string {
  return join(dataDir, 'service.json');
}

/** The last process that announced itself for a data directory, if that is readable. It may have died since. */
export function servingProcess(dataDir: string): ServingProcess | null {
  try {
    const holder = JSON.parse(readFileSync(announcementOf(dataDir), 'utf8')) as ServingProcess;
    return Number.isInteger(holder.pid) ? holder : null;
  } catch {
    return null;
  }
}
