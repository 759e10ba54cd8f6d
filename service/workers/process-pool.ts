/**
 * Processes that do tasks on untrusted input. One stays warm, so that a task does not wait for a start. A process that
 * exceeds its time or memory, or whose result nobody wants, is always killed. The service continues, and another
 * process replaces it.
 */
import { ProcessFault, TaskProcess, reasonOf, type TaskProgram } from './task-process.ts';

/** Options of a pool. */
export interface ProcessPoolOptions {
  readonly program: TaskProgram;
  /** Maximum number of processes. */
  readonly processes: number;
  /** Idle time after which used processes are replaced by a fresh one. */
  readonly idleMs?: number;
  /** Receives every crash that is a fault of ours. */
  readonly onBroken?: ((fault: unknown) => void) | undefined;
}

/**
 * Processes beyond the usual number, for owners without a running task. Otherwise the slow tasks of one owner would
 * keep all others waiting.
 */
const BEYOND_FOR_OTHERS = 2;

/** A process that exceeds this is replaced after its task, so that the next one has room. 400 pages of PDF leave 400 MB. */
const KEEP_BELOW_BYTES = 512 * 1024 * 1024;
/** Long enough for a person who compares one pair after another. Then the memory is released. */
const IDLE_MS = 20_000;

interface Job<Task, Result> {
  readonly task: Task;
  readonly owner: string;
  readonly resolve: (result: Result) => void;
  readonly reject: (fault: unknown) => void;
}

interface Member<Task extends object, Result> {
  readonly process: TaskProcess<Task, Result>;
  job: Job<Task, Result> | null;
  /** It has done a task and holds memory since. */
  used: boolean;
}

/** Does tasks in processes of its own. */
export class ProcessPool<Task extends object, Result> {
  readonly #options: ProcessPoolOptions;
  readonly #members = new Set<Member<Task, Result>>();
  readonly #waiting: Job<Task, Result>[] = [];
  #closed = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: ProcessPoolOptions) {
    this.#options = options;
  }

  /** Starts the process that stays warm. Without this call the first task starts it. */
  warm(): void {
    if (this.#members.size === 0 && !this.#closed) this.#start();
  }

  /**
   * Does a task. The owner with the fewest running tasks is next. Tasks of one owner run in the order of the calls.
   * Throws as `TaskProcess.run` does, or the signal's reason if it is aborted.
   */
  async run(task: Task, signal: AbortSignal, owner = ''): Promise<Result> {
    if (signal.aborted) throw reasonOf(signal);
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const job: Job<Task, Result> = { task, owner, resolve, reject };
    const abort = (): void => this.#giveUp(job, reasonOf(signal));
    signal.addEventListener('abort', abort, { once: true });
    this.#waiting.push(job);
    this.#assign();
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** Kills all processes. Running and waiting tasks throw `reason`. */
  close(reason: Error): void {
    this.#closed = true;
    clearTimeout(this.#idle);
    for (const member of this.#members) this.#end(member, reason);
    for (const job of this.#waiting.splice(0)) job.reject(reason);
  }

  /** Number of tasks that wait for a process. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Whether a process is free, or may be started. */
  get hasRoom(): boolean {
    return this.#members.size < this.#options.processes || [...this.#members].some(({ job }) => job === null);
  }

  /** Process ids, for tests. */
  get pids(): number[] {
    return [...this.#members].flatMap(({ process }) => process.pid ?? []);
  }

  #assign(): void {
    while (this.#waiting.length > 0 && !this.#closed) {
      const job = this.#next();
      const member = this.#free() ?? (this.#mayStartFor(job) ? this.#start() : undefined);
      if (member === undefined) return;
      this.#waiting.splice(this.#waiting.indexOf(job), 1);
      member.job = job;
      member.used = true;
      void this.#do(member, job);
    }
  }

  /** The waiting task whose owner has the fewest running ones; of several the earliest. */
  #next(): Job<Task, Result> {
    return this.#waiting.reduce((first, job) => (this.#runningOf(job) < this.#runningOf(first) ? job : first));
  }

  #mayStartFor(job: Job<Task, Result>): boolean {
    const { processes } = this.#options;
    const most = this.#runningOf(job) === 0 ? processes + BEYOND_FOR_OTHERS : processes;
    return this.#members.size < most;
  }

  #runningOf({ owner }: Job<Task, Result>): number {
    let running = 0;
    for (const { job } of this.#members) if (job?.owner === owner) running += 1;
    return running;
  }

  /** A living process without work. Processes that have died since their last task are forgotten. */
  #free(): Member<Task, Result> | undefined {
    const free = [...this.#members].filter(({ job }) => job === null);
    for (const member of free) if (member.process.hasEnded) this.#members.delete(member);
    return free.find(({ process }) => !process.hasEnded);
  }

  #start(): Member<Task, Result> {
    const process = new TaskProcess<Task, Result>(this.#options.program);
    const member: Member<Task, Result> = { process, job: null, used: false };
    process.unref();
    this.#members.add(member);
    return member;
  }

  async #do(member: Member<Task, Result>, job: Job<Task, Result>): Promise<void> {
    const { process } = member;
    let isSpent = false;
    try {
      job.resolve(await process.run(job.task));
      isSpent = process.residentBytes > KEEP_BELOW_BYTES;
    } catch (fault) {
      isSpent = fault instanceof ProcessFault;
      if (isSpent) this.#options.onBroken?.(fault);
      job.reject(fault);
    }
    member.job = null;
    if (isSpent || process.hasEnded || this.#members.size > this.#options.processes) this.#replace(member);
    this.#rest();
    this.#assign();
  }

  /** The pool may be idle from now on. */
  #rest(): void {
    clearTimeout(this.#idle);
    if (this.#closed) return;
    this.#idle = setTimeout(() => {
      if (this.#waiting.length > 0 || [...this.#members].some(({ job }) => job !== null)) return;
      for (const member of [...this.#members]) if (member.used) this.#replace(member);
    }, this.#options.idleMs ?? IDLE_MS).unref();
  }

  #giveUp(job: Job<Task, Result>, fault: Error): void {
    const at = this.#waiting.indexOf(job);
    if (at >= 0) this.#waiting.splice(at, 1);
    job.reject(fault);
    for (const member of this.#members) if (member.job === job) this.#end(member, fault);
  }

  #replace(member: Member<Task, Result>): void {
    this.#end(member, new Error('a fresh process replaces this one'));
    this.warm();
  }

  #end(member: Member<Task, Result>, reason: Error): void {
    this.#members.delete(member);
    member.process.kill(reason);
  }
}
