/**
 * The service as a process: reads the configuration, wires the parts, opens the port. Nothing else reads the
 * environment or listens.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino, type Logger } from 'pino';
import { ACCESS_SECRET_FILE, DATABASE_FILE } from './administration.ts';
import { AccessTokens } from './admission/access-tokens.ts';
import { Accounts } from './admission/accounts.ts';
import { Admission } from './admission/admission.ts';
import { Authentication } from './admission/authentication.ts';
import { PageSessions } from './admission/page-sessions.ts';
import { Pairings } from './admission/pairings.ts';
import { RateLimits } from './admission/rate-limits.ts';
import { ReplayCache } from './admission/replay-cache.ts';
import { Uploads } from './admission/uploads.ts';
import { DocumentComparisons } from './comparison/document-comparisons.ts';
import { Exports } from './comparison/exports/exports.ts';
import { runExport } from './comparison/exports/run-export.ts';
import { SourcePages } from './comparison/pages/source-pages.ts';
import { Samples } from './comparison/samples/samples.ts';
import { StoredComparisons } from './comparison/stored-comparisons.ts';
import { TextComparisons } from './comparison/text-comparisons.ts';
import { ViewerTokens } from './comparison/viewer-token.ts';
import { ConfigurationError, type Configuration, type ServeFlags } from './configuration/configuration.ts';
import { readConfiguration } from './configuration/read-configuration.ts';
import { createServer } from './http/server.ts';
import { JobQueue } from './jobs/job-queue.ts';
import { ChromiumPrinter } from './pages/chromium-printer.ts';
import { pageRendererOf } from './pages/page-renderer.ts';
import { findPrograms } from './pages/programs.ts';
import { ParentShell } from './parent-shell.ts';
import { ensureOwner } from './store/accounts.ts';
import { ContentFiles } from './store/content-files.ts';
import { StartFailure } from './start-failure.ts';
import { DataDirectoryInUse, DataDirectoryLock } from './store/data-directory-lock.ts';
import { Maintenance, type MaintenanceReport } from './store/maintenance.ts';
import { passFaultPoint, type FaultPoint } from './store/fault-point.ts';
import { openDatabase } from './store/open-database.ts';
import { readOrCreateSecret } from './store/secret-file.ts';
import { SqliteAccountStore } from './store/sqlite-account-store.ts';
import { SqliteComparisonStore } from './store/sqlite-comparison-store.ts';
import { SqliteJobStore } from './store/sqlite-job-store.ts';
import { SqliteOperationStore } from './store/sqlite-operation-store.ts';
import { SqlitePageStore } from './store/sqlite-page-store.ts';
import { SqlitePageSessionStore } from './store/sqlite-page-session-store.ts';
import { SqliteUploadStore } from './store/sqlite-upload-store.ts';
import { DirectoryUploadFiles } from './store/upload-files.ts';
import { ArtifactProcesses } from './workers/artifact-processes.ts';
import { ComparisonPool } from './workers/comparison-pool.ts';
import { PageProcesses } from './workers/page-processes.ts';
import { ReaderPool } from './workers/reader-pool.ts';

const PROJECT_ROOT = fileURLToPath(new URL('..', import.meta.url));
const SWEEP_EVERY_MS = 10 * 60 * 1_000;
/** How long answers under way may take when the service is told to stop. */
const FAREWELL_MS = 5_000;

/** Failures that a person can do something about; all others are bugs. */
const EXPECTED_FAULTS = [ConfigurationError, StartFailure];

/** A service that listens. */
export interface RunningService {
  /** Address of the interface, with `/v1`. */
  readonly baseUrl: string;
  /** Address of the browser page, with the code of a new one-time link. */
  newPageLink(): Promise<string>;
  /** Lets this code sign the owner in, once. */
  addLink(code: string): Promise<void>;
  /** Stops listening, ends what is under way within seconds, and gives the data directory free. */
  stop(): Promise<void>;
}

/**
 * Starts the service. Throws `StartFailure`; then nothing of it is left running. `atFaultPoint` is for the tests that
 * kill the process there.
 */
export async function startService(
  configuration: Configuration,
  log: Logger,
  atFaultPoint: (point: FaultPoint) => void = passFaultPoint,
): Promise<RunningService> {
  const { dataDir, plans, retention } = configuration;
  const now = (): Date => new Date();
  const undo: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const lock = DataDirectoryLock.acquire(dataDir);
    undo.push(() => lock.release());
    const database = await openDatabase(join(dataDir, DATABASE_FILE));
    undo.push(() => database.destroy());
    const maintenance = new Maintenance(join(dataDir, DATABASE_FILE), (report) => reportMaintenance(report, log));
    undo.push(() => maintenance.close());
    await ensureOwner(database, now());
    const store = new SqliteComparisonStore(database);
    const operations = new SqliteOperationStore(database, new ContentFiles(join(dataDir, 'replies')), atFaultPoint);
    const stopped = await operations.recover();
    if (stopped > 0)
      log.warn({ operations: stopped }, 'operations ended with the last process; their units were returned');
    const jobs = new SqliteJobStore(database, new ContentFiles(join(dataDir, 'artifacts')), atFaultPoint);
    const pageStore = new SqlitePageStore(database, new ContentFiles(join(dataDir, 'pages')));
    const interrupted = await jobs.recover(now());
    if (interrupted > 0) log.warn({ jobs: interrupted }, 'jobs ended with the last process; they run again');
    const admission = new Admission({ operations, retention, now });
    const uploads = new Uploads({
      store: new SqliteUploadStore(database, atFaultPoint),
      files: new DirectoryUploadFiles(join(dataDir, 'uploads'), atFaultPoint),
      retention,
      now,
    });
    const accountStore = new SqliteAccountStore(database);
    const accounts = new Accounts(accountStore, now);
    const accessTokens = new AccessTokens(readOrCreateSecret(join(dataDir, ACCESS_SECRET_FILE)));
    const sessions = new PageSessions({
      store: new SqlitePageSessionStore(database),
      accounts: accountStore,
      tokens: accessTokens,
      now,
    });
    const sweeps = [
      (at: Date) => store.sweep(at),
      () => admission.sweep(),
      () => uploads.sweep(),
      () => sessions.sweep(),
      (at: Date) => jobs.sweep(at),
      (at: Date) => pageStore.sweep(at),
    ];
    const sweep = async (): Promise<void> => {
      for (const each of sweeps) {
        await each(now()).catch((fault: unknown) => log.error({ err: fault }, 'a sweep failed'));
      }
    };
    // What the last process left half written is gone before anything new is written.
    await sweep();
    const sweeper = setInterval(() => void sweep(), SWEEP_EVERY_MS).unref();
    undo.push(() => clearInterval(sweeper));
    const pool = new ComparisonPool({
      workers: configuration.workers,
      onBroken: (fault) => log.error({ err: fault }, 'a worker thread broke'),
      onDegraded: (pairs) => log.error({ pairs }, 'the law failed on pairs of blocks, which were taken apart'),
    });
    undo.push(() => pool.close());
    // Both sides of a comparison are read side by side.
    const readers = new ReaderPool({
      processes: Math.max(2, configuration.workers),
      onBroken: (fault) => log.error({ err: fault }, 'a reader process broke'),
    });
    undo.push(() => readers.close());
    undo.push(() => admission.drain(FAREWELL_MS));
    const tokens = new ViewerTokens(readOrCreateSecret(join(dataDir, 'token-secret')));
    const samples = new Samples(pool, readers);
    const stored = new StoredComparisons({ store, samples, tokens, now });
    const programs = findPrograms(process.env);
    const pages = new SourcePages({
      store: pageStore,
      preparer: new PageProcesses(),
      renderer: pageRendererOf(programs),
      now,
    });
    const exportParts = {
      store,
      maker: new ArtifactProcesses(),
      printer: new ChromiumPrinter(programs),
    };
    const queue = new JobQueue({
      store: jobs,
      run: (job, signal, progress) => runExport(job, exportParts, signal, progress),
      atOnce: configuration.workers,
      artifactSeconds: retention.artifactSeconds,
      now,
      onFault: (fault, jobId) => log.error({ err: fault, jobId }, 'a job failed'),
    });
    undo.push(() => queue.close());
    const exports = new Exports({ jobs, runner: queue, comparisons: stored, now });
    exports.wake();

    let baseUrl = configuration.baseUrl ?? '';
    const viewerUrl = (): string => configuration.viewerUrl ?? new URL(baseUrl).origin;
    const server = await createServer({
      comparisons: new TextComparisons({ comparer: pool, store, tokens, retention, now }),
      documents: new DocumentComparisons({
        reader: readers,
        comparer: pool,
        ...{ store, exports, pages, tokens, retention, now },
      }),
      pages,
      stored,
      exports,
      admission,
      replays: new ReplayCache(now),
      uploads,
      accounts,
      sessions,
      pairings: new Pairings(accounts, now),
      origins: {
        isPaired: (origin) => accountStore.isPairedOrigin(origin),
        isEmbedOrigin: (comparisonId, origin) => store.allowsOrigin(comparisonId, origin, now()),
      },
      access: {
        authentication: new Authentication({
          accounts: accountStore,
          tokens: accessTokens,
          plans,
          now,
        }),
        rates: new RateLimits(now),
        plans,
      },
      log,
      settings: {
        baseUrl: () => baseUrl,
        viewerUrl,
        ownAddresses: ownAddresses(configuration),
        version: programVersion(),
        dataDirectory: dataDir,
        pageDirectory: join(PROJECT_ROOT, 'dist', 'renderer'),
        stylesDirectory: join(PROJECT_ROOT, 'renderer', 'styles'),
      },
    });
    undo.push(async () => {
      // What is still under way by then is cut off: its comparison is aborted with its connection.
      const farewell = setTimeout(() => server.server.closeAllConnections(), FAREWELL_MS);
      await server.close();
      clearTimeout(farewell);
    });
    await server.listen({ port: configuration.port, host: configuration.host });
    const address = server.server.address();
    const port = typeof address === 'object' && address !== null ? address.port : configuration.port;
    const local = `http://${reachableHost(configuration.host)}:${port}`;
    baseUrl = configuration.baseUrl ?? `${local}/v1`;
    lock.announce(baseUrl);
    return {
      baseUrl,
      // After the #, so that the code is in no request, no log and no Referer.
      newPageLink: async () => `${local}/#link=${await sessions.newLink()}`,
      addLink: (code) => sessions.addLink(code),
      stop: close,
    };
  } catch (fault) {
    await close();
    throw startFailure(fault, configuration);
  }
}

function reportMaintenance(report: MaintenanceReport, log: Logger): void {
  if (report.kind === 'failed') log.error({ reason: report.message }, 'the maintenance of the database failed');
  else if (report.faults.length === 0) log.info('the database is sound');
  else log.error({ faults: report.faults }, 'the database is damaged: stop the service and restore a backup');
}

/**
 * Runs the service in the foreground until SIGINT or SIGTERM. Prints `listening <base_url>` and `open <page>` to
 * standard output when it is ready; everything else goes to standard error. Started by the desktop shell it prints no
 * page, since it was told the code that signs the shell in, and it also ends with the shell. Returns the exit code: 0, or
 * 2 when it could not start.
 */
export async function serve(flags: ServeFlags): Promise<number> {
  try {
    const configuration = readConfiguration(flags, process.env);
    const log = pino({ level: configuration.logLevel }, pino.destination({ fd: 2, sync: true }));
    const stopSignal = signalToStop();
    const shell = flags.byShell === true ? await ParentShell.greet(process.stdin) : null;
    const service = await startService(configuration, log);
    if (shell !== null) await service.addLink(shell.linkCode);
    const page = shell === null ? `open ${await service.newPageLink()}\n` : '';
    process.stdout.write(`listening ${service.baseUrl}\n${page}`);
    const reason = await Promise.race([stopSignal, ...(shell === null ? [] : [shell.ended])]);
    log.info({ reason }, 'stopping');
    shell?.leave();
    await service.stop();
    return 0;
  } catch (fault) {
    if (!EXPECTED_FAULTS.some((expected) => fault instanceof expected)) throw fault;
    const { message } = fault as Error;
    process.stderr.write(`diffsvc: ${message}\n`);
    return 2;
  }
}

/** The first signal that asks the process to end. A second one ends it at once, as the system does by itself. */
function signalToStop(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve);
  });
}

/** The failure as a person should read it. What is unknown is passed on as it is. */
function startFailure(fault: unknown, configuration: Configuration): unknown {
  const { host, port, dataDir } = configuration;
  if (fault instanceof DataDirectoryInUse) return new StartFailure(fault.message, fault);
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

/** The host to call a service by that listens on `host`. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** Addresses under which the service answers beside loopback: what was configured. */
function ownAddresses({ host, baseUrl, viewerUrl }: Configuration): string[] {
  const configured = [baseUrl, viewerUrl].filter((address) => address !== null);
  return [`http://${reachableHost(host)}`, ...configured];
}

function programVersion(): string {
  const manifest = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as { version: string };
  return manifest.version;
}

if (import.meta.main) process.exitCode = await serve({});
