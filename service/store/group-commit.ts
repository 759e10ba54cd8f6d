import { sql } from 'kysely';
import type { Executor } from './open-database.ts';

interface Waiting {
  /** Does the work in its own savepoint. Returns how to tell its outcome once the transaction has ended. */
  readonly run: (transaction: Executor) => Promise<() => void>;
  readonly fail: (fault: unknown) => void;
}

/**
 * Commits the work of several callers in one transaction: a commit waits for the disk, and so one wait serves all who
 * came meanwhile. Work that fails is undone alone. An outcome is told after the commit; when that fails, to all.
 */
export class GroupCommit {
  readonly #database: Executor;
  #waiting: Waiting[] = [];
  #isScheduled = false;

  constructor(database: Executor) {
    this.#database = database;
  }

  /** Runs `work` in the next transaction, after the work that came before. Nothing but the store may be awaited inside. */
  run<T>(work: (transaction: Executor) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ run: (transaction) => inSavepoint(transaction, work, resolve, reject), fail: reject });
      if (this.#isScheduled) return;
      this.#isScheduled = true;
      // Requests that arrived together are all read before this runs.
      setImmediate(() => void this.#commitAll());
    });
  }

  async #commitAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#waiting;
      this.#waiting = [];
      try {
        const outcomes = await this.#database.transaction().execute(async (transaction) => {
          const told: (() => void)[] = [];
          for (const { run } of group) told.push(await run(transaction));
          return told;
        });
        for (const tell of outcomes) tell();
      } catch (fault) {
        for (const { fail } of group) fail(fault);
      }
    }
    this.#isScheduled = false;
  }
}

async function inSavepoint<T>(
  transaction: Executor,
  work: (transaction: Executor) => Promise<T>,
  resolve: (value: T) => void,
  reject: (fault: unknown) => void,
): Promise<() => void> {
  await sql`savepoint work`.execute(transaction);
  try {
    const value = await work(transaction);
    await sql`release work`.execute(transaction);
    return () => resolve(value);
  } catch (fault) {
    await sql`rollback to work`.execute(transaction);
    await sql`release work`.execute(transaction);
    return () => reject(fault);
  }
}
