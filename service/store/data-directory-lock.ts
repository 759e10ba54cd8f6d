import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';

/** The process that serves a data directory. */
export interface ServingProcess {
  readonly pid: number;
  /** Null until it listens. */
  readonly baseUrl: string | null;
}

/** The data directory is served by another process already. */
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
 * The right to serve a data directory, which one process at a time has. It is an exclusive SQLite lock on a file of its
 * own: the operating system takes it back when its holder dies, however that happens, so that there is no stale lock
 * to recognise and no process number to mistake for another's. `service.json` beside it only tells who the holder is.
 */
export class DataDirectoryLock {
  readonly #dataDir: string;
  readonly #lock: SqliteDatabase.Database;

  private constructor(dataDir: string, lock: SqliteDatabase.Database) {
    this.#dataDir = dataDir;
    this.#lock = lock;
    // Also keeps this object reachable: collected as garbage, the database handle would close and give the lock free.
    process.once('exit', this.release);
  }

  /** Creates the directory when it is missing, readable by its owner only, and locks it. Throws `DataDirectoryInUse`. */
  static acquire(dataDir: string): DataDirectoryLock {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const file = join(dataDir, 'service.lock');
    // Made here for its mode, which its journal takes over: whoever can read a file can keep others from locking it.
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
    held.announce(null);
    return held;
  }

  /** Writes down where this process listens. */
  announce(baseUrl: string | null): void {
    const holder: ServingProcess = { pid: process.pid, baseUrl };
    const draft = `${announcementOf(this.#dataDir)}.${process.pid}`;
    writeFileSync(draft, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
    renameSync(draft, announcementOf(this.#dataDir));
  }

  /** Gives the directory free; happens by itself when the process exits. */
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

/** Who announced itself last as serving a data directory, if that can be read. It may have died since. */
export function servingProcess(dataDir: string): ServingProcess | null {
  try {
    const holder = JSON.parse(readFileSync(announcementOf(dataDir), 'utf8')) as ServingProcess;
    return Number.isInteger(holder.pid) ? holder : null;
  } catch {
    return null;
  }
}
