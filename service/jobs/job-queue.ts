import { ServiceError } from '../../shared/errors.ts';
import type { JobRecord, JobStore, Waiting } from '../comparison/exports/job.ts';
import type { NamedArtifact } from '../comparison/exports/run-export.ts';
import type { DiskReserve } from '../admission/disk-reserve.ts';
import { PartUnreachable } from '../comparison/unreachable.ts';
import { storageFault } from '../../shared/storage-fault.ts';

/** Maximum duration of a background job. */
const JOB_TIMEOUT_MS = 120_000;

/** Pauses of a job while a part of the service cannot be reached: each as long as it has waited, within these bounds. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;
/** A job fails if the part cannot be reached for this long. */
const PATIENCE_MS = 10 * 60_000;

/** Dependencies of the queue. */
export interface JobQueueDeps {
  readonly store: JobStore;
  readonly reserve: DiskReserve;
  /** Does the work of one job. If the signal is aborted, it stops the work and then throws the signal's reason. */
  readonly run: (job: JobRecord, signal: AbortSignal, progress: (fraction: number) => void) => Promise<NamedArtifact>;
  /** Number of jobs that run at the same time. */
  readonly atOnce: number;
  /** Retention of a result. */
  readonly artifactSeconds: number;
  readonly now: () => Date;
  /** Receives every fault of the service itself, also one after which the job is tried again. */
  readonly onFault: (fault: unknown, jobId: string | null) => void;
  /** Time limit of one run; by default the service's own. */
  readonly timeoutMs?: number;
}

/** The reason why a run was aborted. */
type Stop = 'cancelled' | 'too-slow' | 'closing';

interface Run {
  readonly stopping: AbortController;
  stop: Stop | null;
  ended: Promise<void>;
}

/** Runs queued jobs, the oldest first, some in parallel. Each step counts once it is stored. */
export class JobQueue {
  readonly #deps: JobQueueDeps;
  readonly #runs = new Map<string, Run>();
  /** The endings of jobs that could not be stored. */
  readonly #unended = new Map<string, () => Promise<void>>();
  #taking: Promise<void> | null = null;
  #again = false;
  #closed = false;
  #ended = Promise.withResolvers<undefined>();

  constructor(deps: JobQueueDeps) {
    this.#deps = deps;
  }

  /** Announces that there may be a queued job. */
  wake(): void {
    if (this.#closed) return;
    if (this.#taking !== null) {
      this.#again = true;
      return;
    }
    this.#taking = this.#take().finally(() => {
      this.#taking = null;
      if (!this.#again) return;
      this.#again = false;
      this.wake();
    });
  }

  /** Stops a job if it runs. */
  cancel(jobId: string): void {
    this.#stop(jobId, 'cancelled');
    this.announceEnd();
  }

  /** Resolves when the next job has ended, whichever it is, or was cancelled. */
  nextEnd(): Promise<void> {
    return this.#ended.promise;
  }

  /** Announces that a job may have ended, here or in another process. */
  announceEnd(): void {
    const { resolve } = this.#ended;
    this.#ended = Promise.withResolvers();
    resolve(undefined);
  }

  /** Stops running jobs and queues them again for the next process. Resolves when nothing runs. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#taking;
    for (const jobId of this.#runs.keys()) this.#stop(jobId, 'closing');
    await Promise.all([...this.#runs.values()].map(({ ended }) => ended));
  }

  async #take(): Promise<void> {
    const { store, atOnce, now, onFault } = this.#deps;
    try {
      while (!this.#closed && this.#runs.size < atOnce) {
        const job = await store.takeNext(now());
        if (job === null) return;
        const run: Run = { stopping: new AbortController(), stop: null, ended: Promise.resolve() };
        this.#runs.set(job.jobId, run);
        run.ended = this.#work(job, run).finally(() => {
          this.#runs.delete(job.jobId);
          this.wake();
        });
      }
    } catch (fault) {
      onFault(fault, null);
    }
  }

  /**
   * Ends the jobs whose end could not be stored, such as on a full disk. Throws if it still cannot. Takes the jobs that
   * could not be taken then.
   */
  async sweep(): Promise<void> {
    for (const [jobId, end] of this.#unended) {
      await end();
      this.#unended.delete(jobId);
    }
    this.wake();
  }

  /** Whether a job runs or is being taken, for tests. */
  get isBusy(): boolean {
    return this.#taking !== null || this.#runs.size > 0;
  }

  /** Never throws. A job that cannot be ended stays running until a sweep ends it. */
  async #work(job: JobRecord, run: Run): Promise<void> {
    const { jobId } = job;
    const { store, reserve, now, artifactSeconds, onFault, timeoutMs = JOB_TIMEOUT_MS } = this.#deps;
    const timer = setTimeout(() => this.#stop(jobId, 'too-slow'), timeoutMs);
    const progress = (fraction: number): void => {
      store.report(jobId, fraction).catch((fault: unknown) => onFault(fault, jobId));
    };
    try {
      await reserve.check('The file of the job was not made.');
      const { artifact, name } = await this.#deps.run(job, run.stopping.signal, progress);
      const at = now();
      const expiresAtSeconds = Math.floor(at.getTime() / 1_000) + artifactSeconds;
      // A job that was deleted meanwhile gets no result. The next sweep deletes its file.
      await store.succeed(jobId, { artifact, name, at, expiresAtSeconds });
    } catch (fault) {
      const end = (): Promise<void> => this.#end(job, run.stop, fault, timeoutMs);
      await end().catch((failure: unknown) => {
        this.#unended.set(jobId, end);
        onFault(failure, jobId);
      });
    } finally {
      clearTimeout(timer);
      this.announceEnd();
    }
  }

  async #end(job: JobRecord, stop: Stop | null, fault: unknown, timeoutMs: number): Promise<void> {
    const { store, now, onFault } = this.#deps;
    const { jobId } = job;
    if (stop === 'cancelled') return;
    if (stop === 'closing') {
      await store.putBack(jobId);
    } else if (fault instanceof PartUnreachable && store.postpone !== undefined) {
      // A caller reads which part it is. The log has the cause.
      onFault(fault, jobId);
      const waiting = nextWaiting(job, fault, now().getTime());
      if (waiting === null) await store.fail(jobId, neverReached(fault), now());
      else await store.postpone(jobId, waiting);
    } else if (stop === 'too-slow') {
      await store.fail(jobId, tooSlow(timeoutMs), now());
    } else if (fault instanceof ServiceError) {
      await store.fail(jobId, { code: fault.code, message: fault.message }, now());
    } else {
      onFault(fault, jobId);
      const { code, message } = storageFault('The file of the job could not be stored.', fault) ?? {
        code: 'internal_error',
        message: `The service failed on this job. Its log has the details under the job id ${jobId}.`,
      };
      await store.fail(jobId, { code, message }, now());
    }
  }

  #stop(jobId: string, stop: Stop): void {
    const run = this.#runs.get(jobId);
    if (run === undefined || run.stop !== null) return;
    run.stop = stop;
    run.stopping.abort();
  }
}

/** How long a job waits for a part that it missed; null if it has waited long enough. */
function nextWaiting({ waiting }: JobRecord, { part }: PartUnreachable, nowMs: number): Waiting | null {
  const sinceMs = waiting?.sinceMs ?? nowMs;
  const waitedMs = nowMs - sinceMs;
  if (waitedMs >= PATIENCE_MS) return null;
  const pauseMs = Math.min(Math.max(FIRST_PAUSE_MS, waitedMs), LONGEST_PAUSE_MS);
  return { part, sinceMs, untilMs: Math.min(nowMs + pauseMs, sinceMs + PATIENCE_MS) };
}

function neverReached({ part, cause }: PartUnreachable): ServiceError {
  return new ServiceError(
    'unavailable',
    `The ${part} of the service could not be reached for ${PATIENCE_MS / 60_000} minutes. Order the file again when the service is well.`,
    {},
    { cause },
  );
}

function tooSlow(timeoutMs: number): ServiceError {
  return new ServiceError(
    'comparison_timeout',
    `The job took longer than ${timeoutMs / 1_000} seconds and was stopped. Compare the documents in parts.`,
  );
}
