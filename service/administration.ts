/** Opens the data directory for commands that need no server. A service may be using it at the same time. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AccessTokens } from './admission/access-tokens.ts';
import { Accounts } from './admission/accounts.ts';
import { PageSessions } from './admission/page-sessions.ts';
import type { Configuration } from './configuration/configuration.ts';
import { copyDatabase, databaseFaults } from './store/maintenance/copy-database.ts';
import { DataDirectoryLock, servingProcess, type ServingProcess } from './store/files/data-directory-lock.ts';
import { ChromiumPrinter } from './pages/chromium-printer.ts';
import { findPrograms, type Programs } from './pages/programs.ts';
import { faultOfOffice } from './pages/run-office.ts';
import { openDatabase } from './store/sqlite/open-database.ts';
import { restoreDatabase } from './store/maintenance/restore-database.ts';
import { schemaFaults } from './store/sqlite/schema-check.ts';
import { replaceSecret } from './store/maintenance/backup-secrets.ts';
import { readOrCreateSecret, readSecret } from './store/files/secret-file.ts';
import { SqlAccountStore } from './store/tables/sql-account-store.ts';
import { SqlPageSessionStore } from './store/tables/sql-page-session-store.ts';

/** Name of the database in the data directory. */
export const DATABASE_FILE = 'diffsvc.sqlite';
/** Name of the file with the secret of access tokens. */
export const ACCESS_SECRET_FILE = 'access-secret';
/** Name of the file with the secret of viewer tokens. */
export const VIEWER_SECRET_FILE = 'token-secret';
const SECRET_FILES = [ACCESS_SECRET_FILE, VIEWER_SECRET_FILE];

/** The programs that lay out pages on this machine, what confines them, and why one does not run. */
export interface ExaminedPrograms extends Programs {
  readonly faults: { readonly office: string | null; readonly browser: string | null };
}

/** Finds the programs and starts each once. */
export async function examinePrograms(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ExaminedPrograms> {
  const { signal } = new AbortController();
  const programs = findPrograms(environment);
  const { office, confinements } = programs;
  const faults = {
    office: office === null ? null : await faultOfOffice({ office, confinements }, signal),
    browser: await new ChromiumPrinter(programs).fault(signal),
  };
  return { ...programs, faults };
}

/** Runs `work` on the accounts of a cluster, or of a data directory, which is created if it is missing. */
export async function withAccounts<T>(
  { dataDir, cluster }: Pick<Configuration, 'dataDir' | 'cluster'>,
  work: (accounts: Accounts) => Promise<T>,
): Promise<T> {
  if (cluster !== null)
    return await (await import('./cluster/administer-cluster.ts')).withClusterAccounts(cluster, work);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const database = await openDatabase(join(dataDir, DATABASE_FILE));
  try {
    const now = (): Date => new Date();
    const store = new SqlAccountStore(database, database);
    await store.ensureOwner(now());
    return await work(new Accounts(store, now));
  } finally {
    await database.destroy();
  }
}

/** The address of the browser page of the running service, with a new one-time link. Null if no service runs, and for a cluster without DIFFSVC_BASE_URL. */
export async function newPageLink({
  dataDir,
  cluster,
  baseUrl: configured,
}: Pick<Configuration, 'dataDir' | 'cluster' | 'baseUrl'>): Promise<string | null> {
  if (cluster !== null) {
    if (configured === null) return null;
    const { newClusterLink } = await import('./cluster/administer-cluster.ts');
    return `${new URL('/', configured).href}#link=${await newClusterLink(cluster)}`;
  }
  const baseUrl = servingProcess(dataDir)?.baseUrl;
  if (baseUrl == null) return null;
  const database = await openDatabase(join(dataDir, DATABASE_FILE));
  try {
    const sessions = new PageSessions({
      store: new SqlPageSessionStore(database),
      accounts: new SqlAccountStore(database, database),
      tokens: new AccessTokens(readOrCreateSecret(join(dataDir, ACCESS_SECRET_FILE))),
      now: () => new Date(),
    });
    return `${new URL('/', baseUrl).href}#link=${await sessions.newLink()}`;
  } finally {
    await database.destroy();
  }
}

/** Copies the database and the secrets of a data directory to `target`; see `copyDatabase`. */
export function backUp({ dataDir }: Pick<Configuration, 'dataDir'>, target: string): void {
  const secrets = new Map<string, Uint8Array>();
  for (const name of SECRET_FILES) {
    const secret = readSecret(join(dataDir, name));
    if (secret !== null) secrets.set(name, secret);
  }
  copyDatabase(join(dataDir, DATABASE_FILE), target, secrets);
}

/** What `restore` did. */
export interface RestoredDirectory {
  /** The new name of the database that was there; null if there was none. */
  readonly kept: string | null;
  /** Whether links and sessions of the time of the backup are valid again. */
  readonly hasSecrets: boolean;
}

/**
 * Restores the database and the secrets of a data directory from a backup; see `restoreDatabase`. Throws `DataDirectoryInUse` while a
 * service uses it.
 */
export async function restore({ dataDir }: Pick<Configuration, 'dataDir'>, backup: string): Promise<RestoredDirectory> {
  const lock = DataDirectoryLock.acquire(dataDir);
  try {
    const { kept, secrets } = await restoreDatabase(backup, join(dataDir, DATABASE_FILE), new Date());
    for (const name of SECRET_FILES) {
      const secret = secrets?.get(name);
      if (secret !== undefined) replaceSecret(join(dataDir, name), secret, kept === null ? null : suffixOf(kept));
    }
    return { kept, hasSecrets: secrets !== null };
  } finally {
    lock.release();
  }
}

/** What a database that was set aside has behind its name. Its secrets get the same. */
function suffixOf(kept: string): string {
  return kept.slice(kept.lastIndexOf('.before-'));
}

/** The state of a data directory. */
export interface DataDirectoryState {
  /** The fault of the database; null if there is no database yet. */
  readonly databaseFaults: readonly string[] | null;
  /** The process that announced itself last. It may have died since. */
  readonly servedBy: ServingProcess | null;
}

/** Inspects a data directory without changing it. */
export async function examine({ dataDir }: Pick<Configuration, 'dataDir'>): Promise<DataDirectoryState> {
  const file = join(dataDir, DATABASE_FILE);
  return { databaseFaults: existsSync(file) ? await faultsOf(file) : null, servedBy: servingProcess(dataDir) };
}

async function faultsOf(file: string): Promise<string[]> {
  try {
    const faults = databaseFaults(file);
    // A damaged database has another remedy than one that lacks a table.
    return faults.length > 0 ? faults : await schemaFaults(file);
  } catch (fault) {
    return [(fault as Error).message];
  }
}
