/** A server over a comparer that the test chooses, a database in memory and a clock that the test sets. */
import { readFile } from '../../../service/pipeline/inputs/read-file.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { FastifyInstance } from 'fastify';
import { AccessTokens } from '../../../service/admission/access-tokens.ts';
import { Admission } from '../../../service/admission/admission.ts';
import { findPageMarks } from '../../../service/pipeline/page-marks/find-page-marks.ts';
import { Accounts } from '../../../service/admission/accounts.ts';
import { BrowserSignIn } from '../../../service/admission/browser-sign-in.ts';
import { DiskReserve } from '../../../service/admission/disk-reserve.ts';
import { PageSessions } from '../../../service/admission/page-sessions.ts';
import { Pairings } from '../../../service/admission/pairings.ts';
import { apiKeyHash, newApiKey } from '../../../service/admission/api-key.ts';
import { Authentication } from '../../../service/admission/authentication.ts';
import { DEFAULT_PLANS, type PlanTable } from '../../../service/admission/plan-terms.ts';
import type { OperationStore } from '../../../service/admission/ports.ts';
import { DEFAULT_RETENTION } from '../../../service/admission/retention.ts';
import { RateLimits } from '../../../service/admission/rate-limits.ts';
import { ReplayCache } from '../../../service/admission/replay-cache.ts';
import { Uploads } from '../../../service/admission/uploads.ts';
import { DocumentComparisons } from '../../../service/comparison/documents/document-comparisons.ts';
import { packDocument } from '../../../service/pipeline/inputs/packed-document.ts';
import type {
  DocumentTask,
  PackedDocument,
  ComparisonProgress,
  ComparisonResult,
  TextTask,
} from '../../../service/pipeline/inputs/tasks.ts';
import type { DocumentReader, Comparer, FileConverter } from '../../../service/comparison/ports.ts';
import { openPdf } from '../../../service/formats/pdf/paint/open-pdf.ts';
import { RenderingQueue } from '../../../service/comparison/pages/rendering-queue.ts';
import { PageMarking } from '../../../service/comparison/pages/page-marking.ts';
import { PAGE_LAYOUT_SECONDS, SourcePages } from '../../../service/comparison/pages/source-pages.ts';
import { Exports } from '../../../service/comparison/exports/exports.ts';
import type { JobRecord, PagePrinter } from '../../../service/comparison/exports/job.ts';
import { makeArtifact } from '../../../service/exports/make-artifact.ts';
import { checked } from '../../../service/workers/last-check.ts';
import { runExport, type NamedArtifact } from '../../../service/comparison/exports/run-export.ts';
import { JobQueue } from '../../../service/jobs/job-queue.ts';
import type { SqlJobStore } from '../../../service/store/tables/sql-job-store.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { ReviewEvents } from '../../../service/comparison/reviews/review-events.ts';
import { Reviews } from '../../../service/comparison/reviews/reviews.ts';
import { Samples } from '../../../service/comparison/samples/samples.ts';
import { StoredComparisons } from '../../../service/comparison/stored/stored-comparisons.ts';
import { TextComparisons } from '../../../service/comparison/texts/text-comparisons.ts';
import { compareTask } from '../../../service/pipeline/compare-task.ts';
import { ViewerTokens } from '../../../service/comparison/stored/viewer-token.ts';
import type { ServerSettings } from '../../../service/http/reply/server-settings.ts';
import { createServer } from '../../../service/http/server.ts';
import type { Plan } from '../../../shared/api/usage.ts';
import type { Executor } from '../../../service/store/tables/schema.ts';
import type { SqlAccountStore } from '../../../service/store/tables/sql-account-store.ts';
import { openTestStores, type TestStores } from '../store/test-stores.ts';

export interface ServerUnderTest {
  readonly server: FastifyInstance;
  readonly database: Executor;
  readonly stores: TestStores;
  readonly accounts: SqlAccountStore;
  readonly operations: OperationStore;
  readonly admission: Admission;
  readonly jobs: SqlJobStore;
  readonly queue: JobQueue;
  readonly tokens: AccessTokens;
  readonly uploads: Uploads;
  readonly sessions: PageSessions;
  readonly reviews: Reviews;
  /** Where files are kept. */
  readonly directory: string;
  /** What the comparer was asked. */
  readonly tasks: TextTask[];
  /** How long each comparison of documents may take, in milliseconds. */
  readonly documentLimitsMs: (number | undefined)[];
  readonly logLines: string[];
  now: Date;
  /** Makes an account of this plan, and a key of it. */
  account(plan: Plan): Promise<{ accountId: string; keyId: string; bearer: { authorization: string } }>;
  /** Units counted for a subject in the month of `now`. */
  used(subject: string): Promise<number>;
  close(): Promise<void>;
}

export interface Choices {
  readonly compare?: (task: TextTask, signal: AbortSignal, progress?: ComparisonProgress) => Promise<ComparisonResult>;
  readonly reserve?: () => () => void;
  readonly isEmbedOrigin?: (comparisonId: string, origin: string) => Promise<boolean>;
  /** Replaces the work of a job. */
  readonly runJob?: (job: JobRecord, signal: AbortSignal) => Promise<NamedArtifact>;
  /** Renders a DOCX; without it there is no renderer. */
  readonly render?: (docx: Uint8Array, signal: AbortSignal) => Promise<Uint8Array>;
  /** Maximum duration of one layout. */
  readonly layoutSeconds?: number;
  /** Converts a file to DOCX; without it there is no converter. */
  readonly convert?: FileConverter['convert'];
  readonly settings?: Partial<ServerSettings>;
  /** Shows a page on the desktop; without it there is no desktop. */
  readonly showPage?: (html: string, forSeconds: number) => Promise<boolean>;
  /** Free bytes of the disk; by default without end. */
  readonly freeBytes?: () => number;
  /** Terms that differ from the plans'; without them no test meets the rate limits by accident. */
  readonly plans?: Partial<PlanTable>;
}

const UNHURRIED: PlanTable = {
  ...DEFAULT_PLANS,
  anonymous: { ...DEFAULT_PLANS.anonymous, requestsPerMinute: 10_000 },
};

/** Comparisons of a test run in its main thread, which is late on a busy machine. The guard has a test of its own. */
const MOST_DELAY_MS = 60_000;

/** A machine without a browser. */
const NO_PRINTER: PagePrinter = {
  print: () => Promise.reject(new ServiceError('renderer_unavailable', 'No browser was found. Install chromium.')),
};

function noRenderer(): ServiceError {
  return new ServiceError('renderer_unavailable', 'No renderer was found. Install libreoffice-writer.');
}

async function countPages(pdf: Uint8Array): Promise<number> {
  const opened = await openPdf(pdf);
  const { numPages } = opened.document;
  await opened.close();
  return numPages;
}

/** Reads files in this process: what the pool of readers adds is not under test here. */
class ReadHere implements DocumentReader {
  async read(task: DocumentTask): Promise<PackedDocument> {
    return packDocument(await readFile(task.format, task.bytes, task), task);
  }
}

export async function serverUnderTest({
  compare,
  reserve,
  settings,
  plans,
  isEmbedOrigin,
  runJob,
  render,
  layoutSeconds = PAGE_LAYOUT_SECONDS,
  freeBytes = () => Infinity,
  convert,
  showPage,
}: Choices = {}): Promise<ServerUnderTest> {
  const directory = mkdtempSync(join(tmpdir(), 'diffsvc-server-'));
  const stores = await openTestStores(directory);
  const { database, accounts, comparisons: store, jobs, operations, uploadFiles } = stores;
  const logLines: string[] = [];
  const tasks: TextTask[] = [];
  const documentLimitsMs: (number | undefined)[] = [];
  const now = (): Date => under.now;
  const table: PlanTable = { ...UNHURRIED, ...plans };
  const comparer: Comparer = {
    reserve: reserve ?? (() => () => undefined),
    compare: async (task, signal, progress, _owner, limitMs) => {
      if (!('pair' in task)) tasks.push(task);
      else documentLimitsMs.push(limitMs);
      if (compare !== undefined && !('pair' in task)) return await compare(task, signal, progress);
      return compareTask(task, progress);
    },
  };
  const viewerTokens = new ViewerTokens(new Uint8Array(32).fill(7));
  const comparisons = new TextComparisons({ comparer, store, tokens: viewerTokens, retention: DEFAULT_RETENTION, now });
  const stored = new StoredComparisons({
    store,
    samples: new Samples(comparer, new ReadHere()),
    tokens: viewerTokens,
    now,
  });
  const diskReserve = new DiskReserve(() => Promise.resolve(freeBytes()));
  const uploads = new Uploads({
    store: stores.uploads,
    files: uploadFiles,
    reserve: diskReserve,
    retention: DEFAULT_RETENTION,
    now,
  });
  const admission = new Admission({ operations, reserve: diskReserve, retention: DEFAULT_RETENTION, now });
  const tokens = new AccessTokens(new Uint8Array(32).fill(8));
  const ownerAccounts = new Accounts(accounts, now);
  const sessions = new PageSessions({ store: stores.sessions, accounts, tokens, now });
  const renderings = new RenderingQueue();
  const pages = new SourcePages({
    store: stores.pages,
    preparer: {
      close: (docx) => Promise.resolve(docx),
      settle: (docx) => Promise.resolve(docx),
      closeDoc: (doc) => Promise.resolve(doc),
      closeRtf: (rtf) => Promise.resolve(rtf),
      closeOdt: (odt) => Promise.resolve(odt),
      countPages,
    },
    renderer: { name: 'stand-in', render: render ?? (() => Promise.reject(noRenderer())) },
    renderings,
    reserve: diskReserve,
    layoutSeconds,
    now,
  });
  const marking = new PageMarking({
    store,
    stored,
    pages,
    marker: { find: (task, _, onPage) => findPageMarks(task, onPage) },
  });
  const queue = new JobQueue({
    store: jobs,
    reserve: diskReserve,
    run: (job, signal, progress) =>
      runJob === undefined
        ? runExport(
            job,
            { store, maker: { make: makeArtifact }, printer: NO_PRINTER, check: checked, marking, layout: pages },
            signal,
            progress,
          )
        : runJob(job, signal),
    atOnce: 1,
    artifactSeconds: DEFAULT_RETENTION.artifactSeconds,
    now,
    onFault: (fault) => void logLines.push(String(fault)),
  });
  const exports = new Exports({ jobs, runner: queue, comparisons: stored, now });
  const reviews = new Reviews({ store: stores.reviews, events: new ReviewEvents(stores.reviews), now });
  const server = await createServer({
    exports,
    reviews,
    pages,
    marking,
    comparisons,
    documents: new DocumentComparisons({
      reader: new ReadHere(),
      comparer,
      store,
      exports,
      pages,
      tokens: viewerTokens,
      retention: DEFAULT_RETENTION,
      now,
      renderings,
      converter: { convert: convert ?? (() => Promise.reject(noRenderer())) },
    }),
    stored,
    admission,
    replays: new ReplayCache(now),
    uploads,
    accounts: ownerAccounts,
    sessions,
    signIn: new BrowserSignIn({
      sessions,
      origin: () => 'http://127.0.0.1:4870',
      showPage: showPage ?? null,
      now,
    }),
    pairings: new Pairings(ownerAccounts, stores.pairings, now),
    origins: {
      isPaired: (origin) => accounts.isPairedOrigin(origin),
      isEmbedOrigin: isEmbedOrigin ?? ((comparisonId, origin) => store.allowsOrigin(comparisonId, origin, now())),
    },
    access: {
      authentication: new Authentication({ accounts, tokens, plans: table, now }),
      rates: new RateLimits(now),
      plans: table,
    },
    log: pino({ level: 'trace' }, { write: (line: string) => void logLines.push(line) }),
    settings: {
      baseUrl: () => 'http://127.0.0.1:4870/v1',
      viewerUrl: () => 'http://127.0.0.1:4870',
      ownAddresses: { hostNames: ['diff.example'], origins: ['https://diff.example'] },
      version: '1.2.3',
      dataDirectory: '/nonexistent/data',
      pageDirectory: '/nonexistent/page',
      stylesDirectory: '/nonexistent/styles',
      mostDelayMs: MOST_DELAY_MS,
      ...settings,
    },
  });
  let made = 0;
  const under: ServerUnderTest = {
    server,
    database,
    stores,
    accounts,
    operations,
    admission,
    jobs,
    queue,
    tokens,
    uploads,
    sessions,
    reviews,
    directory,
    tasks,
    documentLimitsMs,
    logLines,
    now: new Date('2025-03-01T12:00:00Z'),
    account: async (plan) => {
      made++;
      const accountId = `acc_${String(made).padStart(24, '0')}`;
      const keyId = `key_${made}`;
      const key = newApiKey();
      const createdAtSeconds = Math.floor(under.now.getTime() / 1_000);
      await accounts.createAccount({
        accountId,
        isOwner: false,
        plan,
        name: `account ${made}`,
        unitsPerMonth: null,
        createdAtSeconds,
      });
      const unused = { extensionOrigin: null, lastUsedAtSeconds: null, revokedAtSeconds: null };
      await accounts.createKey({ keyId, accountId, name: 'test', createdAtSeconds, ...unused }, apiKeyHash(key));
      return { accountId, keyId, bearer: { authorization: `Bearer ${key}` } };
    },
    used: async (subject) => {
      const rows = await database.selectFrom('usage').selectAll().where('subject', '=', subject).execute();
      return rows.find(({ month }) => month === under.now.toISOString().slice(0, 7))?.units ?? 0;
    },
    close: async () => {
      await queue.close();
      await server.close();
      await stores.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  await accounts.ensureOwner(under.now);
  return under;
}
