/**
 * Makes the writes of this process fail: those of the file system module, and those of SQLite. Everything else works
 * as before. Each write has a number, so that a test can let each of them fail in turn.
 */
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { FileHandle } from 'node:fs/promises';
import SqliteDatabase from 'better-sqlite3';
import { sampleOf } from '../../seed/seed.ts';

/**
 * What the disk answers. `full`: no space; `broken`: an input or output error. The others take a permission away: of
 * this account, of every account, or because the disk was made read-only.
 */
export type DiskFault = 'full' | 'broken' | 'denied' | 'immutable' | 'read-only';

const CODES = {
  full: { file: 'ENOSPC', database: 'SQLITE_FULL' },
  broken: { file: 'EIO', database: 'SQLITE_IOERR_WRITE' },
  denied: { file: 'EACCES', database: 'SQLITE_CANTOPEN' },
  immutable: { file: 'EPERM', database: 'SQLITE_PERM' },
  'read-only': { file: 'EROFS', database: 'SQLITE_READONLY' },
} as const satisfies Readonly<Record<DiskFault, { file: string; database: string }>>;
const WRITING_STATEMENT = /^\s*(?:insert|update|delete|create|alter|drop|begin|commit|pragma journal_mode)\b/iu;

interface Armed {
  readonly fault: DiskFault;
  /** Number of the first write that fails. */
  readonly from: number;
  /** Number of the last one. */
  readonly to: number;
}

let writes = 0;
let armed: Armed | null = null;
/** What the failing writes were, for messages. */
let failed: string[] = [];

/** Counts from here on, and lets the writes from number `from` on fail. With `once` only that one fails. */
export function failWrites(fault: DiskFault, from: number, once: boolean): void {
  writes = 0;
  failed = [];
  armed = { fault, from, to: once ? from : Infinity };
}

/** Counts from here on, and lets nothing fail. */
export function countWrites(): void {
  writes = 0;
  failed = [];
  armed = null;
}

/** How many writes there were since then, and which of them failed. */
export function writesSoFar(): { readonly count: number; readonly failed: readonly string[] } {
  return { count: writes, failed };
}

/** Numbers of a tenth of the writes, others in each run and for each `name`; with `--all` of all of them. */
export function sampledWrites(count: number, name: string): readonly number[] {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  return sampleOf(numbers, 1 / 10, (number) => `${name} ${number}`);
}

/** The fault of this write; null: it works. */
function faultOf(write: string): DiskFault | null {
  writes += 1;
  if (armed === null || writes < armed.from || writes > armed.to) return null;
  failed.push(write);
  return armed.fault;
}

function throwFileFault(write: string): void {
  const fault = faultOf(write);
  if (fault === null) return;
  const code = CODES[fault].file;
  throw Object.assign(new Error(`${code}: a test lets this fail, ${write}`), { code, syscall: write });
}

function throwDatabaseFault(database: SqliteDatabase.Database, source: string): void {
  const fault = WRITING_STATEMENT.test(source) ? faultOf(source.slice(0, 60)) : null;
  if (fault === null) return;
  // SQLite itself ends a transaction that met a full disk.
  if (fault === 'full' && database.inTransaction) database.exec('rollback');
  throw new SqliteDatabase.SqliteError('a test lets this fail', CODES[fault].database);
}

type Files = Record<'mkdir' | 'rename' | 'open', (...given: never[]) => Promise<unknown>>;

type SyncFiles = Record<
  'mkdirSync' | 'writeFileSync' | 'renameSync' | 'linkSync' | 'chmodSync' | 'openSync',
  (path: unknown, ...given: unknown[]) => unknown
>;

/** Lets the writes of this directory count that wait for the disk. A start does such ones, a request does not. */
let watched: string | null = null;

/** Counts the writes below this directory that wait for the disk; null: none. */
export function watchDirectory(directory: string | null): void {
  watched = directory;
}

function installSyncWrites(): void {
  const files = createRequire(import.meta.url)('node:fs') as SyncFiles;
  for (const name of ['mkdirSync', 'writeFileSync', 'renameSync', 'linkSync', 'chmodSync', 'openSync'] as const) {
    const real = files[name];
    files[name] = (path, ...given) => {
      const writes = name !== 'openSync' || (given[0] ?? 'r') !== 'r';
      if (writes && watched !== null && String(path).startsWith(watched)) throwFileFault(name);
      return real(path, ...given);
    };
  }
}

/** Puts the failing functions into the modules. Call it once, before the service is used. */
export function installFailingDisk(): void {
  const files = createRequire(import.meta.url)('node:fs/promises') as Files;
  for (const name of ['mkdir', 'rename'] as const) {
    const real = files[name];
    files[name] = async (...given) => {
      throwFileFault(name);
      return await real(...given);
    };
  }
  const open = files.open as unknown as (path: string, flags?: string, mode?: number) => Promise<FileHandle>;
  const failingOpen = async (path: string, flags = 'r', mode?: number): Promise<FileHandle> => {
    const writes = flags !== 'r';
    if (writes) throwFileFault('open');
    const handle = await open(path, flags, mode);
    const [writeFile, sync] = [handle.writeFile.bind(handle), handle.sync.bind(handle)];
    handle.writeFile = async (...given) => {
      throwFileFault('write');
      await writeFile(...given);
    };
    handle.sync = async () => {
      throwFileFault(writes ? 'fsync' : 'fsync of a folder');
      await sync();
    };
    return handle;
  };
  files.open = failingOpen;
  installSyncWrites();
  syncBuiltinESMExports();

  const memory = new SqliteDatabase(':memory:');
  const statements = Object.getPrototypeOf(memory.prepare('select 1')) as Record<
    'run' | 'all',
    (this: SqliteDatabase.Statement, ...given: unknown[]) => unknown
  >;
  const databases = Object.getPrototypeOf(memory) as {
    exec: (this: SqliteDatabase.Database, source: string) => unknown;
  };
  memory.close();
  const execute = databases.exec;
  databases.exec = function (source) {
    throwDatabaseFault(this, source);
    return execute.call(this, source);
  };
  for (const name of ['run', 'all'] as const) {
    const real = statements[name];
    statements[name] = function (...given) {
      throwDatabaseFault(this.database, this.source);
      return real.apply(this, given);
    };
  }
}
