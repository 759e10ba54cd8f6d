/**
 * Workers that do tasks on untrusted input: threads, or processes. One stays warm between tasks, so that a task does not
 * wait for a start. A worker that exceeds its time or memory, or whose result nobody wants, is always killed. The service
 * continues, and another worker replaces it.
 */
import { ServiceError } from '../../shared/errors.ts';
import { FairQueue } from './fair-queue.ts';
import { reasonOf, WorkerFault, type TaskExtras, type TaskWorker } from './task-worker.ts';

/** Options of a pool. */
export interface WorkerPoolOptions<Task extends object, Result> {
  /** Starts a worker. */
  readonly start: () => TaskWorker<Task, Result>;
  /** Maximum number of workers. */
  readonly workers: number;
  /**
   * Workers beyond the usual number, for owners without a running task. Otherwise the slow tasks of one owner would
   * keep all others waiting. Absent: none.
   */
  readonly beyondForOthers?: number;
  /** Idle time after which used workers are replaced by a fresh one. */
  readonly idleMs?: number | undefined;
  /** Further idle time after which the fresh one ends, too. Absent: one stays. */
  readonly keepMs?: number | undefined;
  /** Receives every crash that is a fault of ours. */
  readonly onBroken?: ((fault: unknown) => void) | undefined;
}

/** A task for a pool, with its owner. */
export interface PoolOrder extends TaskExtras {
  /** Whose task it is. */
  readonly owner?: string | undefined;
}

/** Long enough for a person who compares one pair after another. Then the memory is released. */
const IDLE_MS = 20_000;
/** Weight of the latest task in the mean time of one. */
const LATEST_WEIGHT = 1 / 8;
/** Delay until a caller may try again whose work the end of the service cut off. */
const RETRY_AFTER_SECONDS = 5;

interface Job<Task, Result> {
  readonly task: Task;
  readonly order: PoolOrder;
  readonly owner: string;
  readonly outcome: PromiseWithResolvers<Result>;
}

interface Member<Task extends object, Result> {
  readonly worker: TaskWorker<Task, Result>;
  job: Job<Task, Result> | null;
  /** It has done a task and holds memory since. */
  used: boolean;
}

/** Does tasks in workers of its own. */
export class WorkerPool<Task extends object, Result> {
  readonly #options: WorkerPoolOptions<Task, Result>;
  readonly #members = new Set<Member<Task, Result>>();
  readonly #waiting = new FairQueue<Job<Task, Result>>();
  #meanMs = 0;
  #idle: NodeJS.Timeout | undefined;
  /** Why it is closed; null while it is open. */
  #end: Error | null = null;

  constructor(options: WorkerPoolOptions<Task, Result>) {
    this.#options = options;
  }

  /** Starts the worker that stays warm, if none runs. Without this call the first task starts it. */
  warm(): void {
    if (this.#members.size > 0 || this.#end !== null) return;
    this.#start();
    this.#rest();
  }

  /**
   * Does a task. The owner with the fewest running tasks is next; of several, they take turns. Tasks of one owner run in
   * the order of the calls. Throws as `TaskWorker.run` does, the signal's reason if it is aborted, or the reason of
   * `close`.
   */
  async run(task: Task, signal: AbortSignal, order: PoolOrder = {}): Promise<Result> {
    if (signal.aborted) throw reasonOf(signal);
    if (this.#end !== null) throw this.#end;
    const { owner = '' } = order;
    const job: Job<Task, Result> = { task, order, owner, outcome: Promise.withResolvers<Result>() };
    const abort = (): void => this.#giveUp(job, reasonOf(signal));
    signal.addEventListener('abort', abort, { once: true });
    this.#waiting.push(owner, job);
    this.#assign();
    try {
      return await job.outcome.promise;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** Kills all workers. Running and waiting tasks throw `reason`. Resolves when the workers have stopped. */
  async close(reason: Error = serviceStops()): Promise<void> {
    this.#end = reason;
    clearTimeout(this.#idle);
    const stopped = Array.from(this.#members, (member) => this.#kill(member, reason));
    for (let job = this.#takeNext(); job !== undefined; job = this.#takeNext()) job.outcome.reject(reason);
    await Promise.all(stopped);
  }

  /** Number of tasks that wait for a worker. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Whether a worker is free, or may be started. */
  get hasRoom(): boolean {
    return this.#members.size < this.#options.workers || [...this.#members].some(({ job }) => job === null);
  }

  /** Mean time that a worker worked on one of the latest tasks, without its own start; 0: there was none. */
  get meanMs(): number {
    return this.#meanMs;
  }

  /** Numbers of the workers in the system, for tests. */
  get ids(): number[] {
    return [...this.#members].flatMap(({ worker }) => worker.id ?? []);
  }

  #assign(): void {
    for (let owner = this.#nextOwner(); owner !== undefined; owner = this.#nextOwner()) {
      const member = this.#free() ?? (this.#mayStartFor(owner) ? this.#start() : undefined);
      if (member === undefined) return;
      const job = this.#waiting.take(owner);
      member.job = job;
      member.used = true;
      void this.#do(member, job);
    }
  }

  #nextOwner(): string | undefined {
    return this.#waiting.next((owner) => this.#runningOf(owner));
  }

  #takeNext(): Job<Task, Result> | undefined {
    const owner = this.#nextOwner();
    return owner === undefined ? undefined : this.#waiting.take(owner);
  }

  #mayStartFor(owner: string): boolean {
    const { workers, beyondForOthers = 0 } = this.#options;
    const most = this.#runningOf(owner) === 0 ? workers + beyondForOthers : workers;
    return this.#members.size < most;
  }

  #runningOf(owner: string): number {
    let running = 0;
    for (const { job } of this.#members) if (job?.owner === owner) running += 1;
    return running;
  }

  /** A living worker without work. Workers that have died since their last task are forgotten. */
  #free(): Member<Task, Result> | undefined {
    const free = [...this.#members].filter(({ job }) => job === null);
    for (const member of free) if (member.worker.hasEnded) this.#members.delete(member);
    return free.find(({ worker }) => !worker.hasEnded);
  }

  #start(): Member<Task, Result> {
    const member: Member<Task, Result> = { worker: this.#options.start(), job: null, used: false };
    this.#members.add(member);
    return member;
  }

  async #do(member: Member<Task, Result>, { task, order, outcome }: Job<Task, Result>): Promise<void> {
    const { worker } = member;
    const startMs = performance.now();
    let isSpent = false;
    clearTimeout(this.#idle);
    try {
      outcome.resolve(await worker.run(task, order));
      isSpent = worker.isFull;
    } catch (fault) {
      isSpent = fault instanceof WorkerFault;
      if (isSpent) this.#options.onBroken?.(fault);
      outcome.reject(fault);
    }
    // Without an answer the worker was stopped, and the next one has to start.
    this.#measure(worker.cost?.workedMs ?? performance.now() - startMs);
    member.job = null;
    if (this.#end !== null) return;
    if (isSpent || worker.hasEnded || this.#members.size > this.#options.workers) this.#replace(member);
    this.#rest();
    this.#assign();
  }

  #measure(ms: number): void {
    this.#meanMs = this.#meanMs === 0 ? ms : this.#meanMs + (ms - this.#meanMs) * LATEST_WEIGHT;
  }

  /** The pool may be idle from now on. Only the end of a worker releases its memory. */
  #rest(): void {
    const { idleMs = IDLE_MS, keepMs } = this.#options;
    this.#whenIdleFor(idleMs, () => {
      for (const member of [...this.#members]) if (member.used) this.#replace(member);
      if (keepMs !== undefined) this.#whenIdleFor(keepMs, () => this.#leave());
    });
  }

  #whenIdleFor(ms: number, act: () => void): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      if (this.#waiting.length === 0 && [...this.#members].every(({ job }) => job === null)) act();
    }, ms).unref();
  }

  #leave(): void {
    for (const member of [...this.#members]) void this.#kill(member, new Error('no task came for long'));
  }

  #giveUp(job: Job<Task, Result>, fault: Error): void {
    this.#waiting.remove(job.owner, job);
    job.outcome.reject(fault);
    for (const member of this.#members) if (member.job === job) void this.#kill(member, fault);
  }

  #replace(member: Member<Task, Result>): void {
    void this.#kill(member, new Error('a fresh worker replaces this one'));
    this.warm();
  }

  async #kill(member: Member<Task, Result>, reason: Error): Promise<void> {
    this.#members.delete(member);
    await member.worker.kill(reason);
  }
}

/** The refusal of work that the end of the service cuts off. */
function serviceStops(): ServiceError {
  return new ServiceError(
    'unavailable',
    'The service stops, and the work was not finished. Try again when the service runs.',
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
