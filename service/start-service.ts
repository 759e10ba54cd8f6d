/** Connects the parts of the service and opens its port. Only this file knows all parts. */
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { AccessTokens } from './admission/access-tokens.ts';
import { isLoopback } from './admission/anonymous-identity.ts';
import { Accounts } from './admission/accounts.ts';
import { Admission } from './admission/admission.ts';
import { Authentication } from './admission/authentication.ts';
import { BrowserSignIn } from './admission/browser-sign-in.ts';
import { DiskReserve } from './admission/disk-reserve.ts';
import { PageSessions } from './admission/page-sessions.ts';
import { Pairings } from './admission/pairings.ts';
import { RateLimits } from './admission/rate-limits.ts';
import { ReplayCache } from './admission/replay-cache.ts';
import { Uploads } from './admission/uploads.ts';
import { DocumentComparisons } from './comparison/documents/document-comparisons.ts';
import { Exports } from './comparison/exports/exports.ts';
import { runExport } from './comparison/exports/run-export.ts';
import { RenderingQueue } from './comparison/pages/rendering-queue.ts';
import { PageMarking } from './comparison/pages/page-marking.ts';
import { SourcePages } from './comparison/pages/source-pages.ts';
import { ReviewEvents } from './comparison/reviews/review-events.ts';
import { Reviews } from './comparison/reviews/reviews.ts';
import { Samples } from './comparison/samples/samples.ts';
import { StoredComparisons } from './comparison/stored/stored-comparisons.ts';
import { TextComparisons } from './comparison/texts/text-comparisons.ts';
import { ViewerTokens } from './comparison/stored/viewer-token.ts';
import type { Configuration } from './configuration/configuration.ts';
import type { OwnAddresses } from './http/guards/origin-guard.ts';
import { createServer, type ServerDeps } from './http/server.ts';
import { JobQueue } from './jobs/job-queue.ts';
import { openLocal } from './open-local.ts';
import type { OpenFile } from './open-in-browser.ts';
import { ChromiumPrinter } from './pages/chromium-printer.ts';
import { OfficeConverter } from './pages/office-converter.ts';
import { pageRendererOf } from './pages/page-renderer.ts';
import type { Programs } from './pages/programs.ts';
import { programVersion } from './program-version.ts';
import type { Shape } from './shape.ts';
import { pageShower } from './sign-in-page.ts';
import { startFailure } from './start-failure.ts';
import { passFaultPoint, type FaultPoint } from './store/fault-point.ts';
import { ArtifactProcesses } from './workers/artifact-processes.ts';
import { checked } from './workers/last-check.ts';
import { ComparisonPool } from './workers/comparison-pool.ts';
import { PageMarkProcesses, PageProcesses } from './workers/page-processes.ts';
import { ReaderPool } from './workers/reader-pool.ts';

/** The built pages, and the stylesheets that are served as they are. */
const PAGES = fileURLToPath(new URL('../dist/renderer', import.meta.url));
const STYLES = fileURLToPath(new URL('../renderer/styles', import.meta.url));
const SWEEP_EVERY_MS = 10 * 60 * 1_000;
const CLOSE_IDLE_EVERY_MS = 50;

/** A running service. */
export interface RunningService {
  /** Address of the API, with `/v1`. */
  readonly baseUrl: string;
  /** Address of the browser page. */
  readonly pageAddress: string;
  /** The same with the code of a new one-time link. */
  newPageLink(): Promise<string>;
  /** Lets this code sign the owner in, once. */
  addLink(code: string): Promise<void>;
  /** Stops listening, ends running work within seconds, and releases the data directory. */
  stop(): Promise<void>;
}

/** Deletes expired data, and stores data that could not be stored before. */
type Sweep = (at: Date) => Promise<unknown>;

/** The programs of the machine that a service uses. */
export interface ServicePrograms extends Programs {
  /** Opens files on the desktop. Absent or null without one. */
  readonly openFile?: OpenFile | null;
}

/** The parts that make up a service. */
interface Environment {
  readonly configuration: Configuration;
  readonly programs: ServicePrograms;
  readonly log: Logger;
  readonly now: () => Date;
  /** Clean-up in reverse order, when the service stops or fails to start. */
  readonly ending: AsyncDisposableStack;
}

/**
 * Starts the service. Throws `StartFailure` and then leaves nothing running. `programs` render pages. `atFaultPoint`
 * is for tests that kill the process there.
 */
export async function startService(
  configuration: Configuration,
  programs: ServicePrograms,
  log: Logger,
  atFaultPoint: (point: FaultPoint) => void = passFaultPoint,
): Promise<RunningService> {
  const environment = { configuration, programs, log, now: () => new Date(), ending: new AsyncDisposableStack() };
  const { ending } = environment;
  try {
    const shape = await openShape(environment, atFaultPoint);
    const { stores } = shape;
    const admissionServices = connectAdmission(shape, environment);
    const sweeps: Sweep[] = [
      (at) => stores.comparisons.sweep(at),
      () => admissionServices.admission.sweep(),
      () => admissionServices.uploads.sweep(),
      () => admissionServices.sessions.sweep(),
      (at) => stores.jobs.sweep(at),
      (at) => stores.pages.sweep(at),
    ];
    await sweepRegularly(sweeps, shape, environment);
    const workers = startWorkers(shape, environment);
    ending.defer(() => admissionServices.admission.drain(shape.farewellMs));
    const compared = connectComparisons(shape, workers, environment);
    shape.connect({
      admission: admissionServices.admission,
      replays: admissionServices.replays,
      rates: admissionServices.access.rates,
      jobs: compared.jobs,
      reviews: compared.reviews.events,
    });
    sweeps.push(() => compared.jobs.sweep());
    const local = await listen({ ...admissionServices, ...compared, log }, shape, environment);
    // Before the server closes, which waits for every answer.
    ending.defer(() => compared.reviews.events.close());
    ending.defer(() => shape.drain());
    shape.ready(local.baseUrl);
    // After the port is open, because its start takes a processor for a moment.
    workers.comparer.warm();
    const pageAddress = `${shape.isOnOwnMachine ? local.origin : new URL(local.baseUrl).origin}/`;
    return {
      baseUrl: local.baseUrl,
      pageAddress,
      // After the #, so that the code appears in no request, no log and no Referer.
      newPageLink: async () => `${pageAddress}#link=${await admissionServices.sessions.newLink()}`,
      addLink: (code) => admissionServices.sessions.addLink(code),
      stop: () => ending.disposeAsync(),
    };
  } catch (fault) {
    await ending.disposeAsync();
    throw startFailure(fault, configuration);
  }
}

/** Opens the shape that the configuration asks for. The modules of a cluster are loaded only for a cluster. */
async function openShape(
  { configuration, ending, log }: Environment,
  atFaultPoint: (point: FaultPoint) => void,
): Promise<Shape> {
  if (configuration.cluster === null) return await openLocal(configuration, ending, log, atFaultPoint);
  const { openCluster } = await import('./cluster/open-cluster.ts');
  return await openCluster(configuration, ending, log, atFaultPoint);
}

/** The services that a request passes before its work begins. */
function connectAdmission({ stores, secrets }: Shape, { configuration, now }: Environment) {
  const { plans, retention } = configuration;
  const reserve = new DiskReserve(() => stores.freeBytes());
  const tokens = new AccessTokens(...secrets.access);
  const accounts = new Accounts(stores.accounts, now);
  return {
    accounts,
    admission: new Admission({ operations: stores.operations, reserve, retention, now }),
    replays: new ReplayCache(now),
    uploads: new Uploads({ store: stores.uploads, files: stores.uploadFiles, reserve, retention, now }),
    sessions: new PageSessions({ store: stores.sessions, accounts: stores.accounts, tokens, now }),
    pairings: new Pairings(accounts, stores.pairings, now),
    origins: {
      isPaired: (origin: string) => stores.accounts.isPairedOrigin(origin),
      isEmbedOrigin: (comparisonId: string, origin: string) =>
        stores.comparisons.allowsOrigin(comparisonId, origin, now()),
    },
    access: {
      authentication: new Authentication({ accounts: stores.accounts, tokens, plans, now }),
      rates: new RateLimits(now),
      plans,
    },
  };
}

/** The comparing threads, and the processes that read and export. */
function startWorkers(shape: Shape, { configuration, log, ending }: Environment) {
  const { workers } = configuration;
  const maker = new ArtifactProcesses({ processes: workers });
  ending.defer(() => maker.close());
  const comparer = new ComparisonPool({
    workers,
    // An export may follow. Its process starts and practises while the person looks at the result.
    onCompared: () => maker.warm(),
    onBroken: (fault) => log.error({ err: fault }, 'a worker thread broke'),
    onDegraded: (pairs) => {
      shape.degraded(pairs);
      log.error({ pairs }, 'a round-trip invariant failed on pairs of blocks, which were replaced whole');
    },
  });
  ending.defer(() => comparer.close());
  // Both sides of a comparison are read in parallel.
  const reader = new ReaderPool({
    processes: Math.max(2, workers),
    onBroken: (fault) => log.error({ err: fault }, 'a reader process broke'),
  });
  ending.defer(() => reader.close());
  return { comparer, reader, maker };
}

/** The use cases, and the queue of jobs with its waiting jobs. */
function connectComparisons(
  shape: Shape,
  { comparer: pool, reader, maker }: ReturnType<typeof startWorkers>,
  { configuration, programs, log, now, ending }: Environment,
) {
  const { retention, workers } = configuration;
  const { stores, secrets } = shape;
  const comparer = shape.observe(pool);
  const store = stores.comparisons;
  const tokens = new ViewerTokens(...secrets.viewer);
  const samples = new Samples(comparer, reader);
  const stored = new StoredComparisons({ store, samples, tokens, now });
  const reserve = new DiskReserve(() => stores.freeBytes());
  const renderings = new RenderingQueue();
  const preparer = new PageProcesses();
  const pages = new SourcePages({
    store: stores.pages,
    preparer,
    renderer: pageRendererOf(programs),
    renderings,
    reserve,
    layoutSeconds: configuration.pageLayoutSeconds,
    now,
  });
  const marking = new PageMarking({ store, stored, pages, marker: new PageMarkProcesses() });
  const printer = new ChromiumPrinter(programs);
  const exportParts = { store, maker, printer, check: checked, marking, layout: pages };
  const runner = new JobQueue({
    store: stores.jobs,
    reserve,
    run: (job, signal, progress) => shape.observeJob(job, () => runExport(job, exportParts, signal, progress)),
    atOnce: shape.takesJobs ? workers : 0,
    artifactSeconds: retention.artifactSeconds,
    now,
    onFault: (fault, jobId) => log.error({ err: fault, jobId }, 'a job met a fault of the service'),
  });
  ending.defer(() => runner.close());
  const exports = new Exports({ jobs: stores.jobs, runner, comparisons: stored, now });
  exports.wake();
  return {
    jobs: runner,
    comparisons: new TextComparisons({ comparer, store, tokens, retention, now }),
    documents: new DocumentComparisons({
      reader,
      comparer,
      store,
      exports,
      pages,
      tokens,
      retention,
      now,
      renderings,
      converter: new OfficeConverter(programs, preparer),
    }),
    exports,
    pages,
    marking,
    stored,
    reviews: new Reviews({ store: stores.reviews, events: new ReviewEvents(stores.reviews), now }),
  };
}

/**
 * Sweeps at once, so that unfinished files of the last process are deleted before anything is written. It sweeps
 * regularly from then on.
 */
async function sweepRegularly(
  sweeps: readonly Sweep[],
  shape: Shape,
  { log, now, ending }: Environment,
): Promise<void> {
  const sweepAll = async (): Promise<void> => {
    for (const each of sweeps) {
      await each(now()).catch((fault: unknown) => log.error({ err: fault }, 'a sweep failed'));
    }
  };
  const sweep = (): Promise<void> => shape.alone(sweepAll);
  await sweep();
  const sweeper = setInterval(() => void sweep(), SWEEP_EVERY_MS).unref();
  ending.defer(() => clearInterval(sweeper));
}

/** Opens the port. Returns the local addresses of the service: its origin and the address of the API. */
async function listen(
  deps: Omit<ServerDeps, 'settings' | 'signIn'>,
  shape: Shape,
  { configuration, programs, ending }: Environment,
): Promise<{ origin: string; baseUrl: string }> {
  let baseUrl = configuration.baseUrl ?? '';
  let origin = '';
  const server = await createServer({
    ...deps,
    signIn: new BrowserSignIn({
      sessions: deps.sessions,
      origin: () => origin,
      showPage: shape.isOnOwnMachine ? pageShowerFor(configuration, programs, ending) : null,
      now: () => new Date(),
    }),
    settings: {
      baseUrl: () => baseUrl,
      viewerUrl: () => configuration.viewerUrl ?? new URL(baseUrl).origin,
      ownAddresses: ownAddresses(configuration),
      version: programVersion(),
      trustedProxies: configuration.trustedProxies,
      dataDirectory: configuration.dataDir,
      pageDirectory: PAGES,
      stylesDirectory: STYLES,
    },
  });
  ending.defer(async () => {
    // Work that runs longer is cut off: its comparison is aborted with its connection.
    const farewell = setTimeout(() => server.server.closeAllConnections(), shape.farewellMs);
    // A connection whose request ends meanwhile would stay open for the next one.
    const idle = setInterval(() => server.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
    await server.close();
    clearTimeout(farewell);
    clearInterval(idle);
  });
  shape.watch(server);
  // A worker answers nobody. Its health has a port of its own.
  if (shape.answers) await server.listen({ port: configuration.port, host: configuration.host });
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : configuration.port;
  origin = `http://${reachableHost(configuration.host)}:${port}`;
  baseUrl = configuration.baseUrl ?? `${origin}/v1`;
  return { origin, baseUrl };
}

/** Shows pages on the desktop of this account. Null without a desktop, and for a service that others reach. */
function pageShowerFor(
  { host, baseUrl, dataDir }: Configuration,
  { openFile = null }: ServicePrograms,
  ending: AsyncDisposableStack,
): ReturnType<typeof pageShower> | null {
  if (openFile === null || baseUrl !== null || !isLoopback(host)) return null;
  return pageShower(dataDir, openFile, ending);
}

/** The host under which to call a service that listens on `host`. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** Addresses of the service besides loopback. The host that it listens on is no origin, because it has no port. */
function ownAddresses({ host, baseUrl, viewerUrl }: Configuration): OwnAddresses {
  const configured = [baseUrl, viewerUrl].filter((address) => address !== null).map((address) => new URL(address));
  return {
    hostNames: [new URL(`http://${reachableHost(host)}`), ...configured].map(({ hostname }) => hostname),
    origins: configured.map(({ origin }) => origin),
  };
}
